import type { Config } from '../../config/types/gateway.ts';
import { type ConfigTransfer, unpackHead } from '../../process/config-transfer.ts';
import type { Change, Participant, Prepared, Version } from './participant.ts';

/** The configuration that is served now. */
export class ServedVersion implements Participant, Version {
  #version: Version;
  readonly #listeners = new Set<() => void>();

  constructor(transfer: ConfigTransfer) {
    this.#version = versionOf(transfer);
  }

  get transfer(): ConfigTransfer {
    return this.#version.transfer;
  }

  get config(): Config {
    return this.#version.config;
  }

  prepare({ next }: Change): Prepared {
    return {
      commit: () => {
        this.#version = next;
        for (const take of this.#listeners) take();
      },
    };
  }

  /** Tells when another configuration is served. Returns how to stop that. */
  watch(take: () => void): () => void {
    this.#listeners.add(take);
    return () => this.#listeners.delete(take);
  }

  /** The change from what is served. */
  changeTo(transfer: ConfigTransfer, sources: readonly string[], readAt: number): Change {
    return { before: this.#version, next: versionOf(transfer), sources, readAt };
  }
}

function versionOf(transfer: ConfigTransfer): Version {
  return { transfer, config: unpackHead(transfer) };
}
