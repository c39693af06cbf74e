import { apiKeyPaths, takesApiKeyHeader } from '../../api/endpoints/index.ts';
import { GatewayError } from '../../errors.ts';
import { shownAddress } from '../../http/server/client-address.ts';
import { showedCredential } from '../../http/server/keyless.ts';
import { presentedSecret } from '../../keys/key-secret.ts';
import { whyRefused } from '../../keys/why-refused.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

/** One text for every fault of a key: which one it was would help to guess. */
const refusal = 'The API key is not valid; check it with whoever runs this gateway.';

/** But for this, which the client knows itself. */
const severalKeys = 'Two API keys came with this request; send one, in one header.';

/** How often the log says that failures are being refused, at most. */
const warnEveryMs = 10_000;

/** Finds out who is calling. Nothing about the request is judged or revealed before. */
export function authenticate({ keys, failures, log, clientIp }: Parts): Stage {
  let unlogged = 0;
  let warnedMs = Number.NEGATIVE_INFINITY;

  return function authenticate(exchange, next) {
    const { head, path, clientAddress } = exchange;
    const headers = {
      authorization: head.authorization,
      authorizationCount: head.authorizationCount,
      apiKey: takesApiKeyHeader(path) ? head.apiKey : undefined,
    };
    const presented = presentedSecret(headers);
    if (presented.kind === 'missing') {
      throw new GatewayError(
        'missing_api_key',
        'Send your API key in the header "Authorization: Bearer YOUR_KEY".',
        { reason: whyMissing(exchange) },
      );
    }
    const now = Date.now();
    const key = presented.kind === 'secret' ? keys.find(presented.secret, now) : undefined;
    if (key === undefined || !key.isActive(now)) {
      const message = presented.kind === 'several' ? severalKeys : refusal;
      return refuse(exchange, message, whyRefused(headers, key, { keys, wallNow: now }));
    }
    if (!key.allowsAddress(clientAddress)) {
      throw new GatewayError('address_not_allowed', 'This key may not be used from this address.', {
        reason: `The key "${key.id}" came from an address outside its allow_from.`,
      });
    }
    showedCredential(exchange.request.socket);
    exchange.key = key;
    exchange.authenticatedMs = performance.now();
    return next(exchange);
  };

  async function refuse(exchange: Exchange, message: string, reason: string): Promise<never> {
    if (await failures.isTooMany(exchange.clientAddress)) refuseMany(exchange);
    throw new GatewayError('invalid_api_key', message, { reason });
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

function whyMissing({ head: { apiKey }, path }: Exchange): string {
  if (apiKey === undefined || takesApiKeyHeader(path)) return 'No credential came.';
  return `x-api-key came, which counts on ${apiKeyPaths.join(' and ')} only; here it has to be Authorization.`;
}
