/** A day and the lines of its contents, in pieces. */
export interface LinesOfDay {
  /** `2026-11-28`, in UTC. */
  readonly day: string;
  readonly lines: readonly Buffer[];
}

/** The place refused what it was given for what it is: to send it again changes nothing. */
export class RefusedContents extends Error {
  override readonly name = 'RefusedContents';
}

/** A place of kept contents. */
export interface ContentKeepingPlace<Item = LinesOfDay> {
  /**
   * Keeps some contents, all or none of them. Rejects with an Error in the operator's words where it can't, and with a
   * `RefusedContents` where it never will.
   */
  put(item: Item): Promise<void>;
  /** Removes what is too old. Never rejects. */
  clean?(nowMs: number): Promise<void>;
}
