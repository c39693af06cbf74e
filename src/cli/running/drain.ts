import type { DrainAnswer } from '../../admin/contract/deployments.ts';
import type { DrainMeanings, ToolDrainAnswer } from '../../admin/contract/tool-servers.ts';
import type { Config } from '../../config/types/gateway.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { type OneGatewayOptions, oneGateway } from './admin-of-file.ts';
import type { AdminAccess } from './ask-gateway.ts';

export interface DrainOptions extends OneGatewayOptions {
  readonly format: 'text' | 'json';
  /** Left out where the name itself is of one of both. */
  readonly kind?: Kind;
}

type Kind = 'deployment' | 'tool';
type Act = 'drain' | 'resume';

/** Has the running gateway take a deployment or tools out, or back, and says since when. */
export async function drain(
  act: Act,
  name: string,
  options: DrainOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { access, file } = await oneGateway(options, terminal, 'change');
  const { AnswerRefused, askGateway } = await import('./ask-gateway.ts');
  const kind = options.kind ?? (await kindOf(act, name, access));
  const path = `/api/${kind}s/${encodeURIComponent(name)}/${act}`;
  const answer = await askGateway(access, path, isDrainAnswer, 'POST').catch((error: unknown) => {
    if (!(error instanceof AnswerRefused) || error.status !== 404) throw error;
    throw new Error(act === 'drain' ? unknown(name, file?.config) : notDrained(name), {
      cause: error,
    });
  });
  if (options.format === 'json') terminal.out(`${JSON.stringify(answer, null, 2)}\n`);
  else terminal.out(drainText(kind, name, answer));
  return exitCodes.good;
}

/** The kind of a name. Rejects where a deployment and a tool have it. */
async function kindOf(act: Act, name: string, access: AdminAccess): Promise<Kind> {
  const { AnswerRefused, askGateway } = await import('./ask-gateway.ts');
  const path = `/api/drains/${encodeURIComponent(name)}`;
  const meanings = await askGateway(access, path, isMeanings).catch((error: unknown) => {
    // A version that knows no tools.
    if (error instanceof AnswerRefused && error.status === 404) return undefined;
    throw error;
  });
  if (meanings === undefined) return 'deployment';
  const isMeant = (meaning: DrainMeanings[Kind]) =>
    act === 'drain' ? meaning !== 'none' : meaning === 'drained';
  const isTool = isMeant(meanings.tool);
  if (isTool && isMeant(meanings.deployment))
    throw new Error(
      `"${name}" is a deployment and a tool of a server of \`mcp\`; say which by --kind deployment or --kind tool`,
    );
  return isTool ? 'tool' : 'deployment';
}

function drainText(kind: Kind, name: string, answer: DrainAnswer | ToolDrainAnswer): string {
  const { drained } = answer;
  const notListed =
    'listed' in answer && answer.listed === false
      ? `; its server lists no such tool at the moment: \`gateway status\` has the number of those that it lists`
      : '';
  if (drained !== null)
    return `${name} is drained since ${drained.at} (by ${drained.by}); gateway resume undoes that${notListed}\n`;
  const takes = kind === 'tool' ? 'may be called again' : 'takes requests again';
  return `${name} ${takes}${notListed}\n`;
}

function unknown(name: string, config: Config | undefined): string {
  const deployments = [...(config?.models.values() ?? [])].flatMap(({ id, deployments }) =>
    deployments.map(({ name }) => `${id}/${name}`),
  );
  const servers = config?.mcp?.servers;
  const what = servers === undefined ? 'deployment' : 'deployment, tool server or tool';
  const meant = didYouMean(name.replace(/@[^@]*$/, ''), [...deployments, ...(servers?.keys() ?? [])]);
  const orTools = servers === undefined ? '' : ', SERVER of `mcp`, or SERVER/TOOL for one of its tools';
  return `no ${what} is named "${name}" there${meant}; write MODEL/NAME, as \`gateway explain\` names them, or MODEL/NAME@REPLICA for one of its servers${orTools}`;
}

function notDrained(name: string): string {
  return `"${name}" is not drained there; \`gateway status\` says what is`;
}

function isDrainAnswer(answer: unknown): answer is DrainAnswer | ToolDrainAnswer {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    ('deployment' in answer || 'tool' in answer) &&
    'drained' in answer
  );
}

function isMeanings(answer: unknown): answer is DrainMeanings {
  return typeof answer === 'object' && answer !== null && 'deployment' in answer && 'tool' in answer;
}
