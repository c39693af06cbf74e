import type { Config } from '../config/types.ts';
import { inSlices } from '../lib/yield-to-requests.ts';
import { assemblySteps, contentOf, type Piece } from './config-transfer.ts';

/** A configuration that was put together, and the pieces it is made of. */
export interface Assembled {
  readonly config: Config;
  readonly pieces: ReadonlyMap<string, Piece>;
}

/**
 * The pieces of the configuration that a worker serves. What a new one has in common with it is taken from here,
 * the very same objects: so an edit of a large file costs a worker what was edited, and what lives long is not made
 * anew and copied by collections of garbage while requests wait.
 */
export class HeldPieces {
  #held: ReadonlyMap<string, Piece> = new Map();

  /** Puts a configuration together from pieces by their ids: those held, and those that came, packed. */
  async assemble(ids: readonly string[], came: ReadonlyMap<string, Uint8Array>): Promise<Assembled> {
    const pieces = new Map<string, Piece>();
    const config = await inSlices(assemblySteps(this.#unpacked(ids, came, pieces)));
    return { config, pieces };
  }

  /** This configuration is served from now on. */
  hold({ pieces }: Assembled): void {
    this.#held = pieces;
  }

  *#unpacked(
    ids: readonly string[],
    came: ReadonlyMap<string, Uint8Array>,
    pieces: Map<string, Piece>,
  ): Generator<Piece> {
    for (const id of ids) {
      const bytes = came.get(id);
      const piece = this.#held.get(id) ?? (bytes && contentOf(bytes));
      if (piece === undefined) throw new Error('a piece of the configuration did not arrive');
      pieces.set(id, piece);
      yield piece;
    }
  }
}
