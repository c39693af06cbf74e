/**
 * Measures several things in turns, so that what disturbs the machine for a while disturbs all of them. Every
 * second round runs backwards: what comes first in a round is not always the same.
 *
 * Gives the samples of each, in the order of the rounds.
 */
export async function rounds<T, S>(
  subjects: readonly T[],
  count: number,
  measure: (subject: T) => Promise<S>,
): Promise<Map<T, S[]>> {
  const samples = new Map<T, S[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < count; round += 1) {
    const order = round % 2 === 0 ? subjects : [...subjects].reverse();
    for (const subject of order) samples.get(subject)!.push(await measure(subject));
  }
  return samples;
}
