import { parseBackendUrl } from '../backend-url.ts';
import type { GatewayFile, Metrics, Tracing } from '../schema/generated/file.generated.ts';
import type { LogConfig, LogLevel, MetricsConfig, TracingConfig } from '../types/telemetry.ts';
import { resolveHeaders } from './backends/headers.ts';
import { type Context, duration, fileAt, isAbsent, wrong } from './context.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The default paths below a collector's URL (OpenTelemetry protocol, "OTLP/HTTP Request"). */
const tracesPath = '/v1/traces';
const metricsPath = '/v1/metrics';

export function resolveLog(context: Context, log: GatewayFile['log']): LogConfig {
  return {
    level: logLevel(context, log),
    file: log.file === undefined ? undefined : fileAt(context, log.file),
    sample: log.sample,
    clientIp: log.client_ip,
    exclude: log.exclude,
  };
}

function logLevel(context: Context, log: GatewayFile['log']): LogLevel {
  const level = logLevels.find((known) => known === log.level);
  if (level !== undefined) return level;
  const path = ['log', 'level'];
  if (!isAbsent(context, path)) {
    wrong(context, path, 'wrong_value', `must be one of: ${logLevels.join(', ')}`);
  }
  return 'info';
}

export function resolveTracing(context: Context, tracing: Tracing): TracingConfig | undefined {
  const collector = resolveCollector(context, 'tracing', tracing, tracesPath);
  return collector && { sample: tracing.sample, ...collector };
}

export function resolveMetrics(context: Context, metrics: Metrics): MetricsConfig | undefined {
  const collector = resolveCollector(context, 'metrics', metrics, metricsPath);
  if (collector === undefined) return undefined;
  return {
    everyMs: duration(context, ['metrics', 'every'], metrics.every),
    temporality: metrics.temporality,
    names: metrics.names,
    ...collector,
  };
}

/** The address and headers of a collector. */
function resolveCollector(
  context: Context,
  section: 'tracing' | 'metrics',
  { otlp, headers: written }: Pick<Tracing, 'otlp' | 'headers'>,
  defaultPath: string,
): Pick<TracingConfig, 'url' | 'headers'> | undefined {
  const path = [section, 'otlp'];
  if (!context.intact(path)) return undefined;
  const headers = resolveHeaders(context, [section, 'headers'], written, undefined);
  if (isAbsent(context, path)) return { url: 'http://unset.invalid/', headers };
  const parsed = parseBackendUrl(otlp);
  if ('message' in parsed) {
    wrong(context, path, parsed.name, parsed.message, { hint: parsed.hint });
    return undefined;
  }
  const url = new URL(otlp);
  if (url.pathname === '/') url.pathname = defaultPath;
  return { url: url.href, headers };
}
