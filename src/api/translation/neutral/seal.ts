import type { BackendDialect } from './dialects.ts';

/** A part of a model's reasoning that only its vendor can read; it returns only to that dialect, unchanged. */
export interface Seal {
  readonly dialect: BackendDialect;
  /** Signature, encrypted content, or JSON text where the dialect has a structure there; '' where it has none. */
  readonly data: string;
  /** The id of the item that it is of, in dialects that want it back with its id. */
  readonly id?: string;
  /** It belongs to the call that follows, not to reasoning of its own. */
  readonly isOfCall?: true;
  /** The text of the reasoning, where the client that holds the seal has no place for it. */
  readonly text?: string;
  /** The data is the reasoning itself, which nobody may read. */
  readonly isRedacted?: true;
}
