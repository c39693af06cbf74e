/** A file of `state.dir` that could not be written when it was last tried; what it is to hold is kept in memory meanwhile. */
export interface UnwrittenFile {
  readonly file: string;
  /** The content: a subject in the singular. */
  readonly what: string;
  /** In the system's words, such as `ENOSPC: no space left on device, write`. */
  readonly reason: string;
  /** When that was found out, ISO 8601. */
  readonly since: string;
}

/** The files that can't be written now: operators see them while that lasts, even if the log is lost. */
export class UnwrittenFiles {
  readonly #files = new Map<string, UnwrittenFile>();

  get list(): readonly UnwrittenFile[] {
    return [...this.#files.values()];
  }

  failed(file: string, what: string, reason: string): void {
    const since = this.#files.get(file)?.since ?? new Date().toISOString();
    this.#files.set(file, { file, what, reason, since });
  }

  /** The file is as it should be, or nobody writes it any more. */
  settled(file: string): void {
    this.#files.delete(file);
  }
}
