/** The settlement of a request once its answer is over, beside its own figures. */
import type { PriceConfig } from '../config/types/prices.ts';
import { settledBy } from '../observe/cost.ts';
import { type Certainty, type Usage, usageOf } from '../observe/usage.ts';
import { type AnswerUse, type CountedUse, countedUse, countsUnits } from './answer-usage.ts';
import type { RequestUnits } from './body/billable-units.ts';

/** The assumed usage of a request before its answer. */
export interface AskedUse {
  /** Tokens. */
  readonly reserved: { readonly input: number; readonly output: number };
  /** Undefined where its endpoint counts tokens alone. */
  readonly units: RequestUnits | undefined;
}

/**
 * The counted usage of a request. The answer's figures override the request's, and an endpoint that counts other units
 * counts only reported tokens, unless tokens have to settle it.
 *
 * @param use Of the answer; undefined if nothing is known.
 */
export function settledUse(
  use: AnswerUse | undefined,
  { reserved, units }: AskedUse,
  price: PriceConfig | undefined,
): CountedUse {
  const counted = use && countedUse(use, reserved.input);
  const isNamed = counted !== undefined && countsUnits(counted.usage);
  if (units === undefined && !isNamed) {
    const { input, output } = reserved;
    return counted ?? { usage: usageOf({ input, output }), certainty: 'estimated', areTokensKnown: false };
  }
  const areTokensKnown = counted?.areTokensKnown ?? false;
  const usage = withUnits(usageOf(use?.reported ?? {}), units, isNamed);
  const isFinal = counted !== undefined && counted.certainty !== 'estimated';
  const areUnitsCertain = (isNamed && isFinal) || (!isNamed && units?.areExact === true);
  const by = price && settledBy(price, usage, areTokensKnown);
  const certainty = (isCertain: boolean): Certainty =>
    counted?.certainty === 'reported' ? 'reported' : isCertain ? 'measured' : 'estimated';
  if (by === 'tokens' && !areTokensKnown) {
    const input = Math.max(usage.input, reserved.input);
    const output = Math.max(usage.output, reserved.output);
    return { usage: { ...usage, input, output }, certainty: 'estimated', areTokensKnown };
  }
  const isByTokens = areTokensKnown && (by === undefined || by === 'tokens');
  return { usage, certainty: certainty(isByTokens || areUnitsCertain), areTokensKnown };
}

function withUnits(usage: Usage, units: RequestUnits | undefined, isNamed: boolean): Usage {
  if (units === undefined) return usage;
  const { named, imageKind: askedKind, areExact: _exact, ...counts } = units;
  const imageKind = usage.imageKind ?? askedKind;
  if (isNamed) return { ...usage, imageKind };
  return { ...usage, ...counts, namedUnits: named, imageKind };
}
