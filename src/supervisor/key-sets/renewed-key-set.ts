import type { KeySetOutcome } from '../../identity/fetch-key-set.ts';
import type { KeySetItem, KeySetUse } from '../../identity/key-set-sources.ts';
import type { PublishedKey } from '../../lib/tokens/key-set.ts';
import type { Logger } from '../../observe/log/log.ts';
import { Alarm, type AlarmClock } from '../credentials/alarm-clock.ts';

export interface KeySetParts {
  /** Never rejects. */
  readonly fetch: (source: KeySetUse['source']) => Promise<KeySetOutcome>;
  /** There is something that workers are to know. */
  readonly changed: (item: KeySetItem) => void;
  readonly clock: AlarmClock;
  /** From 0 up to 1: gateways that started together do not ask together. */
  readonly random: () => number;
  readonly log: Logger;
}

/** The state of one key set, for operators. */
export interface KeySetState {
  /** The name in the file. */
  readonly issuer: string;
  /** The number of keys that can check tokens; 0 before the first fetch. */
  readonly keys: number;
  /** The age of the used set in milliseconds; undefined before the first. */
  readonly ageMs: number | undefined;
  /** Why it could not be renewed the last time; undefined where it could. */
  readonly problem: string | undefined;
}

const renewEveryMs = 600_000;
/** Of that at most a tenth less. */
const jitter = 0.1;
/** Tokens with an unknown key cause at most one request to the issuer in this time. */
const askEveryMs = 1000;
/** After a failure it is asked again the sooner, the less is there. */
const withKeysRetryMs = { first: 10_000, longest: 60_000 } as const;
const withoutRetryMs = { first: 1000, longest: 5000 } as const;
/** While something is wrong it is said again so often. */
const remindEveryMs = 600_000;

/** The keys of one issuer: fetched, renewed, and kept while the issuer is away. One fetch at a time. */
export class RenewedKeySet {
  readonly use: KeySetUse;
  readonly #parts: KeySetParts;
  readonly #next: Alarm;
  readonly #asking: Alarm;
  readonly #firsts: (() => void)[] = [];
  #keys: readonly PublishedKey[] | undefined;
  #generation = 0;
  #problem: string | undefined;
  #failures = 0;
  #saidMs = Number.NEGATIVE_INFINITY;
  #fetchedMs: number | undefined;
  #beganMs = Number.NEGATIVE_INFINITY;
  #isFetching = false;
  /** Somebody wants a key that is not there, and what is in flight may not see it. */
  #isWanted = false;
  #isEnded = false;

  constructor(use: KeySetUse, parts: KeySetParts) {
    this.use = use;
    this.#parts = parts;
    this.#next = new Alarm(parts.clock);
    this.#asking = new Alarm(parts.clock);
  }

  get item(): KeySetItem {
    return {
      id: this.use.id,
      keys: this.#keys,
      generation: this.#generation,
      isAsking: this.#isWanted,
      problem: this.#problem,
    };
  }

  get state(): KeySetState {
    const ageMs = this.#fetchedMs === undefined ? undefined : this.#parts.clock.nowMs() - this.#fetchedMs;
    return { issuer: this.use.issuer, keys: this.#keys?.length ?? 0, ageMs, problem: this.#problem };
  }

  /** Resolves with the first set, or once it could not be had. */
  first(): Promise<void> {
    if (this.#generation > 0 || this.#failures > 0) return Promise.resolve();
    return new Promise((resolve) => this.#firsts.push(resolve));
  }

  /** Fetches it now. */
  renew(): void {
    if (this.#isEnded) return;
    if (this.#isFetching) {
      this.#isWanted = true;
      return;
    }
    this.#next.clear();
    this.#asking.clear();
    this.#isWanted = false;
    this.#isFetching = true;
    this.#beganMs = this.#parts.clock.nowMs();
    void this.#parts.fetch(this.use.source).then((outcome) => this.#fetched(outcome));
  }

  /** A token names a key that is not there. */
  want(): void {
    if (this.#isEnded || this.#isWanted) return;
    this.#isWanted = true;
    if (!this.#isFetching) this.#askSoon();
  }

  end(): void {
    this.#isEnded = true;
    this.#next.clear();
    this.#asking.clear();
    this.#resolveFirsts();
  }

  #askSoon(): void {
    const dueMs = this.#beganMs + askEveryMs - this.#parts.clock.nowMs();
    this.#asking.set(dueMs, () => this.renew());
  }

  #fetched(outcome: KeySetOutcome): void {
    if (this.#isEnded) return;
    this.#isFetching = false;
    const { random } = this.#parts;
    let afterMs: number;
    if (outcome.kind === 'fetched') {
      this.#take(outcome.keys);
      afterMs = renewEveryMs;
    } else {
      this.#fail(outcome.message);
      const { first, longest } = this.#keys === undefined ? withoutRetryMs : withKeysRetryMs;
      afterMs = Math.min(longest, first * 2 ** Math.min(this.#failures - 1, 6));
    }
    this.#resolveFirsts();
    this.#parts.changed(this.item);
    this.#next.set(afterMs * (1 - jitter * random()), () => this.renew());
    if (this.#isWanted) this.#askSoon();
  }

  #take(keys: readonly PublishedKey[]): void {
    const { log, clock } = this.#parts;
    const isOther = JSON.stringify(keys) !== JSON.stringify(this.#keys);
    if (isOther) this.#generation += 1;
    if (isOther || this.#problem !== undefined) {
      const what =
        this.#problem === undefined ? 'an issuer has new keys' : 'the keys of an issuer are there again';
      log.info(
        { issuer: this.use.issuer, keys: keys.length },
        this.#keys === undefined ? 'the keys of an issuer are there' : what,
      );
    }
    this.#keys = keys;
    this.#fetchedMs = clock.nowMs();
    this.#problem = undefined;
    this.#failures = 0;
    this.#saidMs = Number.NEGATIVE_INFINITY;
  }

  #fail(message: string): void {
    const { log, clock } = this.#parts;
    const isNews = this.#problem !== message;
    this.#problem = message;
    this.#failures += 1;
    if (!isNews && clock.nowMs() - this.#saidMs < remindEveryMs) return;
    this.#saidMs = clock.nowMs();
    const fields = { issuer: this.use.issuer, reason: message };
    if (this.#keys === undefined)
      log.error(fields, 'the keys of an issuer could not be fetched: its tokens get 503 until they arrive');
    else log.warn(fields, 'the keys of an issuer could not be renewed; the last ones stay in use');
  }

  #resolveFirsts(): void {
    for (const resolve of this.#firsts.splice(0)) resolve();
  }
}
