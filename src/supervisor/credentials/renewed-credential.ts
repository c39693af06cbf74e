import type { CredentialSource } from '../../config/types/credentials.ts';
import type { CredentialItem } from '../../credentials/delivery.ts';
import { SecretValue } from '../../credentials/secret-value.ts';
import type { SourceUse } from '../../credentials/source-uses.ts';
import type { FailedRenewal, RenewalOutcome } from '../../credentials/sources/renew-once.ts';
import type { CredentialValue, Renewed } from '../../credentials/sources/source.ts';
import type { Logger } from '../../observe/log/log.ts';
import { Alarm, type AlarmClock } from './alarm-clock.ts';
import { dueOf, type Random, retryAfterMs } from './renewal-schedule.ts';

/** `starting` before its first value, `failing` while the last renewal failed and the value before is still good. */
export type CredentialStateName = 'starting' | 'valid' | 'failing' | 'out';

export const renewalResults = ['renewed', 'unchanged', 'failed'] as const;
export type RenewalResult = (typeof renewalResults)[number];

/** The state of a source, for operators. It holds no secret. */
export interface CredentialState {
  /** The first backend that uses it. */
  readonly name: string;
  readonly backends: readonly string[];
  readonly kind: CredentialSource['kind'];
  readonly subject: string | undefined;
  readonly region: string | undefined;
  readonly state: CredentialStateName;
  /** Undefined while there is none, and for one that does not run out. */
  readonly validForMs: number | undefined;
  readonly generation: number;
  /** Of the last renewal, where that failed. */
  readonly error: FailedRenewal | undefined;
  readonly renewals: Readonly<Record<RenewalResult, number>>;
}

export interface RenewalParts {
  /** Never rejects. */
  readonly renew: (source: CredentialSource) => Promise<RenewalOutcome>;
  /** There is something that workers are to know. */
  readonly changed: (credential: RenewedCredential) => void;
  /** It was made of these files, beside those that its source names. */
  readonly alsoRead: (credential: RenewedCredential, files: readonly string[]) => void;
  readonly clock: AlarmClock;
  readonly random: Random;
  readonly log: Logger;
}

/** A backend that refuses the newest value has it renewed so often at most. */
const refusedEveryMs = 60_000;
/** While something is wrong it is said again so often. */
const remindEveryMs = 600_000;

interface Kept {
  readonly value: SecretValue<CredentialValue>;
  /** On the clock; Infinity for one that does not run out. */
  readonly usableUntilMs: number;
  readonly subject: string | undefined;
}

/** One source: its newest value, and when it is renewed. One renewal at a time. */
export class RenewedCredential {
  readonly id: string;
  readonly source: CredentialSource;
  readonly #parts: RenewalParts;
  readonly #next: Alarm;
  readonly #runsOut: Alarm;
  readonly #reminder: Alarm;
  readonly #firsts: (() => void)[] = [];
  #backends: readonly string[];
  #kept: Kept | undefined;
  #generation = 0;
  #failure: FailedRenewal | undefined;
  #failures = 0;
  #warning: string | undefined;
  #state: CredentialStateName = 'starting';
  #refusedAtMs = Number.NEGATIVE_INFINITY;
  #isRenewing = false;
  /** Something has happened during a renewal that it may not have seen. */
  #isToRenewAgain = false;
  #isEnded = false;
  readonly #renewals = { renewed: 0, unchanged: 0, failed: 0 };

  constructor({ id, source, backends }: SourceUse, parts: RenewalParts) {
    this.id = id;
    this.source = source;
    this.#backends = backends;
    this.#parts = parts;
    this.#next = new Alarm(parts.clock);
    this.#runsOut = new Alarm(parts.clock);
    this.#reminder = new Alarm(parts.clock);
  }

  /** The name for operators. */
  get name(): string {
    return this.#backends[0]!;
  }

  /** Those that use it from now on. */
  follow({ backends }: SourceUse): void {
    this.#backends = backends;
  }

  get item(): CredentialItem {
    return {
      id: this.id,
      generation: this.#generation,
      value: this.#kept?.value.reveal(),
      usableForMs: this.#leftMs(),
      problem: this.#failure?.message,
    };
  }

