import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { stringify } from 'yaml';
import {
  type BuiltInName,
  deployedEndpoints,
  type EndpointName,
  endpoints,
} from '../../src/api/endpoints/index.ts';
import { diffConfigs } from '../../src/check/diff/diff.ts';
import { explainer } from '../../src/check/explain/explain.ts';
import type { ExplainQuestion } from '../../src/check/explain/question.ts';
import { loadConfig } from '../../src/config/load.ts';
import { strategies } from '../../src/routing/balance/index.ts';
import { runs } from '../helpers/full.ts';
import { type Reply, startGateway, type TestGateway } from '../helpers/gateway.ts';
import { freePort } from '../helpers/ports.ts';

/** Those that take and give JSON with a `model` of its own, which say all there is to say of where a request goes. */
const asked = deployedEndpoints.filter((name) => {
  const { body, answer, modelAt } = endpoints[name];
  return body.kind === 'json' && answer[0] === 'json' && modelAt === undefined;
});

/**
 * So many random configurations, as many groups of models in one file, so that one gateway serves them all. What
 * explain and diff say of each is held against what the gateway does.
 */
const count = runs(100);
const capabilities = ['vision', 'streaming', 'tool_choice'] as const;
const secrets = {
  all: 'sk-all-0123456789',
  some: 'sk-some-0123456789',
  chat: 'sk-chat-0123456789',
  strict: 'sk-strict-0123456789',
};
const keyIds = ['all', 'some', 'chat', 'strict'] as const;

const listed = fc.subarray([...capabilities]);
const deployment = fc.record({
  backend: fc.constantFrom('one', 'two', 'dead'),
  priority: fc.integer({ min: 0, max: 2 }),
  weight: fc.integer({ min: 0, max: 2 }),
  endpoints: fc
    .subarray([...asked], { minLength: 1 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, listed])))),
});
const model = fc.record({
  balance: fc.constantFrom(...Object.keys(strategies)),
  fallbacks: fc.subarray(['a', 'b', 'c']),
  deployments: fc.uniqueArray(deployment, { minLength: 1, maxLength: 3, selector: ({ backend }) => backend }),
});
type Model = typeof model extends fc.Arbitrary<infer M> ? M : never;
const group = fc.record({ a: model, b: model, c: model });
type Group = typeof group extends fc.Arbitrary<infer G> ? G : never;

const tag = fc.constantFrom(
  ...capabilities,
  'chat_completions:vision',
  'responses:streaming',
  'messages:tool_choice',
);
const question = fc.record({
  endpoint: fc.constantFrom(...asked),
  model: fc.constantFrom('a', 'b', 'c', 'gone'),
  models: fc.subarray(['b', 'c'], { maxLength: 1 }),
  tags: fc.uniqueArray(tag, { maxLength: 2 }),
  key: fc.constantFrom(...keyIds),
});

function modelsOf(groups: readonly Group[]): Readonly<Record<string, Model>> {
  return Object.fromEntries(
    groups.flatMap((members, index) =>
      Object.entries(members).map(([name, { fallbacks, ...rest }]) => {
        const others = fallbacks.filter((other) => other !== name).map((other) => `g${index}-${other}`);
        return [`g${index}-${name}`, { ...rest, fallbacks: others }];
      }),
    ),
  );
}

function fileOf(groups: readonly Group[], third: Readonly<Record<string, object>>): string {
  return stringify(
    {
      version: 1,
      listen: { address: '127.0.0.1:0', tls: { self_signed: true } },
      routing: { circuit: { failures: 1000 } },
      backends: {
        one: { simulator: {} },
        two: { simulator: {} },
        ...third,
      },
      models: modelsOf(groups),
      keys: {
        all: { secret: secrets.all, endpoints: asked },
        some: { secret: secrets.some, models: ['*-a', '*-b'] },
        chat: { secret: secrets.chat, endpoints: ['chat_completions', 'messages'] },
        strict: { secret: secrets.strict, tags: ['streaming'] },
      },
    },
    { aliasDuplicateObjects: false },
  );
}

interface Asked {
  readonly endpoint: EndpointName;
  readonly model: string;
  readonly models?: readonly string[];
  readonly tags: readonly string[];
  readonly key?: keyof typeof secrets;
}

async function ask(gateway: TestGateway, asked: Asked): Promise<Reply> {
  const { endpoint, key = 'all', ...fields } = asked;
  const { path, sample } = endpoints[endpoint as BuiltInName];
  const reply = await gateway.callKept(path, { key: secrets[key], body: { ...fields, ...sample.request } });
  if (reply.status !== 429) return reply;
  // A key that sends faulty bodies as quickly as a quick machine can is told to wait.
  await setTimeout(Number(reply.headers['retry-after']) * 1000);
  return ask(gateway, asked);
}

