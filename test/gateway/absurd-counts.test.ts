/** Numbers that nobody could count: from backends that report them, and from clients that ask for as many. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Answer, startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { configText, secret } from '../helpers/gateway.ts';
import { connectToLeave } from '../helpers/leave.ts';
import { startRedis } from '../helpers/redis.ts';
import { readToken, type Served, serve } from '../helpers/serve.ts';

/** Its output is free: nothing times too much is no number. */
const price = 'price: { input: 1000000, output: 0 }';

const tokens = 'tokens: 1000000000/day, ';

function served(t: TestContext, backend: string, limited: string, more = ''): Promise<Served> {
  return serve(
    t,
    configText({
      backends: `{ a: { url: "${backend}" } }`,
      models: `{ m: { deployments: [ { backend: a, endpoints: { chat_completions: [streaming], messages: [streaming], responses: [], images: [] }, ${price} } ] } }`,
      keys: `{ test: { secret: ${secret}, endpoints: [chat_completions, messages, responses, images], rate_limit: { ${limited}budget: 1000000 USD/month } } }`,
      more: `workers: 2\nadmin: { address: "127.0.0.1:0", read_token: ${readToken} }\nlog: { level: warn }\n${more}`,
    }),
  );
}

/** Of all requests so far, once there are so many; every figure of them. */
async function figures(one: Served, requests: number): Promise<Record<string, number>> {
  let rows: readonly Record<string, unknown>[] = [];
  await until(async () => {
    rows = JSON.parse((await one.admin('/api/usage?by=model')).text).rows;
    return rows[0]?.['requests'] === requests;
  }, `${requests} requests are kept`).catch(() => assert.fail(JSON.stringify(rows)));
  return rows[0] as Record<string, number>;
}

async function limits(one: Served): Promise<readonly (number | null)[]> {
  const { keys } = JSON.parse((await one.admin('/api/limits?key=test')).text);
  return keys[0].limits.map(({ used }: { used: number | null }) => used);
}

const hello = [{ role: 'user', content: 'Hello' }];
const reported: Answer = ({ url, body }, response) => {
  const huge = Number(JSON.parse(String(body)).user);
  const usage = url.endsWith('/messages')
    ? { input_tokens: huge, cache_read_input_tokens: huge, output_tokens: huge }
    : { prompt_tokens: huge, completion_tokens: huge, total_tokens: huge };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ id: 'x', type: 'message', choices: [], content: [], usage }));
};

for (const store of ['memory', 'redis'] as const) {
  test(`${store}: what a backend reports and could not have done is not counted, and everything else is`, async (t) => {
    const backend = await startBackend(t, reported);
    const more =
      store === 'memory'
        ? ''
        : `state: { store: redis, redis: { url: "${(await startRedis(t)).url}", gateways: 1 } }`;
    const one = await served(t, backend.url, tokens, more);
    const call = (path: string, user: number) =>
      one.call(path, { body: { model: 'm', max_tokens: 10, messages: hello, user: String(user) } });
    let made = 0;
    for (const huge of [1e13, 1e19, 1e300, 1.7e308]) {
      for (const path of ['/v1/chat/completions', '/v1/messages']) {
        const { status, text } = await call(path, huge);
        assert.equal(status, 200, text);
        made += 1;
      }
    }
    const { input_tokens: input = 0, output_tokens: output = 0, cost_usd } = await figures(one, made);
    assert.ok(input < 1000 && output < 1000, `${input} ${output}`);
    assert.equal(cost_usd, input);
    await until(async () => {
      const [tokens, usd] = await limits(one);
      return tokens === input + output && usd === input;
    }, 'limits count the same').catch(async () =>
      assert.fail(JSON.stringify([input, output, await limits(one)])),
    );
  });
}

test('what a client asks for, that nobody could make, does not spoil what is counted for others', async (t) => {
  const backend = await startBackend(t, () => {});
  const one = await served(t, backend.url, '');
  const bodies: Record<string, object> = {
    '/v1/chat/completions': { max_tokens: 1e308, n: 100, messages: hello },
    '/v1/images/generations': { prompt: 'a', n: 1e308 },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const { seen, aborted } = backend;
    const before = seen.length;
    const client = await connectToLeave(t, one.port, one.ca);
    const text = JSON.stringify({ model: 'm', ...body });
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secret}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}`;
    client.tls.write(`${head}\r\n\r\n${text}`);
    await until(() => seen.length > before, 'the backend is asked');
    client.leave('rst');
    await until(() => backend.aborted > aborted, 'the request is given up');
  }
  const sums = await figures(one, 2);
  for (const [name, sum] of Object.entries(sums)) {
    if (/tokens|images|usd$/.test(name)) assert.ok(Number.isFinite(sum), `${name} ${sum}`);
  }
  assert.ok(sums['cost_usd']! > 0 && sums['cost_usd']! < 2000, String(sums['cost_usd']));
  assert.deepEqual(await limits(one), [sums['cost_usd']]);
  const { text } = await one.admin('/metrics');
  assert.doesNotMatch(text, /(?:Infinity|\+Inf|NaN)$/m);
});
