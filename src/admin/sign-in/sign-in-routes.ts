import { sessionCookie } from '../access/cookie.ts';
import type { AdminParts } from '../admin-parts.ts';
import { audit } from '../audit.ts';
import { type Answer, plain } from '../http/admin-answer.ts';
import type { Route } from '../http/admin-route.ts';
import { returnPath } from './return-path.ts';
import { SignInFault, type SignInFaultCode } from './sign-in-fault.ts';

/** The two addresses between which a person is at the issuer. */
export function signInRoutes({ signIn, authenticator, log }: AdminParts): readonly Route[] {
  if (signIn === undefined) return [];
  const failed = (error: unknown): Answer => {
    if (!(error instanceof SignInFault)) throw error;
    return backWith(error.code);
  };
  return [
    {
      method: 'GET',
      path: '/dashboard/login',
      access: 'visitors',
      async answer({ query }) {
        try {
          const { location, cookie } = await signIn.begin(returnPath(query.get('return')));
          return { ...plain(302, ''), headers: { location, 'set-cookie': cookie } };
        } catch (error) {
          if (error instanceof SignInFault)
            log.warn({ reason: error.message }, 'nobody can sign in by OpenID Connect');
          return failed(error);
        }
      },
    },
    {
      method: 'GET',
      path: '/dashboard/callback',
      access: 'visitors',
      async answer({ query, cookie, caller, address }) {
        try {
          const { id, returnTo } = await signIn.finish(query, cookie, address);
          // A new sign-in ends the previous session: an id is never used again.
          authenticator.signOut(caller);
          audit(log, { what: 'signed in', caller: authenticator.callerWith(id), address });
          return goOn(returnTo, [sessionCookie(id), signIn.endedCookie()]);
        } catch (error) {
          if (error instanceof SignInFault && error.code !== 'begin_again' && error.code !== 'too_many') {
            audit(log, { what: 'sign-in refused', caller, address });
            log.warn({ reason: error.message, client: address }, 'a sign-in by OpenID Connect failed');
          }
          const answer = failed(error);
          return { ...answer, headers: { ...answer.headers, 'set-cookie': signIn.endedCookie() } };
        }
      },
    },
  ];
}

function backWith(code: SignInFaultCode): Answer {
  return { ...plain(303, ''), headers: { location: `/dashboard?sign_in=${code}` } };
}

/**
 * A page that goes on by itself. The session's cookie is not sent along a redirect that began at another site, but from
 * a page of this one it is.
 */
function goOn(path: string, cookies: readonly string[]): Answer {
  const safe = path.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const body = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gateway</title>',
    `<meta http-equiv="refresh" content="0; url=${safe}">`,
    '<link rel="stylesheet" href="/dashboard/app.css"></head>',
    `<body><p class="splash"><a href="${safe}">Gateway</a></p></body></html>\n`,
  ].join('');
  return { status: 200, type: 'text/html; charset=utf-8', body, headers: { 'set-cookie': cookies } };
}
