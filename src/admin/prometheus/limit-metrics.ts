import type { LimitSet, RateLimit } from '../../config/types/limits.ts';
import { nameAt } from '../../limits/accounts/owners.ts';
import { type LimitUse, usageOf } from '../../limits/limit-use.ts';
import type { Meter, Meters } from '../../limits/rules.ts';
import { limitFamilies } from '../../observe/metrics/metric-families.ts';
import { type FamilySpec, type Series, seriesKey } from '../../observe/metrics/series.ts';
import { type LimitedCapacity, limitedCapacity, limitedKeys } from '../../process/config-transfer.ts';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import type { WorkerMetrics } from '../../supervisor/worker-metrics.ts';
import { type CountedLimits, countedCapacity } from '../capacity-limits.ts';
import { type LimitScope, metersUnder } from '../key-limits.ts';

/** Files may have very many keys: the limits of so many of a kind, the first in the file, have series. */
const mostOfAKind = 1000;

/** A holder of exported limits, with its meters. */
interface Holder {
  readonly scope: LimitScope;
  readonly name: string;
  readonly replica?: string | undefined;
  readonly meters: Meters;
}

/**
 * The usage of the limits of keys, groups, deployments and backends, read at each scrape: requests pay nothing for it.
 */
export class LimitMetrics {
  readonly #view: GatewayView;
  #revision: string | undefined;
  #holders: readonly Holder[] = [];
  #capacity: LimitedCapacity | undefined;

  constructor(view: GatewayView) {
    this.#view = view;
  }

  /** The limits with their usage; the limits alone while the store does not answer. */
  async metrics(): Promise<WorkerMetrics> {
    const holders = await this.#current();
    const told = new Told();
    const uses = await usageOf(
      holders.map(({ meters }) => meters),
      this.#view.limits,
    );
    for (const [index, holder] of holders.entries()) for (const use of uses[index]!) told.add(holder, use);
    return told.families;
  }

  async #current(): Promise<readonly Holder[]> {
    const { transfer, config } = this.#view;
    if (transfer.revision !== this.#revision) {
      const keys = await limitedKeys(transfer, mostOfAKind);
      this.#capacity = await limitedCapacity(transfer, mostOfAKind);
      this.#holders = [
        ...[...keys].flatMap(([id, { limits }]) => holderOf('key', id, limits)),
        ...[...config.groups.values()].flatMap(({ name, limits }) => holderOf('group', name, limits)),
      ];
      this.#revision = transfer.revision;
    }
    // Servers come and go without a reload.
    return [
      ...this.#holders,
      ...countedCapacity(this.#capacity!, this.#view, mostOfAKind).map(capacityHolder),
    ];
  }
}

function capacityHolder({ scope, name, replica, limits }: CountedLimits): Holder {
  return { scope, name, replica, meters: metersUnder(scope, nameAt(name, replica), limits) };
}

function holderOf(
  scope: LimitScope,
  name: string,
  rule: RateLimit | LimitSet | undefined,
): readonly Holder[] {
  return rule === undefined ? [] : [{ scope, name, meters: metersUnder(scope, name, rule) }];
}

/** The families of each scope: the limit and its usage. */
const familiesOf: Readonly<Record<LimitScope, readonly [limit: FamilySpec, used: FamilySpec]>> = {
  key: [limitFamilies.limit, limitFamilies.used],
  group: [limitFamilies.groupLimit, limitFamilies.groupUsed],
  deployment: [limitFamilies.deploymentLimit, limitFamilies.deploymentUsed],
  backend: [limitFamilies.backendLimit, limitFamilies.backendUsed],
};

/** The labels that say whose it is. No name of a deployment has a slash, and what is kept at a backend has no model. */
function labelsOf({ scope, name, replica }: Holder): Readonly<Record<string, string>> {
  const ofServer = replica === undefined ? {} : { replica };
  if (scope !== 'deployment') return { [scope]: name, ...ofServer };
  const end = name.lastIndexOf('/');
  return { model: name.slice(0, Math.max(0, end)), deployment: name.slice(end + 1), ...ofServer };
}

class Told {
  readonly families = new Map(
    Object.values(limitFamilies).map(({ name }) => [name, new Map<string, Series>()] as const),
  );

  add(holder: Holder, { meter, most, used }: LimitUse): void {
    const { scope, name } = holder;
    const labels = { limit: limitName(meter), ...labelsOf(holder), models: meter.glob ?? '' };
    const [ofLimit, ofUse] = familiesOf[scope];
    this.#set(ofLimit, labels, most);
    if (used === undefined) return;
    this.#set(ofUse, labels, used);
    if (meter.kind !== 'budget') return;
    this.#set(limitFamilies.budgetUsed, { scope, name, period: meter.period }, used / most);
  }

  /** Of several values of one series the largest. */
  #set(family: FamilySpec, labels: Readonly<Record<string, string>>, value: number): void {
    const series = this.families.get(family.name)!;
    const key = seriesKey(family, labels);
    series.set(key, Float64Array.of(Math.max(value, series.get(key)?.[0] ?? 0)));
  }
}

const windowNames: ReadonlyMap<number, string> = new Map([
  [1000, 'second'],
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
]);

/** Without its number, so that a series goes on when a limit is changed. */
function limitName(meter: Meter): string {
  switch (meter.kind) {
    case 'requests':
    case 'tokens':
      return `${meter.kind}_per_${windowNames.get(meter.windowMs) ?? `${meter.windowMs}ms`}`;
    case 'concurrency':
      return 'concurrency';
    case 'budget':
      return meter.period === 'total' ? 'usd_in_total' : `usd_per_${meter.period}`;
  }
}