  get state(): CredentialState {
    const leftMs = this.#leftMs();
    return {
      name: this.name,
      backends: this.#backends,
      kind: this.source.kind,
      subject: this.#kept?.subject,
      region: this.source.kind === 'aws' ? this.source.region : undefined,
      state: this.#stateNow(),
      validForMs: leftMs > 0 && leftMs < Number.POSITIVE_INFINITY ? leftMs : undefined,
      generation: this.#generation,
      error: this.#failure,
      renewals: { ...this.#renewals },
    };
  }

  /** Resolves with its first value, or once it is clear that there will be none soon. */
  first(): Promise<void> {
    if (this.#generation > 0 || this.#failure?.isLasting === true) return Promise.resolve();
    return new Promise((resolve) => this.#firsts.push(resolve));
  }

  /** Renews now, whatever was planned. */
  renew(): void {
    if (this.#isEnded) return;
    if (this.#isRenewing) {
      this.#isToRenewAgain = true;
      return;
    }
    this.#next.clear();
    this.#isRenewing = true;
    void this.#parts.renew(this.source).then((outcome) => this.#renewed(outcome));
  }

  /** A backend refused a value of a generation. */
  refused(generation: number): void {
    const now = this.#parts.clock.nowMs();
    if (generation !== this.#generation || this.#isRenewing || now - this.#refusedAtMs < refusedEveryMs)
      return;
    this.#refusedAtMs = now;
    this.#parts.log.warn(
      { source: this.name },
      'a backend refuses a credential that should be valid: the gateway renews it',
    );
    this.renew();
  }

  end(): void {
    this.#isEnded = true;
    for (const alarm of [this.#next, this.#runsOut, this.#reminder]) alarm.clear();
    this.#resolveFirsts();
  }

  #renewed(outcome: RenewalOutcome): void {
    if (this.#isEnded) return;
    this.#isRenewing = false;
    const afterMs = outcome.kind === 'renewed' ? this.#take(outcome.renewed) : this.#fail(outcome);
    if (this.#generation > 0 || this.#failure?.isLasting === true) this.#resolveFirsts();
    if (this.#isToRenewAgain) {
      this.#isToRenewAgain = false;
      return this.renew();
    }
    this.#next.set(afterMs, () => this.renew());
  }

  /** Gives in how many milliseconds it is renewed. */
  #take({ value, lifetimeMs, refreshMs, subject, alsoRead, warning }: Renewed): number {
    const { clock, random, log } = this.#parts;
    if (alsoRead !== undefined) this.#parts.alsoRead(this, alsoRead);
    const isUnchanged = this.#kept !== undefined && isSame(this.#kept.value.reveal(), value);
    const stated =
      lifetimeMs !== undefined && lifetimeMs > 0 && !Number.isNaN(lifetimeMs) ? lifetimeMs : undefined;
    const due = dueOf(this.source, { lifetimeMs: stated, refreshMs, isUnchanged }, random);
    const isNews = !isUnchanged || this.#failure !== undefined;
    this.#kept = { value: new SecretValue(value), usableUntilMs: clock.nowMs() + due.usableForMs, subject };
    if (!isUnchanged) this.#generation += 1;
    this.#renewals[isUnchanged ? 'unchanged' : 'renewed'] += 1;
    this.#failure = undefined;
    this.#failures = 0;
    this.#runsOut.set(due.usableForMs, () => this.#judge());
    this.#warn([warning, due.warning].filter((said) => said !== undefined).join('; ') || undefined);
    log.debug(
      {
        source: this.name,
        generation: this.#generation,
        usable_s: seconds(due.usableForMs),
        is_new: !isUnchanged,
      },
      'a credential was renewed',
    );
    this.#judge();
    if (isNews || due.usableForMs < Number.POSITIVE_INFINITY) this.#parts.changed(this);
    return due.renewAfterMs;
  }

  #fail({ code, message, isLasting }: FailedRenewal): number {
    const before = this.#failure;
    this.#failure = { code, message, isLasting };
    this.#failures += 1;
    this.#renewals.failed += 1;
    const leftMs = this.#leftMs();
    this.#judge(before === undefined);
    if (before?.message !== message) this.#parts.changed(this);
    const isOut = leftMs <= 0;
    const afterMs = retryAfterMs({ failures: this.#failures, isLasting, isOut }, this.#parts.random);
    return isOut ? afterMs : Math.min(afterMs, leftMs);
  }

  /** Of what is odd and yet works one line is enough, until it is something else. */
  #warn(warning: string | undefined): void {
    if (warning !== undefined && warning !== this.#warning) {
      this.#parts.log.warn({ source: this.name, warning }, 'a credential is not what it should be');
    }
    this.#warning = warning;
  }

  /** Says what has become of it, where that is something else than before. */
  #judge(isFirstFailure = false): void {
    const before = this.#state;
    this.#state = this.#stateNow();
    if (this.#state === before && !isFirstFailure) return;
    this.#say(before);
    if (this.#state === 'valid') this.#reminder.clear();
    else this.#remind();
  }

  #remind(): void {
    this.#reminder.set(remindEveryMs, () => {
      this.#say(this.#state);
      this.#remind();
    });
  }

  #say(before: CredentialStateName): void {
    const { log } = this.#parts;
    const { name: source } = this;
    const { kind } = this.source;
    const failed = this.#failure && { code: this.#failure.code, reason: this.#failure.message };
    switch (this.#state) {
      case 'valid': {
        const fields = { source, kind, subject: this.#kept?.subject, generation: this.#generation };
        log.info(fields, before === 'starting' ? 'a credential is there' : 'a credential is renewed again');
        return;
      }
      case 'failing':
        log.warn(
          { source, kind, ...failed, usable_s: seconds(this.#leftMs()) },
          'a credential could not be renewed; the one before is still good',
        );
        return;
      case 'starting':
        log.error(
          { source, kind, ...failed },
          'a credential could not be had: its deployments are out until it is there',
        );
        return;
      case 'out':
        log.error(
          { source, kind, ...failed },
          'a credential has run out: its deployments are out until it is renewed',
        );
    }
  }

  #stateNow(): CredentialStateName {
    if (this.#kept === undefined) return 'starting';
    if (this.#leftMs() <= 0) return 'out';
    return this.#failure === undefined ? 'valid' : 'failing';
  }

  #leftMs(): number {
    if (this.#kept === undefined) return 0;
    return Math.max(0, this.#kept.usableUntilMs - this.#parts.clock.nowMs());
  }

  #resolveFirsts(): void {
    for (const resolve of this.#firsts.splice(0)) resolve();
  }
}

function seconds(ms: number): number | undefined {
  return ms === Number.POSITIVE_INFINITY ? undefined : Math.round(ms / 1000);
}

function isSame(a: CredentialValue, b: CredentialValue): boolean {
  if (a.kind === 'token') return b.kind === 'token' && a.token === b.token;
  return (
    b.kind === 'aws_keys' &&
    a.accessKeyId === b.accessKeyId &&
    a.secretAccessKey === b.secretAccessKey &&
    a.sessionToken === b.sessionToken
  );
}
