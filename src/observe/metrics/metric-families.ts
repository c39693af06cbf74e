/**
 * Every figure that workers count, by name. The labels of each are bounded by the configuration, but for titles,
 * which clients make up and which are counted by name up to a number. A value in round brackets can't be a name of
 * the configuration: `(unknown)` stands for every model that the file does not have.
 */
import {
  asLabel,
  durationBounds,
  firstTokenBounds,
  genAi,
  genAiMetrics,
  perTokenBounds,
  tokenBounds,
} from '../semantic-names.ts';
import { countedUnits } from '../units/index.ts';
import type { FamilySpec } from './series.ts';

const operation = asLabel(genAi.operation);
const provider = asLabel(genAi.provider);
const requestModel = asLabel(genAi.requestModel);
const tokenType = asLabel(genAi.tokenType);

/** The time that the gateway itself takes is tens of microseconds; a TLS handshake or a large upload is seconds. */
const phaseBounds = [
  0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

function counter<const Label extends string>(
  name: string,
  labels: readonly Label[],
  help: string,
): FamilySpec<Label> {
  return { name, help, kind: 'counter', labels, bounds: [], merge: 'sum' };
}

function gauge<const Label extends string>(
  name: string,
  labels: readonly Label[],
  help: string,
  merge: 'sum' | 'max' = 'sum',
): FamilySpec<Label> {
  return { name, help, kind: 'gauge', labels, bounds: [], merge };
}

function histogram<const Label extends string>(
  name: string,
  labels: readonly Label[],
  bounds: readonly number[],
  help: string,
): FamilySpec<Label> {
  return { name, help, kind: 'histogram', labels, bounds, merge: 'sum' };
}

/** The metrics that requests and attempts count as they end. */
export const requestFamilies = {
  toolRequests: counter(
    'gateway_mcp_requests_total',
    ['server', 'method', 'outcome'],
    'Model Context Protocol messages that reached a server, by result.',
  ),
  toolSeconds: histogram(
    'gateway_mcp_request_duration_seconds',
    ['server', 'method'],
    durationBounds,
    'The duration of Model Context Protocol messages that reached a server.',
  ),
  toolCalls: counter(
    'gateway_mcp_tool_calls_total',
    ['server', 'tool', 'outcome'],
    'Calls of tools that `tools` of their server names without a pattern, by result.',
  ),
  toolLists: counter(
    'gateway_mcp_lists_total',
    ['server', 'outcome'],
    'Questions to tool servers about themselves and their lists, by result; the tools of one that does not answer are in no list.',
  ),
  guardLooks: counter(
    'gateway_guard_looks_total',
    ['guard', 'direction', 'outcome'],
    "Looks of guards at requests and answers, by verdict: passed, refused, masked or failed; unseen for content that they can't see.",
  ),
  guardSeconds: histogram(
    'gateway_guard_duration_seconds',
    ['guard', 'direction'],
    phaseBounds,
    "The time of a guard's look, with the wait for a slot of its `concurrency`.",
  ),
  requests: counter(
    'gateway_requests_total',
    ['endpoint', 'model', 'deployment', 'status'],
    "Requests by endpoint, model, the deployment of the last attempt, and the client's status (499: it had left).",
  ),
  keyRequests: counter('gateway_key_requests_total', ['key', 'status'], 'Requests by key and status.'),
  titleRequests: counter(
    'gateway_title_requests_total',
    ['title'],
    'Requests by the application that X-OpenRouter-Title or X-Title names; (other) beyond the first hundred.',
  ),
  errors: counter(
    'gateway_errors_total',
    ['endpoint', 'code'],
    'Errors that the gateway itself answered, or ended a stream with, by code.',
  ),
  refusals: counter(
    'gateway_key_refusals_total',
    ['key', 'code'],
    'Requests of a key that its limits or its permissions refused, by code.',
  ),
  attempts: counter(
    'gateway_attempts_total',
    ['model', 'deployment', 'outcome', 'replica'],
    'Attempts on deployments by outcome; `replica` for deployments of several equal servers.',
  ),
  outOfStep: counter(
    'gateway_backend_out_of_step_total',
    ['backend'],
    'Connections that were closed because the backend sent bytes outside any answer.',
  ),
  fallbacks: counter(
    'gateway_fallbacks_total',
    ['requested_model', 'model'],
    'Requests whose last attempt was on another model than the requested one: a fallback of the file or of the body.',
  ),
  affinity: counter(
    'gateway_affinity_total',
    ['model', 'result'],
    'Requests for models with balance: sticky, by result: kept (at the deployment, or server, of their session or beginning), spilled (that one was too busy), moved (that one was not available).',
  ),
  queueWait: histogram(
    'gateway_queue_wait_seconds',
    ['model', 'class'],
    durationBounds,
    'The wait of requests for slots, including waits in vain, by the model of the room and their class.',
  ),
  queueRefused: counter(
    'gateway_queue_refused_total',
    ['model', 'class', 'reason'],
    'Requests that could not wait, or waited in vain: queue_full, queue_timeout; client_gone if the client left.',
  ),
  tokens: counter(
    'gateway_tokens_total',
    ['model', 'deployment', 'type'],
    'Used tokens: input and output in all, and the parts of them: cached_input, cache_write, cache_write_1h, audio_input, image_input, reasoning, audio_output, image_output.',
  ),
  certainties: counter(
    'gateway_usage_requests_total',
    ['certainty'],
    'Requests with counted usage, by certainty: measured, estimated, or reported with its cost.',
  ),
  overstated: counter(
    'gateway_usage_overstated_total',
    ['model', 'deployment'],
    'Answers whose backend reported more cached tokens than possible: they count as estimates.',
  ),
  units: counter(
    'gateway_units_total',
    ['model', 'deployment', 'unit'],
    `Usage beside tokens, by unit: ${countedUnits.map(({ name }) => name).join(', ')}.`,
  ),
  keyTokens: counter('gateway_key_tokens_total', ['key', 'type'], 'The same tokens by key.'),
  cost: counter(
    'gateway_cost_usd_total',
    ['model', 'deployment'],
    'The cost of answers with a known price, in US dollars.',
  ),
  unpriced: counter(
    'gateway_unpriced_requests_total',
    ['model', 'deployment'],
    'Requests with counted usage but without a cost, since their deployment has no price.',
  ),
  translated: counter(
    'gateway_translated_requests_total',
    ['model', 'deployment', 'from', 'to'],
    'Requests whose last attempt was translated, by the called endpoint and the target dialect.',
  ),
  translationDropped: counter(
    'gateway_translation_dropped_total',
    ['model', 'deployment', 'field'],
    'Dropped fields of translated requests, as in x-gateway-dropped.',
  ),
  translationRefused: counter(
    'gateway_translation_refused_total',
    ['model', 'field'],
    'Requests refused as not_translatable, by the field in the way.',
  ),
  translationUnknown: counter(
    'gateway_translation_unknown_total',
    ['dialect', 'type'],
    'Translated answers with content of an unknown type, which was dropped.',
  ),
  keyCost: counter('gateway_key_cost_usd_total', ['key'], 'The same cost by key.'),
  unmetered: counter(
    'gateway_answers_without_usage_total',
    ['model', 'deployment'],
    'Answers whose backend did not report all usage: they count by an estimate.',
  ),
  duration: histogram(
    genAiMetrics.serverDuration,
    ['endpoint', operation, requestModel],
    durationBounds,
    'From the request to the end of its answer, as the client sees it.',
  ),
  firstToken: histogram(
    genAiMetrics.serverFirstToken,
    ['endpoint', operation, requestModel],
    firstTokenBounds,
    'From the request to the first byte of its answer.',
  ),
  perToken: histogram(
    genAiMetrics.serverPerToken,
    ['endpoint', operation, requestModel],
    perTokenBounds,
    'Of streams: the time from the first byte to the last, by output token after the first.',
  ),
  attemptDuration: histogram(
    genAiMetrics.clientDuration,
    [operation, provider, requestModel, 'deployment'],
    durationBounds,
    'From the beginning of an attempt to its end.',
  ),
  attemptFirstChunk: histogram(
    genAiMetrics.clientFirstChunk,
    [operation, provider, requestModel, 'deployment'],
    firstTokenBounds,
    'From the beginning of an attempt to the head of its answer.',
  ),
  tokenUsage: histogram(
    genAiMetrics.clientTokens,
    [operation, provider, requestModel, 'deployment', tokenType],
    tokenBounds,
    'Tokens of one answer as its backend reported them.',
  ),
  phases: histogram(
    'gateway_phase_duration_seconds',
    ['phase'],
    phaseBounds,
    'The time of each phase before an answer: authenticate, read (with the upload of the body), route, connect (until a connection to the backend is ready).',
  ),
} as const satisfies Record<string, FamilySpec>;

/** The metrics that are read from a worker on demand. */
export const stateFamilies = {
  requestsInFlight: gauge('gateway_requests_in_flight', [], 'Requests whose answers are not complete.'),
  openSockets: gauge('gateway_open_sockets', [], 'WebSockets of clients that are open.'),
  socketTurns: gauge(
    'gateway_socket_turns',
    [],
    'Turns in flight on WebSockets; they are also requests in flight.',
  ),
  attemptsInFlight: gauge(
    'gateway_attempts_in_flight',
    ['model', 'deployment', 'replica'],
    'Attempts in flight on a deployment.',
  ),
  circuits: gauge(
    'gateway_deployment_circuits',
    ['model', 'deployment', 'state', 'replica'],
    'Workers by the state of their circuit for a deployment: closed, open, half_open.',
  ),
  putLast: gauge(
    'gateway_deployment_put_last',
    ['model', 'deployment', 'replica'],
    'Workers that put a deployment last, because its backend asked for a pause.',
  ),
  drained: gauge(
    'gateway_deployment_drained',
    ['model', 'deployment', 'replica'],
    'Workers that send a deployment no requests because the operator drained it.',
  ),
  probedDown: gauge(
    'gateway_deployment_probe_down',
    ['model', 'deployment', 'replica'],
    "Workers whose health check of a deployment's backend fails.",
  ),
  lacksCredential: gauge(
    'gateway_deployment_credential_missing',
    ['model', 'deployment', 'replica'],
    'Workers without a credential for the backend of a deployment, which send it no requests.',
  ),
  refusesUsage: gauge(
    'gateway_deployment_usage_refused',
    ['model', 'deployment', 'replica'],
    'Workers whose deployment refuses `stream_options`: its streams count by estimates.',
  ),
  guardDown: gauge(
    'gateway_guard_down',
    ['guard'],
    'Workers that send a guard no requests: it failed too often, its health check fails, or it has no credential; otherwise 0.',
  ),
  toolServerOut: gauge(
    'gateway_mcp_server_out',
    ['server', 'reason'],
    'Workers that send a tool server no requests, by reason: drained, health, circuit or credential.',
  ),
  toolsHeldBack: gauge(
    'gateway_mcp_held_back',
    ['server', 'reason'],
    'Tools, prompts, templates and instructions of a server with `pin: lock` that are held back, by reason: new or changed.',
    'max',
  ),
  latency: gauge(
    'gateway_deployment_latency_seconds',
    ['model', 'deployment', 'replica'],
    'The smoothed time to the head of an answer, which routing uses, of the slowest worker.',
    'max',
  ),
  timesFull: counter(
    'gateway_deployment_full_total',
    ['model', 'deployment', 'replica'],
    "Times that a deployment was skipped with its rate_limit, or its backend's, used up.",
  ),
  clockCorrections: counter(
    'gateway_credential_clock_corrections_total',
    ['region'],
    "Corrections by Amazon's clock, after it refused signatures of this machine's clock.",
  ),
  retries: counter('gateway_retries_total', ['reason'], 'Retries by the outcome of the attempt before.'),
  limiterDegraded: gauge(
    'gateway_limiter_degraded',
    [],
    "Workers that can't reach the limit store and apply on_failure; normally 0.",
  ),
  contents: counter(
    'gateway_contents_total',
    ['outcome'],
    'Requests with contents to keep (`content_log`): kept, dropped or refused for lack of memory, or lost.',
  ),
  mirrored: counter(
    'gateway_mirrored_requests_total',
    ['outcome'],
    'Copies of requests for a mirror: sent, or dropped for lack of memory or connections.',
  ),
  contentsWaiting: gauge('gateway_contents_waiting_bytes', [], 'Bytes of contents that wait to be kept.'),
  buffered: gauge('gateway_buffered_bytes', [], 'Bytes of request bodies held in memory.'),
  residentMemory: gauge('gateway_workers_resident_memory_bytes', [], 'Memory of all workers.'),
  heap: gauge('gateway_workers_heap_bytes', [], 'JavaScript heap in use, of all workers.'),
  cpu: counter('gateway_workers_cpu_seconds_total', [], 'Processor time of all workers.'),
  loopDelay: gauge(
    'gateway_worker_event_loop_delay_seconds',
    ['percentile'],
    "The delay of the busiest worker's event loop since the last scrape.",
    'max',
  ),
} as const satisfies Record<string, FamilySpec>;

/**
 * The metrics of limits, read at a scrape where limits are counted. A limit's name is such as `requests_per_minute`.
 */
export const limitFamilies = {
  limit: gauge(
    'gateway_key_limit',
    ['limit', 'key', 'models'],
    'The limits of a key: requests, tokens, requests in flight, US dollars; models is the pattern of per_model.',
  ),
  used: gauge(
    'gateway_key_limit_used',
    ['limit', 'key', 'models'],
    'The present usage of a limit, in the same unit.',
  ),
  groupLimit: gauge(
    'gateway_group_limit',
    ['limit', 'group', 'models'],
    'The limits of a group of keys: requests, tokens, requests in flight, US dollars; models is the pattern of per_model.',
  ),
  groupUsed: gauge(
    'gateway_group_limit_used',
    ['limit', 'group', 'models'],
    'The present usage of a limit by all keys of a group together, in the same unit.',
  ),
  deploymentLimit: gauge(
    'gateway_deployment_limit',
    ['limit', 'model', 'deployment', 'replica'],
    'The rate_limit of a deployment: requests, tokens, requests in flight.',
  ),
  deploymentUsed: gauge(
    'gateway_deployment_limit_used',
    ['limit', 'model', 'deployment', 'replica'],
    'The present usage of a limit by all requests to a deployment, in the same unit.',
  ),
  backendLimit: gauge(
    'gateway_backend_limit',
    ['limit', 'backend', 'replica'],
    'The rate_limit of a backend: requests, tokens, requests in flight.',
  ),
  backendUsed: gauge(
    'gateway_backend_limit_used',
    ['limit', 'backend', 'replica'],
    'The present usage of a limit by all deployments of a backend together, in the same unit.',
  ),
  budgetUsed: gauge(
    'gateway_budget_used_ratio',
    ['scope', 'name', 'period'],
    'The spent share of a budget, 1 for all of it; scope is key or group. Of several for one period (per_model), the largest share.',
    'max',
  ),
} as const satisfies Record<string, FamilySpec>;

/** By the names that reports give them. */
export const familySpecs: ReadonlyMap<string, FamilySpec> = new Map(
  [requestFamilies, stateFamilies, limitFamilies]
    .flatMap((families): readonly FamilySpec[] => Object.values(families))
    .map((spec) => [spec.name, spec]),
);
