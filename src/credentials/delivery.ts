import type { CredentialValue } from './sources/source.ts';

/** The newest of one source, on its way to a worker. Its value is a secret. */
export interface CredentialItem {
  /** Of the source. */
  readonly id: string;
  /** The number of this value, counted from 1; 0 before the first. */
  readonly generation: number;
  readonly value: CredentialValue | undefined;
  /**
   * The time from its arrival in which the value may be used, in milliseconds; Infinity for one that does not expire.
   */
  readonly usableForMs: number;
  /** Why its last renewal failed, for operators; undefined where it did not. */
  readonly problem: string | undefined;
}
