import { localUrl } from '../../admin/http/listener-url.ts';
import { formatProblems } from '../../config/problems.ts';
import { usualStateDir } from '../../config/resolve/state-dir.ts';
import { shownPath } from '../../config/text/files.ts';
import type { Config } from '../../config/types/gateway.ts';
import { type AdminListening, askAdminListener } from '../../supervisor/takeover/ask-admin-listener.ts';
import { loadFile } from '../config-file.ts';
import type { Terminal } from '../terminal.ts';
import { type AdminOptions, adminAccess, type Purpose } from './admin-access.ts';
import type { AdminAccess } from './ask-gateway.ts';
import { partlyRead } from './broken-config.ts';
import { originOf } from './gateway-status.ts';

export interface OneGatewayOptions extends AdminOptions {
  /** The file of the gateway: where its admin listener is, and the token. */
  readonly config?: string;
}

/** A gateway that a command asks, and the file that it was found by. */
export interface OneGateway {
  readonly access: AdminAccess;
  readonly file?: {
    readonly shown: string;
    /** Undefined where the file is not valid. */
    readonly config: Config | undefined;
  };
}

/**
 * The gateway that the options name. A file that is not valid, of which the gateway serves an earlier version, still tells
 * where that is, as far as it can be read; else the gateway that keeps its state in `state.dir` does. Throws where nobody
 * does.
 */
export async function oneGateway(
  options: OneGatewayOptions,
  terminal: Terminal,
  purpose: Purpose,
): Promise<OneGateway> {
  const { config: file, admin } = options;
  if (file === undefined) {
    if (admin === undefined) throw new Error('say which gateway to ask: --config FILE, or --admin URL');
    return { access: adminAccess(undefined, options, terminal, purpose)! };
  }
  const loaded = await loadFile(file, { requireSecrets: false, leavesOutStoreKeys: true }, terminal);
  const { shown, config } = loaded;
  const part = config === undefined ? partlyRead(file, loaded, terminal) : undefined;
  const known = config?.admin ?? part?.admin;
  const named = { shown, config };
  const access = adminAccess(known, options, terminal, purpose);
  if (access !== undefined) {
    const by = admin === undefined ? 'by what can be read of `admin` in it' : 'by --admin';
    if (config === undefined) say(`${shown} is not valid: the gateway at ${originOf(access)} is found ${by}`);
    return { access, file: named };
  }
  const dir = config?.state.dir ?? part?.stateDir ?? usualStateDir(terminal.env);
  const listener = await adminOfState(dir);
  if (typeof listener === 'object') {
    const url = localUrl(listener.isSecure ? 'https' : 'http', listener.address);
    say(`the gateway at ${url} is found by its state.dir, ${shownPath(dir)}`);
    return { access: adminAccess(known, { ...options, admin: url }, terminal, purpose)!, file: named };
  }
  const errors = loaded.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) say(`${formatProblems(errors, { color: terminal.colorErr })}\n`);
  const canRead = config === undefined ? ' that can be read' : '';
  throw new Error(
    `${shown} has no \`admin.address\` with a port${canRead}, and ${listener} (state.dir ${shownPath(dir)}); give the URL with --admin`,
  );

  function say(line: string): void {
    terminal.err(`${line}\n`);
  }
}

/** The admin listener of the gateway that keeps its state in a folder, or the reason why it is unknown. */
async function adminOfState(dir: string): Promise<AdminListening | string> {
  try {
    return (await askAdminListener(dir)) ?? 'no gateway that says more runs with its state';
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return `the gateway with its state can't be asked by this user (${code ?? message})`;
  }
}
