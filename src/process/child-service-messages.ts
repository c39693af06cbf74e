/** What a `ChildService` says to its process. */
export type ToService =
  | { readonly kind: 'ask'; readonly number: number; readonly question: unknown }
  | { readonly kind: 'tell'; readonly message: unknown }
  /** Answer what was asked, and end. */
  | { readonly kind: 'end' };

/** What its process says. */
export type FromService =
  | { readonly kind: 'answer'; readonly number: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly number: number; readonly reason: string }
  /** Without having been asked. */
  | { readonly kind: 'told'; readonly message: unknown };
