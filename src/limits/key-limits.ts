/** The limits of one key: its meters for each model, and their last known status. */
import type { EndUser, EndUserLimits } from './accounts/end-user-limits.ts';
import {
  type LimitRefusal,
  type Meter,
  type Meters,
  metersOf,
  type QuotaSeen,
  type RuleMeters,
} from './rules.ts';

/** Models that clients name are checked against the file first, so there is only a bounded number of them. */
const maxRememberedModels = 4096;

/** A refusal that every request of a key gets, for any model. */
export interface Closed {
  readonly meters: Meters;
  readonly refusal: LimitRefusal;
}

/** Milliseconds for which a worker may repeat a status: others use the key too. */
const toldMs = 1000;
/** Slots and money of requests in flight come back at unpredictable moments. */
const toldOfSlotsMs = 250;

/** The limits of one key, with the meters of each model computed once. */
export class KeyLimits {
  readonly keyId: string;
  /** The limits of every model. */
  readonly common: Meters;
  /** The limits of its sockets; undefined for none. */
  readonly sockets: Meters | undefined;
  /** The status that answers show without counting: errors before the admission, and the list of models. */
  seen: QuotaSeen;
  readonly #perModel: RuleMeters['perModel'];
  /** The additional limits of each end user; undefined for none. */
  readonly endUsers: EndUserLimits | undefined;
  /** Some model at least has a budget. */
  readonly hasBudget: boolean;
  readonly #letsWait: boolean;
  readonly #byModel = new Map<string, Meters>();
  readonly #byList = new Map<string, Meters>();
  #closed: Closed | undefined;
  #closedMs = 0;
  #openMs = 0;

  /**
   * @param rules The key's own rule, and those of its groups. Limits that several keys share are the same objects for
   * all of them.
   * @param endUsers The additional limits of each of its end users.
   */
  constructor(keyId: string, rules: readonly RuleMeters[], endUsers?: EndUserLimits) {
    this.keyId = keyId;
    this.endUsers = endUsers;
    this.common = metersOf(
      keyId,
      rules.flatMap(({ common }) => common),
    );
    const ofSockets = rules.flatMap(({ sockets }) => sockets);
    this.sockets = ofSockets.length === 0 ? undefined : metersOf(keyId, ofSockets);
    const untouched = this.common.list.map(({ limit }) => ({ remaining: limit, resetMs: 0 }));
    this.seen = { meters: this.common, quotas: untouched, atMs: 0 };
    this.#perModel = rules.flatMap(({ perModel }) => perModel);
    const waits = (meter: Meter) => meter.kind === 'concurrency' && meter.waitMs !== undefined;
    this.#letsWait = this.everyMeter().list.some(waits) || endUsers?.letsWait === true;
    this.hasBudget = this.everyMeter().hasBudget || endUsers?.hasBudget === true;
  }

  get hasPerModel(): boolean {
    return this.#perModel.length > 0 || this.endUsers?.hasPerModel === true;
  }

  /** Requests wait for some of its slots. */
  get letsWait(): boolean {
    return this.#letsWait;
  }

  /** True if the limits of a glob apply to a model. */
  covers(glob: string, model: string): boolean {
    const isIt = (one: RuleMeters['perModel'][number]) => one.glob === glob && one.matches(model);
    return this.#perModel.some(isIt) || this.endUsers?.perModel.some(isIt) === true;
  }

  /** The meters that a request for a model has to pass: the common ones and those of every matching glob. */
  metersFor(model: string, endUser?: EndUser): Meters {
    return endUser === undefined ? this.#keysOwn(model) : endUser.metersFor(model, this.#keysOwn(model));
  }

