import type { FlushAnswer } from '../../admin/contract/queues.ts';
import { counted, type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { type OneGatewayOptions, oneGateway } from './admin-of-file.ts';

export interface FlushOptions extends OneGatewayOptions {
  readonly format: 'text' | 'json';
}

/** Has the running gateway send away who waits for a model, and says how many that were. */
export async function flushQueue(
  model: string,
  options: FlushOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { access } = await oneGateway(options, terminal, 'change');
  const { askGateway } = await import('./ask-gateway.ts');
  const path = `/api/queues/${encodeURIComponent(model)}/flush`;
  const answer = await askGateway(access, path, isFlushAnswer, 'POST');
  const { sent_away: sentAway } = answer;
  if (options.format === 'json') terminal.out(`${JSON.stringify({ model, sent_away: sentAway }, null, 2)}\n`);
  else if (sentAway === 0)
    terminal.out(`nobody waits for ${model} there; \`gateway status\` says who waits\n`);
  else terminal.out(`${counted(sentAway, 'request')} that waited for ${model} sent away\n`);
  return exitCodes.good;
}

function isFlushAnswer(answer: unknown): answer is FlushAnswer {
  return typeof (answer as Partial<FlushAnswer> | null)?.sent_away === 'number';
}
