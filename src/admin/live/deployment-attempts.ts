import { deploymentName } from '../../config/derived/model-names.ts';
import type { AttemptSum } from '../../observe/request-batch.ts';
import { type OutcomeRule, outcomes } from '../../routing/outcomes.ts';
import type { DeploymentAttempts, LastError } from '../contract/deployments.ts';

const rules: Readonly<Record<string, OutcomeRule>> = outcomes;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Deployments beyond so many are not told apart by the minute, nor by what they did last. */
const mostNames = 5000;

interface Counts {
  attempts: number;
  failures: number;
}

/** The results of all attempts of the last hour by deployment, with the last failure of each. */
export class AttemptMemory {
  readonly #now: () => number;
  readonly #minutes = new Map<number, Map<string, Counts>>();
  readonly #lastErrors = new Map<string, LastError>();

  /** @param now Milliseconds since the epoch. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  add(sums: readonly AttemptSum[]): void {
    if (sums.length === 0) return;
    const minute = this.#minuteAt(this.#now());
    for (const { model, deployment, outcome, count, latestAt, latestId, latestStatus } of sums) {
      const name = deploymentName(model, deployment);
      if (minute.size >= mostNames && !minute.has(name)) continue;
      const counts = minute.get(name) ?? { attempts: 0, failures: 0 };
      minute.set(name, counts);
      counts.attempts += count;
      if (!isFailure(outcome)) continue;
      counts.failures += count;
      const at = new Date(latestAt).toISOString();
      this.#note(name, { at, outcome, status: latestStatus ?? null, request: latestId });
    }
  }

  /** Of the last hour, by `MODEL/NAME`; nothing where no attempt was made. */
  ofLastHour(): (name: string) => DeploymentAttempts {
    const from = this.#now() - hourMs;
    const minutes = [...this.#minutes].flatMap(([minute, named]) =>
      (minute + 1) * minuteMs > from ? [named] : [],
    );
    return (name) => {
      let attempts = 0;
      let failures = 0;
      for (const named of minutes) {
        const counts = named.get(name);
        attempts += counts?.attempts ?? 0;
        failures += counts?.failures ?? 0;
      }
      return { attempts, failures, last_error: this.#lastErrors.get(name) ?? null };
    };
  }

  /** Workers tell in turns: what is older than what is known stays out. */
  #note(name: string, error: LastError): void {
    const known = this.#lastErrors.get(name);
    if (known !== undefined && known.at > error.at) return;
    this.#lastErrors.delete(name);
    this.#lastErrors.set(name, error);
    const [longestAgo] = this.#lastErrors.keys();
    if (this.#lastErrors.size > mostNames && longestAgo !== undefined) this.#lastErrors.delete(longestAgo);
  }

  #minuteAt(now: number): Map<string, Counts> {
    const minute = Math.floor(now / minuteMs);
    const known = this.#minutes.get(minute);
    if (known !== undefined) return known;
    const fresh = new Map<string, Counts>();
    this.#minutes.set(minute, fresh);
    for (const old of this.#minutes.keys())
      if (old * minuteMs < now - hourMs - minuteMs) this.#minutes.delete(old);
    return fresh;
  }
}

/** The deployment did not do what it was asked; neither a client's leaving nor a request that is at fault is that. */
function isFailure(outcome: string): boolean {
  const isOther = outcome === 'request_refused' || outcome === 'abandoned';
  return !isOther && rules[outcome]?.health !== 'success';
}
