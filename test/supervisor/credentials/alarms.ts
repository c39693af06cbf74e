import type { AlarmClock } from '../../../src/supervisor/credentials/alarm-clock.ts';

/** A clock that goes when the test says so. */
export class TestAlarms implements AlarmClock {
  #nowMs = 0;
  readonly #set = new Set<{ readonly atMs: number; readonly ring: () => void }>();

  nowMs(): number {
    return this.#nowMs;
  }

  in(ms: number, ring: () => void): () => void {
    const alarm = { atMs: this.#nowMs + ms, ring };
    this.#set.add(alarm);
    return () => this.#set.delete(alarm);
  }

  /** How long it is to the next one; undefined where none is set. */
  get nextMs(): number | undefined {
    const [first] = this.#inOrder();
    return first && first.atMs - this.#nowMs;
  }

  /** Lets so much time pass, with all that rings in it and what follows from that. */
  async pass(ms: number): Promise<void> {
    const until = this.#nowMs + ms;
    await settled();
    for (;;) {
      const [first] = this.#inOrder();
      if (first === undefined || first.atMs > until) break;
      this.#set.delete(first);
      this.#nowMs = Math.max(this.#nowMs, first.atMs);
      first.ring();
      await settled();
    }
    this.#nowMs = until;
    await settled();
  }

  #inOrder() {
    return [...this.#set].sort((a, b) => a.atMs - b.atMs);
  }
}

/** All promises that could go on have. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
