/** The allowed use, in a form that compares two versions. */
import type { LimitSet, Rate, RateLimit } from '../../config/types/limits.ts';

/** Numbers by the thing that they limit, such as `requests/min` or `USD/month of the group research`. */
export type Limits = ReadonlyMap<string, number>;

const windows: Readonly<Record<number, string>> = { 1000: 's', 60000: 'min', 3600000: 'h', 86400000: 'day' };

/** All limits of a rule. `whose` is appended to each that is not the party's own. */
export function limitsOf(rule: RateLimit | undefined, whose?: string): Limits {
  if (rule === undefined) return new Map();
  const sets: [LimitSet, string][] = [
    [rule, ''],
    ...[...rule.perModel].map(([glob, set]): [LimitSet, string] => [set, ` for ${glob}`]),
  ];
  const of = whose === undefined ? '' : ` of ${whose}`;
  return new Map(
    sets.flatMap(([set, models]) => entriesOf(set).map(([what, limit]) => [`${what}${models}${of}`, limit])),
  );
}

function entriesOf({
  requests,
  tokens,
  concurrency,
  budget,
}: LimitSet): readonly (readonly [string, number])[] {
  const rates = (what: string, all: readonly Rate[]) =>
    all.map(
      ({ limit, windowMs }) => [`${what}/${windows[windowMs] ?? `${windowMs / 1000}s`}`, limit] as const,
    );
  return [
    ...rates('requests', requests),
    ...rates('tokens', tokens),
    ...(concurrency === undefined ? [] : [['requests at once', concurrency] as const]),
    ...(budget === undefined
      ? []
      : [[budget.period === 'total' ? 'USD in total' : `USD/${budget.period}`, budget.usd] as const]),
  ];
}

/** The wider and narrower use after a change of limits, in words. */
export function limitChanges(
  before: Limits,
  after: Limits,
): { readonly more: string[]; readonly less: string[] } {
  const more: string[] = [];
  const less: string[] = [];
  for (const [what, limit] of after) {
    const old = before.get(what);
    if (old === undefined) less.push(`at most ${limit} ${what} (was without that limit)`);
    else if (old !== limit) (limit > old ? more : less).push(`${limit} ${what} (was ${old})`);
  }
  for (const [what, limit] of before)
    if (!after.has(what)) more.push(`no limit of ${what} any more (was ${limit})`);
  if (isWithoutMoney(after) && !isWithoutMoney(before)) more.push(anyMoney);
  return { more, less };
}

const anyMoney = 'any amount of money';

/** The allowed use of a new key or group, in words. */
export function limitWords(limits: Limits): readonly string[] {
  const held = [...limits].map(([what, limit]) => `at most ${limit} ${what}`);
  const isUncounted = [...limits.keys()].every((what) => what.startsWith('USD'));
  return [
    ...held,
    ...(isUncounted ? ['any number of requests and tokens'] : []),
    ...(isWithoutMoney(limits) ? [anyMoney] : []),
  ];
}

/** True without a budget for all models and all of its traffic. */
function isWithoutMoney(limits: Limits): boolean {
  return ![...limits.keys()].some((what) => /^USD(?:\/| in total)(?!.* (?:for|of each end user))/.test(what));
}
