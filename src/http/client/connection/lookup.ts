import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivate } from '../../../lib/ip.ts';

/** How long an answer is used without asking again: as long as a burst of new connections lasts. */
const freshMs = 5000;
/** How long an answer stands in for a resolver that fails. */
const staleMs = 60_000;

/** Asks for all addresses of a host. */
export type Resolve = (
  host: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Done = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void;

/**
 * Looks up the address of one backend. The system's resolver works in a pool of four threads that files and
 * compression share, so however many connections are opened at once, one query runs at a time; and a resolver
 * that is away for a moment takes no backend away with it.
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

/** Looks up as another does, and has no address of this host or of a private network. */
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

/** An address that only this host, or a private network, can reach, where such ones are not allowed. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
  readonly code = 'EPRIVATE';

  constructor() {
    super(
      'its address is one of this host or of a private network, which the file does not allow (`private: true`)',
    );
  }
}

/** Takes an address for that of any host: of the replicas of a name each is known by its own. */
export function lookupOf(address: string): LookupFunction {
  const family = isIP(address);
  return function lookup(_host, options, callback) {
    if (options.all === true) process.nextTick(callback, null, [{ address, family }]);
    else process.nextTick(callback, null, address, family);
  };
}
