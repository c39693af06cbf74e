import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { type BuiltInName, endpointNames, endpoints } from '../../../src/api/endpoints/index.ts';
import { explainer } from '../../../src/check/explain/explain.ts';
import type { ExplainQuestion } from '../../../src/check/explain/question.ts';
import { type ProofOutcome, prove } from '../../../src/check/prove/prove.ts';
import type { Config } from '../../../src/config/types/gateway.ts';
import { compileGlob } from '../../../src/lib/glob.ts';
import { startBackend } from '../../helpers/backend.ts';
import { runs } from '../../helpers/full.ts';
import { loadText, type Reply, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { freePort } from '../../helpers/ports.ts';
import { backendsUsed, file } from './random-files.ts';

/** So many random configurations in one file, each with names of its own, so that one gateway serves them all. */
const count = runs(120);
const seed = 20_260_203;
/** Equals are drawn at random; circuits open by one failure, and close as soon as the outage before is over. */
const withinMs = 10_000;

/** The names of one of the configurations, told from those of the others. */
const named = (group: number, name: string) => `g${group}.${name}`;

/** A pattern that is about the names of one configuration alone. */
const pattern = (group: number, glob: string | undefined) =>
  glob === undefined || glob.startsWith('*') ? `g${group}.*${glob?.slice(1) ?? ''}` : named(group, glob);

/** What its own assertions and keys can name of a configuration: the generator does not look. */
function known({ models, backends }: Config) {
  return {
    isModel: (id: string) => id.includes('*') || models.has(id) || (id.startsWith('w-') && models.has('w-*')),
    isBackend: (name: string | undefined) => name === undefined || name.includes('*') || backends.has(name),
  };
}

/** That no request for its model reaches a deployment, which mostly takes an outage of others. */
function eachDeployment(group: number, { models }: Config) {
  return [...models.values()].flatMap(({ id, deployments }) =>
    deployments.map(({ name }) => ({
      name: 'a deployment of its own model',
      request: { key: `g${group}.*`, model: named(group, id), models: [] },
      reaches: { deployment: `${named(group, id)}/${name}` },
    })),
  );
}

/** That every model survives an outage. */
function eachModel(group: number, { models }: Config) {
  return [...models.keys()].map((id) => ({
    name: 'a model',
    request: { key: `g${group}.*`, model: named(group, id) },
    outages: 1,
  }));
}

/** One file of many, whose backends are all one server: it tells them by their paths. */
function fileOf(groups: readonly Config[], portOf: (group: number, backend: string) => number): string {
  const each = <T>(entriesOf: (config: Config, group: number) => readonly (readonly [string, T])[]) =>
    Object.fromEntries(groups.flatMap(entriesOf));
  const requestOf = (group: number, { request }: Config['never'][number] | Config['survives'][number]) => ({
    key: pattern(group, request.key),
    endpoint: request.endpoint,
    tags: request.tags?.filter((tag) => tag !== 'nonsense'),
    model: request.model === undefined ? undefined : named(group, request.model),
    models: request.models?.map((id) => named(group, id)),
  });
  const isMeant = (config: Config, { request }: Config['never'][number] | Config['survives'][number]) =>
    [request.model ?? 'a', ...(request.models ?? [])].every(known(config).isModel);
  return stringify(
    {
      version: 1,
      listen: { address: '127.0.0.1:0', tls: { self_signed: true } },
      routing: { circuit: { failures: 1, open: '100ms', max_open: '100ms' } },
      backends: each(({ backends }, group) =>
        [...backends.keys()].map((name) => {
          const url = `http://127.0.0.1:${portOf(group, name)}/${named(group, name)}`;
          return [named(group, name), { url }];
        }),
      ),
      models: each(({ models }, group) =>
        [...models.values()].map(({ id, fallbacks, deployments }) => [
          named(group, id),
          {
            fallbacks: fallbacks.map((fallback) => named(group, fallback)),
            deployments: deployments.map(
              ({ name, backend, model: _, at: __, upstreamModel: ___, price: ____, ...rest }) => ({
                ...rest,
                id: name,
                model: `${named(group, id).replace('*', 'any')}/${name}`,
                backend: named(group, backend),
              }),
            ),
          },
        ]),
      ),
      keys: each((config, group) =>
        [...config.keys.values()].map(({ id, models, endpoints, tags }) => {
          const globs = models?.filter(known(config).isModel) ?? ['*'];
          const terms = {
            secret: secretOf(named(group, id)),
            models: (globs.length === 0 ? ['nothing*'] : globs).map((glob) => pattern(group, glob)),
            endpoints,
            tags: tags.filter((tag) => tag !== 'nonsense'),
          };
          return [named(group, id), terms];
        }),
      ),
      never: groups.flatMap((config, group) => [
        ...eachDeployment(group, config),
        ...config.never
          .filter((one) => isMeant(config, one) && known(config).isBackend(one.reaches.backend))
          .map((one) => ({
            name: one.name,
            request: requestOf(group, one),
            reaches: {
              backend: pattern(group, one.reaches.backend),
              deployment: one.reaches.deployment?.replace('a/', `g${group}.a/`).replace(/^x$/, 'x*'),
            },
          })),
      ]),
      survives: groups.flatMap((config, group) => [
        ...eachModel(group, config),
        ...config.survives
          .filter((one) => isMeant(config, one) && (one.request.model ?? one.request.models[0]) !== undefined)
          .map((one) => ({ name: one.name, request: requestOf(group, one), outages: one.outages })),
      ]),
    },
    { aliasDuplicateObjects: false },
  );
}

function secretOf(key: string): string {
  return `sk-${key}-0123456789`;
}

interface Served {
  readonly gateway: TestGateway;
  readonly config: Config;
  readonly outcomes: readonly ProofOutcome[];
  /** Takes backends and deployments down, and no others. */
  down(names: readonly string[]): void;
  /** `MODEL/NAME` of what got a request, since it was asked last. */
  reached(): readonly string[];
}

/** @param isClosed whether nobody listens where a backend is said to be */
async function serve(
  t: TestContext,
  isClosed: (group: number, backend: string) => boolean = () => false,
): Promise<Served> {
  let down: ReadonlySet<string> = new Set();
  const reached: string[] = [];
  const backend = await startBackend(t, ({ url, body }, response, request) => {
    const name = url.split('/')[1]!;
    const deployment = (JSON.parse(body.toString()) as { model: string }).model.replace('w-any', 'w-*');
    if (down.has(name) || down.has(deployment)) return void request.socket.destroy();
    reached.push(deployment);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"id":"x","object":"answer"}');
  });
  const groups = fc.sample(file, { numRuns: count, seed });
  const closed = await freePort();
  const text = fileOf(groups, (group, name) => (isClosed(group, name) ? closed : backend.port));
  const config = await loadText(text);
  return {
    gateway: await startGateway(t, text),
    config,
    outcomes: prove(config),
    down: (names) => {
      down = new Set(names);
    },
    reached: () => reached.splice(0),
  };
}

