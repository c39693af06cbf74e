import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../helpers/gateway.ts';
import { type Wire, wireOver } from '../helpers/wire.ts';

const greedy = 'sk-test-greedy-0123456789';
const other = 'sk-test-other-0123456789';
const kib = 1024;

/** Two keys, or one, and a backend that answers once it is allowed to. */
async function start(t: TestContext, keys: readonly string[]) {
  const rest = gate();
  const backend = await startBackend(t, async (seen, response, request) => {
    if (seen.body.includes('wait')) await rest.opened;
    return json(completion('hi'))(seen, response, request);
  });
  const gateway = await startGateway(
    t,
    configText({
      listen:
        '{ address: "127.0.0.1:0", tls: { self_signed: true }, max_body: 256KiB, max_buffered: 1200KiB }',
      backends: `{ main: { url: "${backend.url}" } }`,
      models: '{ fast: { deployments: [{ backend: main, endpoints: { chat_completions: [] } }] } }',
      keys: `{ ${keys.map((secret, index) => `key${index}: { secret: ${secret} }`).join(', ')} }`,
    }),
  );
  return { gateway, backend, rest };
}

/** A body of some 240 KiB. */
const ask = (gateway: TestGateway, key: string, user = '') =>
  gateway.call('/v1/chat/completions', {
    key,
    body: { model: 'fast', messages: [{ role: 'user', content: 'x'.repeat(240 * kib) }], user },
  });

const head = (key: string, length: number) =>
  `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test('heads that declare large bodies and never send them take room from nobody', async (t) => {
  const { gateway } = await start(t, [greedy, other]);
  const heads: Wire[] = [];
  for (let count = 0; count < 36; count += 1) {
    const wire = wireOver(await gateway.connect());
    wire.write(`${head(greedy, 256 * kib)}{`);
    heads.push(wire);
  }
  for (const key of [other, greedy]) assert.equal((await ask(gateway, key)).status, 200);
  for (const { socket } of heads) socket.destroy();
});

test('a key that has its share is told to wait, while others are served', async (t) => {
  const { gateway, backend, rest } = await start(t, [greedy, other]);
  const first = ask(gateway, greedy, 'wait');
  await until(() => backend.seen.length === 1, 'the first is held');
  const refused = await ask(gateway, greedy);
  assert.equal(refused.status, 503);
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal(refused.json.error.code, 'overloaded');
  assert.match(refused.json.error.message, /of this key/);
  assert.equal((await ask(gateway, other)).status, 200);
  rest.open();
  assert.equal((await first).status, 200);
  assert.equal((await ask(gateway, greedy)).status, 200);
});

test('where there is one key it has all the room', async (t) => {
  const { gateway, backend, rest } = await start(t, [greedy]);
  const held = Array.from({ length: 4 }, () => ask(gateway, greedy, 'wait'));
  await until(() => backend.seen.length === 4, 'four are held');
  assert.match((await ask(gateway, greedy)).json.error.message, /^The gateway holds too many/);
  rest.open();
  for (const answer of held) assert.equal((await answer).status, 200);
});
