import type { AdminConfig, OidcConfig } from '../../config/types/admin.ts';
import type { Listening } from '../../http/node/hand-on-socket.ts';
import { type Listener, openListener, type TlsMaterial } from '../../http/server/listener.ts';
import type { Logger } from '../../observe/log/log.ts';
import { Authenticator } from '../access/caller.ts';
import { originsOf } from '../access/origin.ts';
import { securityHeaders } from '../access/security-headers.ts';
import { Sessions } from '../access/sessions.ts';
import type { AdminParts } from '../admin-parts.ts';
import { routes } from '../routes.ts';
import { Issuer } from '../sign-in/issuer.ts';
import { SignIn } from '../sign-in/sign-in.ts';
import { type Answer, refused, send } from './admin-answer.ts';
import { AdminRefusal } from './admin-refusal.ts';
import { handle } from './handle.ts';
import { localUrl } from './listener-url.ts';
import { Router } from './router.ts';

const maxAdminConnections = 1000;

/** The parts that a listener needs beside its own configuration. */
export type AdminBackground = Omit<AdminParts, 'authenticator' | 'signIn' | 'isSecure'>;

export interface AdminOpening {
  /** A socket that is open at the address already. */
  readonly listening?: Listening | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Opens the operator's listener. Sessions end with it. */
export async function openAdminListener(
  config: AdminConfig,
  tls: TlsMaterial | undefined,
  background: AdminBackground,
  { listening, now = Date.now }: AdminOpening = {},
): Promise<Listener> {
  const { log } = background;
  const origins = originsOf(config);
  const sessions = new Sessions(now);
  const authenticator = new Authenticator(config, sessions);
  let address = config.address;
  const originOf = ({ url }: OidcConfig) => url ?? localUrl(origins.isSecure ? 'https' : 'http', address);
  const signIn = config.oidc && signInBy(config.oidc, originOf, { sessions, log, now });
  const router = new Router(routes({ ...background, authenticator, signIn, isSecure: origins.isSecure }));
  const headers = securityHeaders(origins.isSecure);
  const listener = await openListener({
    address: config.address,
    listening,
    tls,
    limits: { headersTimeoutMs: 10_000, keepAliveMs: 65_000, maxConnections: maxAdminConnections },
    log,
    handle: (request, response) => {
      handle(request, { config, router, authenticator, origins, signIn })
        .catch((error: unknown) => refusalOf(error, log))
        .then((answer) => send(request, response, answer, headers))
        .catch(() => response.destroy());
    },
  });
  address = listener.address;
  return listener;
}

function signInBy(
  config: OidcConfig,
  originOf: (config: OidcConfig) => string,
  parts: Pick<ConstructorParameters<typeof SignIn>[0], 'sessions' | 'log' | 'now'>,
): SignIn {
  return new SignIn({ config, issuer: new Issuer(config, () => originOf(config)), ...parts });
}

function refusalOf(error: unknown, log: Logger): Answer {
  if (error instanceof AdminRefusal) return refused(error);
  log.error({ err: error }, 'an admin request failed');
  return refused(new AdminRefusal('internal_error', 'The gateway failed to answer; see its log.'));
}
