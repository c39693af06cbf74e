/** Traces as the pipeline sees them: nothing of OpenTelemetry is loaded for these types. */
import type { EndpointName } from '../../api/endpoints/index.ts';
import type { AttemptEvent, RequestEvent, ToolOutcome } from '../request-event.ts';
import type { Usage } from '../usage.ts';

/** The known facts about a request at the beginning of its trace. */
export interface TracedRequest {
  /** On the monotonic clock, in milliseconds. */
  readonly startedMs: number;
  readonly method: string;
  readonly path: string;
  /** As the client sent it. */
  readonly traceparent: string | undefined;
}

/** The destination of an attempt. */
export interface TracedTarget {
  readonly endpoint: EndpointName;
  readonly provider: string;
  /** The name sent to the backend. */
  readonly upstreamModel: string;
  /** `MODEL/NAME`. */
  readonly deployment: string;
  readonly address: string | undefined;
  readonly port: number | undefined;
  readonly streamed: boolean;
  readonly maxTokens: number | undefined;
}

export interface AttemptTrace {
  /** The header with which the backend continues the trace. */
  readonly traceparent: string;
  end(attempt: AttemptEvent, tokens: Usage | undefined): void;
}

/** The destination of a Model Context Protocol message. */
export interface ToolTarget {
  readonly method: string;
  /** The requested name; undefined for a method without one. */
  readonly name: string | undefined;
  /** The server by its name in the file. */
  readonly server: string;
  /** The revision that the server is asked in. */
  readonly version: string;
  readonly address: string | undefined;
  readonly port: number | undefined;
}

export interface CallTrace {
  /** The header with which the server continues the trace. */
  readonly traceparent: string;
  end(outcome: ToolOutcome): void;
}

export interface RequestTrace {
  /** The client's trace goes on: what else it said of it (`tracestate`) may go on too. */
  readonly isContinued: boolean;
  attempt(target: TracedTarget): AttemptTrace;
  /** A message goes to a server of tools. */
  call(target: ToolTarget): CallTrace;
  end(event: RequestEvent): void;
}

export interface Tracer {
  begin(request: TracedRequest): RequestTrace;
  /** Sends what there is, for a moment. */
  close(): Promise<void>;
}

/** The content of `traceparent`: W3C Trace Context, 3.2. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: number;
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Reads the header; undefined for what is none, which means that a new trace begins. */
export function parseTraceparent(header: string | undefined): TraceParent | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = form.exec(header ?? '') ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

export function formatTraceparent({ traceId, spanId, flags }: TraceParent): string {
  return `00-${traceId}-${spanId}-${(flags & 1).toString(16).padStart(2, '0')}`;
}

/** Traces nothing: for pipelines that are put together to be looked at. */
export const silentTracer: Tracer = {
  begin: () => ({
    isContinued: true,
    attempt: () => ({ traceparent: '', end() {} }),
    call: () => ({ traceparent: '', end() {} }),
    end() {},
  }),
  async close() {},
};
