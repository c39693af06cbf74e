/**
 * Rendezvous hashing: each pair of session and deployment has a fixed number, and the deployments are ordered
 * by it. A session keeps its deployment, in every worker and after a restart, and when a deployment comes or
 * goes only the sessions it gains or loses move.
 */
import { alike, rank, type StrategyDefinition } from './strategy.ts';

/** The same session to the same deployment, in shares that follow the weights; by weight without a session. */
export const sticky: StrategyDefinition = {
  about: 'the same one for the same session (`session_from`), else key, so that prompt caches are met again',
  make: ({ random }) => ({
    order: (peers, { stickyKey }) =>
      rank(peers, alike, stickyKey === undefined ? random : ({ key }) => fraction(`${stickyKey}\n${key}`)),
  }),
  sets: ({ stickyKey }) => stickyKey !== undefined,
  litellm: undefined,
};

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
