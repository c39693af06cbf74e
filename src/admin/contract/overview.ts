import { deploymentState } from './deployments.ts';
import { gatewayAnswer } from './gateway.ts';
import { guardState } from './guards.ts';
import { count, described, list, named, number, orNull, type TypeOf, text, whole } from './shape.ts';
import { unwellToolServer } from './tool-servers.ts';
import { usageSum } from './usage.ts';

/** The traffic of a span of time. */
export const trafficSummary = named(
  'Figures',
  whole({
    requests: count(),
    failed: described('Answered with 5xx.', count()),
    refused: described('Answered with 4xx.', count()),
    gone: described('The client left before its answer was complete.', count()),
    /** Duration in milliseconds, of answered requests; null where there was none. */
    p50_ms: orNull(number()),
    p95_ms: orNull(number()),
    p99_ms: orNull(number()),
    /** Until the first byte of the answer. */
    first_byte_p50_ms: orNull(number()),
    first_byte_p95_ms: orNull(number()),
    input_tokens: count(),
    output_tokens: count(),
    cost_usd: number(),
  }),
);
export type TrafficSummary = TypeOf<typeof trafficSummary>;

/** One name's share of the traffic. */
export const share = named(
  'Share',
  whole({
    name: text(),
    requests: count(),
    failed: count(),
    output_tokens: count(),
    cost_usd: number(),
  }),
);
export type Share = TypeOf<typeof share>;

/** Columns of equal length, one entry per step, oldest first. */
export const series = named(
  'Series',
  whole({
    /** Unix seconds at the beginning of each step. */
    at: list(count()),
    answered: list(count()),
    refused: list(count()),
    failed: list(count()),
    p50_ms: list(orNull(number())),
    p95_ms: list(orNull(number())),
    p99_ms: list(orNull(number())),
    first_byte_p50_ms: list(orNull(number())),
    output_tokens: list(count()),
  }),
);
export type Series = TypeOf<typeof series>;

const { requests, failed, input_tokens, output_tokens, cost_usd } = usageSum.fields;

export const overviewAnswer = named(
  'Overview',
  whole({
    gateway: gatewayAnswer,
    /** Requests being served; null where no worker has answered. */
    in_flight: orNull(count()),
    /** WebSockets of clients that are open, and turns in flight on them, which are requests being served, too. */
    open_sockets: orNull(count()),
    socket_turns: orNull(count()),
    /** The span that `window` sums up. */
    window_seconds: count(),
    window: trafficSummary,
    /** The usage since midnight UTC; null if it can't be read. */
    today: orNull(whole({ requests, failed, input_tokens, output_tokens, cost_usd })),
    step_seconds: count(),
    series,
    models: list(share),
    keys: list(share),
    /** Deployments that are not well at the moment. */
    unwell: list(whole({ deployment: text(), ...deploymentState.fields })),
    /** Guards that some worker leaves alone. */
    unwell_guards: list(guardState),
    /** Servers of `mcp` that some worker sends nothing, but for those that an operator took out. */
    unwell_tool_servers: list(unwellToolServer),
  }),
);
export type OverviewAnswer = TypeOf<typeof overviewAnswer>;

/** The biggest spenders of the last hour, highest cost first. */
export const spendingAnswer = named(
  'Spending',
  whole({ seconds: count(), cost_usd: number(), keys: list(share), models: list(share) }),
);
export type SpendingAnswer = TypeOf<typeof spendingAnswer>;
