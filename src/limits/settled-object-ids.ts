/** The objects at backends that have been counted: a second look at one costs nothing. */
import type { Logger } from '../observe/log/log.ts';

/** Milliseconds for which an object is remembered: vendors keep batches for no longer. */
export const rememberedMs = 30 * 24 * 60 * 60 * 1000;

export interface SettledIds {
  /** Remembers an id. True if it was not remembered before: of all who ask at once, one gets true. */
  first(id: string): Promise<boolean>;
  /** Keeps a text, without line breaks, for an id whose object is not done yet, until the id itself is remembered. */
  note(id: string, text: string): Promise<void>;
  /** The text for an id; undefined if there is none, and if the id is remembered. */
  noted(id: string): Promise<string | undefined>;
  /**
   * Raises the number of counted parts of an object. Returns the number before: of all who raise it at once, each sees
   * the others. Infinity if the object is remembered as a whole.
   */
  advance(id: string, parts: number): Promise<number>;
}

/** The number of counted parts in a note. */
export function partsIn(note: string | undefined): number {
  return note !== undefined && /^\d+$/.test(note) ? Number(note) : 0;
}

/** Remembers in this process, as long as it lives. */
export function settledHere(): SettledIds {
  const known = new Set<string>();
  const notes = new Map<string, string>();
  return {
    async first(id) {
      if (known.has(id)) return false;
      known.add(id);
      notes.delete(id);
      return true;
    },
    async note(id, text) {
      if (!known.has(id)) notes.set(id, text);
    },
    noted: async (id) => notes.get(id),
    async advance(id, parts) {
      if (known.has(id)) return Number.POSITIVE_INFINITY;
      const before = partsIn(notes.get(id));
      if (parts > before) notes.set(id, String(parts));
      return before;
    },
  };
}

/**
 * Asks a store that hosts share, and this host as well. This host goes on alone while the store does not answer, so
 * nothing is counted twice when it does.
 *
 * @param shared Rejects with a StoreFault.
 */
export function settledEverywhere(shared: SettledIds, host: SettledIds, log: Logger): SettledIds {
  const unsaid = (err: unknown) =>
    log.warn({ err }, 'the limit store does not say whether an object is counted: this host does');
  return {
    async first(id) {
      let isFirst = true;
      try {
        isFirst = await shared.first(id);
      } catch (err) {
        unsaid(err);
      }
      // Both have to know of it.
      return (await host.first(id)) && isFirst;
    },
    async note(id, text) {
      await host.note(id, text);
      await shared.note(id, text).catch(unsaid);
    },
    async noted(id) {
      const text = await host.noted(id);
      if (text !== undefined) return text;
      return shared.noted(id).catch((err: unknown) => {
        unsaid(err);
        return undefined;
      });
    },
    async advance(id, parts) {
      const elsewhere = await shared.advance(id, parts).catch((err: unknown) => {
        unsaid(err);
        return 0;
      });
      return Math.max(await host.advance(id, parts), elsewhere);
    },
  };
}
