/** A body that goes to a backend as it comes from the client. */
export interface BodySource {
  /** In bytes; undefined where it is not known before. */
  readonly length: number | undefined;
  /** Begins to send, on a connection that is ready. It can be sent once. */
  sendTo(target: BodyTarget): void;
}

/** A connection that is ready to take a body. */
export interface BodyTarget {
  /** Nothing can be sent any more. */
  readonly isGone: boolean;
  /** True if there is room for more; if not, `drain` follows later. */
  write(bytes: Buffer): boolean;
  /** @param rest The last bytes. */
  end(rest: Buffer | undefined): void;
  /** Has somebody told each time that there is room again. */
  whenDrained(drained: () => void): void;
}
