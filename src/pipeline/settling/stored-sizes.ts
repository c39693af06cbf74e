/**
 * The sizes of the turns that backends keep, as far as this process has seen them: a request that continues them is
 * paid for all of them, and its body does not show that.
 */
import type { OpenedId } from '../../api/signed-ids/id-signer.ts';
import type { Exchange } from '../exchange.ts';

/** The most remembered ones, those used last. */
const most = 10_000;

export class StoredSizes {
  readonly #most: number;
  /** Tokens, by the turn's id; those used last at the end. */
  readonly #sizes = new Map<string, number>();

  constructor(atMost = most) {
    this.#most = atMost;
  }

  /** Undefined if unseen. */
  of(turns: OpenedId): number | undefined {
    const name = nameOf(turns);
    const tokens = this.#sizes.get(name);
    if (tokens !== undefined) this.#put(name, tokens);
    return tokens;
  }

  learn(turns: OpenedId, tokens: number): void {
    this.#put(nameOf(turns), tokens);
    if (this.#sizes.size > this.#most) this.#sizes.delete(this.#sizes.keys().next().value!);
  }

  #put(name: string, tokens: number): void {
    this.#sizes.delete(name);
    this.#sizes.set(name, tokens);
  }
}

/** Records the total size of its turns and the earlier ones that an answer reports. */
export function learnSizes(sizes: StoredSizes, { relayed, continues, madeResponse }: Exchange): void {
  const { counted, backend } = relayed;
  if (counted?.certainty !== 'measured' || backend === undefined || madeResponse === undefined) return;
  const { input, output } = counted.usage;
  sizes.learn({ kind: 'response', backend, id: madeResponse }, input + output);
  if (continues?.kind === 'conversation') sizes.learn(continues, input + output);
  // The figure includes the new turn, too: a better known one stays.
  else if (continues !== undefined && sizes.of(continues) === undefined) sizes.learn(continues, input);
}

function nameOf({ kind, backend, id }: OpenedId): string {
  return `${kind} ${backend} ${id}`;
}
