/** Recognises strings that carry a file rather than text, which a count of tokens must not take for text. */

/** How far the comma of a data URL may be from its start. */
const longestDataUrlHead = 256;
/** At so many places, at most, a string is probed. */
const probes = 4096;

/** Letters, digits, `+ / = - _`, and the backslash, since some encoders write `\/`. */
const alphabet = new Uint8Array(256);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_\\') {
  alphabet[char.charCodeAt(0)] = 1;
}

/** Whether the bytes of a JSON string begin like a data URL (RFC 2397): `data:`, no space, a comma. */
export function isDataUrl(body: Buffer, from: number, to: number): boolean {
  if (to - from < 6 || body[from] !== 0x64 || body[from + 4] !== 0x3a) return false;
  if (body.toString('latin1', from, from + 5) !== 'data:') return false;
  const end = Math.min(to, from + longestDataUrlHead);
  for (let at = from + 5; at < end; at++) {
    const byte = body[at]!;
    if (byte === 0x2c) return true;
    if (byte <= 0x20) return false;
  }
  return false;
}

/** Whether the bytes of a long JSON string look like base64; of very long ones only samples are read. */
export function isBase64(body: Buffer, from: number, to: number): boolean {
  const step = Math.max(1, Math.ceil((to - from) / probes));
  for (let at = from; at < to; at += step) if (alphabet[body[at]!] !== 1) return false;
  return true;
}
