import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { Credential } from '../../src/credentials/credential.ts';
import { RotatingCredential, signature } from '../credentials/rotating-credential.ts';
import { type Answer, completion, json, type Seen, startBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { begin, configText, type Reply, readReply, secret } from '../helpers/gateway.ts';
import { type Inside, startInside } from '../helpers/inside.ts';
import { connectToLeave } from '../helpers/leave.ts';

const chat = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };

/** A gateway before one backend that is sent to with a credential of the test's; another one has none. */
async function start(t: TestContext, credential: Credential, answer: Answer, more = '', second?: Answer) {
  const backend = await startBackend(t, answer);
  const other = second && (await startBackend(t, second));
  const others = other === undefined ? '' : `, other: { url: "${other.url}" }`;
  const serving = 'endpoints: { chat_completions: [] }';
  const gateway = await startInside(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}", query: { v: "1" }, auth: { bearer: from-the-file }${more} }${others} }`,
      models: `{ m: { deployments: [ { backend: main, model: upstream-m, ${serving} }${other === undefined ? '' : `, { backend: other, priority: 2, ${serving} }`} ] } }`,
    }),
    [],
    () => credential,
  );
  return { backend, other, gateway };
}

async function call(gateway: Inside, headers: Record<string, string> = {}): Promise<Reply> {
  return readReply(await begin(gateway, '/v1/chat/completions', { body: chat, headers }));
}

/** The signature that a request should have, made of what really came. */
function expected(value: string, { method, url, headers, body }: Seen): string {
  const sha256 = createHash('sha256').update(body).digest('hex');
  return signature(value, [method, url, headers.host, headers['x-test-count'] as string, sha256]);
}

test('a credential signs the very bytes that are sent, anew for every request, and clients set none of its headers', async (t) => {
  const credential = new RotatingCredential('first');
  const { backend, gateway } = await start(t, credential, json(completion('hi')));
  for (const count of ['1', '2', '3']) {
    if (count === '3') credential.swap('second');
    const reply = await call(gateway, {
      'x-test-signature': 'forged',
      'X-Test-Count': '99',
      'x-mine': 'kept',
    });
    assert.equal(reply.status, 200, reply.text);
    const seen = backend.seen.at(-1)!;
    const value = count === '3' ? 'second' : 'first';
    assert.equal(seen.headers.authorization, `Bearer ${value}`);
    assert.equal(seen.headers['x-test-count'], count);
    assert.equal(seen.headers['x-test-signature'], expected(value, seen));
    assert.equal(seen.headers['x-mine'], 'kept');
    assert.equal(JSON.parse(seen.body.toString()).model, 'upstream-m');
  }
});

test('a credential is put in when a connection is there, not when the request begins to wait for one', async (t) => {
  const credential = new RotatingCredential('first');
  const held = gate();
  const { backend, gateway } = await start(
    t,
    credential,
    async (seen, response, request) => {
      if (seen.headers['x-test-count'] === '1') await held.opened;
      return json(completion('hi'))(seen, response, request);
    },
    ', max_connections: 1',
  );
  const first = call(gateway);
  await until(() => backend.seen.length === 1, 'the first is under way');
  const second = call(gateway);
  await until(async () => (await waitingOf(gateway)) === 1, 'the second waits');
  credential.swap('second');
  held.open();
  assert.deepEqual([(await first).status, (await second).status], [200, 200]);
  assert.deepEqual(
    backend.seen.map(({ headers }) => headers.authorization),
    ['Bearer first', 'Bearer second'],
  );
});

for (const status of [401, 403] as const) {
  test(`after ${status} to a value that was renewed meanwhile the same deployment gets one more try, and no circuit hears of it`, async (t) => {
    const credential = new RotatingCredential('old');
    const { backend, gateway } = await start(t, credential, (seen, response, request) => {
      if (seen.headers.authorization === 'Bearer new') return json(completion('hi'))(seen, response, request);
      credential.swap('new');
      return json({ error: { message: 'expired' } }, status)(seen, response, request);
    });
    const reply = await call(gateway);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(backend.seen.length, 2);
    assert.deepEqual(
      credential.refusals.map(({ status: said, generation }) => [said, generation]),
      [[status, 0]],
    );
    assert.deepEqual([...gateway.keep.live.retries], [['credentials_stale', 1]]);
    assert.deepEqual(
      [...gateway.keep.live.states()].map(({ circuit }) => circuit),
      ['closed'],
    );
  });
}

