import type { EndpointSet } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../api/endpoints/index.ts';
import { type ModelRoutes, type RoutingTable, routesOf } from './routing-table.ts';

/** A question to routing. */
export interface Question {
  readonly endpoint: EndpointName;
  readonly model: string | undefined;
  /** The body's `models`: tried, in order, after `model` and its fallbacks. */
  readonly models: readonly string[];
  /** The wanted tags. */
  readonly tags: readonly string[];
  /** True if the client's key may use a model; called only for models that exist. */
  readonly allows: (modelId: string) => boolean;
}

/** The fate of a model in a chain. */
export type ChainStep =
  | { readonly kind: 'usable'; readonly id: string; readonly routes: ModelRoutes }
  | { readonly kind: 'unknown' | 'not_allowed'; readonly id: string };

/** True if a chain may have more than one model on an endpoint: otherwise the answer of another would be wrong. */
export function followsChains(endpoint: EndpointName, endpoints: EndpointSet): boolean {
  return endpoints.of(endpoint).failover === 'full';
}

/**
 * The chain of a question, each model once: `model`, its configured fallbacks, the body's `models`. Without
 * `model` the first of `models` stands in for it. Fallbacks of fallbacks are not followed, so two models may
 * name each other; and a first model that can't be used takes its fallbacks with it, since they are there to
 * stand in for that one. On an endpoint where another model would be a wrong answer the chain has one model.
 */
export function modelChain(table: RoutingTable, question: Question): readonly ChainStep[] {
  const { model, models } = question;
  const first = model ?? models[0];
  if (first === undefined) return [];
  const firstStep = chainStep(table, question, first);
  const steps = [firstStep];
  const seen = new Set([first]);
  const append = (ids: readonly string[]) => {
    for (const id of ids) {
      if (seen.has(id)) continue;
      seen.add(id);
      steps.push(chainStep(table, question, id));
    }
  };
  if (!followsChains(question.endpoint, table.endpoints)) return steps;
  if (firstStep.kind === 'usable') append(firstStep.routes.model.fallbacks);
  append(models);
  return steps;
}

function chainStep(table: RoutingTable, question: Question, id: string): ChainStep {
  const routes = routesOf(table, id);
  if (routes === undefined) return { kind: 'unknown', id };
  return question.allows(id) ? { kind: 'usable', id, routes } : { kind: 'not_allowed', id };
}
