import type { Config } from '../config/types/gateway.ts';
import { inStepsYielding } from '../lib/yield-to-requests.ts';
import { assemblySteps, type ConfigChunk, contentOf } from './config-transfer.ts';

/** A configuration that was put together, and the chunks it is made of. */
export interface Assembled {
  readonly config: Config;
  readonly chunks: ReadonlyMap<string, ConfigChunk>;
}

/**
 * The chunks of the configuration that a worker serves. What a new one has in common with it is taken from here,
 * the very same objects: so an edit of a large file costs a worker what was edited, and what lives long is not made
 * anew and copied by collections of garbage while requests wait.
 */
export class KeptChunks {
  #held: ReadonlyMap<string, ConfigChunk> = new Map();

  /** Puts a configuration together from chunks by their ids: those held, and those that came, packed. */
  async assemble(ids: readonly string[], came: ReadonlyMap<string, Uint8Array>): Promise<Assembled> {
    const chunks = new Map<string, ConfigChunk>();
    const config = await inStepsYielding(assemblySteps(this.#unpacked(ids, came, chunks)));
    return { config, chunks };
  }

  /** This configuration is served from now on. */
  hold({ chunks }: Assembled): void {
    this.#held = chunks;
  }

  *#unpacked(
    ids: readonly string[],
    came: ReadonlyMap<string, Uint8Array>,
    chunks: Map<string, ConfigChunk>,
  ): Generator<ConfigChunk> {
    for (const id of ids) {
      const bytes = came.get(id);
      const chunk = this.#held.get(id) ?? (bytes && contentOf(bytes));
      if (chunk === undefined) throw new Error('a piece of the configuration did not arrive');
      chunks.set(id, chunk);
      yield chunk;
    }
  }
}
