import { isClientProbe } from '../../api/client-probes.ts';
import type { EndpointSet } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { GatewayError } from '../../errors.ts';
import { shownAddress } from '../../http/server/client-address.ts';
import { showedCredential } from '../../http/server/keyless.ts';
import type { ShownCertificate } from '../../identity/client-certificate.ts';
import { tokenIn } from '../../identity/read-jwt.ts';
import { digestToken, type KnownToken, type TokenCheck } from '../../identity/token-check.ts';
import { type CredentialHeaders, presentedSecret } from '../../keys/key-secret.ts';
import type { Key } from '../../keys/keyring.ts';
import { whyInactive, whyRefused } from '../../keys/why-refused.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import { keyInProtocols } from '../sockets/realtime-address.ts';
import type { Next, Stage } from '../stage.ts';

/** One text for every fault of a key: naming the fault would help to guess. */
const refusal = 'The API key is not valid; check it with the operator of this gateway.';

/** Except for this fault, which the client knows itself. */
const severalKeys = 'Two API keys came with this request; send one, in one header.';

/**
 * The credential of clients of Amazon Bedrock without an API key. It is no guess at a secret, so nobody is shut out for
 * it. The setting that they need is in the references of the AWS SDKs ("AWS_BEARER_TOKEN_BEDROCK") and of Claude Code.
 */
const signed =
  'This request is signed with AWS credentials (SigV4), which the gateway does not take; set AWS_BEARER_TOKEN_BEDROCK to your key of the gateway instead, so that it comes as "Authorization: Bearer YOUR_KEY".';

/** A vendor's secret for a browser or a telephone that speaks with the vendor itself (`realtime/client_secrets`). */
const clientSecret =
  'This is a client secret of the vendor (`ek_...`), which counts there and nowhere else; open the session at the vendor with it, or come here with your key of the gateway.';

function wordsFor(presented: ReturnType<typeof presentedSecret>): string {
  if (presented.kind === 'several') return severalKeys;
  return presented.kind === 'secret' && presented.secret.startsWith('ek_') ? clientSecret : refusal;
}

function isAmazonSignature(authorization: string | undefined): boolean {
  return authorization?.startsWith('AWS4-HMAC-SHA256') === true;
}

/** Milliseconds between two log lines on refused failures, at least. */
const warnEveryMs = 10_000;

