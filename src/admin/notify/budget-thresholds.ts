import type { KeyConfig } from '../../config/types/keys.ts';
import type { LimitSet, RateLimit } from '../../config/types/limits.ts';
import { type LimitUse, usageOf } from '../../limits/limit-use.ts';
import { type Meter, type Meters, metersOf } from '../../limits/rules.ts';
import { requestFamilies } from '../../observe/metrics/metric-families.ts';
import { seriesKey } from '../../observe/metrics/series.ts';
import { keysWith } from '../../process/config-transfer.ts';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import type { Matter } from '../../supervisor/messages/message.ts';
import type { WorkerMetrics } from '../../supervisor/worker-metrics.ts';
import { accountOf, type LimitHolder, metersUnder } from '../key-limits.ts';

/** Files may have very many keys: of so many, the first in the file, budgets are watched. */
const mostKeys = 10_000;
/** The time between two readings: each is a request to Redis. */
const readEveryMs = 30_000;
/** Of the time at most one part in so many goes into reading them. */
const restShare = 20;
/** An end user whose requests were not refused for so long is taken to have a budget again. */
const quietMs = 3_600_000;

/** A holder of watched budgets. */
interface Holder {
  readonly scope: LimitHolder;
  readonly name: string;
  readonly meters: Meters;
}

/** Matters of both kinds; undefined where nobody can tell how much is spent. */
export interface SpentBudgets {
  readonly nearly: readonly Matter[] | undefined;
  readonly spent: readonly Matter[] | undefined;
}

/** The number of a key's requests that a budget refused, and the time of the last one. */
interface Refused {
  readonly count: number;
  readonly grewAtMs: number;
}

/** Budgets of keys and groups that are spent by four fifths, or in full. */
export class Budgets {
  readonly #view: GatewayView;
  #revision: string | undefined;
  /** As they were read last. */
  #read: SpentBudgets | undefined;
  #readAgainAtMs = 0;
  #holders: readonly Holder[] = [];
  /** Keys whose end users have budgets. */
  #withEndUsers: readonly KeyConfig[] = [];
  readonly #refused = new Map<string, Refused>();

  constructor(view: GatewayView) {
    this.#view = view;
  }

  /** @param nowMs Milliseconds since the epoch. */
  async look(nowMs: number): Promise<SpentBudgets> {
    if (this.#read !== undefined && nowMs < this.#readAgainAtMs && !this.#isOther) return this.#read;
    const since = performance.now();
    this.#read = await this.#look(nowMs);
    this.#readAgainAtMs = nowMs + Math.max(readEveryMs, (performance.now() - since) * restShare);
    return this.#read;
  }

  /** True once the gateway serves another configuration than the one read here. */
  get #isOther(): boolean {
    return this.#view.transfer.revision !== this.#revision;
  }

  async #look(nowMs: number): Promise<SpentBudgets> {
    await this.#follow();
    const list = this.#holders.map(({ meters }) => meters);
    const uses = await usageOf(list, this.#view.limits);
    if (uses.flat().some(({ used }) => used === undefined)) return { nearly: undefined, spent: undefined };
    const above = (share: number, event: Matter['event'], words: string) =>
      this.#holders.flatMap((holder, index) =>
        uses[index]!.filter(({ used, most }) => used! >= most * share).map((use) =>
          matterOf(event, holder, use, words),
        ),
      );
    const spent = above(1, 'budget_100', 'is spent: further requests are refused');
    const nearly = above(0.8, 'budget_80', 'is spent by four fifths');
    return { nearly, spent: [...spent, ...(await this.#endUsers(uses, nowMs))] };
  }

  /** End users are too many to be looked at one by one: what is told is that some of a key are refused. */
  async #endUsers(uses: readonly (readonly LimitUse[])[], nowMs: number): Promise<readonly Matter[]> {
    if (this.#withEndUsers.length === 0) return [];
    const full = new Set(
      this.#holders
        .filter((_, index) => uses[index]!.some(({ used, most }) => used! >= most))
        .map(({ scope, name }) => accountOf(scope, name)),
    );
    const metrics = await this.#view.metrics();
    return this.#withEndUsers.flatMap(({ id, groups }) => {
      const accounts = [accountOf('key', id), ...groups.map((group) => accountOf('group', group))];
      // Then it is the key's own budget, or that of a group, which is told as such.
      const isOther = accounts.some((account) => full.has(account));
      const isRefused = this.#areRefused(id, metrics, isOther, nowMs);
      const text = `An end user of the key ${id} has spent its budget: its requests are refused.`;
      return isRefused ? [{ event: 'budget_100', about: `end users of key ${id}`, text }] : [];
    });
  }

  #areRefused(key: string, metrics: WorkerMetrics, isOther: boolean, nowMs: number): boolean {
    const family = requestFamilies.refusals;
    const series = metrics.get(family.name)?.get(seriesKey(family, { key, code: 'budget_exceeded' }));
    const count = series?.[0] ?? 0;
    const before = this.#refused.get(key);
    const hasGrown = before !== undefined && count > before.count && !isOther;
    const grewAtMs = hasGrown ? nowMs : (before?.grewAtMs ?? Number.NEGATIVE_INFINITY);
    this.#refused.set(key, { count, grewAtMs });
    return nowMs - grewAtMs < quietMs;
  }

  async #follow(): Promise<void> {
    if (!this.#isOther) return;
    const { transfer, config } = this.#view;
    const keys = await keysWith(
      transfer,
      ({ limits, endUsers }) => hasBudget(limits) || hasBudget(endUsers?.limits),
      mostKeys,
    );
    this.#holders = [
      ...[...keys.values()].flatMap(({ id, limits }) => holderOf('key', id, limits)),
      ...[...config.groups.values()].flatMap(({ name, limits }) => holderOf('group', name, limits)),
    ];
    this.#withEndUsers = [...keys.values()].filter(({ endUsers }) => hasBudget(endUsers?.limits));
    this.#revision = transfer.revision;
  }
}

function hasBudget(limits: RateLimit | undefined): boolean {
  if (limits === undefined) return false;
  const sets: readonly LimitSet[] = [limits, ...limits.perModel.values()];
  return sets.some(({ budget }) => budget !== undefined);
}

function holderOf(scope: LimitHolder, name: string, rule: RateLimit | undefined): readonly Holder[] {
  if (rule === undefined || !hasBudget(rule)) return [];
  const budgets = metersUnder(scope, name, rule).list.filter(({ kind }) => kind === 'budget');
  return [{ scope, name, meters: metersOf(accountOf(scope, name), budgets) }];
}

function matterOf(
  event: Matter['event'],
  { scope, name }: Holder,
  { meter }: LimitUse,
  words: string,
): Matter {
  const what = describeBudget(meter);
  return {
    event,
    about: `${scope} ${name}, ${what}`,
    text: `The budget of the ${scope} ${name} (${what}) ${words}.`,
  };
}

function describeBudget(meter: Meter): string {
  const period = meter.kind !== 'budget' || meter.period === 'total' ? 'in total' : `per ${meter.period}`;
  return meter.glob === undefined ? period : `${period}, for ${meter.glob}`;
}
