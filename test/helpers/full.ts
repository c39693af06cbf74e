/**
 * `TEST_FULL=true npm test` runs the files that ask here at full length, and `npm run test:full` those alone. What may be
 * shorter in `npm test` is repetition and nothing else: each kind of case is in both.
 */
export const isFull = process.env['TEST_FULL'] === 'true';

/** How many random cases a property is tried on: `count` in a full run, a tenth of it in `npm test`. */
export function runs(count: number): number {
  return isFull ? count : Math.ceil(count / 10);
}
