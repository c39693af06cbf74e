/**
 * A message as an event of a stream. JSON on a line holds no line end of its own.
 *
 * @param before Fields before its data, each with its line end.
 */
export function eventBytes(text: string, before = ''): Buffer {
  return Buffer.from(`${before}event: message\ndata: ${text.replace(/[\r\n]+/g, ' ')}\n\n`);
}