function ask({ gateway }: Served, { endpoint, model, models, tags, key }: ExplainQuestion): Promise<Reply> {
  const { path, sample } = endpoints[endpoint as BuiltInName];
  const chain = models.length > 0 ? { models } : {};
  return gateway.callKept(path, { key: secretOf(key!), body: { model, ...chain, tags, ...sample.request } });
}

test(`a running gateway reaches what counterexamples of ${count} random configurations say it reaches`, async (t) => {
  const served = await serve(t);
  const broken = served.outcomes.filter(({ kind, verdict }) => kind === 'never' && verdict === 'broken');
  assert.ok(broken.length >= count, `${broken.length} counterexamples`);
  let withOutage = 0;
  for (const { counterexample, message } of broken) {
    const [, target = ''] = /^key \S+ reaches (\S+?)(?: \(|:)/.exec(message) ?? [];
    served.down(counterexample!.down);
    served.reached();
    withOutage += counterexample!.down.length > 0 ? 1 : 0;
    let isReached = false;
    for (const end = performance.now() + withinMs; !isReached && performance.now() < end; ) {
      await ask(served, counterexample!);
      isReached = served.reached().includes(target);
    }
    assert.ok(isReached, `${target}: ${message}`);
  }
  assert.ok(withOutage >= count / 5, `${withOutage} with an outage`);
});

test(`a running gateway fails in the outages of ${count} random configurations that break a request`, async (t) => {
  const served = await serve(t);
  const nobody = served.outcomes.filter(({ message }) => message.startsWith('no deployment is left'));
  assert.ok(nobody.length >= count / 8, `${nobody.length} counterexamples`);
  for (const { counterexample, message } of nobody) {
    served.down(counterexample!.down);
    const { status } = await ask(served, counterexample!);
    assert.ok(status >= 500, `${status}: ${message}`);
  }
});

test(`a running gateway serves in an outage what ${count} random configurations are proved to serve in any`, async (t) => {
  const served = await serve(t, (group, name) => name === backendsUsed[group % backendsUsed.length]);
  const proved = served.outcomes.filter(({ kind, verdict }) => kind === 'survives' && verdict === 'proved');
  const explain = explainer(served.config);
  let asked = 0;
  for (const { assertion } of proved) {
    const { key: glob, endpoint, model, models = [], tags = [] } = assertion.request;
    for (const key of [...served.config.keys.keys()].filter(compileGlob(glob!))) {
      for (const called of endpoint === undefined ? endpointNames : [endpoint]) {
        const question = { endpoint: called, model, models, tags, key, down: [] };
        if (explain(question).outcome.status !== 200) continue;
        asked += 1;
        assert.equal((await ask(served, question)).status, 200, JSON.stringify(question));
      }
    }
  }
  assert.ok(asked >= count / 3, `${asked} requests`);
});
