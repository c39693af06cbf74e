/** Recognises strings that carry a file rather than text, which a count of tokens must not take for text. */

/** The greatest distance of a data URL's comma from its start. */
const longestDataUrlHead = 256;
/** At so many places, at most, a string is probed: each takes as long as some ten bytes that are read in order. */
const probes = 1024;

/** Letters, digits, `+ / = - _`, and the backslash, since some encoders write `\/`. */
const alphabet = new Uint8Array(256);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_\\') {
  alphabet[char.charCodeAt(0)] = 1;
}

const dataUrlHead = /^data:[\w.+-]+\\?\/[\w.+-]+(?:;[^,;\s]+)*;base64,/i;

/** True for the bytes of a JSON string that are a data URL (RFC 2397) with a media type and valid base64. */
export function isDataUrl(body: Buffer, from: number, to: number): boolean {
  if (to - from < 6 || body[from] !== 0x64 || body[from + 4] !== 0x3a) return false;
  const head = dataUrlHead.exec(body.toString('latin1', from, Math.min(to, from + longestDataUrlHead)));
  return head !== null && isBase64(body, from + head[0].length, to);
}

/**
 * True for the bytes of a JSON string that look like base64. Only samples of very long ones are read, at unpredictable
 * places: nobody can write text around them.
 */
export function isBase64(body: Buffer, from: number, to: number): boolean {
  const step = Math.max(1, Math.ceil((to - from) / probes));
  for (let at = from; at < to; at += step) {
    const probed = step === 1 ? at : Math.min(to - 1, at + Math.floor(Math.random() * step));
    if (alphabet[body[probed]!] !== 1) return false;
  }
  return true;
}
