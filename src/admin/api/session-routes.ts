import { endedCookie, sessionCookie } from '../access/cookie.ts';
import type { AdminParts } from '../admin-parts.ts';
import { audit } from '../audit.ts';
import { type SessionAnswer, sessionAnswer, signIn } from '../contract/session.ts';
import { nothing } from '../http/admin-answer.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import type { Route } from '../http/admin-route.ts';
import { apiRoute, jsonRoute } from './api-route.ts';
import { text } from './request-fields.ts';

/** Signing in and out, for people. */
export function sessionRoutes({ authenticator, log }: AdminParts): readonly Route[] {
  return [
    jsonRoute({
      method: 'GET',
      path: '/api/session',
      access: 'visitors',
      summary: 'Who is signed in.',
      answers: sessionAnswer,
      answer: ({ caller }): SessionAnswer => ({
        may: caller.kind === 'nobody' ? null : caller.may,
        ends_at: caller.kind === 'person' ? new Date(caller.session.endsAt).toISOString() : null,
      }),
    }),
    apiRoute({
      method: 'POST',
      path: '/api/session',
      access: 'visitors',
      summary: 'Signs in: sets the session cookie. Five wrong tries a minute per address, thirty in all.',
      body: signIn,
      status: 204,
      answer({ body, caller, address }) {
        const token = text(body, 'token');
        let id: string;
        try {
          id = authenticator.signIn(token, address);
        } catch (error) {
          // What the throttle stops is not written down: whoever guesses must not fill the log.
          if (error instanceof AdminRefusal && error.code === 'wrong_token') {
            audit(log, { what: 'sign-in refused', caller, address });
          }
          throw error;
        }
        // Whoever signs in anew leaves the session that was there: an id is never used again.
        authenticator.signOut(caller);
        audit(log, { what: 'signed in', caller: authenticator.callerWith(id), address });
        return { ...nothing, headers: { 'set-cookie': sessionCookie(id) } };
      },
    }),
    apiRoute({
      method: 'DELETE',
      path: '/api/session',
      access: 'visitors',
      summary: 'Signs out.',
      status: 204,
      answer({ caller, address }) {
        authenticator.signOut(caller);
        if (caller.kind === 'person') audit(log, { what: 'signed out', caller, address });
        return { ...nothing, headers: { 'set-cookie': endedCookie() } };
      },
    }),
  ];
}
