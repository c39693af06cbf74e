import type { Oauth2Source } from '../../../config/types/credentials.ts';
import { ask } from '../ask.ts';
import { jwtBearerGrant, tokenExchangeGrant } from '../oauth-names.ts';
import { readTokenFile } from '../secret-file.ts';
import { processEnvironment, type SourceEnvironment } from '../source-environment.ts';
import { type RenewedToken, tokenOf } from '../token-answer.ts';
import { showProof } from './client-proof.ts';

const grantTypes = {
  client_credentials: 'client_credentials',
  jwt_bearer: jwtBearerGrant,
  token_exchange: tokenExchangeGrant,
} as const satisfies Record<Oauth2Source['grant'], string>;

/**
 * Asks a token endpoint (RFC 6749, 7523, 8693), with the body as a form or, as some vendors want it, as JSON.
 *
 * @param subject The token to exchange, where that is not in a file.
 */
export async function renewOauth2(
  source: Oauth2Source,
  signal: AbortSignal,
  { now }: Pick<SourceEnvironment, 'now'> = processEnvironment,
  subject?: string,
): Promise<RenewedToken> {
  const { tokenUrl, grant, clientId, scope, audience, resource, parameters } = source;
  const proof = await showProof(source, now());
  const assertion = source.assertionFile === undefined ? subject : await readTokenFile(source.assertionFile);
  const said = {
    grant_type: grantTypes[grant],
    ...proof.fields,
    assertion: grant === 'jwt_bearer' ? assertion : undefined,
    subject_token: grant === 'token_exchange' ? assertion : undefined,
    subject_token_type: source.subjectTokenType,
    scope,
    audience,
    resource,
    ...parameters,
  };
  const fields = Object.fromEntries(
    Object.entries(said).filter((field): field is [string, string] => field[1] !== undefined),
  );
  const isForm = source.body === 'form';
  const answer = await ask(
    {
      method: 'POST',
      url: tokenUrl,
      urlFrom: 'token_url',
      headers: {
        accept: 'application/json',
        ...source.headers,
        ...proof.headers,
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      },
      body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
      plainHttp: 'loopback',
      secrets: [
        ...proof.secrets,
        ...(assertion === undefined ? [] : [assertion]),
        ...Object.values(parameters),
      ],
    },
    signal,
  );
  const renewed = tokenOf(answer, { nowMs: now(), subject: clientId });
  if (renewed.lifetimeMs !== undefined) return renewed;
  const seconds = source.lifetimeMs / 1000;
  const warning = `${renewed.warning}: it is taken to live ${seconds} s, as \`lifetime\` of \`oauth2\` says`;
  return { ...renewed, lifetimeMs: source.lifetimeMs, warning };
}
