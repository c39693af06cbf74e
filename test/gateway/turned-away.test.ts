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

test('a key whose refused bodies cost too much is made to wait, before they are read', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(t, text(backend.url, ''));
  const faulty = `{"model":"fast","messages":[${'{"role":"user","content":"\\n"},'.repeat(200_000)}]`;
  const untilRefused = async () => {
    let answer = await post(gateway, faulty);
    for (let tries = 0; tries < 100 && answer.status === 400; tries += 1)
      answer = await post(gateway, faulty);
    return answer;
  };
  // The wait may be a second, and over before a busy machine has read the head.
  let seconds = 0;
  let head: WireAnswer | undefined;
  for (let tries = 0; tries < 5 && head === undefined; tries += 1) {
    // Open already, and asked as soon as there is a wait.
    const wire = wireOver(await gateway.connect());
    const answer = await untilRefused();
    assert.equal(answer.status, 429);
    assert.equal(answer.json.error.code, 'too_many_failures');
    seconds = Number(answer.headers['retry-after']);
    wire.write(headOnly(key));
    head = await wire.answer({ withinMs: 2000 }).catch(() => undefined);
  }
  assert.equal(head?.status, 429);
  assert.ok(seconds >= 1 && seconds <= 10, String(seconds));
  assert.equal((await post(gateway, chat, other)).status, 200);
});

test('five hundred small faulty bodies a second keep no good request of the same key out', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(t, text(backend.url, ''));
  const statuses: number[] = [];
  let faults = 0;
  const faulty = ['no JSON at all', '{"model":"fast"}', '{"model":'].map((start) => start.padEnd(200));
  const endMs = performance.now() + 2000;
  const begunMs = performance.now();
  const mistaken = async () => {
    while (performance.now() < endMs) {
      const due = ((performance.now() - begunMs) / 1000) * 500;
      if (faults >= due) await new Promise((resolve) => setImmediate(resolve));
      else {
        faults += 1;
        assert.equal((await post(gateway, faulty[faults % faulty.length])).status, 400);
      }
    }
  };
  const good = async () => {
    while (performance.now() < endMs) statuses.push((await post(gateway)).status);
  };
  await Promise.all([...Array.from({ length: 8 }, mistaken), good()]);
  assert.ok(faults >= 100, `only ${faults} faulty bodies`);
  assert.ok(statuses.length > 10);
  assert.deepEqual(new Set(statuses), new Set([200]));
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
