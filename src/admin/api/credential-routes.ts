import type { AdminParts } from '../admin-parts.ts';
import { type CredentialsAnswer, credentialsAnswer } from '../contract/credentials.ts';
import { credentialStates } from '../credential-states.ts';
import type { Route } from '../http/admin-route.ts';
import { jsonRoute } from './api-route.ts';

/** The credentials that are renewed while the gateway runs: how they are, never what they are. */
export function credentialRoutes({ view }: AdminParts): readonly Route[] {
  return [
    jsonRoute({
      method: 'GET',
      path: '/api/credentials',
      access: 'read',
      summary: 'Credentials that are renewed: where each comes from and how long it is good. Never a value.',
      answers: credentialsAnswer,
      answer: (): CredentialsAnswer => ({ credentials: credentialStates(view) }),
    }),
  ];
}
