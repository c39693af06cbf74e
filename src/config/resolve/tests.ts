import { type EndpointSet, isDeployed } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { didYouMean } from '../../lib/suggest.ts';
import type { RoutingTest as WrittenTest } from '../schema/generated/file.generated.ts';
import type { Path } from '../text/tree.ts';
import type { ModelConfig } from '../types/models.ts';
import type { RoutingTest, TestBody } from '../types/tests.ts';
import { type Context, fileAt, isAbsent, placeOf, shown, wrong } from './context.ts';
import { endpointNamed } from './endpoints/endpoint-names.ts';
import { checkReference, type Known } from './names.ts';

export interface TestReferences {
  readonly backends: Known;
  /** Undefined where they could not be read: nothing is said about references to them. */
  readonly models: ReadonlyMap<string, ModelConfig> | undefined;
  readonly keys: Known;
  readonly guards: Known;
  readonly mcpServers: Known;
  readonly endpoints: EndpointSet;
}

export function resolveTest(
  context: Context,
  index: number,
  test: WrittenTest & { readonly request: NonNullable<WrittenTest['request']> },
  references: TestReferences,
): RoutingTest | undefined {
  const path = ['tests', index];
  const at = [...path, 'request', 'endpoint'];
  const endpoint = endpointNamed(context, at, test.request.endpoint, references.endpoints);
  for (const [place, name] of test.down.entries())
    checkDown(context, [...path, 'down', place], name, references);
  for (const name of Object.keys(test.guards))
    checkReference(context, [...path, 'guards', name], name, references.guards, 'unknown_guard', 'guard');
  const { request, expect } = test;
  // Unknown models and tags are no faults here: a test may well show what comes of them.
  if (expect.cost !== undefined) {
    wrong(context, [...path, 'expect', 'cost'], 'bad_price_test', 'works only with `usage`', {
      hint: 'give the usage, such as `usage: { deployment: MODEL/NAME, input: 1000, output: 100 }`, in place of `request`',
    });
  }
  if (expect.tool !== undefined)
    wrong(context, [...path, 'expect', 'tool'], 'wrong_value', 'works only with `request.tool`');
  checkTranslated(context, path, test);
  if (request.key !== undefined)
    checkReference(context, [...path, 'request', 'key'], request.key, references.keys, 'unknown_key', 'key');
  if (request.key !== undefined && request.claims !== undefined)
    wrong(
      context,
      [...path, 'request', 'claims'],
      'exactly_one',
      'claims lead to a key themselves: take `key` out',
    );
  if (request.origin !== undefined && request.socket !== true)
    wrong(
      context,
      [...path, 'request', 'origin'],
      'missing_field',
      'is of the page that opens a WebSocket, and this is a plain request',
      { hint: 'write `socket: true` beside it' },
    );
  const called = endpoint === undefined ? undefined : references.endpoints.of(endpoint);
  const needsModel = called === undefined || isDeployed(called);
  if (called?.model !== undefined && test.body === undefined)
    checkModel(context, [...path, 'request'], request, needsModel);
  const checkPlace = needsModel ? checkDeployment : checkBackend;
  if (expect.deployment !== undefined)
    checkPlace(context, [...path, 'expect', 'deployment'], expect.deployment, references);
  for (const field of ['order', 'eligible'] as const) {
    for (const [place, name] of (expect[field] ?? []).entries())
      checkPlace(context, [...path, 'expect', field, place], name, references);
  }
  const { models: byId } = references;
  if (expect.model !== undefined && byId !== undefined) {
    const models = { has: (id: string) => byId.has(id), names: () => byId.keys() };
    checkReference(context, [...path, 'expect', 'model'], expect.model, models, 'unknown_model', 'model');
  }
  if (endpoint === undefined) return undefined;
  return {
    index,
    name: test.name,
    at: placeOf(context, path),
    request: {
      endpoint,
      model: request.model,
      models: request.models,
      tags: request.tags,
      key: request.key,
      claims: request.claims,
      socket: request.socket === true ? { origin: request.origin } : undefined,
    },
    body: bodyOf(context, test),
    down: test.down,
    guards: test.guards,
    expect: {
      deployment: expect.deployment,
      order: expect.order,
      eligible: expect.eligible,
      model: expect.model,
      status: expect.status,
      code: expect.code,
      via: expect.via,
      dropped: expect.dropped,
      changed: expect.changed,
      param: expect.param,
    },
  };
}

