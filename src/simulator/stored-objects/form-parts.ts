/** A part of a form, as the simulator reads it: generously, since only well-made forms come here. */
export interface FormPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly content: Buffer;
}

export function partsOf(contentType: string, body: Buffer): readonly FormPart[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return [];
  const delimiter = Buffer.from(`--${boundary}`);
  const parts: FormPart[] = [];
  let from = body.indexOf(delimiter);
  while (from !== -1) {
    const next = body.indexOf(delimiter, from + delimiter.length);
    if (next === -1) break;
    // Each begins with the line end of its delimiter, and ends with that of the next.
    const part = body.subarray(from + delimiter.length + 2, next - 2);
    const blank = part.indexOf('\r\n\r\n');
    const head = part.toString('latin1', 0, Math.max(0, blank));
    const name = /[; ]name="([^"]*)"/i.exec(head)?.[1];
    const fileName = /filename="([^"]*)"/i.exec(head)?.[1];
    if (name !== undefined) parts.push({ name, fileName, content: part.subarray(blank + 4) });
    from = next;
  }
  return parts;
}
