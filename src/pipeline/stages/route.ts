import { tagsOf } from '../../api/body/inferred-capabilities.ts';
import { parseTagHeader } from '../../api/body/wanted-tags.ts';
import { notFound } from '../../api/signed-ids/object-ids.ts';
import { GatewayError } from '../../errors.ts';
import { type ObjectRoutes, pinnedTo } from '../../routing/object-routes.ts';
import { plan } from '../../routing/plan.ts';
import type { PlannedModel, RoutingTable } from '../../routing/routing-table.ts';
import { planBatched } from '../batched-models.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

const none: readonly string[] = [];

/**
 * Decides which deployments could answer. The wanted tags are the body's; those of the header only without. What the
 * key always asks for comes on top, and with `routing.infer: require` what the body evidently needs. Refused requests
 * have their tags in the log too.
 */
export function route({ routes, infer, objects, declared }: Parts): Stage {
  return function route(exchange, next) {
    const { body, summary, head, key, served, pinned } = exchange;
    if (served.call !== undefined) {
      exchange.plan = planOfCall(exchange, objects!.routes);
      takeModels(exchange, routes);
      exchange.routedMs = performance.now();
      return next(exchange);
    }
    if (served.model?.in === 'none') {
      exchange.plan = declared!.plans.get(served.name) ?? [];
      exchange.routedMs = performance.now();
      return next(exchange);
    }
    const wanted = summary!.tags ?? (head.tags === undefined ? none : parseTagHeader(head.tags));
    const asked = key!.config.tags.length === 0 ? wanted : [...wanted, ...key!.config.tags];
    const needs = infer === 'off' ? [] : body!.needs();
    const tags = infer === 'require' ? [...asked, ...tagsOf(needs, served)] : asked;
    exchange.tags = tags;
    exchange.needs = needs;
    const { models, refusal } = plan(routes, {
      endpoint: served.name,
      model: summary!.model,
      models: summary!.models,
      tags,
      allows: key!.allowsModel,
    });
    if (refusal !== undefined) throw new GatewayError(refusal.code, refusal.message);
    exchange.plan = pinned === undefined ? models : pinnedPlan(exchange, pinned, models);
    exchange.routedMs = performance.now();
    return next(exchange);
  };
}

/** A call that names no model: to the backend that has what it names, else to where what is new goes. */
function planOfCall(
  { served, pinned, objectIds, key }: Exchange,
  routes: ObjectRoutes,
): readonly PlannedModel[] {
  const { listsAll } = served.call!;
  if (listsAll === true) return routes.listing(served.name, key!.config.objectsOwner);
  const planned =
    pinned !== undefined
      ? routes.to(pinned)
      : objectIds.length > 0
        ? routes.soleBackend(served.name)
        : routes.usual(served.name);
  if (planned.length > 0) return planned;
  throw notFound();
}

/** The models that a batch names: a key that may use some only has to be seen to use no other. */
function takeModels(exchange: Exchange, routes: RoutingTable): void {
  const { served, body, key, plan } = exchange;
  const { needsAllModels, models } = served.call!;
  if (needsAllModels === true && key!.config.models !== undefined) {
    throw new GatewayError(
      'model_not_allowed',
      'This key may use some models only, and nobody looks into the file of a batch; use a key for all models.',
    );
  }
  if (models === undefined || body?.kind !== 'object') return;
  const { planned, edits } = planBatched(routes, models, body.bytes, key!, plan);
  exchange.plan = planned;
  exchange.batched = edits;
}

function pinnedPlan(
  { summary }: Exchange,
  backend: string,
  models: readonly PlannedModel[],
): readonly PlannedModel[] {
  const planned = pinnedTo(backend, summary!.model ?? summary!.models[0], models);
  if (planned.length > 0) return planned;
  throw new GatewayError(
    'invalid_value',
    'What the request refers to is kept where `model` is not served; name the model that it was made with.',
    { param: 'model' },
  );
}
