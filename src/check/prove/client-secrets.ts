/** The reach of a client secret for realtime: its holder chooses the model, past the gateway. */
import { realtimeClientSecrets } from '../../api/endpoints/realtime/realtime-client-secrets.ts';
import type { Config } from '../../config/types/gateway.ts';
import { deploymentKey } from '../../routing/routing-table.ts';
import type { Explanation } from '../explain/explanation.ts';
import type { ExplainQuestion } from '../explain/question.ts';

/** The first forbidden deployment for realtime of each backend. */
export function forbiddenForRealtime(
  { models }: Pick<Config, 'models'>,
  forbidden: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { deployments } of models.values()) {
    for (const one of deployments) {
      const key = deploymentKey(one);
      if (one.endpoints.realtime !== undefined && forbidden.has(key) && !found.has(one.backend))
        found.set(one.backend, key);
    }
  }
  return found;
}

/** The forbidden deployment that a session with the secret may use; undefined if no secret can lead to one. */
export function reachedWithSecret(
  config: Pick<Config, 'models'>,
  { endpoint }: ExplainQuestion,
  { models }: Explanation,
  forbidden: ReadonlySet<string>,
): string | undefined {
  if (endpoint !== realtimeClientSecrets.name) return undefined;
  const reached = forbiddenForRealtime(config, forbidden);
  return models
    .flatMap(({ deployments }) => deployments)
    .filter(({ place }) => place !== null)
    .map(({ backend }) => reached.get(backend))
    .find((one) => one !== undefined);
}
