/** What holds one key: its meters for each model, and what is known of where they stand. */
import type { EndUser, EndUserLimits } from './accounts/end-user-limits.ts';
import {
  type LimitRefusal,
  type Meter,
  type Meters,
  metersOf,
  type QuotaSeen,
  type RuleMeters,
} from './rules.ts';

/** Models a client names are checked against the file before they get here, so there are only so many. */
const maxRememberedModels = 4096;

/** A refusal that every request of a key meets, whatever it is for. */
export interface Closed {
  readonly meters: Meters;
  readonly refusal: LimitRefusal;
}

/** What a worker was told counts for it no longer than this: others use the key too. */
const toldMs = 1000;
/** Slots and money of requests under way come back sooner than they can be foretold. */
const toldOfSlotsMs = 250;

/** The limits of one key, with the meters of each model worked out once. */
export class KeyLimits {
  readonly keyId: string;
  /** Those that hold for every model. */
  readonly common: Meters;
  /** Those of its sockets; undefined for none. */
  readonly sockets: Meters | undefined;
  /** What clients are told where nothing is counted: on errors before the admission, on the list of models. */
  seen: QuotaSeen;
  readonly #perModel: RuleMeters['perModel'];
  /** What holds each end user besides; undefined where nothing does. */
  readonly endUsers: EndUserLimits | undefined;
  /** Something of what it spends is bounded, for some model at least. */
  readonly hasBudget: boolean;
  readonly #letsWait: boolean;
  readonly #byModel = new Map<string, Meters>();
  readonly #byList = new Map<string, Meters>();
  #closed: Closed | undefined;
  #closedMs = 0;
  #openMs = 0;

  /**
   * @param rules What holds it: its own rule, and those of its groups. Those that several keys share are the same
   *   objects for all of them.
   * @param endUsers What holds each of its end users, besides.
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

  /** Some of its slots are waited for where they are taken. */
  get letsWait(): boolean {
    return this.#letsWait;
  }

  /** Whether the limits of a glob hold for a model. */
  covers(glob: string, model: string): boolean {
    const isIt = (one: RuleMeters['perModel'][number]) => one.glob === glob && one.matches(model);
    return this.#perModel.some(isIt) || this.endUsers?.perModel.some(isIt) === true;
  }

  /** What a request for a model has to pass: the common meters and those of every glob that matches. */
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

  /** What a request for a further model has to pass beside what it holds; undefined for nothing. */
  moreFor(model: string, held: readonly Meters[], endUser?: EndUser): Meters | undefined {
    if (!this.hasPerModel) return undefined;
    const has = (meter: Meter) => held.some(({ list }) => list.includes(meter));
    const more = this.metersFor(model, endUser).list.filter((meter) => !has(meter));
    return more.length === 0 ? undefined : this.#same(more, endUser);
  }

  /** What it has to pass of its own, and behind that what holds the deployment. */
  together(own: readonly Meter[], ofDeployment: readonly Meter[], endUser?: EndUser): Meters {
    return this.#same([...own, ...ofDeployment], endUser);
  }

  /** What a request for a model has to pass but for slots, which it may wait for; undefined for nothing. */
  ratesFor(model: string, endUser?: EndUser): Meters | undefined {
    const rates = this.metersFor(model, endUser).list.filter(({ kind }) => kind !== 'concurrency');
    return rates.length === 0 ? undefined : this.#same(rates, endUser);
  }

  /** The slots that it has to have. */
  slotsFor(model: string, endUser?: EndUser): Meters | undefined {
    const slots = this.metersFor(model, endUser).list.filter(({ kind }) => kind === 'concurrency');
    return slots.length === 0 ? undefined : this.#same(slots, endUser);
  }

  /** All that a request holds, as one. */
  joined(held: readonly Meters[], endUser?: EndUser): Meters {
    return this.#same(
      held.flatMap(({ list }) => list),
      endUser,
    );
  }

  /** Stores key by the object: the same meters are one. */
  #same(list: readonly Meter[], endUser?: EndUser): Meters {
    if (endUser !== undefined) return endUser.same(this.keyId, list);
    const name = list.map(({ id, owner }) => `${owner?.account ?? ''} ${id}`).join('\n');
    const known = this.#byList.get(name);
    if (known !== undefined) return known;
    const meters = metersOf(this.keyId, list);
    if (this.#byList.size < maxRememberedModels) this.#byList.set(name, meters);
    return meters;
  }

  /** Takes note of a refusal, for those that come next; `nowMs` on `performance.now()`. */
  close(meters: Meters, refusal: LimitRefusal, nowMs: number): void {
    const { index, quotas, retryAfterMs, isReserved } = refusal;
    // What is for one model only says nothing of the others, nor do many tokens of few.
    if (index >= this.common.list.length) return;
    const meter = this.common.list[index]!;
    const { kind } = meter;
    if (kind === 'concurrency' && meter.waitMs !== undefined) return; // those that come next may wait
    if (kind === 'tokens' && quotas[index]!.remaining > 0) return;
    this.#closed = { meters, refusal };
    this.#closedMs = nowMs;
    this.#openMs =
      nowMs + Math.min(retryAfterMs, kind === 'concurrency' || isReserved ? toldOfSlotsMs : toldMs);
  }

  /** Something was given back, or may have been: the next one asks. */
  open(): void {
    this.#closed = undefined;
  }

  /** The refusal that any request of the key would meet, as far as it is known without asking. */
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

  /** Every meter of the key, those of all globs too. */
  everyMeter(): Meters {
    const more = this.#perModel.flatMap(({ list }) => list);
    return more.length === 0 ? this.common : metersOf(this.keyId, [...this.common.list, ...more]);
  }
}
