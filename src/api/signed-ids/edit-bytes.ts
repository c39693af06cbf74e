/** Bytes `from` to `to` give way to `text`. */
export interface ByteEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The bytes with edits made, which stand in order; without any the very same buffer. */
export function edited(bytes: Buffer, edits: readonly ByteEdit[]): Buffer {
  if (edits.length === 0) return bytes;
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { from, to, text } of edits) {
    pieces.push(bytes.subarray(at, from), Buffer.from(text));
    at = to;
  }
  pieces.push(bytes.subarray(at));
  return Buffer.concat(pieces);
}

/** A text as it stands between the quotes of a JSON string. */
export function withinQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
