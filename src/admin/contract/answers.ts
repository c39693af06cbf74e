/**
 * What the admin API answers, as JSON: shared by the routes that make it and by the dashboard that shows it. Plain
 * types only, since the dashboard is a program for browsers. Times are ISO 8601 in UTC, or milliseconds where the
 * name says so; money is USD.
 */

import type { EndpointName } from '../../api/endpoints/index.ts';
import type { Explanation } from '../../check/explain/explanation.ts';
import type { BalanceName } from '../../config/types.ts';
import type { UsageSum } from '../usage/usage-messages.ts';

/** The form of every error. */
export interface ErrorAnswer {
  readonly error: { readonly message: string; readonly type: string; readonly code: string };
}

/** `GET /api/session`: who is signed in. */
export interface SessionAnswer {
  /** Null for nobody. */
  readonly may: 'read' | 'change' | null;
  /** When the session ends at the latest; null for a token, which has no session, and for nobody. */
  readonly ends_at: string | null;
}

export interface Reload {
  readonly at: string;
  readonly outcome: 'applied' | 'unchanged' | 'rejected';
  readonly from: string;
  readonly to: string | null;
  /** What is different, in words. */
  readonly changes: readonly string[];
  /** As `gateway check` prints them. */
  readonly problems: string | null;
  readonly warnings: string | null;
}

/** The gateway itself: on every page of the dashboard. */
export interface GatewayAnswer {
  readonly ready: boolean;
  readonly revision: string;
  readonly loaded_at: string;
  readonly config_file: string;
  /** Where clients reach it, such as `https://127.0.0.1:8443`. */
  readonly url: string;
  readonly node: string;
  readonly uptime_seconds: number;
  readonly workers: { readonly wanted: number; readonly serving: number; readonly restarts: number };
  readonly reloads: Readonly<Record<Reload['outcome'], number>>;
  readonly limit_store: LimitStoreState;
  /** What speaks against the files as they are now; null while what they say is served. */
  readonly rejected: Reload | null;
}

/** Figures over a span of time. */
export interface TrafficFigures {
  readonly requests: number;
  /** Answered with 5xx. */
  readonly failed: number;
  /** Answered with 4xx. */
  readonly refused: number;
  /** The client went away before its answer was complete. */
  readonly gone: number;
  /** Duration in milliseconds, of answered requests; null where there was none. */
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly p99_ms: number | null;
  /** Until the first byte of the answer. */
  readonly first_byte_p50_ms: number | null;
  readonly first_byte_p95_ms: number | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number;
}

/** How much of the traffic one name had. */
export interface Share {
  readonly name: string;
  readonly requests: number;
  readonly failed: number;
  readonly output_tokens: number;
  readonly cost_usd: number;
}

/** Columns of equal length, one entry per step, oldest first. */
export interface Series {
  /** Unix seconds at the beginning of each step. */
  readonly at: readonly number[];
  readonly answered: readonly number[];
  readonly refused: readonly number[];
  readonly failed: readonly number[];
  readonly p50_ms: readonly (number | null)[];
  readonly p95_ms: readonly (number | null)[];
  readonly p99_ms: readonly (number | null)[];
  readonly first_byte_p50_ms: readonly (number | null)[];
  readonly output_tokens: readonly number[];
}

export interface OverviewAnswer {
  readonly gateway: GatewayAnswer;
  /** Attempts under way at backends; null where no worker has answered. */
  readonly in_flight: number | null;
  /** What the figures of the window are of. */
  readonly window_seconds: number;
  readonly window: TrafficFigures;
  /** What was used since midnight UTC; null where it can't be read. */
  readonly today: Pick<
    UsageSum,
    'requests' | 'failed' | 'input_tokens' | 'output_tokens' | 'cost_usd'
  > | null;
  readonly step_seconds: number;
  readonly series: Series;
  readonly models: readonly Share[];
  readonly keys: readonly Share[];
  /** Deployments that are not well at the moment. */
  readonly unwell: readonly (DeploymentState & { readonly deployment: string })[];
}

