/**
 * Traces through the official OpenTelemetry packages. Loaded only where `tracing` is configured, so that nobody else
 * pays for it in start-up time or memory. Spans are gathered and sent in the background; a collector that is slow or
 * gone costs spans, never a request.
 */

import {
  type Attributes,
  type Context,
  DiagLogLevel,
  diag,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type TracerConfig,
} from '@opentelemetry/sdk-trace-node';
import { endpointNamed, isServed, operationOf } from '../../api/endpoints/index.ts';
import { deploymentName } from '../../config/derived/model-names.ts';
import type { TracingConfig } from '../../config/types/telemetry.ts';
import type { Logger } from '../log/log.ts';
import type { AttemptEvent, RequestEvent } from '../request-event.ts';
import { genAi, general, mcp, own } from '../semantic-names.ts';
import type { Usage } from '../usage.ts';
import {
  type AttemptTrace,
  type CallTrace,
  formatTraceparent,
  parseTraceparent,
  type RequestTrace,
  type ToolTarget,
  type TracedRequest,
  type TracedTarget,
  type Tracer,
} from './tracer.ts';

const serviceName = 'gateway';
const sendEveryMs = 1000;
const sendWithinMs = 5000;
/** Spans that wait to be sent; what is more is dropped. */
const maxQueued = 8192;
/** A process that ends waits this long for its last spans. */
const lastMs = 2000;
const complainEveryMs = 60_000;

/** The sender of the spans, as the provider knows it. */
const resource: NonNullable<TracerConfig['resource']> = {
  attributes: { [general.serviceName]: serviceName },
  merge: (other) => other ?? resource,
  getRawAttributes: () => [[general.serviceName, serviceName]],
};

export function otelTracer({ url, sample, headers }: TracingConfig, log: Logger): Tracer {
  const complain = complainTo(log);
  const ignore = () => {};
  // The packages' own messages can hold a whole request with its headers: only that something failed is passed on.
  diag.setLogger(
    { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: sendWithinMs });
  const provider = new BasicTracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sample) }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: sendWithinMs,
        maxQueueSize: maxQueued,
      }),
    ],
  });
  const tracer = provider.getTracer(serviceName);
  return {
    begin: (request) => new OtelRequestTrace(tracer, request),
    async close() {
      const late = setTimeout(() => {
        complain();
        giveUp();
      }, lastMs);
      let giveUp = () => {};
      await new Promise<void>((resolve) => {
        giveUp = resolve;
        provider.shutdown().catch(complain).finally(resolve);
      });
      clearTimeout(late);
    },
  };
}

function complainTo(log: Logger): () => void {
  let complainedMs = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - complainedMs < complainEveryMs) return;
    complainedMs = now;
    log.warn('traces can not be delivered: see whether the collector at `tracing.otlp` takes them');
  };
}

class OtelRequestTrace implements RequestTrace {
  readonly isContinued: boolean;
  readonly #tracer: OtelTracer;
  readonly #span: Span;
  readonly #context: Context;
  readonly #startedMs: number;

  constructor(tracer: OtelTracer, { startedMs, method, path, traceparent }: TracedRequest) {
    const parent = parseTraceparent(traceparent);
    this.isContinued = parent !== undefined;
    this.#tracer = tracer;
    this.#startedMs = startedMs;
    const attributes = { [general.method]: method, [general.path]: path, [general.scheme]: 'https' };
    const options = { kind: SpanKind.SERVER, startTime: startedMs, attributes };
    this.#span = tracer.startSpan(method, options, parent === undefined ? ROOT_CONTEXT : contextOf(parent));
    this.#context = trace.setSpan(ROOT_CONTEXT, this.#span);
  }

  attempt(target: TracedTarget): AttemptTrace {
    const name = `${operationOf(target.endpoint)} ${target.upstreamModel}`;
    const options = {
      kind: SpanKind.CLIENT,
      startTime: performance.now(),
      attributes: targetAttributes(target),
    };
    const span = this.#tracer.startSpan(name, options, this.#context);
    const { traceId, spanId, traceFlags } = span.spanContext();
    const startedMs = this.#startedMs;
    return {
      traceparent: formatTraceparent({ traceId, spanId, flags: traceFlags }),
      end(attempt, tokens) {
        span.setAttributes(attemptAttributes(attempt, tokens));
        if (attempt.outcome !== 'answered')
          span.setStatus({ code: SpanStatusCode.ERROR, message: attempt.outcome });
        span.end(startedMs + attempt.startMs + attempt.ms);
      },
    };
  }

