import type { AdminParts } from '../admin-parts.ts';
import type { DeploymentState, ReplicaState } from '../contract/deployments.ts';
import { type Model, type ModelsAnswer, modelsAnswer } from '../contract/models.ts';
import type { Route } from '../http/admin-route.ts';
import { deploymentStates } from '../live/deployment-states.ts';
import { translationsOf } from '../live/deployment-translations.ts';
import type { WrittenModel } from '../query-process/queries.ts';
import { jsonRoute } from './api-route.ts';
import { metricsOf } from './overview-routes.ts';
import { limit, word } from './parameters.ts';

const idle: DeploymentState = {
  standing: 'healthy',
  workers_out: 0,
  workers_probed_down: 0,
  workers_without_credential: 0,
  workers_refused_usage: 0,
  in_flight: 0,
  latency_ms: null,
};

/** The models with their deployments: what they can do, how they are, and what they had of the last hour. */
export function modelRoutes({ view, memory, queryProcess }: AdminParts): readonly Route[] {
  return [
    jsonRoute({
      method: 'GET',
      path: '/api/models',
      access: 'read',
      summary: 'Models and their deployments: capabilities, health, load.',
      query: { search: word('Part of the id.'), limit: limit(100) },
      answers: modelsAnswer,
      async answer({ query: { search = '', limit } }): Promise<ModelsAnswer> {
        const [{ total, models }, metrics] = await Promise.all([
          queryProcess.ask(view.transfer, 'models', { search, limit }),
          metricsOf(view),
        ]);
        const states = metrics && deploymentStates(metrics);
        const translations = translationsOf(metrics);
        const used = memory.lastHour.shares('deployment');
        const drained = new Map(view.drains.of('deployments').map(({ name, at, by }) => [name, { at, by }]));
        const triedOn = memory.attempts.ofLastHour();
        const replicasOf = (deployment: string): readonly ReplicaState[] =>
          [...(states ?? [])].flatMap(([name, state]) =>
            name.startsWith(`${deployment}@`) ? { replica: name.slice(deployment.length + 1), ...state } : [],
          );
        const withLive = (model: WrittenModel): Model => {
          const deployments = model.deployments.map((deployment) => {
            const share = used.get(deployment.deployment);
            return {
              ...deployment,
              state: states === undefined ? null : (states.get(deployment.deployment) ?? idle),
              replicas: replicasOf(deployment.deployment),
              drained: drained.get(deployment.deployment) ?? null,
              requests: share?.requests ?? 0,
              failed: share?.failed ?? 0,
              ...triedOn(deployment.deployment),
              ...translations.of(deployment.deployment),
            };
          });
          return {
            ...model,
            deployments,
            requests: deployments.reduce((sum, { requests }) => sum + requests, 0),
          };
        };
        return { total, models: models.map(withLive) };
      },
    }),
  ];
}
