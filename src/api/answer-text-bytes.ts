/** Counts the text, reasoning and arguments of calls in an answer's JSON, without parsing it. */

const lowU = 'u'.charCodeAt(0);
const quote = 0x22;
const backslash = 0x5c;

/**
 * Bytes, once unescaped, of the strings that follow a match of `pattern` between two places. `text` is JSON read as
 * latin1, in which a character is a byte. Some backends write the same text under two names: a string that is the same
 * as the one before it, in the same stretch, counts once.
 *
 * @param pattern Matches up to the quote or the brace that opens the value. Global, so that a search can start anywhere.
 */
export function heldBytes(text: string, pattern: RegExp, from = 0, to = text.length): number {
  let bytes = 0;
  let before = '';
  pattern.lastIndex = from;
  for (let found = pattern.exec(text); found !== null && found.index < to; found = pattern.exec(text)) {
    const at = pattern.lastIndex;
    if (text.charCodeAt(at - 1) !== quote) {
      const end = objectEnd(text, at - 1);
      if (end > at + 1) bytes += end - at;
      pattern.lastIndex = end;
      continue;
    }
    const end = stringEnd(text, at);
    pattern.lastIndex = end;
    if (end === at) continue;
    const value = text.slice(at, end);
    if (value !== before) bytes += unescapedBytes(value);
    before = value;
  }
  return bytes;
}

/** The quote that ends a string whose content begins at a place; the end without one. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash && at - 1 - escapes >= from) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/** Past the brace that closes the object which opens at a place; the end where none does. */
export function objectEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = stringEnd(text, at + 1);
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

/** An escape stands for one byte, or as `\uXXXX` for those that its character has in UTF-8. */
function unescapedBytes(value: string): number {
  let bytes = value.length;
  for (let at = value.indexOf('\\'); at >= 0; at = value.indexOf('\\', at + 2)) {
    bytes -= value.charCodeAt(at + 1) === lowU ? 6 - escapedBytes(value, at + 2) : 1;
  }
  return bytes;
}

/** Of the character whose four digits stand at a place. Half of a surrogate pair is half of four bytes. */
function escapedBytes(value: string, at: number): number {
  const unit = Number.parseInt(value.slice(at, at + 4), 16);
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
}
