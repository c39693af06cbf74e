/** The messages of a `ChildService` to its process. */
export type ToService =
  | { readonly kind: 'ask'; readonly number: number; readonly question: unknown }
  | { readonly kind: 'tell'; readonly message: unknown }
  /** Answer what was asked, and end. */
  | { readonly kind: 'end' };

/** The messages of its process. */
export type FromService =
  | { readonly kind: 'answer'; readonly number: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly number: number; readonly reason: string }
  /** Without having been asked. */
  | { readonly kind: 'told'; readonly message: unknown };
