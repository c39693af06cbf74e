import { randomUUID } from 'node:crypto';

const acceptable = /^[A-Za-z0-9._:-]{1,128}$/;

/** The client's request id if there is exactly one and it is harmless to log; otherwise a fresh UUIDv7. */
export function requestIdFrom(presented: string | undefined, count: number): string {
  if (count === 1 && presented !== undefined && acceptable.test(presented)) return presented;
  return uuidV7();
}

let prefixAt = Number.NaN;
let prefix = '';

/** A UUID that sorts by time (RFC 9562, 5.7): 48 bits of Unix milliseconds, then the random part of a v4. */
export function uuidV7(now: number = Date.now()): string {
  if (now !== prefixAt) {
    const time = now.toString(16).padStart(12, '0');
    prefix = `${time.slice(0, 8)}-${time.slice(8, 12)}-7`;
    prefixAt = now;
  }
  return prefix + randomUUID().slice(15);
}
