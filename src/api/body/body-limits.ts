/** The bounds of every body, of any kind: against those that are made to be slow. */
export const bodyLimits = { maxDepth: 128, maxValues: 200_000 } as const;

/** Characters of a model's name in a request. */
export const maxModelLength = 256;
