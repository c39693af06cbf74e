/** Models that a request names within a list of others: each has to be the key's, and served where all of it goes. */
import type { Operation } from '../api/endpoints/endpoint.ts';
import type { EndpointName } from '../api/endpoints/index.ts';
import { type ByteEdit, withinQuotes } from '../api/signed-ids/edit-bytes.ts';
import { anyElement, JsonStrings } from '../api/signed-ids/json-strings.ts';
import { GatewayError } from '../errors.ts';
import type { Key } from '../keys/keyring.ts';
import { plan } from '../routing/plan.ts';
import type { PlannedModel, RoutingTable } from '../routing/routing-table.ts';

interface NamedModel {
  readonly model: string;
  readonly from: number;
  readonly to: number;
}

/** What of a plan can take all of the models, and what each backend calls them. */
export interface BatchedPlan {
  readonly planned: readonly PlannedModel[];
  /** By name of the backend. */
  readonly edits: ReadonlyMap<string, readonly ByteEdit[]>;
}

/** @throws GatewayError where the key may not use one, or no backend of the plan serves all */
export function planBatched(
  table: RoutingTable,
  { of, at }: NonNullable<Operation['models']>,
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
  const able = planned.flatMap(({ model, eligible }) => {
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
      edits.set(
        backend,
        named.map(({ model, from, to }) => ({
          from,
          to,
          text: withinQuotes(served.get(model)!.get(backend)!),
        })),
      );
    }
  }
  return { planned: able, edits };
}

function modelsIn(bytes: Buffer, [list, ...within]: readonly string[]): readonly NamedModel[] {
  const wanted = [list, anyElement, ...within];
  const strings = new JsonStrings((path) =>
    path.length === wanted.length && path.every((step, place) => step === wanted[place]) ? true : undefined,
  );
  const found: NamedModel[] = [];
  strings.scan(bytes, {}, ({ value: model, from, end: to }) => found.push({ model, from, to }));
  return found;
}

/** What each backend calls a model that it serves on an endpoint. */
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
