import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../helpers/gateway.ts';
import { type WireAnswer, wireOver } from '../helpers/wire.ts';

const key = 'sk-test-turned-away-0123456789';
const other = 'sk-test-other-0123456789';
const chat = { model: 'fast', messages: [{ role: 'user', content: 'hello' }], max_tokens: 1 };

function text(url: string, rule: string): string {
  return configText({
    backends: `{ main: { url: "${url}" } }`,
    models: '{ fast: { deployments: [{ backend: main, endpoints: { chat_completions: [] } }] } }',
    keys: `{ test: { secret: ${key} ${rule} }, other: { secret: ${other} } }`,
  });
}

const post = (gateway: TestGateway, body: unknown = chat, by = key) =>
  gateway.call('/v1/chat/completions', { key: by, body });

/** The head of a request whose body is never sent. */
const headOnly = (by: string) =>
  `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${by}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`;

test('a key over its rate is refused before its body is read', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(t, text(backend.url, ', rate_limit: { requests: 1/min }'));
  assert.equal((await post(gateway)).status, 200);
  assert.equal((await post(gateway)).status, 429);
  const wire = wireOver(await gateway.connect());
  wire.write(headOnly(key));
  const refused = await wire.answer();
  assert.equal(refused.status, 429);
  assert.match(refused.json.error.message, /^This key is limited to 1 request per minute; try again in /);
  assert.equal(refused.headers['x-ratelimit-remaining-requests'], '0');
  assert.ok(Number(refused.headers['retry-after']) > 50);
  assert.equal((await post(gateway, 'no JSON at all')).status, 429);
  assert.equal((await post(gateway, chat, other)).status, 200);
});

test('a slot that has become free is known at once', async (t) => {
  const held = gate();
  const backend = await startBackend(t, async (seen, response, request) => {
    if (seen.body.includes('wait')) await held.opened;
    return json(completion('hi'))(seen, response, request);
  });
  const gateway = await startGateway(t, text(backend.url, ', rate_limit: { concurrency: 1 }'));
  const first = post(gateway, { ...chat, user: 'wait' });
  await until(() => backend.seen.length === 1, 'the first is under way');
  assert.equal((await post(gateway)).status, 429);
  const wire = wireOver(await gateway.connect());
  wire.write(headOnly(key));
  assert.equal((await wire.answer()).status, 429);
  held.open();
  assert.equal((await first).status, 200);
  assert.equal((await post(gateway)).status, 200);
});

test('who asks for more tokens than are left may still ask for fewer', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(t, text(backend.url, ', rate_limit: { tokens: 1000/min }'));
  assert.equal((await post(gateway)).status, 200);
  assert.equal((await post(gateway, { ...chat, max_tokens: 990 })).status, 429);
  assert.equal((await post(gateway)).status, 200);
});

test('a key whose bodies are faulty again and again is made to wait, before they are read', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(t, text(backend.url, ''));
  const head = (type: string, length: number) =>
    `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  const wrong = ['no JSON', '{"model":"fast"}'].map((body) => head('application/json', body.length) + body);
  wrong.push(`${head('text/plain', 2)}{}`);
  await untilLimited(gateway, wrong, 20, (answer) => {
    assert.equal(answer.json.error.code, 'too_many_failures');
    assert.equal(answer.headers['retry-after'], '1');
  });
  const wire = wireOver(await gateway.connect());
  wire.write(headOnly(key));
  assert.equal((await wire.answer()).status, 429);
  assert.equal((await post(gateway, chat, other)).status, 200);
});

test('what a backend refuses is no fault of a body', async (t) => {
  const backend = await startBackend(t, json({ error: { message: 'no', code: 'no' } }, 400));
  const gateway = await startGateway(t, text(backend.url, ''));
  const answers = await Promise.all(Array.from({ length: 30 }, () => post(gateway)));
  assert.ok(answers.every(({ status }) => status === 400));
});

test('the list of models may be asked for a hundred times a second', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(t, text(backend.url, ''));
  const list = `GET /v1/models HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  await untilLimited(gateway, [list], 100, (answer) => {
    assert.equal(answer.json.error.code, 'rate_limit_exceeded');
    assert.match(answer.json.error.message, /100 times a second/);
    assert.equal(answer.headers['retry-after'], '1');
  });
  assert.equal((await gateway.call('/v1/models', { key: other })).status, 200);
});

/** Sends requests as fast as they are answered, over a few connections, until one is a 429; so many are none before. */
async function untilLimited(
  gateway: TestGateway,
  requests: readonly string[],
  least: number,
  check: (limited: WireAnswer) => void,
): Promise<void> {
  let others = 0;
  let limited = 0;
  async function ask(): Promise<void> {
    const wire = wireOver(await gateway.connect());
    for (let asked = 0; asked < 500 && limited === 0; asked += 1) {
      wire.write(requests[asked % requests.length]!);
      const answer = await wire.answer();
      if (answer.status !== 429) others += 1;
      else {
        limited += 1;
        check(answer);
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, ask));
  assert.ok(limited > 0);
  assert.ok(others >= least, `only ${others} before`);
}
