import type { DrainAnswer } from '../../admin/contract/deployments.ts';
import type { Config } from '../../config/types/gateway.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { type OneGatewayOptions, oneGateway } from './admin-of-file.ts';

export interface DrainOptions extends OneGatewayOptions {
  readonly format: 'text' | 'json';
}

/** Has the running gateway take a deployment out, or back, and says since when. */
export async function drain(
  act: 'drain' | 'resume',
  deployment: string,
  options: DrainOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { access, file } = await oneGateway(options, terminal, 'change');
  const { AnswerRefused, askGateway } = await import('./ask-gateway.ts');
  const path = `/api/deployments/${encodeURIComponent(deployment)}/${act}`;
  const answer = await askGateway(access, path, isDrainAnswer, 'POST').catch((error: unknown) => {
    if (!(error instanceof AnswerRefused) || error.status !== 404) throw error;
    throw new Error(act === 'drain' ? unknown(deployment, file?.config) : notDrained(deployment), {
      cause: error,
    });
  });
  const { drained } = answer;
  if (options.format === 'json') terminal.out(`${JSON.stringify({ deployment, drained }, null, 2)}\n`);
  else
    terminal.out(
      drained === null
        ? `${deployment} takes requests again\n`
        : `${deployment} is drained since ${drained.at} (by ${drained.by}); gateway resume undoes that\n`,
    );
  return exitCodes.good;
}

function unknown(deployment: string, config: Config | undefined): string {
  const names = [...(config?.models.values() ?? [])].flatMap(({ id, deployments }) =>
    deployments.map(({ name }) => `${id}/${name}`),
  );
  return `no deployment is named "${deployment}" there${didYouMean(deployment.replace(/@[^@]*$/, ''), names)}; write MODEL/NAME, as \`gateway explain\` names them, or MODEL/NAME@REPLICA for one of its servers`;
}

function notDrained(deployment: string): string {
  return `"${deployment}" is not drained there; \`gateway status\` says what is`;
}

function isDrainAnswer(answer: unknown): answer is DrainAnswer {
  return typeof answer === 'object' && answer !== null && 'deployment' in answer && 'drained' in answer;
}
