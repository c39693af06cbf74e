import { asText, type JsonObject } from './json-values.ts';
import { SimulatorRefusal } from './simulator-refusal.ts';

/** The body's `model`. Throws a refusal where there is none. */
export function modelOf(body: JsonObject): string {
  const model = asText(body['model']);
  if (model === undefined || model === '') throw wrong('model', 'name the model, as a string');
  return model;
}

/** The body's list of messages. Throws a refusal where it is missing, empty or holds something else. */
export function messagesOf(body: JsonObject): readonly unknown[] {
  const { messages } = body;
  if (!Array.isArray(messages) || messages.length === 0)
    throw wrong('messages', 'give at least one message, in a list');
  return messages;
}

/** A boolean field; absent and null are false. Throws a refusal where it is something else. */
export function flagOf(body: JsonObject, field: string): boolean {
  const value = body[field] ?? false;
  if (typeof value !== 'boolean') throw wrong(field, 'give true or false');
  return value;
}

/** A whole number within bounds; absent and null are undefined. Throws a refusal where it is something else. */
export function numberOf(body: JsonObject, field: string, least: number, most: number): number | undefined {
  const value = body[field] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw wrong(field, `give a whole number ${range}`);
  }
  return value;
}

/** The limit of an answer's tokens: the first of the fields that is there. Throws a refusal where it is not valid. */
export function limitOf(body: JsonObject, ...fields: readonly string[]): number | undefined {
  return limitFrom(1, body, ...fields);
}

/** The same with the least that is valid. */
export function limitFrom(least: number, body: JsonObject, ...fields: readonly string[]): number | undefined {
  for (const field of fields) {
    const limit = numberOf(body, field, least, Number.MAX_SAFE_INTEGER);
    if (limit !== undefined) return limit;
  }
  return undefined;
}

/** Texts to stop at, given as one string or as a list. */
export function stopsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((stop) => typeof stop === 'string') : [];
}

/** A refusal that blames one field and says what to put there. */
export function wrong(field: string, way: string): SimulatorRefusal {
  return new SimulatorRefusal(400, `The field "${field}" is missing or not valid: ${way}.`, { param: field });
}
