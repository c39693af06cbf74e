/** A change of what is configured, as all who follow the configuration take part in it. */
import type { Config } from '../../config/types/gateway.ts';
import type { ConfigTransfer } from '../../process/config-transfer.ts';

/** A configuration that was read. */
export interface Version {
  readonly transfer: ConfigTransfer;
  /** Its head: everything but models, keys and backends. */
  readonly config: Config;
}

/** From what is served to what the files say. */
export interface Change {
  readonly before: Version;
  readonly next: Version;
  /** The files that `next` was read from, and when reading them began, in milliseconds since the epoch. */
  readonly sources: readonly string[];
  readonly readAt: number;
}

/** The prepared change of one participant. One of the two is called once, or neither. */
export interface Prepared {
  /** Goes over to what was prepared. */
  commit?(): void | Promise<void>;
  /** Leaves all as it was. */
  discard?(): void | Promise<void>;
}

export interface Participant {
  /** Makes everything ready that can fail, and changes nothing. Throws an Error in the operator's words, and has undone what it did then. */
  prepare(change: Change): Prepared | Promise<Prepared>;
}

export interface Participants {
  /** The participants that are cheap to undo, in the order in which they prepare and commit. */
  readonly around: readonly Participant[];
  /**
   * The participants that serve requests: they prepare in this order after all others, and commit before them, the last
   * one first.
   */
  readonly serving: readonly Participant[];
}

/** Brings all participants to a change. Where one refuses, those before it discard, the last one first, and its error is thrown. */
export async function changeAll({ around, serving }: Participants, change: Change): Promise<void> {
  const prepared = new Map<Participant, Prepared>();
  try {
    for (const one of [...around, ...serving]) prepared.set(one, await one.prepare(change));
  } catch (error) {
    for (const { discard } of [...prepared.values()].reverse()) await discard?.();
    throw error;
  }
  for (const one of [...serving.toReversed(), ...around]) await prepared.get(one)?.commit?.();
}

/** A change that this host could make, and would be the worse for: what is served is better than what the files name. */
export class WorseChange extends Error {
  override readonly name = 'WorseChange';
}