/** How one deployment is, over all workers. */
export interface DeploymentState {
  /** The worst that any worker thinks of it. */
  readonly standing: 'healthy' | 'last' | 'out' | 'drained';
  /** Workers whose circuit is open or half-open. */
  readonly workers_out: number;
  /** Workers that asked its backend (`health`) and found it down. */
  readonly workers_probed_down: number;
  readonly in_flight: number;
  /** Smoothed, to the first byte; the slowest worker's. Null before the first answer. */
  readonly latency_ms: number | null;
}

/** A deployment that was taken out while serving, until that is undone. */
export interface Drained {
  readonly at: string;
  /** `token`, or the mark of a session. */
  readonly by: string;
}

/** `GET /api/deployments`: those that are drained. */
export interface DrainedAnswer {
  readonly drained: readonly (Drained & { readonly deployment: string })[];
}

/** `POST /api/deployments/{id}/drain` and `/resume`. */
export interface DrainAnswer {
  readonly deployment: string;
  /** Null once it is resumed. */
  readonly drained: Drained | null;
}

/** What went wrong last on a deployment. */
export interface LastError {
  readonly at: string;
  /** As in the log and the metric `gateway_attempts_total`. */
  readonly outcome: string;
  /** What the backend answered; null where it did not. */
  readonly status: number | null;
  /** The id of the request. */
  readonly request: string;
}

/** What was tried on a deployment in the last hour, also for requests that another one answered in the end. */
export interface DeploymentAttempts {
  readonly attempts: number;
  /** Of those, what the deployment failed to do. */
  readonly failures: number;
  readonly last_error: LastError | null;
}

export interface Deployment extends DeploymentAttempts {
  /** `MODEL/NAME`. */
  readonly deployment: string;
  readonly name: string;
  readonly backend: string;
  readonly priority: number;
  readonly weight: number;
  readonly priced: boolean;
  /** The file takes it out. */
  readonly disabled: boolean;
  /** Somebody took it out while serving; null where nobody did. */
  readonly drained: Drained | null;
  /** What it guarantees on each endpoint it serves. */
  readonly endpoints: Readonly<Partial<Record<EndpointName, readonly string[]>>>;
  readonly line: number;
  readonly state: DeploymentState | null;
  /** Requests whose last attempt it had, in the last hour. */
  readonly requests: number;
  readonly failed: number;
}

export interface Model {
  readonly id: string;
  readonly owned_by: string;
  readonly balance: BalanceName;
  readonly fallbacks: readonly string[];
  readonly line: number;
  /** The tags that `GET /v1/models` lists. */
  readonly tags: readonly string[];
  readonly requests: number;
  readonly deployments: readonly Deployment[];
}

export interface ModelsAnswer {
  /** Of all that match, not only of those in the answer. */
  readonly total: number;
  readonly models: readonly Model[];
}

export interface Key {
  readonly id: string;
  /** Null for all. */
  readonly models: readonly string[] | null;
  readonly endpoints: readonly EndpointName[] | null;
  readonly rate_limit: string | null;
  readonly not_before: string | null;
  readonly expires: string | null;
  readonly state: 'active' | 'disabled' | 'expired' | 'not_yet';
  /** More than one while a secret is being replaced. */
  readonly secrets: number;
  readonly file: string;
  readonly line: number;
  /** It stands in the `keys_file`, and can be changed here. */
  readonly managed: boolean;
  readonly requests_last_hour: number;
  readonly last_used: string | null;
  readonly limits: readonly KeyLimit[];
}

/** How much of one limit is used: requests, tokens, requests in flight, or US dollars. */
export interface KeyLimit {
  /** In words, such as `600 requests per minute` or `100 USD per month`. */
  readonly name: string;
  readonly kind: 'requests' | 'tokens' | 'concurrency' | 'budget';
  readonly limit: number;
  /** Null where the limit store does not tell. */
  readonly used: number | null;
  readonly left: number | null;
  /** When all of it is there again; null when it is, and for requests in flight. */
  readonly resets_at: string | null;
}

/** Where limits are counted. */
export interface LimitStoreState {
  readonly kind: 'memory' | 'redis';
  /** What is done while a shared store does not answer; null where there is none. */
  readonly on_failure: 'local' | 'allow' | 'deny' | null;
  /** Some worker can't reach it, and that is being done. */
  readonly degraded: boolean;
}

