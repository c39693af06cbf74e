import type { IncomingMessage } from 'node:http';
import type { AdminConfig } from '../../config/types/admin.ts';
import { showedCredential } from '../../http/server/keyless.ts';
import type { Authenticator, Caller } from '../access/caller.ts';
import { sessionIdIn } from '../access/cookie.ts';
import type { Origins } from '../access/origin.ts';
import { requireJson, requireSameSite } from '../access/same-site.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { Answer } from './admin-answer.ts';
import { readObject } from './admin-body.ts';
import { AdminRefusal } from './admin-refusal.ts';
import type { Route } from './admin-route.ts';
import type { Router } from './router.ts';

const changing: ReadonlySet<string> = new Set(['POST', 'DELETE']);

export interface Gate {
  readonly config: AdminConfig;
  readonly router: Router;
  readonly authenticator: Authenticator;
  readonly origins: Origins;
  /** Undefined where people sign in with the token alone. */
  readonly signIn: SignIn | undefined;
}

/**
 * The way of a request: which route, from where, by whom, from which page, with what. Each step refuses before the
 * next one looks. Throws a Refusal.
 */
export async function handle(request: IncomingMessage, gate: Gate): Promise<Answer> {
  const target = request.url ?? '';
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1));
  const { route, id } = gate.router.find(request.method ?? '', path);
  const anonymous = {
    query,
    id,
    body: {},
    caller: { kind: 'nobody' },
    address: '',
    cookie: undefined,
  } as const;
  if (route.access === 'anybody') return route.answer(anonymous);

  const { config, authenticator, origins, signIn } = gate;
  if ((config.token ?? config.readToken ?? config.contentToken ?? config.oidc) === undefined) throw noToken();
  const address = origins.addressOf(request);
  const known = authenticator.callerOf(request, address);
  const caller =
    known.kind === 'person' && signIn !== undefined ? await signIn.current(known, address) : known;
  if (isByBrowser(route, caller, request)) origins.requireOwnHost(request);
  if (caller.kind !== 'nobody') showedCredential(request.socket);
  requireAccess(route, caller);
  const { cookie } = request.headers;
  if (!changing.has(route.method)) return route.answer({ query, id, body: {}, caller, address, cookie });
  // A token is sent on purpose; a cookie is sent by the browser, whoever made it do so.
  if (caller.kind === 'token') requireJsonBody(request);
  else requireSameSite(request, origins.isSecure);
  return route.answer({ query, id, body: await readObject(request), caller, address, cookie });
}

/** A page, a sign-in, or anything with a session. Who sends a token does so on purpose. */
function isByBrowser(route: Route, caller: Caller, { headers }: IncomingMessage): boolean {
  return (
    caller.kind !== 'token' && (route.access === 'visitors' || sessionIdIn(headers.cookie) !== undefined)
  );
}

function noToken(): AdminRefusal {
  const message =
    'Only /livez and /readyz are here: set `admin.token`, `admin.read_token`, `admin.content_token` or `admin.oidc` in the file of the gateway for the rest.';
  return new AdminRefusal('unknown_path', message);
}

function requireAccess(route: Route, caller: Caller): void {
  if (route.access === 'visitors') return;
  if (caller.kind === 'nobody') {
    const message =
      'Sign in on the dashboard, or send the admin `token`, `read_token` or `content_token` as "Authorization: Bearer TOKEN".';
    throw new AdminRefusal('sign_in_required', message);
  }
  if (route.access === 'contents' && !caller.mayContents) {
    const message =
      caller.kind === 'person'
        ? 'What requests said is for the role `content` alone (`admin.oidc.roles`).'
        : 'What requests said is for the `content_token` alone.';
    throw new AdminRefusal('content_role_required', message);
  }
  if (route.access === 'change' && caller.may !== 'change') {
    const message =
      caller.kind === 'person'
        ? 'Your role here is `read`: it sees everything and changes nothing. Changes take the role `admin` (`admin.oidc.roles`).'
        : '`read_token` and `content_token` read; changes take the admin `token`.';
    throw new AdminRefusal('read_only', message);
  }
}

function requireJsonBody(request: IncomingMessage): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (coding !== undefined || (length ?? '0') !== '0') requireJson(request);
}