test('after a 400 whose words refuse a value that was renewed meanwhile the same deployment gets one more try', async (t) => {
  const credential = new RotatingCredential('old');
  const refusal = { error: { code: 400, message: 'no', details: [{ reason: 'API_KEY_INVALID' }] } };
  const { backend, gateway } = await start(t, credential, (seen, response, request) => {
    if (seen.headers.authorization === 'Bearer new') return json(completion('hi'))(seen, response, request);
    credential.swap('new');
    return json(refusal, 400)(seen, response, request);
  });
  const reply = await call(gateway);
  assert.equal(reply.status, 200, reply.text);
  assert.equal(backend.seen.length, 2);
  assert.deepEqual(
    credential.refusals.map(({ status, generation }) => [status, generation]),
    [[401, 0]],
  );
  assert.deepEqual([...gateway.keep.live.retries], [['credentials_stale', 1]]);
});

test('a value that is refused and is the newest goes elsewhere, as does a second one that is refused at once', async (t) => {
  const credential = new RotatingCredential('wrong');
  let renews = false;
  const { backend, other, gateway } = await start(
    t,
    credential,
    (seen, response, request) => {
      if (renews) credential.swap('wrong again');
      return json({ error: { message: 'no' } }, 401)(seen, response, request);
    },
    '',
    json(completion('from the other')),
  );
  assert.equal((await call(gateway)).status, 200);
  assert.deepEqual([backend.seen.length, other!.seen.length], [1, 1]);
  renews = true;
  assert.equal((await call(gateway)).status, 200);
  assert.deepEqual([backend.seen.length, other!.seen.length], [3, 2]);
  assert.equal(credential.refusals.length, 3);
  assert.equal(other!.seen[1]!.headers.authorization, undefined);
});

test('without a credential nothing is sent, not as a last resort either; others serve, and it is back with the value', async (t) => {
  const credential = new RotatingCredential(undefined);
  const { backend, other, gateway } = await start(
    t,
    credential,
    json(completion('hi')),
    '',
    json(completion('from the other')),
  );
  assert.equal((await call(gateway)).status, 200);
  assert.deepEqual([backend.seen.length, other!.seen.length], [0, 1]);
  credential.swap('there');
  assert.equal((await call(gateway)).status, 200);
  assert.deepEqual([backend.seen.length, other!.seen.length], [1, 1]);
});

test('where the only deployment has no credential requests are told to come again, and its circuit stays closed', async (t) => {
  const credential = new RotatingCredential(undefined);
  const { backend, gateway } = await start(t, credential, json(completion('hi')));
  for (let round = 0; round < 7; round += 1) {
    const reply = await call(gateway);
    assert.deepEqual([reply.status, reply.json.error.code], [503, 'no_healthy_deployment']);
    assert.ok(reply.headers['retry-after']);
  }
  assert.equal(backend.seen.length, 0);
  assert.deepEqual(
    [...gateway.keep.live.states()].map(({ circuit }) => circuit),
    ['closed'],
  );
});

test('a credential that goes away while a request waits for a connection ends it with nothing sent', async (t) => {
  const credential = new RotatingCredential('first');
  const held = gate();
  const { backend, gateway } = await start(
    t,
    credential,
    async (seen, response, request) => {
      await held.opened;
      return json(completion('hi'))(seen, response, request);
    },
    ', max_connections: 1',
  );
  const first = call(gateway);
  await until(() => backend.seen.length === 1, 'the first is under way');
  const second = call(gateway);
  await until(async () => (await waitingOf(gateway)) === 1, 'the second waits');
  credential.swap(undefined);
  held.open();
  assert.equal((await first).status, 200);
  const reply = await second;
  assert.deepEqual([reply.status, reply.json.error.code], [503, 'no_healthy_deployment']);
  assert.equal(backend.seen.length, 1);
  assert.deepEqual(await gateway.counters(), { inFlight: 0, taken: 0, waiting: 0, buffered: 0 });
});

test('what a credential is by now reaches nobody, whatever the backend repeats', async (t) => {
  const credential = new RotatingCredential('first-value-0123456789');
  const { gateway } = await start(t, credential, (request, response, body) =>
    json(completion(`you sent ${request.headers.authorization}`))(request, response, body),
  );
  for (const value of ['first-value-0123456789', 'second-value-0123456789']) {
    credential.swap(value);
    const reply = await call(gateway);
    assert.equal(reply.status, 502);
    assert.equal(reply.headers['x-gateway-error'], 'upstream_invalid');
    assert.ok(!reply.text.includes(value));
  }
  await gateway.close();
  assert.equal(credential.isClosed, true);
});