/** A body in the test itself is of the model that is asked for, unless it says so itself. */
function bodyOf(context: Context, { body, request }: WrittenTest): TestBody | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return { kind: 'file', file: fileAt(context, body) };
  const model = request?.model;
  return { kind: 'json', text: JSON.stringify({ ...(model !== undefined && { model }), ...body }) };
}

/** Without a body nothing is left out or changed. */
function checkTranslated(context: Context, path: Path, { body, expect }: WrittenTest): void {
  if (body !== undefined) return;
  for (const field of ['dropped', 'changed'] as const) {
    if (expect[field] === undefined) continue;
    const message = `"${field}" needs a \`body\` beside \`request\`: without one nothing is translated`;
    context.report.atKey(context.tree, [...path, 'expect', field], 'missing_field', message);
  }
}

/** Checks for a model's name. A declared endpoint itself says if its requests have one. */
function checkModel(
  context: Context,
  path: Path,
  { endpoint, model, models }: NonNullable<WrittenTest['request']>,
  needsModel: boolean,
): void {
  const isNamed = model !== undefined || models.length > 0;
  if (isNamed === needsModel) return;
  if (needsModel) {
    context.report.atKey(context.tree, path, 'missing_field', 'needs "model" or "models"', {
      hint: 'or give the test the whole request as `body`',
    });
    return;
  }
  wrong(
    context,
    [...path, model === undefined ? 'models' : 'model'],
    'bad_endpoint',
    `requests to ${endpoint} name no model`,
    { hint: 'take it out' },
  );
}

/** A backend, or one deployment as `MODEL/NAME`. */
function checkDown(context: Context, path: Path, name: string, references: TestReferences): void {
  if (name.includes('/')) checkQualified(context, path, name, references);
  else checkBackend(context, path, name, references);
}

/** Requests about stored objects go to no deployment: the name is a backend's. */
function checkBackend(context: Context, path: Path, name: string, references: TestReferences): void {
  checkReference(context, path, name, references.backends, 'unknown_backend', 'backend');
}

/** Reports a name, or `MODEL/NAME`, that no deployment has. */
export function checkDeployment(
  context: Context,
  path: Path,
  name: string,
  references: Pick<TestReferences, 'models' | 'backends'>,
): void {
  if (name.includes('/')) {
    checkQualified(context, path, name, references);
    return;
  }
  if (references.models === undefined) return;
  const names = new Set<string>();
  for (const model of references.models.values())
    for (const deployment of model.deployments) names.add(deployment.name);
  if (names.has(name) || isAbsent(context, path)) return;
  wrong(
    context,
    path,
    'unknown_deployment',
    `no deployment is named ${shown(context, path, name)}${didYouMean(name, names)}`,
  );
}

/** Model ids may hold slashes, names of deployments can't: the last one divides. */
function checkQualified(
  context: Context,
  path: Path,
  qualified: string,
  references: Pick<TestReferences, 'models' | 'backends'>,
): void {
  const { models, backends } = references;
  if (models === undefined || isAbsent(context, path)) return;
  const slash = qualified.lastIndexOf('/');
  const id = qualified.slice(0, slash);
  const name = qualified.slice(slash + 1);
  const model = models.get(id);
  if (!model) {
    wrong(context, path, 'unknown_model', `no model is named "${id}"${didYouMean(id, models.keys())}`, {
      hint: 'a deployment is written MODEL/NAME',
    });
    return;
  }
  const names = model.deployments.map((deployment) => deployment.name);
  // A deployment has its name of its backend: one whose backend is misspelt may be the one that is meant.
  const isTold = backends.has(name) && model.deployments.some(({ backend }) => !backends.has(backend));
  if (!names.includes(name) && !isTold) {
    wrong(
      context,
      path,
      'unknown_deployment',
      `the model "${id}" has no deployment named "${name}"${didYouMean(name, names)}`,
      { hint: `it has: ${names.join(', ')}` },
    );
  }
}
