import type { CredentialValue } from './sources/source.ts';

/** The newest of one source, on its way to a worker. Its value is a secret. */
export interface CredentialItem {
  /** Of the source. */
  readonly id: string;
  /** Which value this is, counted up from 1; 0 before the first. */
  readonly generation: number;
  readonly value: CredentialValue | undefined;
  /** How long the value may be used from the moment of its arrival, in milliseconds; Infinity for one that does not run out. */
  readonly usableForMs: number;
  /** Why its last renewal failed, for operators; undefined where it did not. */
  readonly problem: string | undefined;
}
