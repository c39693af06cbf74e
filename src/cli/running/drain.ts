import type { DrainAnswer } from '../../admin/contract/deployments.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { type OneGatewayOptions, oneGateway } from './admin-of-file.ts';

/** Has the running gateway take a deployment out, or back, and says since when. */
export async function drain(
  act: 'drain' | 'resume',
  deployment: string,
  options: OneGatewayOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { access } = await oneGateway(options, terminal, 'change');
  const { askGateway } = await import('./ask-gateway.ts');
  const path = `/api/deployments/${encodeURIComponent(deployment)}/${act}`;
  const answer = await askGateway(access, path, isDrainAnswer, 'POST');
  const { drained } = answer;
  terminal.out(
    drained === null
      ? `${deployment} takes requests again\n`
      : `${deployment} is drained since ${drained.at} (by ${drained.by}); gateway resume undoes that\n`,
  );
  return exitCodes.good;
}

function isDrainAnswer(answer: unknown): answer is DrainAnswer {
  return typeof answer === 'object' && answer !== null && 'deployment' in answer && 'drained' in answer;
}
