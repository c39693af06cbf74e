import { endedCookie, sessionCookie } from '../access/cookie.ts';
import type { AdminParts } from '../admin-parts.ts';
import { audit } from '../audit.ts';
import {
  type SessionAnswer,
  type SignedOutAnswer,
  sessionAnswer,
  signedOutAnswer,
  signIn,
} from '../contract/session.ts';
import { json, nothing } from '../http/admin-answer.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import type { Route } from '../http/admin-route.ts';
import { apiRoute, jsonRoute } from './api-route.ts';
import { text } from './request-fields.ts';

/** The page waits this long for a sign of the issuer. */
const askedMs = 1000;

/** Signing in and out, for people. */
export function sessionRoutes({ authenticator, signIn: byIssuer, log }: AdminParts): readonly Route[] {
  const issuerOf = async (isAsked: boolean) =>
    byIssuer === undefined
      ? null
      : { name: byIssuer.issuer.name, answers: isAsked ? await byIssuer.issuer.answers(askedMs) : null };

  return [
    jsonRoute({
      method: 'GET',
      path: '/api/session',
      access: 'visitors',
      summary: 'Who is signed in.',
      answers: sessionAnswer,
      async answer({ caller }): Promise<SessionAnswer> {
        const session = caller.kind === 'person' ? caller.session : undefined;
        return {
          may: caller.kind === 'nobody' ? null : caller.may,
          contents: caller.kind !== 'nobody' && caller.mayContents,
          ends_at: session === undefined ? null : new Date(session.endsAt).toISOString(),
          person: session?.person ?? null,
          sign_in: { token: authenticator.takesToken, issuer: await issuerOf(caller.kind === 'nobody') },
        };
      },
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
          // Attempts that the throttle stops are not logged: guessing must not fill the log.
          if (error instanceof AdminRefusal && error.code === 'wrong_token') {
            audit(log, { what: 'sign-in refused', caller, address });
          }
          throw error;
        }
        // A new sign-in ends the previous session: an id is never used again.
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
      status: 200,
      answers: signedOutAnswer,
      async answer({ caller, address }) {
        authenticator.signOut(caller);
        if (caller.kind === 'person') audit(log, { what: 'signed out', caller, address });
        const answer: SignedOutAnswer = { continue_at: (await byIssuer?.endSessionUrl(caller)) ?? null };
        return { ...json(answer), headers: { 'set-cookie': endedCookie() } };
      },
    }),
  ];
}
