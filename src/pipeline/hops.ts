/**
 * A backend, or a guard, can be a gateway, and by mistake this very one: each request would then go round until a time
 * limit ends it, and be tried again elsewhere at each turn. Gateways count the gateways that a request passed.
 */
import { GatewayError } from '../errors.ts';

/** The most gateways in a row. */
const mostGateways = 4;

/** The header of an answer that refuses a request for that, so that no gateway on the way tries it elsewhere. */
export const loopHeader = 'x-gateway-loop';

/** The gateways that a request passed, by their own count. Throws if they are too many. */
export function hopsSoFar(written: string | undefined): number {
  if (written === undefined) return 0;
  const hops = /^\d{1,3}$/.test(written) ? Number(written) : 0;
  if (hops >= mostGateways) throw loopFound();
  return hops;
}

export function loopFound(): GatewayError {
  return new GatewayError(
    'upstream_invalid',
    `The request came through ${mostGateways} gateways, one behind the other: a backend of this model, or a guard, leads back to a gateway that it came through. Its operator has to give that another \`url\`.`,
    { headers: { [loopHeader]: '1' } },
  );
}