test('what a credential becomes while a request waits for a connection reaches nobody either', async (t) => {
  const credential = new RotatingCredential('first-value-0123456789');
  const held = gate();
  const echo = async (...[seen, response, request]: Parameters<Answer>) => {
    if (seen.headers['x-test-count'] === '1') await held.opened;
    return json(completion(`you sent ${seen.headers.authorization}`))(seen, response, request);
  };
  const { backend, gateway } = await start(t, credential, echo, ', max_connections: 1');
  const first = call(gateway);
  await until(() => backend.seen.length === 1, 'the first is under way');
  const second = call(gateway);
  await until(async () => (await waitingOf(gateway)) === 1, 'the second waits');
  credential.swap('second-value-0123456789');
  held.open();
  for (const reply of [await first, await second]) {
    assert.equal(reply.status, 502);
    assert.doesNotMatch(reply.text, /-value-/);
  }
});

test('a credential may take its time, and its slot is given back when the client does not wait', async (t) => {
  const quick = new RotatingCredential('first');
  const slow = gate();
  let asked = 0;
  const credential: Credential = {
    headers: quick.headers,
    prebuilt: undefined,
    missing: undefined,
    secret: undefined,
    authorize: async (message) => {
      asked += 1;
      if (asked === 1) await slow.opened;
      return quick.authorize(message);
    },
    refused: () => false,
    close() {},
  };
  const { backend, gateway } = await start(t, credential, json(completion('hi')), ', max_connections: 1');
  const client = await connectToLeave(t, gateway.port, gateway.ca);
  const body = JSON.stringify(chat);
  client.tls.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${secret}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await until(() => asked === 1, 'it is asked');
  client.leave('rst');
  assert.equal((await call(gateway)).status, 200);
  slow.open();
  assert.equal((await call(gateway)).status, 200);
  assert.equal(backend.seen.length, 2);
  assert.deepEqual(await gateway.counters(), { inFlight: 0, taken: 0, waiting: 0, buffered: 0 });
});

test('a fault of a credential costs the request, and neither the process nor the slot', async (t) => {
  const credential: Credential = {
    headers: ['authorization'],
    prebuilt: undefined,
    missing: undefined,
    secret: undefined,
    authorize: (message) => {
      message.set('authorization', 'Bearer line\r\nx-evil: 1');
      return 0;
    },
    refused: () => false,
    close() {},
  };
  const { backend, gateway } = await start(t, credential, json(completion('hi')), ', max_connections: 1');
  for (let round = 0; round < 2; round += 1) assert.equal((await call(gateway)).status, 500);
  assert.equal(backend.seen.length, 0);
  assert.deepEqual(await gateway.counters(), { inFlight: 0, taken: 0, waiting: 0, buffered: 0 });
  assert.ok(!JSON.stringify(gateway.logs).includes('x-evil'));
});

test('a health probe carries the credential of requests, anew each time, and is left out while there is none', async (t) => {
  const credential = new RotatingCredential(undefined);
  const { backend, gateway } = await start(
    t,
    credential,
    (seen, response) => {
      response.writeHead(seen.headers.authorization === 'Bearer second' ? 401 : 200).end();
    },
    ', health: { path: /health, interval: 100ms }',
  );
  credential.swap('first');
  await until(() => backend.seen.length >= 2, 'two probes');
  credential.swap('second');
  await until(() => credential.refusals.length >= 1, 'a refusal');
  assert.ok(gateway.config.backends.get('main')!.health);
  const [first, second] = backend.seen;
  for (const seen of [first!, second!]) {
    assert.deepEqual([seen.method, seen.url], ['GET', '/health?v=1']);
    assert.equal(seen.headers.authorization, 'Bearer first');
    assert.equal(seen.headers['x-test-signature'], expected('first', seen));
  }
  assert.notEqual(first!.headers['x-test-count'], second!.headers['x-test-count']);
  assert.equal(credential.refusals[0]!.status, 401);
});

async function waitingOf(gateway: Inside): Promise<number> {
  return (await gateway.counters()).waiting;
}
