import type { AdminConfig } from '../../config/types.ts';
import { type Listener, openListener, type TlsMaterial } from '../../http/server/listener.ts';
import type { Logger } from '../../observe/log/log.ts';
import { Authenticator } from '../access/caller.ts';
import { originsOf } from '../access/origin.ts';
import { securityHeaders } from '../access/security-headers.ts';
import { Sessions } from '../access/sessions.ts';
import type { AdminParts } from '../admin-parts.ts';
import { routes } from '../routes.ts';
import { type Answer, refused, send } from './admin-answer.ts';
import { AdminRefusal } from './admin-refusal.ts';
import { handle } from './handle.ts';
import { Router } from './router.ts';

const maxAdminConnections = 1000;

/** What a listener needs beside its own configuration. */
export type AdminBackground = Omit<AdminParts, 'authenticator' | 'isSecure'>;

/** Opens the operator's listener. Sessions end with it. */
export function openAdminListener(
  config: AdminConfig,
  tls: TlsMaterial | undefined,
  background: AdminBackground,
): Promise<Listener> {
  const { log } = background;
  const origins = originsOf(config);
  const authenticator = new Authenticator(config, new Sessions());
  const router = new Router(routes({ ...background, authenticator, isSecure: origins.isSecure }));
  const headers = securityHeaders(origins.isSecure);
  return openListener({
    address: config.address,
    tls,
    limits: { headersTimeoutMs: 10_000, keepAliveMs: 65_000, maxConnections: maxAdminConnections },
    log,
    handle: (request, response) => {
      handle(request, { config, router, authenticator, origins })
        .catch((error: unknown) => refusalOf(error, log))
        .then((answer) => send(request, response, answer, headers))
        .catch(() => response.destroy());
    },
  });
}

function refusalOf(error: unknown, log: Logger): Answer {
  if (error instanceof AdminRefusal) return refused(error);
  log.error({ err: error }, 'an admin request failed');
  return refused(new AdminRefusal('internal_error', 'The gateway failed to answer; see its log.'));
}
