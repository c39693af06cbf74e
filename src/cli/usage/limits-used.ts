import type { LimitsAnswer } from '../../admin/contract/limits.ts';
import { type OneGatewayOptions, oneGateway } from '../running/admin-of-file.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { usageText } from './usage-text.ts';

export interface UsageOptions extends OneGatewayOptions {
  readonly key?: string;
  readonly format: 'text' | 'json';
}

/** Prints what is used and left of every limit of the keys, as the running gateway counts it. */
export async function usage(options: UsageOptions, terminal: Terminal): Promise<ExitCode> {
  const { key, format } = options;
  const { access } = await oneGateway(options, terminal, 'read');
  const { askGateway } = await import('../running/ask-gateway.ts');
  const path = key === undefined ? '/api/limits' : `/api/limits?key=${encodeURIComponent(key)}`;
  const answer = await askGateway(access, path, isLimitsAnswer);
  terminal.out(format === 'json' ? `${JSON.stringify(answer, null, 2)}\n` : usageText(answer, Date.now()));
  return exitCodes.good;
}

function isLimitsAnswer(answer: unknown): answer is LimitsAnswer {
  return typeof answer === 'object' && answer !== null && Array.isArray((answer as LimitsAnswer).keys);
}
