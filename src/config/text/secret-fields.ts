/** Knows secrets by name: the fields that hold them, and the texts that can be names at all where a secret could be. */
import { nearest } from '../../lib/suggest.ts';
import { fileShape, keysFileShape, type Shape } from '../schema/generated/shape.generated.js';

/** True for a field that the schema marks as a secret. */
export function isSecret({ definition }: Shape): boolean {
  return definition === 'secret';
}

/** The names of all fields that the schema calls secrets, below a shape. */
export function namesOfSecrets({ fields, each }: Shape): readonly string[] {
  const below = Object.entries(fields ?? {}).flatMap(([name, field]) =>
    isSecret(field) ? [name] : namesOfSecrets(field),
  );
  return each === undefined ? below : [...below, ...namesOfSecrets(each)];
}

/** The names of all fields that are lists of them. */
export function namesOfSecretLists({ fields, each }: Shape): readonly string[] {
  const below = Object.entries(fields ?? {}).flatMap(([name, field]) =>
    field.each !== undefined && isSecret(field.each) ? [name] : namesOfSecretLists(field),
  );
  return each === undefined ? below : [...below, ...namesOfSecretLists(each)];
}

/** Names that carry secrets wherever they stand, those of the schema among them. */
export const allSecretNames: readonly string[] = [
  ...new Set(['secret', 'token', 'password', 'api[-_]?key', 'authorization', ...namesOfSecrets(fileShape)]),
];

/** The prefixes of our keys and the vendors': they are recognized everywhere. */
export const knownSecret = /\b(?:sk|gw)-[\w-]{8,}/g;

const schemaNames = new Set([...namesOf(fileShape), ...namesOf(keysFileShape)]);
/** Words that people take for names of fields, and nobody for a secret. */
const commonWord =
  /^[a-z]*[-_ ]?(?:key|token|secret|password|name|user|username|type|scheme|method|authorization|basic|credentials?|url|id)$/i;

/**
 * True for the name of a field, even misspelled. Nothing else is repeated where a secret may be: somebody may have
 * written the secret in the place of a name.
 */
export function isFieldName(text: string): boolean {
  if (schemaNames.has(text) || commonWord.test(text)) return true;
  if (text.length > longestName || !/^[A-Za-z_-]+$/.test(text)) return false;
  const close = nearest(text, schemaNames);
  return close !== undefined && Math.abs(close.length - text.length) <= 2;
}

const longestName = Math.max(...[...schemaNames].map(({ length }) => length)) + 2;

function* namesOf({ fields, each }: Shape): Generator<string> {
  for (const [name, field] of Object.entries(fields ?? {})) {
    yield name;
    yield* namesOf(field);
  }
  if (each !== undefined) yield* namesOf(each);
}
