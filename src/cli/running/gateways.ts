/** Several gateways that are to serve one file. */
import type { Status } from '../../admin/status.ts';
import { formatProblems } from '../../config/problems.ts';
import type { Config } from '../../config/types/gateway.ts';
import { loadFile } from '../config-file.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { type AdminOptions, adminAccess, type Purpose, tokenIn } from './admin-access.ts';
import type { AdminAccess } from './ask-gateway.ts';
import { originOf, statusOf } from './gateway-status.ts';

export interface GatewaysOptions extends Pick<AdminOptions, 'ca' | 'tokenFile'> {
  /** The URLs of their admin listeners; where there is none, the one that the file names. */
  readonly admin?: readonly string[];
}

/** The file that gateways are compared with. */
export interface ComparedFile {
  readonly shown: string;
  readonly config: Config;
}

/** Loads the file that is to be served; what is wrong with it goes to `err`. Its secrets need not be here. */
export async function comparedFile(
  file: string,
  terminal: Terminal,
): Promise<ComparedFile | { readonly config: undefined; readonly exitCode: ExitCode }> {
  const { shown, config, problems, isUnreadable } = await loadFile(
    file,
    { requireSecrets: false, leavesOutStoreKeys: true },
    terminal,
  );
  if (config !== undefined) return { shown, config };
  const errors = problems.filter(({ severity }) => severity === 'error');
  terminal.err(`${formatProblems(errors, { color: terminal.colorErr })}\n\nno gateway can serve ${shown}\n`);
  return { config, exitCode: isUnreadable ? exitCodes.couldNotRun : exitCodes.notValid };
}

/** The access to each of the gateways. Throws for a gateway without a known address. */
export function accesses(
  { shown, config }: ComparedFile,
  { admin, ca, tokenFile }: GatewaysOptions,
  terminal: Terminal,
  purpose: Purpose,
): readonly AdminAccess[] {
  const given = tokenFile === undefined ? tokenIn(terminal.env, purpose) : tokenIn({}, purpose, tokenFile);
  const urls = admin === undefined ? [undefined] : [...new Set(admin)];
  return urls.map((url) => {
    const options = { ...(url !== undefined && { admin: url }), ...(ca !== undefined && { ca }) };
    const access = adminAccess(config.admin, options, terminal, purpose);
    if (access === undefined) {
      throw new Error(`${shown} has no \`admin.address\` with a port; name the gateways with --admin URL`);
    }
    return { ...access, ...given };
  });
}

/** A gateway's status, or the reason why it can't be asked. */
export type Asked =
  | { readonly access: AdminAccess; readonly status: Status }
  | { readonly access: AdminAccess; readonly status: undefined; readonly reason: string };

/** Asks all of them at once. */
export function askedAll(all: readonly AdminAccess[]): Promise<readonly Asked[]> {
  return Promise.all(
    all.map(async (access) => {
      try {
        return { access, status: await statusOf(access) };
      } catch (error) {
        return { access, status: undefined, reason: whyNot(error, access) };
      }
    }),
  );
}

/** Why a gateway could not be asked, and what to do about it. */
export function whyNot(error: unknown, access: AdminAccess): string {
  const message = error instanceof Error ? error.message : String(error);
  const origin = originOf(access);
  return message.startsWith(origin) ? message : `${origin}: ${message}`;
}
