/**
 * Notices in a worker that the supervisor hangs. Connections are accepted and limits counted there, so
 * the gateway is out, and nobody else would notice: the workers are well. Looks are counted, not time: when this process
 * itself was stopped for a while, nobody is to blame.
 */
const lookEveryMs = 1000;
/** It says something every second. */
const hungAfterLooks = 30;

export class Watchdog {
  readonly #hangs: () => void;
  #silentLooks = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param hangs Called once. */
  constructor(hangs: () => void) {
    this.#hangs = hangs;
  }

  /** Begins to look. */
  start(): void {
    this.#timer ??= setInterval(() => this.look(), lookEveryMs).unref();
  }

  /** Something was heard. */
  heard(): void {
    this.#silentLooks = 0;
  }

  look(): void {
    this.#silentLooks += 1;
    if (this.#silentLooks !== hungAfterLooks) return;
    clearInterval(this.#timer);
    this.#hangs();
  }
}
