import type { DrainAnswer } from '../../admin/contract/deployments.ts';
import type { AdminConfig } from '../../config/types.ts';
import { requireFile } from '../config-file.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { type AdminOptions, adminAccess } from './admin-access.ts';

export interface DrainOptions extends AdminOptions {
  /** The file of the gateway: where its admin listener is, and the token. */
  readonly config?: string;
}

/** Has the running gateway take a deployment out, or back, and says since when. */
export async function drain(
  act: 'drain' | 'resume',
  deployment: string,
  options: DrainOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { config: file, admin: url } = options;
  if (file === undefined && url === undefined) {
    throw new Error('say which gateway to ask: --config FILE, or --admin URL');
  }
  let admin: AdminConfig | undefined;
  if (file !== undefined) {
    const loaded = await requireFile(file, { requireSecrets: false }, terminal);
    if (loaded.config === undefined) return loaded.exitCode;
    admin = loaded.config.admin;
  }
  const { askGateway } = await import('./ask-gateway.ts');
  const access = adminAccess(admin, options, terminal, 'change');
  if (access === undefined) {
    throw new Error(`${file} has no \`admin.address\` to ask at; give the URL with --admin`);
  }
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
