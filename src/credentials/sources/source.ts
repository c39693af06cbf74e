/**
 * A source of credentials: a function from the file's settings to a fresh value. It runs in a process of its own, so it
 * may take time and load libraries; it keeps nothing between two calls.
 */
import type { CredentialSource } from '../../config/types/credentials.ts';

/** A fresh credential. Its texts are secrets. */
export type CredentialValue =
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'aws_keys';
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken: string | undefined;
    };

export interface Renewed {
  readonly value: CredentialValue;
  /**
   * The lifetime from the moment of receipt, in milliseconds; undefined if the source gives none, or an invalid one.
   */
  readonly lifetimeMs: number | undefined;
  /** When it is to be renewed at the latest where the source says so (Entra's `refresh_in`), in milliseconds from now. */
  readonly refreshMs?: number | undefined;
  /** The identity for operators: a role's ARN, a service account, a client id. Never a secret. */
  readonly subject: string | undefined;
  /** Absolute paths of files that what its source names led to: it is renewed at once when one of them changes, too. */
  readonly alsoRead?: readonly string[] | undefined;
  /** A harmless peculiarity for operators: an invalid lifetime. */
  readonly warning?: string | undefined;
}

/**
 * Gets a fresh credential of one kind of source.
 *
 * @param signal Aborts when its time is up; nothing may go on after that.
 * @throws RenewalFailure in all cases that its source is the cause of
 */
export type Renew<S extends CredentialSource = CredentialSource> = (
  source: S,
  signal: AbortSignal,
) => Promise<Renewed>;

/** Why there is no fresh credential, in words for operators: what is wrong, where, and what to do. No secret is in it. */
export class RenewalFailure extends Error {
  override readonly name = 'RenewalFailure';
  /** A word for metrics and `/status`, such as `unreachable`, `timeout`, `invalid_answer`, or OAuth's `invalid_client`. */
  readonly code: string;
  /** It does not mend itself, and asking often may lock the account: tried more seldom. */
  readonly isLasting: boolean;

  constructor(
    code: string,
    message: string,
    { isLasting = false, cause }: { isLasting?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.isLasting = isLasting;
  }
}
