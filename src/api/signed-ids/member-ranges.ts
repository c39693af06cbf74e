/** The ranges of members' values in a JSON object. */

export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const opens: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const closes: ReadonlySet<number> = new Set([0x7d, 0x5d]);

/**
 * The values of all members of an object's root with a name, in any case.
 *
 * @param bytes An object that JSON.parse takes.
 * @param name In lower case.
 */
export function membersNamed(bytes: Buffer, name: string): readonly ByteRange[] {
  const found: ByteRange[] = [];
  let depth = 0;
  let isName = false;
  let isWanted = false;
  let valueFrom = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === quote) {
      const end = endOfString(bytes, at + 1);
      if (depth === 1 && isName) {
        const written = JSON.parse(bytes.toString('utf8', at, end + 1)) as string;
        isWanted = written.toLowerCase() === name;
      }
      at = end;
    } else if (opens.has(byte)) {
      depth += 1;
      if (depth === 1) isName = true;
    } else if (byte === colon && depth === 1) {
      isName = false;
      valueFrom = at + 1;
    } else if (closes.has(byte) || byte === comma) {
      if (depth === 1 && isWanted) found.push({ from: valueFrom, to: at });
      if (depth === 1) {
        isWanted = false;
        isName = true;
      }
      if (byte !== comma) depth -= 1;
    }
  }
  return found;
}

/** The quote that ends a string. */
function endOfString(bytes: Buffer, from: number): number {
  for (let end = bytes.indexOf(quote, from); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let escapes = end;
    while (escapes > from && bytes[escapes - 1] === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return bytes.length;
}
