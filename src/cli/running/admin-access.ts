import { localUrl } from '../../admin/http/listener-url.ts';
import type { AdminConfig } from '../../config/types.ts';
import type { Terminal } from '../terminal.ts';
import type { AdminAccess } from './ask-gateway.ts';

/** What the command line says of the admin listener, where that is not as the file has it. */
export interface AdminOptions {
  /** The URL of the listener. */
  readonly admin?: string;
  /** A file with the authority that signed its certificate. */
  readonly ca?: string;
}

/** How to reach the admin listener of a file, and with which token; undefined where neither says which port. */
export function adminAccess(
  config: AdminConfig | undefined,
  { admin, ca }: AdminOptions,
  { env }: Pick<Terminal, 'env'>,
  purpose: 'read' | 'change' = 'read',
): AdminAccess | undefined {
  const url = admin ?? (config && urlOf(config));
  if (url === undefined) return undefined;
  return {
    admin: url,
    token:
      purpose === 'read'
        ? (config?.readToken ?? config?.token ?? env['GATEWAY_READ_TOKEN'])
        : (config?.token ?? env['GATEWAY_ADMIN_TOKEN']),
    ca,
    own: config?.tls?.kind === 'files' && config.tls.cert !== '' ? config.tls.cert : undefined,
  };
}

function urlOf({ address, tls }: AdminConfig): string | undefined {
  return address.port === 0 ? undefined : localUrl(tls === undefined ? 'http' : 'https', address);
}
