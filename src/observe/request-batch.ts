/**
 * A worker's report of its requests, a few times a second: the latest one by one, and all of them in sums. Sending each
 * on its own would cost as much as routing it.
 */
import { isOwn } from '../api/endpoints/index.ts';
import { type Counts, Histogram } from './metrics/histogram.ts';
import type { AttemptEvent, RequestEvent, ToolEvent, UseCorrection } from './request-event.ts';
import {
  addUsage,
  type Certainty,
  type MutableUsage,
  type NamedSums,
  namedOf,
  noCounts,
  withNamed,
} from './usage.ts';

/** The results of requests, in four kinds. */
export interface Fates {
  answered: number;
  /** By the gateway or by a backend, with a 4xx. */
  refused: number;
  /** With a 5xx. */
  failed: number;
  /** The client went away before its answer was complete. */
  gone: number;
}

/** Requests that one key made of one model on one day, by the deployment that was tried last. */
export interface RequestSum extends Fates {
  /** UTC, as `2026-11-21`. */
  readonly day: string;
  /** Undefined where the request came without a valid key. */
  readonly key: string | undefined;
  /** The group that the key belonged to. */
  readonly group: string | undefined;
  /** Undefined where the file does not know the model. */
  readonly asked: string | undefined;
  /** Of the last attempt; undefined where none was made. */
  readonly model: string | undefined;
  readonly deployment: string | undefined;
  readonly backend: string | undefined;
  readonly upstreamModel: string | undefined;
  /** The certainty of its usage; undefined if nobody knows of any. */
  readonly certainty: Certainty | undefined;
  /** For whom they were, where their key has end users and they say so. */
  readonly endUser: string | undefined;
  /** Of those that were answered: with an error event, or broken off. */
  brokenOff: number;
  readonly usage: MutableUsage;
  /** The counts by name; undefined for none. */
  named: NamedSums | undefined;
  /** Of those whose use is known: at no price. */
  unpriced: number;
  costNanoUsd: number;
}

/** Attempts on one deployment that came to the same, whatever became of their requests. */
export interface AttemptSum {
  readonly model: string;
  readonly deployment: string;
  readonly outcome: string;
  count: number;
  /** The latest of them: when it ended (milliseconds since the epoch), for which request, and what was answered. */
  latestAt: number;
  latestId: string;
  latestStatus: number | undefined;
}

/** Plain data, fit to be sent to another process. */
export interface RequestBatch {
  /** The latest, or the last few of them, oldest first. */
  readonly recent: readonly RequestEvent[];
  /** All requests that had to do with a model, those of `recent` included. */
  readonly sums: readonly RequestSum[];
  readonly attempts: readonly AttemptSum[];
  /** Milliseconds until the end, and until the head, of answers. */
  readonly durations: Counts;
  readonly firstBytes: Counts;
}

/** Answered for a client that was not there any more. */
const clientGone = 499;

/** The result of a request with a status. */
export function fateOf(status: number): keyof Fates {
  if (status === clientGone) return 'gone';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'answered';
}

const dayMs = 24 * 60 * 60 * 1000;

/** The day of a moment, as ISO 8601 writes it, in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Names hold no such character, but for that of an end user, which stands last. */
const separator = '\n';

/** Gathers requests to batches. */
export class RequestBatcher {
  /** So many of a batch are kept to be told one by one. What is kept outlives its request, and costs most of all here. */
  #most: number;
  #recent: RequestEvent[] = [];
  /** The place of the next one in `#recent` once that is full. */
  #at = 0;
  #sums = new Map<string, RequestSum>();
  /** The one that was added to last: the next request is often of the same kind. */
  #latest: RequestSum | undefined;
  #attempts = new Map<string, AttemptSum>();
  #latestAttempts: AttemptSum | undefined;
  readonly #durations = new Histogram();
  readonly #firstBytes = new Histogram();
  #day = '';
  #dayEnds = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(event: RequestEvent): void {
    if (this.#recent.length < this.#most) this.#recent.push(event);
    else {
      this.#recent[this.#at] = event;
      this.#at = (this.#at + 1) % this.#most;
    }
    // Requests without a valid key, and those for the list of models, are no work of a model.
    if (event.key === undefined) return;
    if (isOwn(event.endpoint)) {
      const { tools } = event;
      if (tools?.outcome !== undefined) this.#addCall(event, tools);
      return;
    }
    const fate = fateOf(event.status);
    if (fate === 'answered') {
      this.#durations.add(event.ms);
      if (event.firstByteMs !== undefined) this.#firstBytes.add(event.firstByteMs);
    }
    for (const attempt of event.attempts) {
      const sum = this.#attemptsOf(attempt);
      sum.count += 1;
      sum.latestAt = event.at + attempt.startMs + attempt.ms;
      sum.latestId = event.id;
      sum.latestStatus = attempt.status;
    }
    const sum = this.#sumOf(event);
    sum[fate] += 1;
    if (fate === 'answered' && event.code !== undefined) sum.brokenOff += 1;
    const { tokens, costNanoUsd, corrects } = event;
    if (corrects !== undefined) this.correct(corrects);
    for (const { tokens: used, costNanoUsd: cost, ...names } of event.nested ?? []) {
      const { at, key, group, endUser } = event;
      const other = this.#sumOf({ at, key, group, endUser, isKnownModel: true, ...names });
      addUsage(other.usage, used);
      other.costNanoUsd += cost;
    }
    if (tokens === undefined) return;
    addUsage(sum.usage, tokens);
    sum.named = withNamed(sum.named, namedOf(tokens));
    if (costNanoUsd === undefined) sum.unpriced += 1;
    else sum.costNanoUsd += costNanoUsd;
  }

