/** Which objects at backends have been counted: what is looked at again costs nothing again. */
import type { Logger } from '../observe/log/log.ts';

/** How long an object is remembered: vendors keep batches for no longer. */
export const rememberedMs = 30 * 24 * 60 * 60 * 1000;

export interface SettledIds {
  /** Remembers an id. Whether it was not remembered before: of all who ask at once, one is told so. */
  first(id: string): Promise<boolean>;
}

/** Remembers for this process, and as long as that lives. */
export function settledHere(): SettledIds {
  const known = new Set<string>();
  return {
    async first(id) {
      if (known.has(id)) return false;
      known.add(id);
      return true;
    },
  };
}

/**
 * Asks a store that hosts share, and this host as well, which goes on alone while that does not answer: what was counted
 * meanwhile is not counted again when it does.
 *
 * @param shared Rejects with a StoreFault.
 */
export function settledEverywhere(shared: SettledIds, host: SettledIds, log: Logger): SettledIds {
  return {
    async first(id) {
      let isFirst = true;
      try {
        isFirst = await shared.first(id);
      } catch (err) {
        log.warn({ err }, 'the limit store does not say whether a batch is counted: this host does');
      }
      return isFirst && host.first(id);
    },
  };
}
