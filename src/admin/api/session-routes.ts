import { endedCookie, sessionCookie } from '../access/cookie.ts';
import type { AdminParts } from '../admin-parts.ts';
import { audit } from '../audit.ts';
import type { SessionAnswer } from '../contract/answers.ts';
import { json, nothing } from '../http/admin-answer.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import type { Route } from '../http/admin-route.ts';
import { refuseUnknown, text } from './request-fields.ts';

/** Signing in and out, for people. */
export function sessionRoutes({ authenticator, log }: AdminParts): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/session',
      access: 'visitors',
      answer({ caller }) {
        const answer: SessionAnswer = {
          may: caller.kind === 'nobody' ? null : caller.may,
          ends_at: caller.kind === 'person' ? new Date(caller.session.endsAt).toISOString() : null,
        };
        return json(answer);
      },
    },
    {
      method: 'POST',
      path: '/api/session',
      access: 'visitors',
      answer({ body, caller, address }) {
        refuseUnknown(body, ['token']);
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
    },
    {
      method: 'DELETE',
      path: '/api/session',
      access: 'visitors',
      answer({ caller, address }) {
        authenticator.signOut(caller);
        if (caller.kind === 'person') audit(log, { what: 'signed out', caller, address });
        return { ...nothing, headers: { 'set-cookie': endedCookie() } };
      },
    },
  ];
}