  call(target: ToolTarget): CallTrace {
    const { method, name } = target;
    // URIs of resources are too many for the name of a span.
    const shown = name === undefined || method.startsWith('resources/') ? method : `${method} ${name}`;
    const options = {
      kind: SpanKind.CLIENT,
      startTime: performance.now(),
      attributes: toolAttributes(target),
    };
    const span = this.#tracer.startSpan(shown, options, this.#context);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: formatTraceparent({ traceId, spanId, flags: traceFlags }),
      end(outcome) {
        if (outcome !== 'answered' && outcome !== 'input_required') {
          span.setAttribute(general.errorType, outcome === 'failed' ? 'tool_error' : outcome);
          span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
        }
        span.end(performance.now());
      },
    };
  }

  end(event: RequestEvent): void {
    const { method, endpoint, status, ms } = event;
    const span = this.#span;
    if (endpoint !== undefined) {
      const route = event.route ?? endpointNamed(endpoint as Parameters<typeof endpointNamed>[0]).path;
      span.updateName(`${method} ${route}`);
      span.setAttribute(general.route, route);
    }
    span.setAttributes(requestAttributes(event));
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(this.#startedMs + ms);
  }
}

function contextOf({ traceId, spanId, flags }: { traceId: string; spanId: string; flags: number }): Context {
  const remote: SpanContext = { traceId, spanId, traceFlags: flags & 1, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, remote);
}

function targetAttributes(target: TracedTarget): Attributes {
  return known({
    [genAi.operation]: operationOf(target.endpoint),
    [genAi.provider]: target.provider,
    [genAi.requestModel]: target.upstreamModel,
    [genAi.stream]: target.streamed,
    [genAi.maxTokens]: target.maxTokens,
    [general.serverAddress]: target.address,
    [general.serverPort]: target.port,
    [own.deployment]: target.deployment,
  });
}

/** By the conventions for the Model Context Protocol. */
function toolAttributes({ method, name, server, version, address, port }: ToolTarget): Attributes {
  return known({
    [mcp.method]: method,
    [mcp.version]: version,
    [mcp.resource]: method.startsWith('resources/') ? name : undefined,
    [genAi.operation]: method === 'tools/call' ? 'execute_tool' : undefined,
    [genAi.tool]: method === 'tools/call' ? name : undefined,
    [genAi.prompt]: method === 'prompts/get' ? name : undefined,
    [general.serverAddress]: address,
    [general.serverPort]: port,
    [own.server]: server,
  });
}

function attemptAttributes(
  { outcome, status, firstByteMs }: AttemptEvent,
  tokens: Usage | undefined,
): Attributes {
  return known({
    [general.status]: status,
    [general.errorType]: outcome === 'answered' ? undefined : outcome,
    [genAi.timeToFirstChunk]: firstByteMs === undefined ? undefined : firstByteMs / 1000,
    ...tokenAttributes(tokens),
  });
}

function requestAttributes(event: RequestEvent): Attributes {
  const { endpoint, status, code } = event;
  return known({
    [general.status]: status,
    [general.clientAddress]: event.client,
    [general.errorType]: code ?? (status >= 500 ? String(status) : undefined),
    [genAi.operation]: isServed(endpoint) ? operationOf(endpoint) : undefined,
    [genAi.requestModel]: event.asked,
    [mcp.method]: event.tools?.method,
    [own.server]: event.tools?.server,
    [own.requestId]: event.id,
    [own.key]: event.key,
    [genAi.conversation]: event.session,
    [genAi.agent]: event.agent,
    [own.requestClass]: event.requestClass,
    [own.code]: code,
    [own.attempts]: event.attempts.length,
    [own.deployment]: event.model === undefined ? undefined : deploymentName(event.model, event.deployment!),
    ...tokenAttributes(event.tokens),
  });
}

function tokenAttributes(tokens: Usage | undefined): Record<string, number | undefined> {
  return {
    [genAi.inputTokens]: tokens?.input,
    [genAi.outputTokens]: tokens?.output,
    [genAi.cachedInputTokens]: tokens?.cachedInput,
    [genAi.cacheWriteTokens]: tokens?.cacheWrite,
  };
}

/** Without the attributes that nothing is known of: what is not known is not told. */
function known(attributes: Record<string, string | number | boolean | undefined>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
