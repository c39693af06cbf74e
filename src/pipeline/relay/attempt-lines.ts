/** The log's lines on attempts. */
import { deploymentName } from '../../config/derived/model-names.ts';
import type { Passage } from '../../limits/passage.ts';
import type { Logger } from '../../observe/log/log.ts';
import type { AttemptEvent } from '../../observe/request-event.ts';
import type { LiveView } from '../../routing/live-view.ts';
import { operatorsFaults } from '../../routing/outcomes.ts';
import type { Candidate } from '../../routing/routing-table.ts';
import type { Exchange } from '../exchange.ts';
import type { AttemptReport } from './attempt-report.ts';

/** The most deployments in a line of the log. */
const mostTold = 16;

/** True for an outcome that no operator needs to look into. */
export function isQuiet({ outcome, head }: AttemptReport): boolean {
  if (head?.isLoop === true) return false;
  return outcome === 'answered' || outcome === 'request_refused' || outcome === 'abandoned';
}

/** The log's fields of an attempt. */
function attemptLine({
  model,
  deployment,
  outcome,
  status,
  ms,
  connectMs,
  firstByteMs,
}: AttemptEvent): object {
  return {
    deployment: deploymentName(model, deployment),
    outcome,
    status,
    ms: tenths(ms),
    connect_ms: tenths(connectMs),
    first_byte_ms: tenths(firstByteMs),
  };
}

function tenths(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms * 10) / 10;
}

/** The reason why a healthy deployment is not in the order. */
function whyLeftOut(passage: Passage | undefined, key: string): string {
  return passage?.isFull(key) === true ? 'its rate_limit has nothing left' : 'left out';
}

/** Logs the attempts of one version of the configuration. */
export class AttemptLines {
  readonly #log: Logger;
  readonly #live: LiveView;
  readonly #packing = new Set<string>();
  readonly #overstating = new Set<string>();

  constructor(log: Logger, live: LiveView) {
    this.#log = log;
    this.#live = live;
  }

  /** Logs the possible destinations of a request, and the reasons against the others. */
  routed(
    { id, served, tags, needs, passage }: Exchange,
    model: string,
    eligible: readonly Candidate[],
    order: readonly Candidate[],
  ): void {
    const names = order.map(({ key }) => key);
    const out = eligible
      .filter((candidate) => !order.includes(candidate))
      .map(({ key }) => `${key}: ${this.#live.whyOut(key, served.health) ?? whyLeftOut(passage, key)}`);
    this.#log.debug({ id, endpoint: served.name, model, tags, needs, order: names, out }, 'routed');
  }

  /** Logs the end of an attempt, with any outcome. */
  ended({ id }: Exchange, tried: AttemptEvent, { detail }: AttemptReport): void {
    this.#log.debug({ id, ...attemptLine(tried), detail }, 'an attempt ended');
  }

  failed({ id }: Exchange, deployment: string, { outcome, detail, head }: AttemptReport): void {
    const level = operatorsFaults.has(outcome) || head?.isLoop === true ? 'error' : 'warn';
    const what = head?.isLoop === true ? 'the backend leads back to a gateway on the way to it' : detail;
    this.#log[level]({ id, deployment, outcome, detail: what }, 'an attempt failed');
  }

  /** The reason why no deployment is left, for each of them. */
  whyAllOut({ plan, served }: Exchange): string {
    const all = plan.flatMap(({ eligible }) => eligible);
    const told = all
      .slice(0, mostTold)
      .map(({ key }) => `${key}: ${this.#live.whyOut(key, served.health) ?? 'not tried'}`);
    if (all.length > mostTold) told.push(`${all.length - mostTold} more`);
    return `Every deployment that could answer is out: ${told.join('; ')}.`;
  }

  usageRefused(deployment: string): void {
    this.#log.warn(
      { deployment },
      'the backend refuses stream_options: streams of this deployment are not asked for their usage any more, and count by estimates',
    );
  }

  /** A backend's answer came packed. Logged once. */
  packed(backend: string): void {
    if (this.#packing.has(backend)) return;
    this.#packing.add(backend);
    this.#log.warn(
      { backend },
      'the backend compresses its answers against the request; the gateway unpacks them',
    );
  }

  /** The same for a deployment that reports too much usage. */
  overstated(deployment: string): void {
    if (this.#overstating.has(deployment)) return;
    this.#overstating.add(deployment);
    this.#log.warn(
      { deployment },
      'the backend reports more cached tokens than possible; such answers count as estimates',
    );
  }
}
