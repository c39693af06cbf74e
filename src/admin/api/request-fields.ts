import { grantWords } from '../../api/endpoints/grants.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import type { ObjectShape } from '../contract/shape.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';

/** Reading the bodies that callers send. Every function throws `bad_request` with the name of the field and what it takes. */

type Body = Readonly<Record<string, unknown>>;

/** Refuses what nobody knows: a misspelled restriction must not make a key without one. */
export function refuseUnknown(body: Body, { fields, optionalFields }: ObjectShape): void {
  const known = Object.keys({ ...fields, ...optionalFields });
  const stranger = Object.keys(body).find((name) => !known.includes(name));
  if (stranger !== undefined) throw bad(`"${stranger}" is not a field here; known are ${known.join(', ')}`);
}

export function text(body: Body, name: string): string {
  const value = optionalText(body, name);
  if (value === undefined) throw bad(`"${name}" is missing`);
  return value;
}

export function optionalText(body: Body, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value === '' || value.length > 4096) {
    throw bad(`"${name}" must be a string that is not empty`);
  }
  return value;
}

/** @param absent What it comes to where the field is left out. */
export function optionalTexts(
  body: Body,
  name: string,
  absent: 'all' | 'none' = 'all',
): readonly string[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  const isList = Array.isArray(value) && value.length > 0 && value.length <= 1000;
  if (!isList || !value.every((item) => typeof item === 'string' && item !== '')) {
    throw bad(`"${name}" must be a list of strings with at least one; leave it out for ${absent}`);
  }
  return value as readonly string[];
}

/** @param names Of the endpoints that the configuration has. */
export function optionalGrants(
  body: Body,
  name: string,
  names: readonly EndpointName[],
): readonly string[] | undefined {
  return optionalTexts(body, name)?.map((value) => oneOf([...names, ...grantWords], value, name));
}

function oneOf<Word extends string>(words: readonly Word[], value: string, name: string): Word {
  const word = words.find((known) => known === value);
  if (word === undefined) throw bad(`"${name}" takes ${words.join(', ')}`);
  return word;
}

export function bad(message: string): AdminRefusal {
  return new AdminRefusal('bad_request', `${message}.`);
}
