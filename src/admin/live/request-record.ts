import { deploymentName } from '../../config/derived/model-names.ts';
import type { AttemptEvent, RequestEvent } from '../../observe/request-event.ts';
import { type OutcomeRule, outcomes } from '../../routing/outcomes.ts';
import type { Attempt } from '../contract/requests.ts';
import type { Unnumbered } from './recent-requests.ts';

const rules: Readonly<Record<string, OutcomeRule>> = outcomes;

/** A request as the API shows it. */
export function recordOf(event: RequestEvent): Unnumbered {
  return {
    at: new Date(event.at).toISOString(),
    id: event.id,
    key: event.key ?? null,
    client: event.client ?? null,
    endpoint: event.endpoint ?? null,
    model: event.asked ?? null,
    deployment: event.deployment === undefined ? null : deploymentName(event.model!, event.deployment),
    tags: event.tags,
    status: event.status,
    code: event.code ?? null,
    streamed: event.streamed,
    ms: tenths(event.ms),
    first_byte_ms: event.firstByteMs === undefined ? null : tenths(event.firstByteMs),
    input_tokens: event.tokens?.input ?? null,
    output_tokens: event.tokens?.output ?? null,
    cost_usd: event.costNanoUsd === undefined ? null : event.costNanoUsd / 1e9,
    title: event.title ?? null,
    referer: event.referer ?? null,
    attempts: event.attempts.map(attemptOf),
  };
}

function attemptOf({ model, deployment, outcome, status, startMs, ms }: AttemptEvent): Attempt {
  return {
    deployment: deploymentName(model, deployment),
    start_ms: tenths(startMs),
    ms: tenths(ms),
    outcome,
    status: status ?? null,
    ok: rules[outcome]?.health === 'success',
  };
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
