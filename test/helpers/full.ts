/**
 * `npm run test:full` runs again, at full length, the files that ask here. What may be shorter in `npm test` is
 * repetition and nothing else: each kind of case is in both.
 */
export const isFull = process.env['TEST_FULL'] === 'true';

/** How many random cases a property is tried on: `count` in a full run, a tenth of it in `npm test`. */
export function runs(count: number): number {
  return isFull ? count : Math.ceil(count / 10);
}
