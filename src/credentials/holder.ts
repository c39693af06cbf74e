import type { CredentialRefusal } from './credential.ts';
import type { CredentialValue } from './sources/source.ts';

/** The newest value of one source, as a worker has it. All credentials with the same source look at the same one. */
export interface Holder<Value extends CredentialValue = CredentialValue> {
  /** Undefined while there is none that is still good. It is read for each request: no timer, no promise. */
  readonly value: Value | undefined;
  /** The number of this value, counted from 1. */
  readonly generation: number;
  /** Why there is none at the moment, for operators; undefined while there is. */
  readonly missing: string | undefined;
  /** The text that no answer may contain; undefined while there is no value. */
  readonly secret: Buffer | undefined;
  /** The backend refused a value: has it renewed, unless a newer one is there. Gives true where a newer one is. */
  refused(refusal: CredentialRefusal): boolean;
}

/** The holder of a source. Every one that was given is let go of once. */
export interface Holding<Value extends CredentialValue = CredentialValue> {
  readonly holder: Holder<Value>;
  release(): void;
}
