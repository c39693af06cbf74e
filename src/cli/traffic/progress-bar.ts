import type { Terminal } from '../terminal.ts';

const everyMs = 100;
const barWidth = 24;

/** A line on a terminal that says how far something has come. Without a terminal it says nothing. */
export class ProgressBar {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  #shownMs = Number.NEGATIVE_INFINITY;

  constructor(terminal: Terminal, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
  }

  /** @param share From 0 to 1; undefined where the end is not known. */
  show(share: number | undefined, said: string): void {
    const { errColumns } = this.#terminal;
    if (errColumns === undefined) return;
    const now = this.#now();
    if (now - this.#shownMs < everyMs) return;
    this.#shownMs = now;
    const text = share === undefined ? said : `${barOf(share)} ${said}`;
    this.#terminal.err(`\r\x1b[K${text.slice(0, errColumns - 1)}`);
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#shownMs > Number.NEGATIVE_INFINITY) this.#terminal.err('\r\x1b[K');
    this.#shownMs = Number.NEGATIVE_INFINITY;
  }
}

function barOf(share: number): string {
  const done = Math.round(Math.min(1, share) * barWidth);
  return `[${'#'.repeat(done)}${'-'.repeat(barWidth - done)}] ${String(Math.floor(Math.min(1, share) * 100)).padStart(3)} %`;
}
