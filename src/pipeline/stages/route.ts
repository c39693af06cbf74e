import { tagsOf } from '../../api/body/inferred-capabilities.ts';
import { parseTagHeader } from '../../api/body/wanted-tags.ts';
import { takesNothingNew } from '../../api/endpoints/stored-objects/operation.ts';
import { notFound } from '../../api/signed-ids/object-ids.ts';
import { GatewayError } from '../../errors.ts';
import { type BackendTags, unmetByBackends } from '../../routing/backend-tags.ts';
import type { Question } from '../../routing/chain.ts';
import { type NestingRules, planNested } from '../../routing/nested-models.ts';
import { type ObjectRoutes, pinnedTo } from '../../routing/object-routes.ts';
import { plan } from '../../routing/plan.ts';
import type { PlannedModel, RoutingTable } from '../../routing/routing-table.ts';
import type { Exchange } from '../exchange.ts';
import { planBatched } from '../named-models/batched-models.ts';
import { nestedRefused } from '../named-models/nested-refusal.ts';
import type { Parts } from '../parts.ts';
import { stay } from '../sockets/pin-to-session.ts';
import { refuseBoundCall } from '../sockets/realtime-address.ts';
import type { Stage } from '../stage.ts';

const none: readonly string[] = [];

/**
 * Decides which deployments could answer. The wanted tags are the body's; those of the header only without. The key's
 * tags are added, and with `routing.infer: require` the body's evident needs. Refused requests have their tags in the
 * log too.
 */
export function route({ routes, infer, objects, declared, nesting }: Parts): Stage {
  return function route(exchange, next) {
    const { body, summary, key, served, pinned } = exchange;
    if (served.call !== undefined) {
      exchange.plan = planOfCall(exchange, objects!.routes, takeTags(exchange));
      takeModels(exchange, routes, nesting);
      exchange.routedMs = performance.now();
      return next(exchange);
    }
    if (served.model?.in === 'none') {
      const { plans, tags: tagsOf } = declared!;
      exchange.plan = metBy(tagsOf, plans.get(served.name) ?? [], takeTags(exchange));
      exchange.routedMs = performance.now();
      return next(exchange);
    }
    const asked = askedTags(exchange);
    const needs = infer === 'off' ? [] : body!.needs();
    const tags = infer === 'require' ? [...asked, ...tagsOf(needs, served)] : asked;
    exchange.tags = tags;
    exchange.needs = needs;
    const question: Question = {
      endpoint: served.name,
      model: summary!.model,
      models: summary!.models,
      tags,
      allows: key!.allowsModel,
    };
    const { models, refusal } = plan(routes, question);
    if (refusal !== undefined) throw new GatewayError(refusal.code, refusal.message);
    exchange.plan = pinned === undefined ? models : pinnedPlan(exchange, pinned, models);
    if (summary!.nested !== undefined) takeNested(exchange, routes, question, nesting);
    if (served.socket === 'session') {
      if (exchange.opening === undefined) stay(exchange, routes);
      else refuseBoundCall(exchange, nesting);
    } else if (exchange.client.carrier?.at !== undefined) stay(exchange, routes);
    exchange.routedMs = performance.now();
    return next(exchange);
  };
}

/** The request's own tags, and those of its key. */
function askedTags({ summary, head, key }: Exchange): readonly string[] {
  const wanted = summary?.tags ?? (head.tags === undefined ? none : parseTagHeader(head.tags));
  return key!.config.tags.length === 0 ? wanted : [...wanted, ...key!.config.tags];
}

/** The tags of a request that names no model. */
function takeTags(exchange: Exchange): readonly string[] {
  const tags = askedTags(exchange);
  if (tags.length > 0) exchange.tags = tags;
  return tags;
}

/** The part of a plan without a model that has the wanted tags. */
function metBy(
  tagsOf: BackendTags,
  planned: readonly PlannedModel[],
  tags: readonly string[],
): readonly PlannedModel[] {
  const met = tagsOf.meeting(planned, tags);
  if (met.length > 0 || planned.length === 0) return met;
  throw new GatewayError('routing_requirements_not_met', unmetByBackends(tags));
}

/** The models that the body names beside its own. */
function takeNested(
  exchange: Exchange,
  routes: RoutingTable,
  question: Question,
  nesting: NestingRules,
): void {
  const nested = planNested(
    routes,
    question,
    exchange.summary!.nested!,
    nesting,
    exchange.key,
    exchange.plan,
  );
  if (nested.refusal !== undefined) throw nestedRefused(nested.refusal);
  exchange.plan = nested.models;
  exchange.nested = nested.names;
}

/** The plan of a call without a model: the backend of the named object, otherwise the backends for new ones. */
function planOfCall(
  { served, pinned, objectIds, key }: Exchange,
  routes: ObjectRoutes,
  tags: readonly string[],
): readonly PlannedModel[] {
  const { listsAll } = served.call!;
  if (listsAll === true) return routes.listing(served.name, key!.config.objectsOwner);
  const planned =
    pinned !== undefined
      ? routes.to(pinned)
      : objectIds.length > 0
        ? routes.soleBackend(served.name)
        : routes.usual(served.name);
  if (planned.length === 0) throw notFound();
  // An existing object is read, ended and deleted at its backend.
  return takesNothingNew(served.call!) ? planned : metBy(routes.tags, planned, tags);
}

/** The models of a batch: a key that may use only some has to name no other. */
function takeModels(exchange: Exchange, routes: RoutingTable, nesting: NestingRules): void {
  const { served, body, key, plan } = exchange;
  const { needsAllModels, models } = served.call!;
  if (needsAllModels === true && !key!.allowsAllModels) {
    throw new GatewayError(
      'model_not_allowed',
      'This key may use some models only, and the gateway does not read the file of a batch; use a key for all models.',
    );
  }
  if (models === undefined || body?.kind !== 'object') return;
  const { planned, edits } = planBatched(routes, nesting, models, body.bytes, key!, plan);
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
