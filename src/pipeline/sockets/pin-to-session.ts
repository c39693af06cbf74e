/** Reduces a turn's plan to the deployment of its session. */
import { GatewayError } from '../../errors.ts';
import { atPlace, placeKey } from '../../routing/places.ts';
import { type Candidate, type RoutingTable, routesOf } from '../../routing/routing-table.ts';
import type { Exchange } from '../exchange.ts';
import { sendJson } from '../own-answer.ts';

/**
 * Sends a turn to its session's deployment only. A transcription has the price of the model that made it, if the
 * session has named one.
 */
export function stay(exchange: Exchange, routes: RoutingTable): void {
  const { carrier } = exchange.client;
  const plan = exchange.plan.flatMap((planned) => {
    const eligible = planned.eligible.flatMap((candidate) => atSession(candidate, carrier?.at));
    return eligible.length === 0 ? [] : [{ ...planned, eligible }];
  });
  if (plan.length === 0) {
    throw new GatewayError(
      'no_healthy_deployment',
      'The deployment that this session is at does not serve it any more; open another session.',
    );
  }
  exchange.plan = plan;
  if (carrier?.isTranscription !== true) return;
  for (const [name, candidate] of namesOf(exchange)) {
    const { model } = routesOf(routes, name)!;
    exchange.plan = [{ model, eligible: [candidate], ...(model.id !== name && { asked: name }) }];
  }
  exchange.nested = undefined;
}

/** The very server of a session, if its deployment is several of them. */
function atSession(candidate: Candidate, at: string | undefined): readonly Candidate[] {
  if (candidate.key === at) return [candidate];
  const isWithin = at?.startsWith(placeKey(candidate.key, '')) === true;
  return isWithin ? [atPlace(candidate, at.slice(placeKey(candidate.key, '').length), 1)] : [];
}

/** Reports the backend's names of the models that a session names. */
export async function tellNames(exchange: Exchange): Promise<void> {
  const names = [...namesOf(exchange)].map(([name, { deployment }]) => [name, deployment.upstreamModel]);
  sendJson(exchange, 200, Buffer.from(JSON.stringify(Object.fromEntries(names))));
}

function namesOf({ nested, plan }: Exchange) {
  const { backend } = plan[0]!.eligible[0]!.deployment;
  return nested?.get(backend) ?? [];
}
