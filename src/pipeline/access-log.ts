import { deploymentName } from '../config/derived/model-names.ts';
import type { LogConfig, LogLevel } from '../config/types/telemetry.ts';
import { tenthsText } from '../observe/digits.ts';
import { LogLine, quoted } from '../observe/log/log-line.ts';
import type {
  AttemptEvent,
  GuardEvent,
  MirroredRequest,
  NestedUse,
  RequestEvent,
  TranslationTold,
} from '../observe/request-event.ts';
import { countedUnits } from '../observe/units/index.ts';
import type { Observer } from './describe-request.ts';

export interface AccessLogOptions extends Pick<LogConfig, 'sample' | 'exclude'> {
  /** The least severity of a line. */
  readonly level: LogLevel;
  /** True if one more line may be written of a client without a key. */
  readonly admitsKeyless: (client: string | undefined) => boolean;
  readonly random?: () => number;
}

/**
 * Writes one line a request, with fields chosen one by one. `log.sample` keeps a share of the lines of successful
 * requests. A refused or failed request, or one with several attempts, always has its line, unless it has no key and
 * very many are like it. Requests to the paths of `log.exclude` have none.
 */
export function accessLog(
  write: (line: string) => void,
  { level, sample, exclude, admitsKeyless, random = Math.random }: AccessLogOptions,
): Observer {
  const least = severities.indexOf(level);
  const excluded = new Set(exclude);

  return function logAccess(event, { isUnlogged }) {
    if (isUnlogged || excluded.has(event.path)) return;
    const { status, code, attempts, tokens, costNanoUsd, model, key, client } = event;
    const severity = severityOf(event);
    if (severities.indexOf(severity) < least) return;
    const isPlain = status < 400 && code === undefined && attempts.length <= 1;
    if (isPlain && sample < 1 && random() >= sample) return;
    if (key === undefined && !admitsKeyless(client)) return;
    const line = new LogLine(severity)
      .word('id', event.id)
      .text('client', client)
      .text('key', key)
      .text('issuer', event.issuer)
      .text('subject', event.subject)
      .word('method', event.method)
      .text('host', event.host)
      .text('path', event.path)
      .text('user_agent', event.userAgent)
      .text('session', event.session)
      .text('agent', event.agent)
      .text('request_class', event.requestClass)
      .word('endpoint', event.endpoint)
      .word('mcp_method', event.tools?.method)
      .text('tool', event.tools?.tool ?? event.tools?.server)
      .word('tool_outcome', event.tools?.outcome)
      .text('model', event.asked)
      .texts('chain', event.chain)
      .text('deployment', model === undefined ? undefined : deploymentName(model, event.deployment!))
      .texts('tags', event.tags)
      .texts('needs', event.needs)
      .json('stream', event.streamed ? 'true' : undefined)
      .number('status', status)
      .word('code', code)
      .text('reason', event.reason)
      .json('ms', tenthsText(event.ms))
      .json('first_byte_ms', event.firstByteMs === undefined ? undefined : tenthsText(event.firstByteMs))
      .json('queued_ms', event.queued === undefined ? undefined : tenthsText(event.queued.ms))
      .number('input_tokens', tokens?.input)
      .number('output_tokens', tokens?.output)
      .number('cached_tokens', tokens?.cachedInput);
    for (const { counter, name } of countedUnits) line.number(name, tokens?.[counter] || undefined);
    write(
      line
        .text('service_tier', tokens?.serviceTier)
        .word('certainty', event.certainty)
        .number('cost_usd', costNanoUsd === undefined ? undefined : costNanoUsd / 1e9)
        .json('nested', event.nested && nestedWritten(event.nested))
        .json('translation', event.translation && translationWritten(event.translation))
        .json('attempts', attempts.length === 0 ? undefined : attemptsWritten(attempts))
        .text('upstream_id', event.upstreamId)
        .json('guards', event.guards && guardsWritten(event.guards))
        .word('purpose', event.mirror ? 'mirror' : event.guardOf && 'guard')
        .text('guard', event.guardOf?.guard)
        .word('guard_of', event.guardOf?.request)
        .json('mirror', event.mirror && mirrorWritten(event.mirror))
        .text('title', event.title)
        .text('referer', event.referer)
        .number('sample', isPlain && sample < 1 ? sample : undefined)
        .end('request'),
    );
  };
}

/** From the least to the greatest; `silent` is above all. */
const severities: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Errors of a gateway that is full, which pass: nothing has failed. */
const passing: ReadonlySet<number> = new Set([429, 503]);

/**
 * The severity of a line: an error for a failure, such as of a backend or its credential; a warning if the gateway
 * itself refused the request for now.
 */
export function severityOf({
  status,
  code,
}: Pick<RequestEvent, 'status' | 'code'>): 'info' | 'warn' | 'error' {
  if (code !== undefined && passing.has(status)) return 'warn';
  // A stream that breaks off has begun with its status.
  return status >= 500 || code === 'upstream_interrupted' ? 'error' : 'info';
}

function mirrorWritten({ of, deployment, status, ...told }: MirroredRequest): string {
  const tenths = (ms: number | undefined) => (ms === undefined ? undefined : Math.round(ms * 10) / 10);
  return JSON.stringify({
    of,
    deployment,
    status,
    ms: tenths(told.ms),
    first_byte_ms: tenths(told.firstByteMs),
    input_tokens: told.inputTokens,
    output_tokens: told.outputTokens,
    length: told.length,
    own_length: told.ownLength,
  });
}

function guardsWritten(guards: readonly GuardEvent[]): string {
  return JSON.stringify(
    guards.map(({ guard, direction, outcome, looks, ms }) => ({
      guard,
      direction,
      outcome,
      looks,
      ms: Math.round(ms * 10) / 10,
    })),
  );
}

function nestedWritten(nested: readonly NestedUse[]): string {
  return JSON.stringify(
    nested.map(({ model, deployment, certainty, tokens, costNanoUsd }) => ({
      deployment: deploymentName(model, deployment),
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      certainty,
      cost_usd: costNanoUsd / 1e9,
    })),
  );
}

function translationWritten({ from, to, dropped, changed, nearly, lost, unknown }: TranslationTold): string {
  return JSON.stringify({
    from,
    to,
    ...(dropped.length > 0 && { dropped }),
    ...(changed.length + nearly.length > 0 && { changed: [...changed, ...nearly] }),
    ...(lost.length > 0 && { lost }),
    ...(unknown.length > 0 && { unknown }),
  });
}

function attemptsWritten(attempts: readonly AttemptEvent[]): string {
  let list = '';
  for (const { model, deployment, outcome, status, ms, via, replica } of attempts) {
    const answered =
      (status === undefined ? '' : `,"status":${status}`) +
      (via === undefined ? '' : `,"via":"${via}"`) +
      (replica === undefined ? '' : `,"replica":"${replica}"`);
    list += `${list === '' ? '' : ','}{"deployment":${quoted(deploymentName(model, deployment))},"outcome":"${outcome}"${answered},"ms":${tenthsText(ms)}}`;
  }
  return `[${list}]`;
}
