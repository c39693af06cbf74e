const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** JSON that is nested deeper is a text: what goes through it level by level would fail over it, each time again. */
const deepest = 500;

/** True for JSON that is not nested too deep. */
export function isShallow(text: Buffer): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]!;
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > deepest) return false;
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1;
  }
  return true;
}
