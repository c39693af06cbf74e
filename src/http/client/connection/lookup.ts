import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivate } from '../../../lib/ip.ts';

/** Milliseconds for which an answer is used again: as long as a burst of new connections lasts. */
const freshMs = 5000;
/** Milliseconds for which an answer replaces that of a resolver that fails. */
const staleMs = 60_000;

/** Asks for all addresses of a host. */
export type Resolve = (
  host: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Done = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void;

/**
 * Looks up the address of one backend. The system's resolver works in a pool of four threads that files and compression
 * share. So one query runs at a time, however many connections are opened at once. A resolver that is away for a moment
 * takes no backend away with it.
 */
export function backendLookup(
  resolve: Resolve = systemLookup,
  now: () => number = () => performance.now(),
): LookupFunction {
  let known: readonly LookupAddress[] = [];
  let knownAt = Number.NEGATIVE_INFINITY;
  let waiting: Done[] | undefined;

  function ask(host: string, done: Done): void {
    if (waiting !== undefined) {
      waiting.push(done);
      return;
    }
    const answered = [done];
    waiting = answered;
    resolve(host, { all: true }, (error, addresses) => {
      waiting = undefined;
      const isAnswer = error === null && addresses.length > 0;
      if (isAnswer) {
        known = addresses;
        knownAt = now();
      }
      const isUsable = isAnswer || now() - knownAt < staleMs;
      for (const each of answered) each(isUsable ? null : error, isUsable ? known : []);
    });
  }

  return function lookup(host, options, callback) {
    const done: Done = (error, addresses) => {
      const [first] = addresses;
      if (options.all === true) callback(error, [...addresses]);
      else callback(error, first?.address ?? '', first?.family ?? 0);
    };
    if (now() - knownAt < freshMs) process.nextTick(done, null, known);
    else ask(host, done);
  };
}

/** Looks up like another function, but refuses addresses of this host or of a private network. */
export function publicLookup(lookup: LookupFunction): LookupFunction {
  return function lookupPublic(host, options, callback) {
    lookup(host, { ...options, all: true }, (error, found) => {
      const all = typeof found === 'string' ? [] : found;
      const open = all.filter(({ address }) => !isPrivate(address));
      const fault = error ?? (open.length === 0 ? new PrivateAddress() : null);
      if (options.all === true) return callback(fault, open);
      const [first] = open;
      callback(fault, first?.address ?? '', first?.family ?? 0);
    });
  };
}

/** The address belongs to this host or a private network, where such addresses are not allowed. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
  readonly code = 'EPRIVATE';

  constructor() {
    super(
      'its address is one of this host or of a private network, which the file does not allow (`private: true`)',
    );
  }
}

/** Returns one address for any host: each replica of a name is known by its own address. */
export function lookupOf(address: string): LookupFunction {
  const family = isIP(address);
  return function lookup(_host, options, callback) {
    if (options.all === true) process.nextTick(callback, null, [{ address, family }]);
    else process.nextTick(callback, null, address, family);
  };
}