/** Finds out who is calling. Nothing about the request is judged or revealed before. */
export function authenticate({
  keys,
  tokens,
  certificates,
  resources,
  failures,
  log,
  clientIp,
  endpoints,
}: Parts): Stage {
  let unlogged = 0;
  let warnedMs = Number.NEGATIVE_INFINITY;

  return function authenticate(exchange, next) {
    const { head, path } = exchange;
    const inProtocols = head.upgrade === undefined ? undefined : keyInProtocols(exchange);
    const headers = {
      authorization: inProtocols === undefined ? head.authorization : `Bearer ${inProtocols}`,
      authorizationCount: head.authorizationCount + (inProtocols === undefined ? 0 : 1),
      apiKey: endpoints.takesApiKeyHeader(path) ? head.apiKey : undefined,
    };
    const token = tokens === undefined ? undefined : soleToken(headers);
    if (tokens !== undefined && token !== undefined)
      return byToken(exchange, next, { tokens, token, headers });
    return bySecret(exchange, next, headers);
  };

  function bySecret(exchange: Exchange, next: Next, headers: CredentialHeaders): Promise<void> {
    const presented = presentedSecret(headers);
    if (presented.kind === 'missing') {
      const shown = certificates && shownBy(exchange);
      const certified = shown?.kind === 'good' ? keys.certified(shown.certificate.names) : undefined;
      if (certified !== undefined) return byCertificate(exchange, next, certified);
      // A client that looks around has no key yet: a missing path is missing for everybody.
      if (isClientProbe(exchange.request.method, exchange.path))
        throw new GatewayError('unknown_path', 'There is no such path here.');
      throw new GatewayError(
        'missing_api_key',
        'Send your API key in the header "Authorization: Bearer YOUR_KEY".',
        { reason: whyMissing(exchange, shown, endpoints), headers: resources?.challenge(exchange.path) },
      );
    }
    if (presented.kind === 'invalid' && isAmazonSignature(headers.authorization))
      throw new GatewayError('invalid_api_key', signed, {
        reason: "A signature with an account's own credential came, which proves nothing here.",
        headers: resources?.challenge(exchange.path),
      });
    const now = Date.now();
    const key = presented.kind === 'secret' ? keys.find(presented.secret, now) : undefined;
    if (key === undefined || !key.isActive(now)) {
      const message = wordsFor(presented);
      return refuse(exchange, message, whyRefused(headers, key, { keys, wallNow: now }));
    }
    return letIn(exchange, next, key);
  }

  function byToken(exchange: Exchange, next: Next, shown: ShownToken): Promise<void> {
    const now = Date.now();
    const digest = digestToken(shown.token);
    const known = shown.tokens.remembered(digest, now);
    return known === undefined
      ? byNewToken(exchange, next, { ...shown, digest })
      : byRule(exchange, next, known);
  }

  async function byNewToken(
    exchange: Exchange,
    next: Next,
    { tokens, token, headers, digest }: ShownToken & { readonly digest: string },
  ): Promise<void> {
    const now = Date.now();
    // Operators choose secrets of any form.
    if (keys.find(token, now) !== undefined) return bySecret(exchange, next, headers);
    const verdict = await tokens.check(token, digest, now);
    switch (verdict.kind) {
      case 'known':
        return byRule(exchange, next, verdict.token);
      case 'refused':
        return refuse(exchange, refusal, verdict.reason);
      case 'unavailable':
        throw new GatewayError(
          'issuer_unavailable',
          'Your token can not be checked at the moment; try again shortly.',
          { reason: verdict.reason },
        );
    }
  }

  /** Admits by the rule of an issuer. */
  function byRule(exchange: Exchange, next: Next, token: KnownToken): Promise<void> {
    const key = keys.named(token.key);
    const now = Date.now();
    if (key === undefined || !key.isActive(now)) {
      // Keys of a store come and go without the file that names them.
      const why = key === undefined ? 'is not there' : whyInactive(key, now);
      const reason = `A token of the issuer "${token.issuer}" came, and the key "${token.key}" that it leads to ${why}.`;
      return refuse(exchange, refusal, reason);
    }
    const lacks = resources?.lacks(exchange.path, token.audiences);
    if (lacks !== undefined)
      return refuse(exchange, refusal, `A token of the issuer "${token.issuer}" came, and ${lacks}.`);
    if (token.certificate !== undefined) {
      const shown = shownBy(exchange);
      if (shown.kind === 'none' || shown.certificate.thumbprint !== token.certificate) {
        const why = shown.kind === 'none' ? shown.why : 'is another one than that which came';
        const reason = `A token of the issuer "${token.issuer}" came, bound to a certificate, which ${why}.`;
        return refuse(exchange, refusal, reason);
      }
    }
    exchange.caller = token;
    return letIn(exchange, next, key);
  }

  /** Admits a client that shows a certificate and nothing else. */
  function byCertificate(exchange: Exchange, next: Next, key: Key): Promise<void> {
    const now = Date.now();
    if (key.isActive(now)) return letIn(exchange, next, key);
    return refuse(
      exchange,
      refusal,
      `The key "${key.id}", which its certificate leads to, ${whyInactive(key, now)}.`,
    );
  }

  function shownBy({ request, head }: Exchange): ShownCertificate {
    if (certificates === undefined) return notAsked;
    return certificates({ socket: request.socket, header: head.clientCertificate }, Date.now());
  }

  /** The reason why a key that wants a certificate does not have it; undefined if it has it, or wants none. */
  function lacksCertificate(exchange: Exchange, { config: { certificate } }: Key): string | undefined {
    if (certificate === undefined) return undefined;
    const shown = shownBy(exchange);
    if (shown.kind === 'none') return shown.why;
    return shown.certificate.names.includes(certificate) ? undefined : 'is another one than that which came';
  }

  function letIn(exchange: Exchange, next: Next, key: Key): Promise<void> {
    const lacks = lacksCertificate(exchange, key);
    if (lacks !== undefined)
      return refuse(exchange, refusal, `The key "${key.id}" needs its certificate as well, which ${lacks}.`);
    if (!key.allowsAddress(exchange.clientAddress)) {
      throw new GatewayError('address_not_allowed', 'This key may not be used from this address.', {
        reason: `The key "${key.id}" came from an address outside its allow_from.`,
      });
    }
    showedCredential(exchange.request.socket);
    exchange.key = key;
    exchange.authenticatedMs = performance.now();
    return next(exchange);
  }

  async function refuse(exchange: Exchange, message: string, reason: string): Promise<never> {
    if (await failures.isTooMany(exchange.clientAddress)) refuseMany(exchange);
    throw new GatewayError('invalid_api_key', message, {
      reason,
      headers: resources?.challenge(exchange.path),
    });
  }

  /** Clients that try out keys must not fill the log either: a line now and then has their number. */
  function refuseMany(exchange: Exchange): never {
    exchange.isUnlogged = true;
    unlogged += 1;
    if (performance.now() - warnedMs >= warnEveryMs) {
      const client = shownAddress(exchange.clientAddress, clientIp);
      log.warn(
        { client, requests: unlogged },
        'refusing requests from an address that sends keys that are not valid',
      );
      warnedMs = performance.now();
      unlogged = 0;
    }
    throw new GatewayError(
      'too_many_failures',
      'Too many requests with keys that are not valid came from your address; wait a second.',
    );
  }
}

const notAsked: ShownCertificate = { kind: 'none', why: 'nobody is asked for (listen.tls.client_ca)' };

interface ShownToken {
  readonly tokens: TokenCheck;
  readonly token: string;
  readonly headers: CredentialHeaders;
}

/** The token of a request that shows nothing else. */
function soleToken({ authorization, authorizationCount, apiKey }: CredentialHeaders): string | undefined {
  if (authorizationCount !== 1) return undefined;
  const token = tokenIn(authorization);
  return apiKey === undefined || apiKey === '' || apiKey === token ? token : undefined;
}

function whyMissing(
  { head: { apiKey }, path }: Exchange,
  shown: ShownCertificate | undefined,
  { apiKeyPaths, takesApiKeyHeader }: EndpointSet,
): string {
  if (shown?.kind === 'good')
    return 'No credential came but a certificate, and it leads to no key by itself.';
  if (shown !== undefined && shown.why !== 'did not come')
    return `No credential came but a certificate, and it ${shown.why}.`;
  if (apiKey === undefined || takesApiKeyHeader(path)) return 'No credential came.';
  return `x-api-key came, which counts on ${apiKeyPaths.join(' and ')} only; here it has to be Authorization.`;
}
