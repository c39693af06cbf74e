import { readFileSync } from 'node:fs';
import { localUrl } from '../../admin/http/listener-url.ts';
import type { AdminConfig } from '../../config/types/admin.ts';
import type { Terminal } from '../terminal.ts';
import type { AdminAccess } from './ask-gateway.ts';

/** The purpose of the access. */
export type Purpose = 'read' | 'change' | 'contents';

/** The command line's settings for the admin listener; they override the file. */
export interface AdminOptions {
  /** The URL of the listener. */
  readonly admin?: string;
  /** A file with the authority that signed its certificate. */
  readonly ca?: string;
  /** A file with the token. */
  readonly tokenFile?: string;
}

/**
 * The address and token for the admin listener of a file; undefined if neither the file nor the options give a port.
 */
export function adminAccess(
  config: AdminConfig | undefined,
  { admin, ca, tokenFile }: AdminOptions,
  { env }: Pick<Terminal, 'env'>,
  purpose: Purpose = 'read',
): AdminAccess | undefined {
  const url = admin ?? (config && urlOf(config));
  if (url === undefined) return undefined;
  const known = tokenIn(env, purpose, tokenFile, config);
  return {
    admin: url,
    ...(known ?? { token: undefined, tokenSource: whatToSet(config, purpose) }),
    ca,
    own: config?.tls?.kind === 'files' && config.tls.cert !== '' ? config.tls.cert : undefined,
  };
}

/** A token, and where it came from. */
type Known = Pick<AdminAccess, 'token' | 'tokenSource'>;

/**
 * The token for this: of `--token-file`, else of the file, else of the environment; what may change something may read it
 * too.
 */
export function tokenIn(
  env: Terminal['env'],
  purpose: Purpose,
  tokenFile?: string,
  config?: AdminConfig,
): Known | undefined {
  if (tokenFile !== undefined) return { token: tokenOf(tokenFile), tokenSource: `--token-file ${tokenFile}` };
  const inFile = fields[purpose].map((field): Known => {
    const token = config?.[field];
    const isThere = token !== undefined && !isPlaceholder(token);
    return { token: isThere ? token : undefined, tokenSource: `${written[field]} in the file` };
  });
  const inEnv = variables[purpose].map((name): Known => ({ token: env[name], tokenSource: name }));
  return [...inFile, ...inEnv].find(({ token }) => token !== undefined);
}

const written = {
  readToken: '`admin.read_token`',
  token: '`admin.token`',
  contentToken: '`admin.content_token`',
} as const;

/** The tokens for each purpose; the first known one is used. */
const fields: Readonly<Record<Purpose, readonly (keyof typeof written)[]>> = {
  read: ['readToken', 'token'],
  change: ['token'],
  contents: ['contentToken'],
};
const variables: Readonly<Record<Purpose, readonly [string, ...string[]]>> = {
  read: ['GATEWAY_READ_TOKEN', 'GATEWAY_ADMIN_TOKEN'],
  change: ['GATEWAY_ADMIN_TOKEN'],
  contents: ['GATEWAY_CONTENT_TOKEN'],
};

/** The variable or option to set if no token is known. */
function whatToSet(config: AdminConfig | undefined, purpose: Purpose): string {
  const [variable] = variables[purpose];
  if (config === undefined) return `set ${variable}, or name the file of the gateway with --config`;
  for (const field of fields[purpose]) {
    const unset = /^<unset (\w+)>$/.exec(config[field] ?? '')?.[1];
    if (unset !== undefined)
      return `set ${unset} here too, which ${written[field]} of the file names, or ${variable}`;
  }
  return `set ${variable}; the file has none here that serves`;
}

/** The token in a file. Throws where there is none. */
function tokenOf(file: string): string {
  let token: string;
  try {
    token = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`--token-file ${file}: can't be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
  if (!/^[\x21-\x7e]{1,4096}$/.test(token)) {
    throw new Error(`--token-file ${file}: it holds no token, which is one line without spaces`);
  }
  return token;
}

/** It stands for a value that is not known here, such as that of a variable which is not set. */
function isPlaceholder(token: string): boolean {
  return /^<.*>$/.test(token);
}

function urlOf({ address, tls }: AdminConfig): string | undefined {
  return address.port === 0 ? undefined : localUrl(tls === undefined ? 'http' : 'https', address);
}
