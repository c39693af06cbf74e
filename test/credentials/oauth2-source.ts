import type { Oauth2Source } from '../../src/config/types/credentials.ts';

/** A client that shows its secret in the Authorization header, at whichever token endpoint. */
export function oauth2Source(secret: string): Omit<Oauth2Source, 'tokenUrl'> {
  return {
    kind: 'oauth2',
    grant: 'client_credentials',
    clientId: 'basic:client',
    client: { kind: 'secret', secret, in: 'basic' },
    assertionFile: undefined,
    subjectTokenType: undefined,
    scope: 'llm.invoke',
    audience: undefined,
    resource: undefined,
    parameters: {},
    body: 'form',
    headers: {},
    lifetimeMs: 300_000,
  };
}
