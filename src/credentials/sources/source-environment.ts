/** The part of its process that a source sees. */
export interface SourceEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch, by this host's clock, which may be wrong. */
  now(): number;
}

export const processEnvironment: SourceEnvironment = { env: process.env, now: () => Date.now() };
