/** The character of a text, in UTF-16 units, that a byte of it in UTF-8 is of. */
export function characterAt(text: string, byte: number): number {
  const bytes = Buffer.from(text);
  return bytes.subarray(0, Math.min(byte, bytes.length)).toString().length;
}
