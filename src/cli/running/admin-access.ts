import { readFileSync } from 'node:fs';
import { localUrl } from '../../admin/http/listener-url.ts';
import type { AdminConfig } from '../../config/types.ts';
import type { Terminal } from '../terminal.ts';
import type { AdminAccess } from './ask-gateway.ts';

/** What is to be done with the access. */
export type Purpose = 'read' | 'change';

/** What the command line says of the admin listener, where that is not as the file has it. */
export interface AdminOptions {
  /** The URL of the listener. */
  readonly admin?: string;
  /** A file with the authority that signed its certificate. */
  readonly ca?: string;
  /** A file with the token. */
  readonly tokenFile?: string;
}

/** How to reach the admin listener of a file, and with which token; undefined where neither says which port. */
export function adminAccess(
  config: AdminConfig | undefined,
  { admin, ca, tokenFile }: AdminOptions,
  { env }: Pick<Terminal, 'env'>,
  purpose: Purpose = 'read',
): AdminAccess | undefined {
  const url = admin ?? (config && urlOf(config));
  if (url === undefined) return undefined;
  const inFile =
    purpose === 'read' ? (known(config?.readToken) ?? known(config?.token)) : known(config?.token);
  return {
    admin: url,
    token: tokenFile === undefined ? (inFile ?? tokenIn(env, purpose)) : tokenOf(tokenFile),
    ca,
    own: config?.tls?.kind === 'files' && config.tls.cert !== '' ? config.tls.cert : undefined,
  };
}

/** What the environment has for this; what may change something may read it too. */
export function tokenIn(env: Terminal['env'], purpose: Purpose): string | undefined {
  const { GATEWAY_READ_TOKEN: read, GATEWAY_ADMIN_TOKEN: admin } = env;
  return purpose === 'read' ? (read ?? admin) : admin;
}

/** The token in a file. Throws where there is none. */
export function tokenOf(file: string): string {
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

/** A token of a file, unless a placeholder stands for one whose variable is not set here. */
function known(token: string | undefined): string | undefined {
  return token === undefined || /^<.*>$/.test(token) ? undefined : token;
}

function urlOf({ address, tls }: AdminConfig): string | undefined {
  return address.port === 0 ? undefined : localUrl(tls === undefined ? 'http' : 'https', address);
}
