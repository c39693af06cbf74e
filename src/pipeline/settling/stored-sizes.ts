/**
 * How long the turns are that backends keep, as far as this process has seen: a request that goes on from them is paid for all
 * of them, and says nothing of that in its body.
 */
import type { OpenedId } from '../../api/signed-ids/id-signer.ts';
import type { Exchange } from '../exchange.ts';

/** So many are remembered, those used last. */
const most = 10_000;

export class StoredSizes {
  readonly #most: number;
  /** Tokens, by what has them; those used last at the end. */
  readonly #sizes = new Map<string, number>();

  constructor(atMost = most) {
    this.#most = atMost;
  }

  /** Undefined where nobody has seen it. */
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

/** Takes note of what an answer says that its turns, and those before them, have come to. */
export function learnSizes(sizes: StoredSizes, { relayed, continues, madeResponse }: Exchange): void {
  const { counted, backend } = relayed;
  if (counted?.certainty !== 'measured' || backend === undefined || madeResponse === undefined) return;
  const { input, output } = counted.usage;
  sizes.learn({ kind: 'response', backend, id: madeResponse }, input + output);
  if (continues?.kind === 'conversation') sizes.learn(continues, input + output);
  // The new turn is in it, too: what is known better stays.
  else if (continues !== undefined && sizes.of(continues) === undefined) sizes.learn(continues, input);
}

function nameOf({ kind, backend, id }: OpenedId): string {
  return `${kind} ${backend} ${id}`;
}
