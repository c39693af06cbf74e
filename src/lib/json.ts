/** A JSON object whose fields nobody has judged. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for a parsed value that is an object with named fields. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The elements of a field that should be an array of objects; whatever is not an object is left out. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The beginning of a JSON object (RFC 8259, section 2). */
const opening = /^[ \t\r\n]*\{/;

/** Parses a JSON object; undefined for any other text. */
export function parseObject(text: string): JsonObject | undefined {
  // Every stream of one family ends with `[DONE]`, and to throw is dearer than all else that is done for an event.
  if (!opening.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The same of a document that somebody may have saved with a byte order mark. */
export function parseDocument(text: string): JsonObject | undefined {
  return parseObject(text.startsWith('\ufeff') ? text.slice(1) : text);
}

/**
 * True for an answer or event that reports a failure: by a top-level `error` with content, the type or object `error`,
 * or a `base_resp` with another status than 0. Some backends have an empty `error` beside each good answer.
 */
export function reportsError(json: JsonObject): boolean {
  const { error, type, object, base_resp: base } = json;
  if (type === 'error' || object === 'error') return true;
  if (isObject(base) && typeof base['status_code'] === 'number' && base['status_code'] !== 0) return true;
  if (isObject(error)) return isSaid(error['message']) || isSaid(error['code']) || isSaid(error['type']);
  return Array.isArray(error) ? error.length > 0 : isSaid(error);
}

function isSaid(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : Boolean(value);
}
