import type { LogConfig } from '../config/types.ts';
import { tenthsText } from '../observe/digits.ts';
import { LogLine, quoted } from '../observe/log/log-line.ts';
import type { AttemptEvent } from '../observe/request-event.ts';
import type { Observer } from './describe-request.ts';

/**
 * One line a request, with fields chosen one by one. `log.sample` keeps a share of the lines of requests that went
 * well; what was refused, failed, or needed more than one attempt always has its line.
 */
export function accessLog(
  write: (line: string) => void,
  { sample }: Pick<LogConfig, 'sample'>,
  random: () => number = Math.random,
): Observer {
  return function logAccess(event, { isUnlogged }) {
    if (isUnlogged) return;
    const { status, code, attempts, tokens, costNanoUsd, model } = event;
    const isPlain = status < 400 && code === undefined && attempts.length <= 1;
    if (isPlain && sample < 1 && random() >= sample) return;
    const line = new LogLine('info')
      .word('id', event.id)
      .text('client', event.client)
      .text('key', event.key)
      .word('method', event.method)
      .word('endpoint', event.endpoint)
      .text('model', event.asked)
      .text('deployment', model === undefined ? undefined : `${model}/${event.deployment}`)
      .texts('tags', event.tags)
      .json('stream', event.streamed ? 'true' : undefined)
      .number('status', status)
      .word('code', code)
      .json('ms', tenthsText(event.ms))
      .json('first_byte_ms', event.firstByteMs === undefined ? undefined : tenthsText(event.firstByteMs))
      .number('input_tokens', tokens?.input)
      .number('output_tokens', tokens?.output)
      .number('cached_tokens', tokens?.cachedInput)
      .number('cost_usd', costNanoUsd === undefined ? undefined : costNanoUsd / 1e9)
      .json('attempts', attempts.length === 0 ? undefined : attemptsWritten(attempts))
      .text('upstream_id', event.upstreamId)
      .text('title', event.title)
      .text('referer', event.referer)
      .end('request');
    write(line);
  };
}

function attemptsWritten(attempts: readonly AttemptEvent[]): string {
  let list = '';
  for (const { model, deployment, outcome, status, ms } of attempts) {
    const answered = status === undefined ? '' : `,"status":${status}`;
    list += `${list === '' ? '' : ','}{"deployment":${quoted(`${model}/${deployment}`)},"outcome":"${outcome}"${answered},"ms":${tenthsText(ms)}}`;
  }
  return `[${list}]`;
}
