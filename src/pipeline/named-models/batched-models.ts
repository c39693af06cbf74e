/**
 * Models that a request names in a list of others: each has to be the key's, and served at the destination of the whole
 * request.
 */
import type { Operation } from '../../api/endpoints/endpoint.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import type { NestedModel, NestedModels, NestedPlace } from '../../api/endpoints/nested-models.ts';
import { type ByteEdit, withinQuotes } from '../../api/signed-ids/edit-bytes.ts';
import { anyElement, JsonStrings } from '../../api/signed-ids/json-strings.ts';
import { GatewayError } from '../../errors.ts';
import type { Key } from '../../keys/keyring.ts';
import { type NestedPlan, type NestingRules, planNested } from '../../routing/nested-models.ts';
import { plan } from '../../routing/plan.ts';
import type { PlannedModel, RoutingTable } from '../../routing/routing-table.ts';
import { nestedRefused } from './nested-refusal.ts';

interface NamedModel {
  readonly model: string;
  readonly from: number;
  readonly to: number;
}

/** The part of a plan that can take all of the models, and each backend's names for them. */
export interface BatchedPlan {
  readonly planned: readonly PlannedModel[];
  /** By name of the backend. */
  readonly edits: ReadonlyMap<string, readonly ByteEdit[]>;
}

/** @throws GatewayError if the key may not use one, or no backend of the plan serves all */
export function planBatched(
  table: RoutingTable,
  nesting: NestingRules,
  { of, at, nests = [] }: NonNullable<Operation['models']>,
  bytes: Buffer,
  key: Key,
  planned: readonly PlannedModel[],
): BatchedPlan {
  const named = modelsIn(bytes, at);
  const served = new Map<string, ReadonlyMap<string, string>>();
  for (const { model } of named) {
    if (!served.has(model)) served.set(model, namesAt(table, of as EndpointName, model, key));
  }
  const edits = new Map<string, readonly ByteEdit[]>();
  const inside = nestedIn(bytes, at, nests);
  const nested = inside && takeNested(table, nesting, of as EndpointName, inside, key, planned);
  const able = (nested?.models ?? planned).flatMap(({ model, eligible }) => {
    const left = eligible.filter(({ deployment: { backend } }) =>
      [...served.values()].every((names) => names.has(backend)),
    );
    return left.length === 0 ? [] : [{ model, eligible: left }];
  });
  if (able.length === 0) {
    throw new GatewayError(
      'model_not_found',
      'No backend that takes batches serves all of the models in this one; send one batch for each model.',
    );
  }
  for (const { eligible } of able) {
    for (const { deployment } of eligible) {
      const { backend } = deployment;
      const names = nested?.names.get(backend);
      const renamed = named.map(({ model, from, to }) => ({
        from,
        to,
        text: withinQuotes(served.get(model)!.get(backend)!),
      }));
      for (const { model, from, to } of inside?.named ?? []) {
        const name = names?.get(model)?.deployment.upstreamModel;
        if (name !== undefined) renamed.push({ from, to, text: withinQuotes(name) });
      }
      edits.set(
        backend,
        renamed.sort((a, b) => a.from - b.from),
      );
    }
  }
  return { planned: able, edits };
}

/** The models that requests of a batch name beside their own; undefined for none. */
function nestedIn(
  bytes: Buffer,
  [list, ...within]: readonly [string, ...string[]],
  places: readonly NestedPlace[],
): NestedModels | undefined {
  if (places.length === 0) return undefined;
  const before = [list, anyElement, ...within.slice(0, -1)];
  const looked = places.flatMap((place) => {
    const one = { place, isOpen: false, path: [...before, ...place.at] };
    return place.mayBeOpen === true ? [one, { place, isOpen: true, path: [...before, place.at[0]] }] : [one];
  });
  const strings = new JsonStrings((path) => looked.find((one) => isSame(path, one.path)));
  const named: NestedModel[] = [];
  let open: NestedPlace | undefined;
  strings.scan(bytes, {}, ({ what: { place, isOpen, path }, value: model, from, end: to }) => {
    const item = path.join('.');
    if (isOpen) open = place;
    else named.push({ place, model, item, path: item, type: undefined, from, to });
  });
  return named.length === 0 && open === undefined ? undefined : { named, open };
}

/** @throws GatewayError if the key may not use one, or no backend of the plan has all */
function takeNested(
  table: RoutingTable,
  nesting: NestingRules,
  endpoint: EndpointName,
  inside: NestedModels,
  key: Key,
  planned: readonly PlannedModel[],
): NestedPlan & { readonly refusal?: undefined } {
  const question = { endpoint, model: undefined, models: [], tags: key.config.tags, allows: key.allowsModel };
  const nested = planNested(table, question, inside, nesting, key, planned);
  if (nested.refusal !== undefined) throw nestedRefused(nested.refusal);
  return nested;
}

function modelsIn(bytes: Buffer, [list, ...within]: readonly [string, ...string[]]): readonly NamedModel[] {
  const wanted = [list, anyElement, ...within];
  const strings = new JsonStrings((path) => (isSpelled(path, wanted) ? true : undefined));
  const found: NamedModel[] = [];
  strings.scan(bytes, {}, ({ value: model, from, end: to }) => found.push({ model, from, to }));
  return found;
}

/**
 * True for the wanted path. Some decoders accept a field that differs in case.
 *
 * @throws GatewayError `invalid_value` for such a one
 */
function isSpelled(path: readonly string[], wanted: readonly string[]): boolean {
  if (path.length !== wanted.length) return false;
  if (isSame(path, wanted)) return true;
  const isImpostor = path.every((step, place) => step.toLowerCase() === wanted[place]);
  if (!isImpostor) return false;
  throw new GatewayError(
    'invalid_value',
    `A field of the body is \`${wanted.join('.')}\` but for its case; name it so, or leave it out.`,
    { param: wanted[0]! },
  );
}

function isSame(path: readonly string[], at: readonly string[]): boolean {
  return path.length === at.length && path.every((step, place) => step === at[place]);
}

/** Each backend's names of a model that it serves on an endpoint. */
function namesAt(
  table: RoutingTable,
  endpoint: EndpointName,
  model: string,
  key: Key,
): ReadonlyMap<string, string> {
  const { models, refusal } = plan(table, {
    endpoint,
    model,
    models: [],
    tags: key.config.tags,
    allows: key.allowsModel,
  });
  if (refusal !== undefined) throw new GatewayError(refusal.code, refusal.message);
  const own = models.find(({ model: { id }, asked = id }) => asked === model);
  const names = new Map<string, string>();
  for (const { deployment } of own?.eligible ?? []) {
    if (!names.has(deployment.backend)) names.set(deployment.backend, deployment.upstreamModel);
  }
  return names;
}
