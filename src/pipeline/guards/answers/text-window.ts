/**
 * The state of one choice, part or tool call of a stream: how far it has been looked at, and may go to the client. Its last bytes
 * that passed are looked at again with what follows, and stay until then. Places are counted in characters from its beginning.
 */
export class TextWindow {
  /** Nothing of it goes on before it is whole, as arguments of tool calls are. */
  readonly isHeldWhole: boolean;
  /** All that has come of it. */
  end = 0;
  /** The place up to which it may go to the client. */
  released = 0;
  /** Nothing more comes. */
  isEnded = false;
  /** The moment when the first piece came that has not been looked at. */
  sinceMs = 0;
  /** Bytes of what has not been looked at. */
  pendingBytes = 0;
  readonly #overlapBytes: number;
  #before = '';
  #pending = '';
  #shown: { readonly text: string; readonly end: number } | undefined;

  constructor(overlapBytes: number, isHeldWhole: boolean) {
    this.#overlapBytes = overlapBytes;
    this.isHeldWhole = isHeldWhole;
  }

  push(text: string, bytes: number, now: number): void {
    if (this.#pending === '') this.sinceMs = now;
    this.#pending += text;
    this.pendingBytes += bytes;
    this.end += text.length;
  }

  /** Nothing more comes of it. */
  finish(): void {
    this.isEnded = true;
    this.#settle();
  }

  /** True if it may be looked at now: all of it is there, or a window of it is, or it has waited for long enough. */
  isReady(bytes: number, dueMs: number): boolean {
    if (this.#pending === '' || this.#shown !== undefined) return false;
    if (this.isEnded) return true;
    return !this.isHeldWhole && (this.pendingBytes >= bytes || this.sinceMs <= dueMs);
  }

  /** Something of it waits for a look, and will not wait until it ends. */
  get isWaiting(): boolean {
    return this.#pending !== '' && this.#shown === undefined && (!this.isHeldWhole || this.isEnded);
  }

  /** Everything that came of it has passed, and nothing more comes. */
  get isOver(): boolean {
    return this.isEnded && this.released === this.end;
  }

  /** The text of the next look. */
  show(): string {
    const text = this.#before + this.#pending;
    this.#shown = { text, end: this.end };
    this.#pending = '';
    this.pendingBytes = 0;
    return text;
  }

  /** The shown text has passed. @param holdBack Characters at its end that say nothing yet. */
  pass(holdBack: number): void {
    const { text, end } = this.#shown!;
    this.#shown = undefined;
    const kept = Math.min(text.length, Math.max(tailLength(text, this.#overlapBytes), holdBack));
    this.#before = text.slice(text.length - kept);
    this.released = Math.max(this.released, end - kept);
    this.#settle();
  }

  #settle(): void {
    if (!this.isEnded || this.#pending !== '' || this.#shown !== undefined) return;
    this.released = this.end;
    this.#before = '';
  }
}

/** Characters at the end of a text that are at least so many bytes of UTF-8, none of them cut in two. */
export function tailLength(text: string, bytes: number): number {
  let left = bytes;
  let at = text.length;
  while (at > 0 && left > 0) {
    at -= 1;
    const unit = text.charCodeAt(at);
    if ((unit & 0xfc00) === 0xdc00 && at > 0) {
      at -= 1;
      left -= 4;
    } else left -= unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return text.length - at;
}
