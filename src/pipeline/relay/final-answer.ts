/** The client's answer when no further attempt is made. */
import { GatewayError } from '../../errors.ts';
import type { TranslationTold } from '../../observe/request-event.ts';
import { type Outcome, outcomes } from '../../routing/outcomes.ts';
import type { Candidate } from '../../routing/routing-table.ts';
import type { BufferBudget } from '../buffer-budget.ts';
import type { Exchange } from '../exchange.ts';
import { loopFound } from '../hops.ts';
import { deliver } from './answer/answer-head.ts';
import type { AttemptReport } from './attempt-report.ts';

/** The outcome of one deployment. */
export interface Tried {
  readonly candidate: Candidate;
  readonly report: AttemptReport;
  readonly translation: TranslationTold | undefined;
}

/** The errors that outcomes end in. */
type Exhausted = Exclude<(typeof outcomes)[Outcome]['exhausted'], 'as_it_came' | 'nothing'>;

/** The client's messages when nothing helped and no backend's own answer can be passed on. */
export const exhausted: Readonly<Record<Exhausted, string>> = {
  upstream_unreachable: 'No backend of this model answered; try again shortly.',
  upstream_timeout: 'No backend of this model answered in time; try again, or ask for a shorter answer.',
  no_healthy_deployment:
    'Every deployment that could answer is out of service for the moment; try again shortly.',
  upstream_invalid: 'The backend of this model gave an answer that can not be used; try again shortly.',
  upstream_auth:
    "The backend of this model refused the gateway's own credential; its operator has to mend that.",
  upstream_interrupted: 'The answer of the backend broke off; try again shortly.',
  overloaded: 'Every connection to the backends of this model is taken; try again shortly.',
};

/** Gives the client the answer of an attempt, if it may have it and has not got it. Throws the error of any other. */
export function giveFinalAnswer(
  exchange: Exchange,
  { candidate, report, translation }: Tried,
  budget: BufferBudget,
): void {
  if (report.fault !== undefined) throw report.fault;
  const { exhausted: rule } = outcomes[report.outcome];
  if (report.isGiven || exchange.gone || rule === 'nothing') return;
  if (report.head?.isLoop === true) throw loopFound();
  if (rule === 'as_it_came' && report.answer !== undefined) {
    exchange.relayed.model = candidate.deployment.model;
    exchange.relayed.deployment = candidate.deployment.name;
    exchange.relayed.backend = candidate.deployment.backend;
    exchange.relayed.upstreamModel = candidate.deployment.upstreamModel;
    exchange.relayed.translation = translation;
    return deliver(exchange, report.answer, deliveryMs, budget);
  }
  const code = rule === 'as_it_came' ? 'upstream_invalid' : rule;
  throw new GatewayError(code, exhausted[code], { reason: `${candidate.key}: ${report.detail}` });
}

/** Milliseconds for which a client may take nothing of an error that is there in full. */
const deliveryMs = 60_000;
