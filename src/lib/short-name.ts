import { createHash } from 'node:crypto';

/** A longer name is known by its digest. */
const longestName = 256;

/** A name that others choose, no longer than what is kept of one: at most 256 bytes. */
export function shortName(value: string): string {
  const isShort = value.length * 3 <= longestName || Buffer.byteLength(value) <= longestName;
  return isShort ? value : `sha256:${createHash('sha256').update(value).digest('hex')}`;
}
