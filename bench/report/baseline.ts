import type { QuickRatios } from '../scenarios/quick.ts';

/** One ratio beside the recorded one. */
export interface Verdict {
  readonly name: keyof QuickRatios;
  readonly ratio: number;
  readonly recorded: number;
  /** How much worse it is, as a share; negative where it is better. */
  readonly worse: number;
  readonly isWithin: boolean;
}

/** Holds ratios against the recorded ones. */
export function verdicts(ratios: QuickRatios, recorded: QuickRatios, tolerance: number): readonly Verdict[] {
  return (['lean', 'everything'] as const).map((name) => {
    const worse = ratios[name] / recorded[name] - 1;
    return { name, ratio: ratios[name], recorded: recorded[name], worse, isWithin: worse <= tolerance };
  });
}