  /** A call of a server of tools, which stands where a model does, with the tool for its deployment. */
  #addCall(event: RequestEvent, { server = '', tool = '' }: ToolEvent): void {
    const { at, key, group, endUser, costNanoUsd, status } = event;
    const model = `mcp/${server}`;
    const name = tool.slice(server.length + 1);
    const sum = this.#sumOf({
      at,
      key,
      group,
      endUser,
      isKnownModel: true,
      asked: model,
      model,
      // URIs are too many to be kept one by one.
      deployment: name.startsWith('resource:') ? '(resource)' : name,
      backend: model,
      upstreamModel: undefined,
      certainty: event.certainty,
    });
    sum[fateOf(status)] += 1;
    sum.costNanoUsd += costNanoUsd ?? 0;
  }

  /** Adds what an earlier request is now known to have used. */
  correct(correction: UseCorrection): void {
    const sum = this.#sumOf(correction);
    addUsage(sum.usage, correction.tokens);
    sum.named = withNamed(sum.named, correction.named && structuredClone(correction.named));
    sum.costNanoUsd += correction.costNanoUsd;
  }

  /** The requests since the last call. Sets the number of the next batch's requests that are reported one by one. */
  take(most: number): RequestBatch {
    this.#most = most;
    const recent =
      this.#at === 0 ? this.#recent : [...this.#recent.slice(this.#at), ...this.#recent.slice(0, this.#at)];
    const sums = [...this.#sums.values()];
    this.#recent = [];
    this.#at = 0;
    this.#sums = new Map();
    this.#latest = undefined;
    const attempts = [...this.#attempts.values()];
    this.#attempts = new Map();
    this.#latestAttempts = undefined;
    return { recent, sums, attempts, durations: this.#durations.take(), firstBytes: this.#firstBytes.take() };
  }

  #sumOf(event: Omit<UseCorrection, 'tokens' | 'named' | 'costNanoUsd'>): RequestSum {
    const { key, group, model, deployment, backend, upstreamModel, certainty, endUser } = event;
    const asked = event.isKnownModel ? event.asked : undefined;
    const day = this.#dayOf(event.at);
    const latest = this.#latest;
    if (
      latest?.key === key &&
      latest?.group === group &&
      latest?.model === model &&
      latest?.deployment === deployment &&
      latest?.backend === backend &&
      latest?.upstreamModel === upstreamModel &&
      latest?.certainty === certainty &&
      latest?.endUser === endUser &&
      latest?.asked === asked &&
      latest?.day === day
    ) {
      return latest;
    }
    const names = key + separator + group + separator + asked + separator + model + separator + deployment;
    const served = backend + separator + upstreamModel + separator + certainty + separator + endUser;
    const id = day + separator + names + separator + served;
    const known = this.#sums.get(id);
    if (known !== undefined) {
      this.#latest = known;
      return known;
    }
    const fresh: RequestSum = {
      day,
      key,
      group,
      asked,
      model,
      deployment,
      backend,
      upstreamModel,
      certainty,
      endUser,
      answered: 0,
      refused: 0,
      failed: 0,
      gone: 0,
      brokenOff: 0,
      usage: { ...noCounts },
      named: undefined,
      unpriced: 0,
      costNanoUsd: 0,
    };
    this.#sums.set(id, fresh);
    this.#latest = fresh;
    return fresh;
  }

  #attemptsOf({ model, deployment, outcome }: AttemptEvent): AttemptSum {
    const latest = this.#latestAttempts;
    if (latest?.model === model && latest?.deployment === deployment && latest?.outcome === outcome)
      return latest;
    const id = model + separator + deployment + separator + outcome;
    const sum: AttemptSum = this.#attempts.get(id) ?? {
      model,
      deployment,
      outcome,
      count: 0,
      latestAt: 0,
      latestId: '',
      latestStatus: undefined,
    };
    this.#attempts.set(id, sum);
    this.#latestAttempts = sum;
    return sum;
  }

  #dayOf(at: number): string {
    if (at >= this.#dayEnds || at < this.#dayEnds - dayMs) {
      this.#day = dayOf(at);
      this.#dayEnds = Math.floor(at / dayMs) * dayMs + dayMs;
    }
    return this.#day;
  }
}
