import { parseBackendUrl } from '../backend-url.ts';
import type { GatewayFile, Tracing } from '../schema/generated/file.generated.ts';
import type { LogConfig, LogLevel, TracingConfig } from '../types/telemetry.ts';
import { resolveHeaders } from './backends/headers.ts';
import { type Context, fileAt, isAbsent, wrong } from './context.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Where the path of a collector's URL is left out, traces go here (OpenTelemetry protocol, "OTLP/HTTP Request"). */
const tracesPath = '/v1/traces';

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
  if (!context.intact(['tracing', 'otlp'])) return undefined;
  const path = ['tracing', 'otlp'];
  const headers = resolveHeaders(context, ['tracing', 'headers'], tracing.headers, undefined);
  if (isAbsent(context, path)) return { url: 'http://unset.invalid/', sample: tracing.sample, headers };
  const url = parseBackendUrl(tracing.otlp);
  if ('message' in url) {
    wrong(context, path, url.name, url.message, { hint: url.hint });
    return undefined;
  }
  const written = new URL(tracing.otlp);
  if (written.pathname === '/') written.pathname = tracesPath;
  return { url: written.href, sample: tracing.sample, headers };
}
