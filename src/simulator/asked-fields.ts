import { asText, type JsonObject } from './json-values.ts';
import type { Asked } from './reply.ts';
import { SimulatorRefusal } from './simulator-refusal.ts';

/** The parts of a request that do not change the text. */
export function askedOf(model: string, more: Partial<Asked> = {}): Asked {
  return {
    model,
    stream: false,
    prompts: [],
    copies: 1,
    maxTokens: undefined,
    stop: [],
    calls: [],
    thinks: false,
    format: undefined,
    topLogprobs: undefined,
    ...more,
  };
}

/** The body's `model`, or that of bodies without one. Throws a refusal where there is neither. */
export function modelOf(body: JsonObject, without?: string): string {
  const model = asText(body['model'] ?? without);
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
