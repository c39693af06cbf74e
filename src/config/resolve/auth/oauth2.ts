import { readPrivateKey } from '../../certificates.ts';
import type { AuthOauth2 } from '../../schema/generated/file.generated.ts';
import { isCredentialName } from '../../schema/query-words.ts';
import type { ClientProof, TokenCredentialConfig } from '../../types/credentials.ts';
import { resolveHeaders } from '../backends/headers.ts';
import { duration, isAbsent } from '../context.ts';
import { checkOrigin, checkSecret } from '../secrets.ts';
import { type AuthPlace, isWritten, refuse, refuseIdle } from './place.ts';
import { checkProof } from './secret.ts';
import { tokenCredential } from './token.ts';
import { checkTokenUrl } from './token-url.ts';
import { fileOfField } from './watched-file.ts';

/** The default type of a token exchange's assertion (RFC 8693). */
const jwtType = 'urn:ietf:params:oauth:token-type:jwt';

/** `oauth2`: tokens of a token endpoint. */
export function resolveOauth2Auth(place: AuthPlace): TokenCredentialConfig {
  const { context, path } = place;
  const oauth2 = place.auth.oauth2!;
  const at = [...path, 'oauth2'];
  checkTokenUrl(place, ['oauth2', 'token_url'], oauth2.token_url);
  const assertionFile = resolveAssertion(place, oauth2);
  const isExchange = oauth2.grant === 'token_exchange';
  checkSubject(place, oauth2);
  if (!isExchange) {
    const message = 'only a `grant` of token_exchange has a subject token';
    refuseIdle(place, ['oauth2', 'subject_token_type'], message, 'take it out');
  }
  return tokenCredential(place, {
    kind: 'oauth2',
    tokenUrl: oauth2.token_url,
    grant: oauth2.grant,
    clientId: oauth2.client_id,
    client: resolveProof(place, oauth2, assertionFile),
    assertionFile: oauth2.grant === 'client_credentials' ? undefined : assertionFile,
    ...(oauth2.subject !== undefined && { subject: oauth2.subject }),
    subjectTokenType: isExchange ? (oauth2.subject_token_type ?? jwtType) : undefined,
    scope: oauth2.scope,
    audience: oauth2.audience,
    resource: oauth2.resource,
    parameters: resolveParameters(place, oauth2.parameters),
    body: oauth2.body,
    headers: resolveTokenHeaders(place, oauth2.headers),
    lifetimeMs: duration(context, [...at, 'lifetime'], oauth2.lifetime),
  });
}

/** The token of a caller can be exchanged for a server of `mcp` alone, and in place of one from a file. */
function checkSubject(place: AuthPlace, { subject, grant, assertion }: AuthOauth2): void {
  if (subject === undefined) return;
  const steps = ['oauth2', 'subject'];
  if (place.path[0] !== 'mcp')
    refuse(place, steps, 'bad_auth', 'the tokens of callers are exchanged for servers of `mcp` alone', {
      hint: 'take it out, and write `assertion: { file: PATH }`',
    });
  else if (grant !== 'token_exchange')
    refuse(place, steps, 'bad_auth', 'only a `grant` of token_exchange exchanges the token of a caller', {
      hint: 'write `grant: token_exchange` beside it',
    });
  else if (assertion !== undefined)
    refuse(place, steps, 'bad_auth', 'the token of the caller is exchanged in place of an `assertion`', {
      hint: 'take one of them out',
    });
}

function resolveAssertion(place: AuthPlace, { grant, assertion, subject }: AuthOauth2): string | undefined {
  if (assertion !== undefined) {
    return fileOfField(place, ['oauth2', 'assertion', 'file'], assertion.file).file;
  }
  if (grant === 'client_credentials' || (grant === 'token_exchange' && subject !== undefined))
    return undefined;
  const what = grant === 'jwt_bearer' ? 'the JWT that is exchanged' : 'the token that is exchanged';
  refuse(place, ['oauth2', 'grant'], 'bad_auth', `"grant" needs "assertion" beside it: ${what}`, {
    hint: 'write `assertion: { file: PATH }` beside it',
  });
  return undefined;
}