/** `GET /api/limits`: what keys used of their limits, and have left. */
export interface LimitsAnswer {
  readonly store: LimitStoreState;
  /** Keys that match, those without limits too. */
  readonly total: number;
  readonly keys: readonly {
    readonly id: string;
    /** The named rule; null for one of its own, or none. */
    readonly rate_limit: string | null;
    readonly limits: readonly KeyLimit[];
  }[];
}

/** Whether keys can be made here, and if not what to do. */
export type KeysFileState =
  | { readonly kind: 'writable'; readonly file: string }
  | { readonly kind: 'absent' | 'read_only'; readonly file: string | null; readonly advice: string };

export interface KeysAnswer {
  readonly total: number;
  readonly keys: readonly Key[];
  readonly keys_file: KeysFileState;
  /** Names of `rate_limits` that a key can have. */
  readonly rate_limits: readonly string[];
}

/** The body of `POST /api/keys`. */
export interface NewKey {
  readonly id: string;
  readonly models?: readonly string[];
  readonly endpoints?: readonly EndpointName[];
  readonly rate_limit?: string;
  readonly expires?: string;
}

/** The body of `POST /api/keys/{id}/rotate`. */
export interface Rotation {
  /** How long the secret before stays valid, such as `24h`; absent ends it at once. */
  readonly overlap?: string;
}

/** The one time a secret is shown. */
export interface KeySecretAnswer {
  readonly id: string;
  readonly secret: string;
  /** Whether every worker takes it already; if not, `problem` says why. */
  readonly live: boolean;
  readonly problem: string | null;
  /** A command that uses it; null where the key may use nothing. */
  readonly curl: string | null;
}

export interface KeyRevokedAnswer {
  readonly id: string;
  readonly live: boolean;
  readonly problem: string | null;
}

/** What the form of the Routing page offers. */
export interface NamesAnswer {
  readonly models: readonly string[];
  readonly keys: readonly string[];
  readonly backends: readonly string[];
  readonly deployments: readonly string[];
  readonly tags: readonly string[];
  readonly rate_limits: readonly string[];
  /** Lists are cut at this many names. */
  readonly most: number;
}

export type ExplainAnswer = Explanation;

export interface ConfigAnswer {
  readonly revision: string;
  readonly file: string;
  readonly loaded_at: string;
  /** The files as they are served: defaults filled in, secrets masked. */
  readonly files: readonly { readonly file: string; readonly text: string }[];
  /** Why `files` is empty: the files have changed since they were taken. */
  readonly unavailable: string | null;
}

export interface ReloadsAnswer {
  readonly reloads: readonly Reload[];
}

/** One try of a request on one deployment. */
export interface Attempt {
  /** `MODEL/NAME`. */
  readonly deployment: string;
  /** Since the request came. */
  readonly start_ms: number;
  readonly ms: number;
  /** The word of the outcome, such as `ok`, `refused_connection` or `status_500`. */
  readonly outcome: string;
  /** The backend's; null where it gave no answer. */
  readonly status: number | null;
  readonly ok: boolean;
}

/** One request, once it is over. Everything that clients named is text from outside. */
export interface RequestRecord {
  /** Counts up; what came after a number is asked for with `after`. */
  readonly number: number;
  readonly at: string;
  readonly id: string;
  readonly key: string | null;
  readonly client: string | null;
  readonly endpoint: string | null;
  readonly model: string | null;
  /** `MODEL/NAME`. */
  readonly deployment: string | null;
  readonly tags: readonly string[];
  readonly status: number;
  readonly code: string | null;
  readonly streamed: boolean;
  readonly ms: number;
  readonly first_byte_ms: number | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cost_usd: number | null;
  readonly title: string | null;
  readonly referer: string | null;
  readonly attempts: readonly Attempt[];
}

export interface RequestsAnswer {
  /** The number of the newest request there is, whether or not it matches. */
  readonly newest: number;
  /** Newest first, at most 200. */
  readonly requests: readonly RequestRecord[];
}

/** `GET /api/usage`: one row for each combination of what was asked `by`; the rest of the names are null. */
export interface UsageAnswer {
  readonly since: string;
  readonly rows: readonly UsageSum[];
}
