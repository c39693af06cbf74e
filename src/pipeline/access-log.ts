import type { LogConfig } from '../config/types.ts';
import type { Logger } from '../observe/log.ts';
import type { AttemptEvent } from '../observe/request-event.ts';
import type { Observer } from './request-event.ts';

/**
 * One line a request, with fields chosen one by one. `log.sample` keeps a share of the lines of requests that went
 * well; what was refused, failed, or needed more than one attempt always has its line.
 */
export function accessLog(
  log: Logger,
  { sample }: Pick<LogConfig, 'sample'>,
  random: () => number = Math.random,
): Observer {
  return function logAccess(event, { isUnlogged }) {
    if (isUnlogged) return;
    const { status, code, attempts, tokens, costNanoUsd, model } = event;
    const isPlain = status < 400 && code === undefined && attempts.length <= 1;
    if (isPlain && sample < 1 && random() >= sample) return;
    log.info(
      {
        id: event.id,
        client: event.client,
        key: event.key,
        method: event.method,
        endpoint: event.endpoint,
        model: event.asked,
        deployment: model === undefined ? undefined : `${model}/${event.deployment}`,
        tags: event.tags.length === 0 ? undefined : event.tags,
        stream: event.streamed ? true : undefined,
        status,
        code,
        ms: tenths(event.ms),
        first_byte_ms: event.firstByteMs === undefined ? undefined : tenths(event.firstByteMs),
        input_tokens: tokens?.input,
        output_tokens: tokens?.output,
        cached_tokens: tokens?.cachedInput,
        cost_usd: costNanoUsd === undefined ? undefined : costNanoUsd / 1e9,
        attempts: attempts.length === 0 ? undefined : attempts.map(attemptLine),
        upstream_id: event.upstreamId,
        title: event.title,
        referer: event.referer,
      },
      'request',
    );
  };
}

function attemptLine(attempt: AttemptEvent) {
  const { model, deployment, outcome, status, ms } = attempt;
  return { deployment: `${model}/${deployment}`, outcome, status, ms: tenths(ms) };
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
