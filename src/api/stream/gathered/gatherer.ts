import type { JsonObject } from '../../../lib/json.ts';

/**
 * Makes one answer of the events of a stream, as the vendor's own client library does. It keeps what it is told and no
 * more: whoever tells it bounds how much that may be.
 */
export interface Gatherer {
  /**
   * @param type The event's name, '' where it has none.
   * @param data Its data, lines joined.
   * @param json The same parsed; undefined where it is no JSON object.
   */
  event(type: string, data: string, json: JsonObject | undefined): void;
  /** The answer as far as it has come; undefined where nothing has. */
  answer(): unknown;
}

/** A JSON object that is being put together. */
export type Growing = Record<string, unknown>;

/** An object in a list, made there where nothing stands yet. */
export function grownAt(list: Growing[], index: number): Growing {
  const known = list[index];
  if (known !== undefined) return known;
  const fresh: Growing = {};
  list[index] = fresh;
  return fresh;
}

/** A text with one more piece of it; whatever is no text adds nothing. */
export function longer(text: unknown, piece: unknown): string {
  return (typeof text === 'string' ? text : '') + (typeof piece === 'string' ? piece : '');
}

/** More would be no list of choices or blocks, but a way to take memory. */
export const mostItems = 4096;

/** A place in a list that an event names; undefined for what is none. */
export function indexOf(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < mostItems
    ? (value as number)
    : undefined;
}
