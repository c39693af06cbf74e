import type { Exchange } from '../exchange.ts';

/** Names the caller of a request among all: by the key, and by the subject of a token. */
export function callerOf({ key, caller }: Pick<Exchange, 'key' | 'caller'>): string {
  return caller === undefined ? key!.id : JSON.stringify([key!.id, caller.issuer, caller.subject]);
}
