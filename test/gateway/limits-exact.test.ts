/** Limits under many connections at once, and slots after everything that can go wrong at a backend. */
import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { type TestContext, test } from 'node:test';
import type { LimitsAnswer } from '../../src/admin/contract/limits.ts';
import { simulatorFaults, startSimulator } from '../../src/simulator/index.ts';
import { isFull } from '../helpers/full.ts';
import { until } from '../helpers/gate.ts';
import { begin, readReply } from '../helpers/gateway.ts';
import { hello, liveText } from '../helpers/live.ts';
import { startRedis } from '../helpers/redis.ts';
import { type Served, serve } from '../helpers/serve.ts';

const manyKeys = Array.from({ length: 12 }, (_, index) => `sk-many-${String(index).padStart(16, '0')}`);

test('3 a minute, two workers, requests in parallel over many connections: never a fourth', async (t) => {
  const rules = manyKeys.map(
    (key, index) => `k${index}: { secret: ${key}, rate_limit: { requests: 3/min } }`,
  );
  const served = await serve(t, liveText({ keys: `{ ${rules.join(', ')} }` }));
  const agent = new Agent({ keepAlive: true, maxSockets: 24 });
  t.after(() => agent.destroy());
  const to = { port: served.port, ca: served.ca, agent };
  const call = async (key: string) =>
    (await readReply(await begin(to, '/v1/chat/completions', { body: hello, key }))).status;
  for (const key of manyKeys) {
    const statuses = await Promise.all(Array.from({ length: 40 }, () => call(key)));
    assert.equal(statuses.filter((status) => status === 200).length, 3, statuses.join(' '));
    assert.equal(statuses.filter((status) => status === 429).length, 37, statuses.join(' '));
  }
});

/** Every fault by a name that selects it. */
const faults = Object.keys(simulatorFaults).map((name) =>
  /^fault-N(-|$)/.test(name) ? name.replace('N', '503').replace('N', '1') : name.replace('N', '2'),
);
const bodies = {
  '/v1/chat/completions': { messages: hello.messages },
  '/v1/messages': { max_tokens: 10, messages: hello.messages },
  '/v1/responses': { input: 'Hello' },
} as const;
const mostInFlight = 48;

/** A gateway before a backend that does whatever the name of the model says. */
async function faulty(t: TestContext, more = ''): Promise<Served> {
  const simulator = await startSimulator({ exclusive: true });
  t.after(() => simulator.close());
  const timeouts = '{ connect: 500ms, first_byte: 300ms, idle: 300ms, progress: 300ms, total: 900ms }';
  const deployment =
    'deployments: [{ backend: one, endpoints: { chat_completions: [streaming], messages: [streaming], responses: [streaming] } }]';
  const text = liveText({
    backend: `{ url: "http://127.0.0.1:${simulator.port}", timeouts: ${timeouts} }`,
    keys: `{ test: { secret: sk-test-0123456789abcdef, rate_limit: { concurrency: ${mostInFlight} } } }`,
    more: `log: { level: error }\n${more}`,
  });
  const models = ['healthy', ...faults].map((id) => `  ${id}: { ${deployment} }`);
  return serve(t, text.replace(/^ {2}first: .*$/m, models.join('\n')));
}

async function slotsInUse(served: Served): Promise<number> {
  const { text } = await served.admin('/api/limits?key=test');
  return (JSON.parse(text) as LimitsAnswer).keys[0]!.limits[0]!.used!;
}

// What is healthy comes last, when the workers have served a while: it has 300 ms.
const cases = [...faults, 'healthy'].flatMap((model) =>
  Object.entries(bodies).flatMap(([path, body]) =>
    [false, true].map((stream) => ({ path, body: { model, stream, ...body } })),
  ),
);
/** Each case once, or about three times. */
const requests = isFull ? 500 : cases.length;

for (const store of ['memory', 'redis'] as const) {
  test(`${store}: after ${requests} requests over every fault of a backend every slot is free`, async (t) => {
    const more =
      store === 'memory'
        ? ''
        : `state: { store: redis, redis: { url: "${(await startRedis(t)).url}", gateways: 1 } }`;
    const served = await faulty(t, more);
    const agent = new Agent({ keepAlive: true, maxSockets: mostInFlight });
    t.after(() => agent.destroy());
    const to = { port: served.port, ca: served.ca, agent };
    const statuses = new Map<number, number>();
    let next = 0;
    let most = 0;
    const work = async () => {
      while (next < requests) {
        const number = next++;
        const { path, body } = cases[number % cases.length]!;
        const response = await begin(to, path, { body }).catch(() => undefined);
        const status = response?.statusCode ?? 0;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        // Every seventh client leaves when it has the head of its answer.
        if (number % 7 === 0) response?.destroy();
        else if (response !== undefined) await readReply(response);
        if (number % 200 === 100) most = Math.max(most, await slotsInUse(served));
      }
    };
    await Promise.all(Array.from({ length: mostInFlight }, work));
    await until(async () => (await slotsInUse(served)) === 0, 'every slot is free', 2000);
    const found = JSON.stringify([...statuses]);
    for (const status of [200, 502, 503, 504]) assert.ok(statuses.has(status), found);
    assert.ok(most > 0, 'slots were in use meanwhile');
  });
}