  #keysOwn(model: string): Meters {
    if (this.#perModel.length === 0) return this.common;
    const known = this.#byModel.get(model);
    if (known !== undefined) return known;
    const more = this.#perModel.filter(({ matches }) => matches(model)).flatMap(({ list }) => list);
    const meters = more.length === 0 ? this.common : metersOf(this.keyId, [...this.common.list, ...more]);
    if (this.#byModel.size < maxRememberedModels) this.#byModel.set(model, meters);
    return meters;
  }

  /** The meters that a request has to pass for a further model, beside those that it holds; undefined for none. */
  moreFor(model: string, held: readonly Meters[], endUser?: EndUser): Meters | undefined {
    if (!this.hasPerModel) return undefined;
    const has = (meter: Meter) => held.some(({ list }) => list.includes(meter));
    const more = this.metersFor(model, endUser).list.filter((meter) => !has(meter));
    return more.length === 0 ? undefined : this.#same(more, endUser);
  }

  /** Its own meters, followed by those of the deployment. */
  together(own: readonly Meter[], ofDeployment: readonly Meter[], endUser?: EndUser): Meters {
    return this.#same([...own, ...ofDeployment], endUser);
  }

  /** The meters of a request for a model except slots, which it may wait for; undefined for none. */
  ratesFor(model: string, endUser?: EndUser): Meters | undefined {
    const rates = this.metersFor(model, endUser).list.filter(({ kind }) => kind !== 'concurrency');
    return rates.length === 0 ? undefined : this.#same(rates, endUser);
  }

  /** The slots that it has to take. */
  slotsFor(model: string, endUser?: EndUser): Meters | undefined {
    const slots = this.metersFor(model, endUser).list.filter(({ kind }) => kind === 'concurrency');
    return slots.length === 0 ? undefined : this.#same(slots, endUser);
  }

  /** All meters that a request holds, as one object. */
  joined(held: readonly Meters[], endUser?: EndUser): Meters {
    return this.#same(
      held.flatMap(({ list }) => list),
      endUser,
    );
  }

  /** Stores use the object as a key, so equal meters are one object. */
  #same(list: readonly Meter[], endUser?: EndUser): Meters {
    if (endUser !== undefined) return endUser.same(this.keyId, list);
    const name = list.map(({ id, owner }) => `${owner?.account ?? ''} ${id}`).join('\n');
    const known = this.#byList.get(name);
    if (known !== undefined) return known;
    const meters = metersOf(this.keyId, list);
    if (this.#byList.size < maxRememberedModels) this.#byList.set(name, meters);
    return meters;
  }

  /** Records a refusal for later requests; `nowMs` is on `performance.now()`. */
  close(meters: Meters, refusal: LimitRefusal, nowMs: number): void {
    const { index, quotas, retryAfterMs, isReserved } = refusal;
    // A limit of one model tells nothing of the others, and a limit of many tokens nothing of small requests.
    if (index >= this.common.list.length) return;
    const meter = this.common.list[index]!;
    const { kind } = meter;
    if (kind === 'concurrency' && meter.waitMs !== undefined) return; // later requests may wait
    if (kind === 'tokens' && quotas[index]!.remaining > 0) return;
    this.#closed = { meters, refusal };
    this.#closedMs = nowMs;
    this.#openMs =
      nowMs + Math.min(retryAfterMs, kind === 'concurrency' || isReserved ? toldOfSlotsMs : toldMs);
  }

  /** A slot or amount came back, or may have: the next request asks again. */
  open(): void {
    this.#closed = undefined;
  }

  /** The refusal that every request of the key would get, if it is known without asking. */
  closedAt(nowMs: number): Closed | undefined {
    const closed = this.#closed;
    if (closed === undefined) return undefined;
    if (nowMs >= this.#openMs) {
      this.#closed = undefined;
      return undefined;
    }
    const { meters, refusal } = closed;
    const retryAfterMs = refusal.retryAfterMs - (nowMs - this.#closedMs);
    return { meters, refusal: { ...refusal, retryAfterMs: Math.max(1, retryAfterMs) } };
  }

  /** Every meter of the key, including those of all globs. */
  everyMeter(): Meters {
    const more = this.#perModel.flatMap(({ list }) => list);
    return more.length === 0 ? this.common : metersOf(this.keyId, [...this.common.list, ...more]);
  }
}
