/** What no body may exceed, whatever it is for: against those that are made to be slow. */
export const bodyLimits = { maxDepth: 128, maxValues: 200_000 } as const;

/** Characters of a model's name in a request. */
export const maxModelLength = 256;
