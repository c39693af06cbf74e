import { isObject, type JsonObject, objectsOf } from '../../../../../lib/json.ts';

/** The members that join fragments of an entry. */
const texts = ['text', 'summary', 'data'] as const;

/**
 * `reasoning_details` of OpenRouter: what the model behind it wants back, in entries that come in fragments. They are put
 * together as that wants them back.
 */
export class ReasoningDetails {
  #entries: Record<string, unknown>[] = [];

  add(details: unknown): void {
    for (const detail of objectsOf(details)) {
      const last = this.#entries.at(-1);
      if (last !== undefined && isSame(last, detail)) join(last, detail);
      else this.#entries.push({ ...detail });
    }
  }

  /** JSON text of what has come since this was asked last; undefined for nothing. */
  taken(): string | undefined {
    if (this.#entries.length === 0) return undefined;
    const entries = this.#entries;
    this.#entries = [];
    return JSON.stringify(entries);
  }
}

function isSame(last: JsonObject, next: JsonObject): boolean {
  // An entry that is signed is complete, and what is encrypted comes in one piece.
  if (typeof last['signature'] === 'string' || next['type'] === 'reasoning.encrypted') return false;
  return last['type'] === next['type'] && last['index'] === next['index'];
}

function join(last: Record<string, unknown>, next: JsonObject): void {
  for (const name in next) {
    const before = last[name];
    const more = next[name];
    const isText = (texts as readonly string[]).includes(name);
    if (isText && typeof before === 'string' && typeof more === 'string') last[name] = before + more;
    else if (more !== null && more !== undefined) last[name] = more;
  }
}

/** The text of the entries of one delta. */
export function textOfDetails(details: unknown): string {
  if (!Array.isArray(details)) return '';
  let text = '';
  for (const detail of details) {
    if (!isObject(detail)) continue;
    const { text: said, summary } = detail;
    if (typeof said === 'string') text += said;
    else if (typeof summary === 'string') text += summary;
  }
  return text;
}
