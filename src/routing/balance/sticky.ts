/**
 * Rendezvous hashing: each pair of session and deployment has a fixed number, and the deployments are ordered
 * by it. A session keeps its deployment, in every worker and after a restart, and when a deployment comes or
 * goes only the sessions it gains or loses move.
 */
import { alike, type Load, type Peer, rank, type StrategyDefinition } from './strategy.ts';

/** The same session to the same deployment, in shares that follow the weights; by weight without a session. */
export const sticky: StrategyDefinition = {
  about:
    'the same one for the same session (`session_from`), else for requests that begin alike, so that prompt caches are used',
  make: ({ random, load, spill }) => ({
    order(peers, { stickyKey }) {
      if (stickyKey === undefined) return rank(peers, alike, random);
      const order = rank(peers, alike, place(stickyKey));
      return spill === undefined ? order : withinBounds(order, load, spill);
    },
  }),
  sets: ({ stickyKey }) => stickyKey !== undefined,
  litellm: undefined,
};

/** The identity of a session: another caller may have one of the same name. */
export function sessionKey(session: string, key: string | undefined, subject = ''): string {
  return `${key ?? ''}\n${subject}\n${session}`;
}

/** The one of several that a key belongs to, however busy or well they are. */
export function homeOf<P extends Peer>(peers: readonly P[], stickyKey: string): P | undefined {
  return rank(peers, alike, place(stickyKey))[0];
}

function place(stickyKey: string): (peer: Peer) => number {
  return ({ key }) => fraction(`${stickyKey}\n${key}`);
}

/** So few in flight are no load: a worker sees a part of the requests, and a few more or less are chance. */
const fewUnderWay = 4;

/** Those that have more than so many times the mean in flight come last, by how much they have. */
function withinBounds<P extends Peer>(order: P[], load: Load, spill: number): P[] {
  let underWay = 0;
  let weights = 0;
  for (const { key, weight } of order) {
    underWay += load.inFlight(key);
    weights += weight;
  }
  if (underWay <= fewUnderWay || weights === 0) return order;
  const bound = (spill * underWay) / weights;
  const isOver = ({ key, weight }: P) => load.inFlight(key) > Math.max(fewUnderWay, bound * weight);
  const over = order.filter(isOver);
  return over.length === 0 ? order : [...order.filter((peer) => !isOver(peer)), ...over];
}

/** A number from 0 to below 1 that text determines: FNV-1a, then MurmurHash3's finalizer to spread its bits. */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
