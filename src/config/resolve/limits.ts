import { didYouMean } from '../../lib/suggest.ts';
import type {
  Capacity,
  Key,
  ModelLimits,
  RateLimit as WrittenRule,
} from '../schema/generated/file.generated.ts';
import type { Path } from '../text/tree.ts';
import type { BudgetReserve, CapacityLimits, LimitSet, Rate, RateLimit } from '../types/limits.ts';
import type { SourcePosition } from '../types/source-position.ts';
import { type Context, duration, isAbsent, placeInWords, placeOf, shown, wrong } from './context.ts';
import type { Known } from './names.ts';
import { parseBudget, parseRate } from './units.ts';

const maxLimit = 1_000_000_000_000;
/** Sums are held in billionths of a dollar, exactly up to here. */
const maxUsd = 1_000_000;

/** The rule of keys that name none. */
const defaultRule = 'default';

/** A rule with its per-model rules, at a path of the file. */
export function resolveRule(context: Context, path: Path, written: WrittenRule): RateLimit {
  const perModel = new Map<string, LimitSet>();
  const { reserve = 'capped', wait } = written;
  const waitMs = wait === undefined ? undefined : duration(context, [...path, 'wait'], wait);
  const together = { reserve, waitMs };
  for (const [glob, limits] of Object.entries(written.per_model ?? {})) {
    perModel.set(glob, resolveLimits(context, [...path, 'per_model', glob], limits, together));
  }
  const rule = { ...resolveLimits(context, path, written, together), sockets: written.sockets, perModel };
  const hasBudget = [rule, ...perModel.values()].some(({ budget }) => budget !== undefined);
  if (written.reserve !== undefined && !hasBudget && context.intact(path))
    wrong(context, [...path, 'reserve'], 'bad_rate', 'this rule has no budget to reserve', {
      hint: 'write `budget` beside it, or leave it out',
    });
  const hasSlots = [rule, ...perModel.values()].some(({ concurrency }) => concurrency !== undefined);
  if (wait !== undefined && !hasSlots && context.intact(path))
    wrong(context, [...path, 'wait'], 'bad_rate', 'there is no `concurrency` in this rule to wait for', {
      hint: 'write `concurrency` beside it, or leave it out',
    });
  return rule;
}

/** The settings that all limits of a rule share. */
interface Together {
  readonly reserve: BudgetReserve;
  readonly waitMs: number | undefined;
}

function resolveLimits(
  context: Context,
  path: Path,
  { requests, tokens, concurrency, budget }: ModelLimits,
  { reserve, waitMs }: Together,
): LimitSet {
  return {
    requests: resolveRates(context, [...path, 'requests'], requests),
    tokens: resolveRates(context, [...path, 'tokens'], tokens),
    concurrency,
    waitMs: concurrency === undefined ? undefined : waitMs,
    budget: budget === undefined ? undefined : resolveBudget(context, [...path, 'budget'], budget, reserve),
  };
}

/** The capacity of a deployment or a backend, at a path of the file; undefined for none. */
export function resolveCapacity(
  context: Context,
  path: Path,
  written: Capacity | undefined,
): CapacityLimits | undefined {
  if (written === undefined || !context.intact(path)) return undefined;
  return {
    requests: resolveRates(context, [...path, 'requests'], written.requests),
    tokens: resolveRates(context, [...path, 'tokens'], written.tokens),
    concurrency: written.concurrency,
    waitMs: undefined,
    budget: undefined,
  };
}

function resolveRates(context: Context, path: Path, written: string | readonly string[] | undefined): Rate[] {
  if (written === undefined) return [];
  const rates = new Map<number, Rate>();
  const places = new Map<number, SourcePosition>();
  const texts = typeof written === 'string' ? [written] : written;
  for (const [index, text] of texts.entries()) {
    const at = typeof written === 'string' ? path : [...path, index];
    if (isAbsent(context, at)) continue;
    const rate = parseRate(text);
    if (rate === undefined)
      wrong(context, at, 'bad_rate', 'must be a rate such as 20/s, 600/min, 1000/h or 5000/day');
    else if (rate.limit < 1 || rate.limit > maxLimit) {
      wrong(context, at, 'bad_rate', `must be between 1 and ${maxLimit}`);
    } else if (rates.has(rate.windowMs)) {
      const where = placeInWords(context, places.get(rate.windowMs)!);
      wrong(context, at, 'duplicate_entry', `a rate over the same time occurs here twice, first ${where}`);
    } else {
      rates.set(rate.windowMs, rate);
      places.set(rate.windowMs, placeOf(context, at));
    }
  }
  return [...rates.values()];
}

function resolveBudget(
  context: Context,
  path: Path,
  text: string,
  reserve: BudgetReserve,
): LimitSet['budget'] {
  if (isAbsent(context, path)) return undefined;
  const budget = parseBudget(text);
  if (budget === undefined) {
    wrong(context, path, 'bad_rate', 'must be a budget such as 100 USD/month, 2.50 USD/day or 20 USD/total');
  } else if (budget.usd <= 0 || budget.usd > maxUsd) {
    wrong(context, path, 'bad_rate', `must be above 0 and at most ${maxUsd} USD`);
  }
  return budget && { ...budget, reserve };
}

/** The rules that there are to name. */
export interface KnownRules {
  readonly rateLimits: ReadonlyMap<string, RateLimit>;
  /** Names of rules, those among them that could not be read. */
  readonly ruleNames: Known;
}

/** A rule, by its name where it has one. */
export interface HeldBy {
  readonly rule: string | undefined;
  readonly limits: RateLimit | undefined;
}

/** The rule that holds for a key: named, its own, or the default. */
export function ruleOfKey(
  context: Context,
  path: Path,
  written: Key['rate_limit'],
  rules: KnownRules,
): HeldBy {
  if (written !== undefined) return ruleOf(context, path, written, rules);
  const limits = rules.rateLimits.get(defaultRule);
  return { rule: limits === undefined ? undefined : defaultRule, limits };
}

/** The correction for a limit in the place of a rule's name; undefined for other text. */
function meantLimit(written: string): string | undefined {
  if (/\bUSD\b|^\$/i.test(written)) return `write { budget: ${written} }, or name a rule of \`rate_limits\``;
  if (/^\d+ *\//.test(written)) return `write { requests: ${written} }, or name a rule of \`rate_limits\``;
  return undefined;
}

/** The rule that is named or written somewhere; none where nothing is. */
export function ruleOf(
  context: Context,
  path: Path,
  written: Key['rate_limit'],
  { rateLimits: rules, ruleNames: names }: KnownRules,
): HeldBy {
  if (typeof written === 'object') {
    return { rule: undefined, limits: resolveRule(context, path, written as WrittenRule) };
  }
  if (written === undefined) return { rule: undefined, limits: undefined };
  if (!isAbsent(context, path) && !names.has(written)) {
    const guess = didYouMean(written, names.names());
    const none = rules.size === 0 ? 'there are no `rate_limits` in the file' : undefined;
    const hint = meantLimit(written) ?? none;
    const message = `no rule is named ${shown(context, path, written)}${guess}`;
    wrong(context, path, 'unknown_rule', message, hint === undefined ? {} : { hint });
  }
  return { rule: written, limits: rules.get(written) };
}
