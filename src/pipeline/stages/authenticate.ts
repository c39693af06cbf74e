import type { EndpointSet } from '../../api/endpoints/declared/endpoint-set.ts';
import { GatewayError } from '../../errors.ts';
import { shownAddress } from '../../http/server/client-address.ts';
import { showedCredential } from '../../http/server/keyless.ts';
import { metadataUrlOf } from '../../identity/resource-metadata.ts';
import { digestToken, type KnownToken, type TokenCheck } from '../../identity/token-check.ts';
import { tokenIn } from '../../identity/token-form.ts';
import { type CredentialHeaders, presentedSecret } from '../../keys/key-secret.ts';
import type { Key } from '../../keys/keyring.ts';
import { whyInactive, whyRefused } from '../../keys/why-refused.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import type { Next, Stage } from '../stage.ts';

/** One text for every fault of a key: which one it was would help to guess. */
const refusal = 'The API key is not valid; check it with whoever runs this gateway.';

/** But for this, which the client knows itself. */
const severalKeys = 'Two API keys came with this request; send one, in one header.';

/** How often the log says that failures are being refused, at most. */
const warnEveryMs = 10_000;

/** Finds out who is calling. Nothing about the request is judged or revealed before. */
export function authenticate({ keys, tokens, resource, failures, log, clientIp, endpoints }: Parts): Stage {
  /** Where clients that have nothing to show are told what to get, and where. */
  const challenge =
    resource === undefined
      ? undefined
      : { 'www-authenticate': `Bearer resource_metadata="${metadataUrlOf(resource.resource)}"` };
  let unlogged = 0;
  let warnedMs = Number.NEGATIVE_INFINITY;

  return function authenticate(exchange, next) {
    const { head, path } = exchange;
    const headers = {
      authorization: head.authorization,
      authorizationCount: head.authorizationCount,
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
      throw new GatewayError(
        'missing_api_key',
        'Send your API key in the header "Authorization: Bearer YOUR_KEY".',
        { reason: whyMissing(exchange, endpoints), headers: challenge },
      );
    }
    const now = Date.now();
    const key = presented.kind === 'secret' ? keys.find(presented.secret, now) : undefined;
    if (key === undefined || !key.isActive(now)) {
      const message = presented.kind === 'several' ? severalKeys : refusal;
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

  /** Lets in by the rule of an issuer. */
  function byRule(exchange: Exchange, next: Next, token: KnownToken): Promise<void> {
    const key = keys.named(token.key)!;
    const now = Date.now();
    if (!key.isActive(now)) {
      const reason = `A token of the issuer "${token.issuer}" came, and the key "${key.id}" that it leads to ${whyInactive(key, now)}.`;
      return refuse(exchange, refusal, reason);
    }
    exchange.caller = token;
    return letIn(exchange, next, key);
  }

  function letIn(exchange: Exchange, next: Next, key: Key): Promise<void> {
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
    throw new GatewayError('invalid_api_key', message, { reason, headers: challenge });
  }

  /** Whoever tries keys must not fill the log either: one line now and then says how many it would have been. */
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

interface ShownToken {
  readonly tokens: TokenCheck;
  readonly token: string;
  readonly headers: CredentialHeaders;
}

/** The token that a request shows, where it is all that it shows. */
function soleToken({ authorization, authorizationCount, apiKey }: CredentialHeaders): string | undefined {
  if (authorizationCount !== 1) return undefined;
  const token = tokenIn(authorization);
  return apiKey === undefined || apiKey === '' || apiKey === token ? token : undefined;
}

function whyMissing(
  { head: { apiKey }, path }: Exchange,
  { apiKeyPaths, takesApiKeyHeader }: EndpointSet,
): string {
  if (apiKey === undefined || takesApiKeyHeader(path)) return 'No credential came.';
  return `x-api-key came, which counts on ${apiKeyPaths.join(' and ')} only; here it has to be Authorization.`;
}