/** The client's proof of identity. Reports settings without effect beside it. */
function resolveProof(place: AuthPlace, oauth2: AuthOauth2, assertionFile: string | undefined): ClientProof {
  const isFederated = oauth2.grant === 'client_credentials' && assertionFile !== undefined;
  const given = [
    ...(oauth2.client_secret === undefined ? [] : ['client_secret']),
    ...(oauth2.private_key === undefined ? [] : ['private_key']),
    ...(isFederated ? ['assertion'] : []),
  ];
  const { context, path } = place;
  const at = [...path, 'oauth2'];
  if (given.length > 1) {
    const message = `a client proves who it is in one way; here are ${given.join(' and ')}`;
    context.report.atKey(context.tree, at, 'bad_auth', message, { hint: 'take all but one of them out' });
  }
  // The default value has no effect either way, and `check --print` writes it out.
  if (oauth2.client_secret === undefined && oauth2.send_secret !== 'basic') {
    const message = 'has no effect without `client_secret`';
    refuseIdle(place, ['oauth2', 'send_secret'], message, 'take it out');
  }
  if (oauth2.private_key === undefined) {
    const message = 'has no effect without `private_key`';
    const alg = oauth2.alg === 'RS256' ? [] : ['alg'];
    for (const field of [...alg, 'key_id', 'assertion_audience']) {
      refuseIdle(place, ['oauth2', field], message, 'take it out');
    }
  }
  const [proof] = given.filter((field) => field !== 'assertion');
  if (proof !== undefined && oauth2.client_id === undefined) {
    const message = `"${proof}" needs "client_id" beside it`;
    context.report.atKey(context.tree, [...at, proof], 'bad_auth', message);
  }
  if (oauth2.client_secret !== undefined) {
    checkProof(place, ['oauth2', 'client_secret'], oauth2.client_secret);
    return { kind: 'secret', secret: oauth2.client_secret, in: oauth2.send_secret };
  }
  if (oauth2.private_key !== undefined) {
    checkKey(place, oauth2.private_key, oauth2.alg);
    return {
      kind: 'private_key',
      key: oauth2.private_key,
      keyId: oauth2.key_id,
      algorithm: oauth2.alg,
      audience: oauth2.assertion_audience ?? oauth2.token_url,
    };
  }
  if (isFederated) return { kind: 'federated', file: assertionFile };
  const others = Object.keys(oauth2.parameters).length + Object.keys(oauth2.headers).length;
  if (oauth2.grant === 'client_credentials' && others === 0) {
    const message = 'a proof of the client is missing: needs one of client_secret, private_key, assertion';
    context.report.atKey(context.tree, at, 'bad_auth', message, {
      hint: 'add `client_id` and `client_secret`, or `assertion: { file: PATH }`',
    });
  }
  return { kind: 'none' };
}

/** The kind of key for each algorithm. */
const keysOf = {
  RS256: { types: ['rsa'], words: 'an RSA key' },
  PS256: { types: ['rsa'], words: 'an RSA key' },
  ES256: { types: ['ec'], words: 'a key on the curve P-256' },
} as const;

function checkKey(place: AuthPlace, pem: string, algorithm: keyof typeof keysOf): void {
  const steps = ['oauth2', 'private_key'];
  const { context, path } = place;
  if (isAbsent(context, [...path, ...steps])) return;
  checkOrigin(context, [...path, ...steps]);
  const key = readPrivateKey(pem);
  if ('message' in key) {
    refuse(place, steps, key.name, key.message, { hint: key.hint });
    return;
  }
  const { types, words } = keysOf[algorithm];
  const curve = key.asymmetricKeyDetails?.namedCurve;
  const fits = (types as readonly unknown[]).includes(key.asymmetricKeyType);
  if (fits && (algorithm !== 'ES256' || curve === 'prime256v1')) return;
  const meant = key.asymmetricKeyType === 'rsa' ? 'RS256' : curve === 'prime256v1' ? 'ES256' : undefined;
  refuse(place, steps, 'bad_private_key', `\`alg: ${algorithm}\` signs with ${words}, and this is another`, {
    hint: meant === undefined ? undefined : `write \`alg: ${meant}\` beside it`,
  });
}

/** Fields of a request for a token that other fields of the file give, or the gateway makes. */
const ownParameters: Readonly<Record<string, string | undefined>> = {
  grant_type: 'grant',
  client_id: 'client_id',
  client_secret: 'client_secret',
  client_assertion: 'assertion',
  client_assertion_type: 'assertion',
  assertion: 'assertion',
  subject_token: 'assertion',
  subject_token_type: 'subject_token_type',
  scope: 'scope',
  audience: 'audience',
  resource: 'resource',
};

function resolveParameters(
  place: AuthPlace,
  parameters: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { context, path } = place;
  for (const [name, value] of Object.entries(parameters)) {
    const at = [...path, 'oauth2', 'parameters', name];
    const field = ownParameters[name];
    if (field !== undefined) {
      context.report.atKey(context.tree, at, 'bad_auth', `"${name}" is made of the field \`${field}\``, {
        hint: `take it out, and write \`${field}\` in \`oauth2\``,
      });
    } else if (isCredentialName(name)) checkSecret(context, at, value, 'inside');
  }
  return { ...parameters };
}

function resolveTokenHeaders(
  place: AuthPlace,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { context, path } = place;
  const at = [...path, 'oauth2', 'headers'];
  const written = Object.keys(headers).find((name) => name.toLowerCase() === 'authorization');
  if (written !== undefined && isWritten(place, 'oauth2', 'headers', written)) {
    const message = 'the header authorization is made of `client_id` and `client_secret`';
    context.report.atKey(context.tree, [...at, written], 'bad_header', message, {
      hint: 'take it out, and write those',
    });
  }
  return resolveHeaders(context, at, headers, undefined);
}
