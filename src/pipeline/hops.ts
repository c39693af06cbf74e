/**
 * A backend, or a guard, can be a gateway, and through a slip this very one: each request would then go round until a time limit ends
 * it, and at each turn be tried again elsewhere. Gateways count how many of them a request came through.
 */
import { GatewayError } from '../errors.ts';

/** Gateways that may stand one behind the other. */
const mostGateways = 4;

/** What an answer that refuses a request for it carries, so that no gateway on the way tries it elsewhere. */
export const loopHeader = 'x-gateway-loop';

/** How many gateways a request came through, as they count. Throws where it is too many. */
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