async function serve(
  t: TestContext,
  groups: readonly Group[],
  third: Readonly<Record<string, object>> = { three: { simulator: {} } },
) {
  const text = fileOf(groups, third);
  const { config, trees } = await loadConfig('-', { text, env: {}, requireSecrets: true });
  assert.ok(config);
  return { gateway: await startGateway(t, text), config, trees };
}

const seed = 20_260_101;

test(`what explain says comes first is where a real request goes, for ${count} random configurations`, async (t) => {
  const groups = fc.sample(group, { numRuns: count, seed });
  const questions = fc.sample(fc.array(question, { minLength: 6, maxLength: 6 }), {
    numRuns: count,
    seed: seed + 1,
  });
  const { gateway, config } = await serve(t, groups, {
    dead: { url: `http://127.0.0.1:${await freePort()}` },
  });
  const explain = explainer(config);
  const seen = new Set<number>();
  for (const [index, several] of questions.entries()) {
    for (const { model, models, ...rest } of several) {
      const request = {
        ...rest,
        model: `g${index}-${model}`,
        models: models.map((name) => `g${index}-${name}`),
      };
      const asked: ExplainQuestion = { ...request, down: ['dead'] };
      const { outcome } = explain(asked);
      const { status, headers, json } = await ask(gateway, request);
      const what = `${JSON.stringify(asked)}: ${JSON.stringify(outcome)}`;
      seen.add(outcome.status);
      if ('deployment' in outcome) {
        assert.equal(status, 200, what);
        const went = `${headers['x-gateway-model']}/${headers['x-gateway-deployment']}`;
        assert.ok([outcome.deployment, ...outcome.or].includes(went), `${went}: ${what}`);
        continue;
      }
      // All that could answer is the backend that is dead: the plan knows of it only when it has been tried.
      if (outcome.code === 'no_healthy_deployment') assert.equal(status, 502, what);
      else if (outcome.code !== '503' || status === 503) assert.equal(json.error.code, outcome.code, what);
      else assert.equal(status, 502, what);
    }
  }
  const isEveryChainTaken = Object.values(endpoints).every(({ failover }) => failover === 'full');
  assert.deepEqual([...seen].sort(), [200, ...(isEveryChainTaken ? [] : [400]), 403, 404, 503]);
});

test(`what diff says of a set of tags agrees with asking both gateways, for ${count} random pairs`, async (t) => {
  const alive = (members: Group): Group =>
    JSON.parse(JSON.stringify(members).replaceAll('"dead"', '"three"'));
  const pairs = fc.sample(fc.tuple(group, fc.option(group, { freq: 3 })), { numRuns: count, seed: seed + 2 });
  const old = pairs.map(([before]) => alive(before));
  const now = pairs.map(([before, after]) => alive(after === null ? before : { ...before, a: after.a }));
  const before = await serve(t, old);
  const after = await serve(t, now);
  const { servable } = diffConfigs(before, after);
  assert.ok(servable.length > count / 4);
  const isServed = async (gateway: TestGateway, asked: Asked) => (await ask(gateway, asked)).status === 200;
  for (const { model, endpoints, gained, lost } of servable) {
    const endpoint = endpoints[0]!;
    const first = gained[0] ?? lost[0]!;
    const verdicts = [gained.length > 0 ? [false, true] : [true, false], first] as const;
    const asked = { endpoint, model, tags: first };
    const what = JSON.stringify(asked);
    assert.deepEqual(
      [await isServed(before.gateway, asked), await isServed(after.gateway, asked)],
      verdicts[0],
      what,
    );
    if (gained.length > 0 && lost.length > 0) {
      const gone = { endpoint, model, tags: lost[0]! };
      assert.deepEqual(
        [await isServed(before.gateway, gone), await isServed(after.gateway, gone)],
        [true, false],
        JSON.stringify(gone),
      );
    }
  }
  const told = new Set(
    servable.flatMap(({ model, endpoints }) => endpoints.map((name) => `${model} ${name}`)),
  );
  const sets = fc.sample(fc.tuple(question, fc.constant(null)), { numRuns: count, seed: seed + 3 });
  for (const [index, [{ endpoint, tags, model: name }]] of sets.entries()) {
    const model = `g${index}-${name === 'gone' ? 'a' : name}`;
    if (told.has(`${model} ${endpoint}`)) continue;
    const asked = { endpoint, model, tags };
    assert.equal(
      await isServed(before.gateway, asked),
      await isServed(after.gateway, asked),
      JSON.stringify(asked),
    );
  }
});
