import type { AdminParts } from '../admin-parts.ts';
import { type CredentialsAnswer, credentialsAnswer } from '../contract/credentials.ts';
import { type KeySetsAnswer, keySetsAnswer } from '../contract/issuer-key-sets.ts';
import { credentialStates } from '../credential-states.ts';
import type { Route } from '../http/admin-route.ts';
import { keySetStates } from '../issuer-key-set-states.ts';
import { jsonRoute } from './api-route.ts';

/** The credentials that are renewed while the gateway runs: how they are, never what they are; and the key sets of issuers. */
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
    jsonRoute({
      method: 'GET',
      path: '/api/key-sets',
      access: 'read',
      summary: 'Key sets of issuers: how old each is, and why it could not be renewed.',
      answers: keySetsAnswer,
      answer: (): KeySetsAnswer => ({ key_sets: keySetStates(view) }),
    }),
  ];
}
