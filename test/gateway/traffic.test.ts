import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Traffic, type TrafficKind, trafficKinds } from '../../src/check/traffic/traffic.ts';
import type { Config } from '../../src/config/types/gateway.ts';
import { until } from '../helpers/gate.ts';
import { configText, loadText, type Reply, startGateway, type TestGateway } from '../helpers/gateway.ts';

const image = {
  type: 'image_url',
  image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' },
};
const tool = { type: 'function', function: { name: 'look', parameters: { type: 'object' } } };
const said = (content: unknown) => [{ role: 'user', content }];

const keys = `{
  one: { secret: sk-one-0123456789abcdef },
  two: { secret: sk-two-0123456789abcdef, tags: [vision] },
  three: { secret: sk-three-0123456789abcdef, models: [fast] } }`;

const backends = '{ a: { simulator: {} }, b: { simulator: {} }, c: { simulator: {} } }';
const old = configText({
  backends,
  keys,
  models: `
  fast:
    deployments:
      - { backend: a, endpoints: { chat_completions: [streaming, function_calling], messages: [] } }
      - { backend: b, priority: 1, endpoints: { chat_completions: [vision, streaming] } }
  large:
    fallbacks: [fast]
    deployments:
      - { backend: b, endpoints: { chat_completions: [vision] } }
  gone: { deployments: [{ backend: c, endpoints: { chat_completions: [] } }] }`,
});
/** Another first deployment, a model less and one more, other rights, tags of a key and a capability. */
const changed = configText({
  backends,
  keys: keys
    .replace('models: [fast]', 'models: [large]')
    .replace('tags: [vision]', 'tags: [streaming]')
    .replace('sk-one-0123456789abcdef', 'sk-one-0123456789abcdef, endpoints: [chat_completions]'),
  models: `
  fast:
    deployments:
      - { backend: a, priority: 1, endpoints: { chat_completions: [streaming], messages: [vision] } }
      - { backend: b, endpoints: { chat_completions: [vision, streaming, function_calling] } }
  large:
    deployments:
      - { backend: c, id: b, endpoints: { chat_completions: [vision, streaming] } }
  fresh: { deployments: [{ backend: a, endpoints: { chat_completions: [] } }] }`,
});

/** What one client sends: keys, models, chains, tags and what bodies need, in all combinations. */
function requests() {
  const all = [];
  for (const key of ['nobody', 'one', 'two', 'three']) {
    for (const model of key === 'nobody' ? ['fast'] : ['fast', 'large', 'gone', 'fresh', 'unknown']) {
      for (const models of [undefined, ['gone', 'fast']]) {
        for (const tags of [undefined, ['vision'], ['chat_completions:streaming']]) {
          for (const content of ['Hello', [{ type: 'text', text: 'Look' }, image]]) {
            all.push({ key, body: { model, models, tags, messages: said(content) } });
          }
          all.push({ key, body: { model, models, tags, messages: said('Use it'), tools: [tool] } });
        }
      }
    }
  }
  return all;
}

/** Where it was answered, or with what it was refused. */
function outcomeOf({ status, headers, json }: Reply, config: Config): string {
  const deployment = headers['x-gateway-deployment'];
  const model = headers['x-gateway-model'];
  if (typeof deployment !== 'string') return `${status} ${json.error?.code}`;
  const found = config.models.get(String(model))?.deployments.find(({ name }) => name === deployment);
  return `${model}/${deployment} on ${found?.backend}`;
}

async function sent(gateway: TestGateway, config: Config): Promise<ReadonlyMap<string, string>> {
  const outcomes = new Map<string, string>();
  for (const [index, { key, body }] of requests().entries()) {
    const reply = await gateway.call('/v1/chat/completions', {
      key: `sk-${key}-0123456789abcdef`,
      body,
      headers: { 'x-request-id': `r${index}` },
    });
    outcomes.set(`r${index}`, outcomeOf(reply, config));
  }
  await until(() => gateway.logs.some(({ id }) => id === `r${outcomes.size - 1}`), 'all lines are written');
  return outcomes;
}

/** The kinds of change that one line comes to. */
function kindOf(before: Config, after: Config, line: string): TrafficKind | undefined {
  const traffic = new Traffic(before, after, Date.now());
  traffic.add(line);
  const { changed } = traffic.report();
  return trafficKinds.find((kind) => changed[kind] > 0);
}

for (const infer of ['prefer', 'require', 'off']) {
  test(`the log of a served run tells the very requests that a changed gateway answers differently (infer: ${infer})`, async (t) => {
    const more = `\nrouting: { infer: ${infer}, generic_tags: called_endpoint }`;
    const [before, after] = [await loadText(old + more), await loadText(changed + more)];
    const first = await startGateway(t, old + more);
    const second = await startGateway(t, changed + more);
    const were = await sent(first, before);
    const are = await sent(second, after);

    const lines = first.logs.filter(({ msg }) => msg === 'request').map((line) => JSON.stringify(line));
    const same = new Traffic(before, before, Date.now());
    for (const line of lines) same.add(line);
    const replayed = same.report();
    assert.equal(replayed.unchanged, replayed.requests);
    assert.deepEqual(replayed.moves, []);
    assert.ok(replayed.requests > 100);
    assert.ok('invalid_api_key' in replayed.unrouted);

    const wrong: string[] = [];
    const seen = new Set<TrafficKind | undefined>();
    for (const line of lines) {
      const { id, key } = JSON.parse(line) as { id: string; key?: string };
      if (key === undefined) continue;
      const kind = kindOf(before, after, line);
      seen.add(kind);
      const differs = were.get(id) !== are.get(id);
      const isTold = kind !== undefined && kind !== 'failover';
      if (differs !== isTold) wrong.push(`${were.get(id)} -> ${are.get(id)}, told ${kind}: ${line}`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(seen.has('elsewhere') && seen.has('refused') && seen.has('served'));
  });
}
