/** A JSON object whose fields nobody has judged. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed value is an object with named fields. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The elements of a field that should be an array of objects; whatever is not an object is left out. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** What can begin a JSON object (RFC 8259, section 2). */
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

/** Whether an answer or event reports a failure: a top-level `error` that isn't null, or the type `error`. */
export function reportsError(json: JsonObject): boolean {
  return (json['error'] ?? null) !== null || json['type'] === 'error';
}
