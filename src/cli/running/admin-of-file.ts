import { parseAddress } from '../../config/addresses.ts';
import { formatProblems } from '../../config/problems.ts';
import type { AdminConfig, Config } from '../../config/types.ts';
import { type LoadedFile, loadFile } from '../config-file.ts';
import type { Terminal } from '../terminal.ts';
import { type AdminOptions, adminAccess, type Purpose } from './admin-access.ts';
import type { AdminAccess } from './ask-gateway.ts';

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
 * The gateway that the options name. A file that is not valid, of which the gateway serves an earlier version, still
 * tells where that is. Throws where nothing does.
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
  const { shown, config, problems } = loaded;
  const access = adminAccess(config?.admin ?? written(loaded), options, terminal, purpose);
  if (access !== undefined) return { access, file: { shown, config } };
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) terminal.err(`${formatProblems(errors, { color: terminal.colorErr })}\n\n`);
  throw new Error(`${shown} has no \`admin.address\` with a port to ask at; give the URL with --admin`);
}

/** What the text says of the listener, where the file as a whole is not valid. */
function written({ trees }: LoadedFile): AdminConfig | undefined {
  const root: unknown = trees[0]?.root.value;
  const admin = isObject(root) ? root['admin'] : undefined;
  if (!isObject(admin) || typeof admin['address'] !== 'string') return undefined;
  const address = parseAddress(admin['address']);
  return (
    address && {
      address,
      tls: isObject(admin['tls']) ? { kind: 'self_signed' } : undefined,
      token: textOf(admin['token']),
      readToken: textOf(admin['read_token']),
      oidc: undefined,
    }
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
