import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gate, until } from '../../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { startResponses } from '../../helpers/responses-backend.ts';
import { openSocket, type SocketEvent } from '../../helpers/socket.ts';
import { socketEvents, startSocketBackend } from '../../helpers/socket-backend.ts';

// Turns that go over a socket to the backend, too.

const relayed = '{ capabilities: [streaming], relay: websocket }';

function at(url: string, second?: string): string {
  return configText({
    backends: `{ vendor: { url: "${url}", auth: { bearer: sk-upstream-0123456789 } }${second === undefined ? '' : `, second: { url: "${second}" }`} }`,
    models: `
  demo:
    deployments:
      - { backend: vendor, model: m, endpoints: { responses: ${relayed} }, price: { input: 1, output: 2 } }${second === undefined ? '' : `\n      - { backend: second, priority: 1, endpoints: { responses: [streaming] } }`}`,
  });
}

const ask = (input: string, more: object = {}) => ({
  type: 'response.create',
  model: 'demo',
  input,
  ...more,
});

const linesOf = ({ logs }: TestGateway) =>
  logs.filter(({ msg, method }) => msg === 'request' && method === 'POST');

const types = (turn: readonly SocketEvent[]) => turn.map(({ type }) => type);

test('turns of a socket go over one socket to the backend, each counted as a request', async (t) => {
  const backend = await startSocketBackend(t, ({ event }, socket) => {
    const parts = { id: `resp_${event.input}`, text: 'ü😀', usage: { input: 30, output: 7 } };
    for (const one of socketEvents(parts, event.stream_id)) socket.send(one);
  });
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  for (let count = 0; count < 20; count += 1) {
    socket.send(ask(`${count}`));
    const turn = await socket.turn();
    assert.equal(turn.at(-1).response.id, `resp_${count}`);
    assert.equal(turn.length, 5);
  }
  assert.equal(backend.handshakes.length, 1);
  const { url, headers } = backend.handshakes[0]!;
  assert.equal(url, '/v1/responses');
  assert.equal(headers.authorization, 'Bearer sk-upstream-0123456789');
  assert.equal(headers['sec-websocket-extensions'], undefined);
  assert.equal(headers['content-type'], undefined);
  assert.equal(backend.turns[0]!.text, '{"type":"response.create","model":"m","input":"0"}');
  assert.equal(linesOf(gateway).length, 20);
  for (const { status, input_tokens, output_tokens, cost_usd } of linesOf(gateway))
    assert.deepEqual([status, input_tokens, output_tokens, cost_usd], [200, 30, 7, 0.000044]);
  // Another client has a socket of his own there, and both are gone with their clients.
  const other = await openSocket(t, gateway);
  other.send(ask('x'));
  await other.turn();
  assert.equal(backend.handshakes.length, 2);
  other.raw.close();
  socket.raw.close();
  await until(() => backend.sockets.size === 0, 'no socket is left at the backend');
});

test('lanes go beside each other on it, and a warm-up goes up', async (t) => {
  const both = gate();
  let under = 0;
  const backend = await startSocketBackend(t, async ({ event }, socket) => {
    under += 1;
    if (under === 2) both.open();
    if (event.generate !== false) await both.opened;
    for (const one of socketEvents({ id: `resp_${event.input}`, text: 'x' }, event.stream_id)) {
      socket.send(one);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  socket.send(ask('a', { stream_id: 'a' }));
  socket.send(ask('b', { stream_id: 'b' }));
  for (let count = 0; count < 2; count += 1) {
    const { stream_id, response } = await socket.next('response.completed');
    assert.equal(response.id, `resp_${stream_id}`);
  }
  for (const { stream_id, response } of socket.events)
    if (response !== undefined) assert.equal(response.id, `resp_${stream_id}`);
  socket.send(ask('w', { generate: false }));
  assert.equal((await socket.turn()).at(-1).response.id, 'resp_w');
  assert.equal(backend.turns.at(-1)!.event.generate, false);
  assert.equal(backend.handshakes.length, 1);
});

test('a turn that came faster than its client reads leaves the socket to the next one', async (t) => {
  const backend = await startSocketBackend(t, (_seen, socket) => {
    const [created = '', item = '', delta = '', ...rest] = socketEvents({
      id: 'resp_1',
      text: 'x'.repeat(5000),
    });
    const many = Array.from({ length: 400 }, () => delta);
    for (const one of [created, item, ...many, ...rest]) socket.send(one);
  });
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  for (let count = 0; count < 3; count += 1) {
    socket.send(ask('x'));
    socket.raw.pause();
    setTimeout(() => socket.raw.resume(), 100);
    assert.equal((await socket.turn()).length, 404);
  }
  assert.equal(backend.handshakes.length, 1);
});

test('a lost socket is an error in the middle of a turn, and the next turn opens another', async (t) => {
  const backend = await startSocketBackend(t, ({ event }, socket) => {
    const events = socketEvents({ id: 'resp_1', text: 'x' });
    if (event.input === 'good') for (const one of events) socket.send(one);
    else if (event.input === 'closed') {
      for (const one of events.slice(0, 3)) socket.send(one);
      socket.close(1000);
    } else {
      for (const one of events.slice(0, 3)) socket.send(one);
      setTimeout(() => socket.terminate(), 20);
    }
  });
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  for (const input of ['closed', 'good', 'dead', 'good']) {
    socket.send(ask(input));
    const turn = await socket.turn();
    if (input === 'good') assert.equal(turn.at(-1).type, 'response.completed');
    else {
      assert.deepEqual([turn.at(-1).type, turn.at(-1).status], ['error', 502]);
      assert.equal(turn.at(-1).error.code, 'upstream_interrupted');
    }
  }
  const lines = linesOf(gateway);
  assert.deepEqual(
    lines.map(({ status, code }) => [status, code]),
    [
      [200, 'upstream_interrupted'],
      [200, undefined],
      [200, 'upstream_interrupted'],
      [200, undefined],
    ],
  );
  // What was said before is paid for.
  assert.ok(Number(lines[0]!['cost_usd']) > 0);
});

test('a socket that ended while nobody used it, or had its time, costs nothing', async (t) => {
  const backend = await startSocketBackend(t, ({ socket: number, event }, socket) => {
    if (number === 1 && event.input === 'old') {
      const error = {
        type: 'invalid_request_error',
        code: 'websocket_connection_limit_reached',
        message: 'x',
      };
      socket.send(JSON.stringify({ type: 'error', status: 400, error }));
      return;
    }
    for (const one of socketEvents({ id: `resp_${number}`, text: 'x' })) socket.send(one);
    if (event.input === 'then gone') socket.close(1001);
  });
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  for (const input of ['then gone', 'new', 'old']) {
    socket.send(ask(input));
    assert.equal((await socket.turn()).at(-1).type, 'response.completed', input);
    await until(() => backend.sockets.size < 2, 'the one before has ended');
  }
  assert.equal(backend.handshakes.length, 3);
  assert.deepEqual(
    linesOf(gateway).map(({ status }) => status),
    [200, 200, 200],
  );
});

test('what is no 101 is a failure like any other: it is tried elsewhere, and no redirect is followed', async (t) => {
  const second = await startResponses(t, () => ({ id: 'resp_second', text: 'from the second' }));
  const answers = [
    'HTTP/1.1 500 Broken\r\ncontent-length: 0\r\n\r\n',
    `HTTP/1.1 302 Found\r\nlocation: ${second.url}/v1/responses\r\ncontent-length: 0\r\n\r\n`,
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: wrong\r\n\r\n',
    'HTTP/1.1 429 Too Many\r\nretry-after: 1\r\ncontent-length: 2\r\n\r\n{}',
    'no HTTP at all',
  ];
  const backend = await startSocketBackend(t, () => {}, { refuse: (_request, count) => answers[count] });
  const gateway = await startGateway(t, at(backend.url, second.url));
  for (const [count] of answers.entries()) {
    const socket = await openSocket(t, gateway);
    socket.send(ask('x'));
    const turn = await socket.turn();
    assert.equal(turn.at(-1).response?.id, 'resp_second', JSON.stringify([count, turn.at(-1)]));
    socket.raw.close();
  }
  for (const { headers } of second.seen) {
    assert.equal(headers.authorization, undefined);
    assert.equal(headers.upgrade, undefined);
  }
});

test('an error in place of an answer is told with its status, or tried elsewhere', async (t) => {
  const second = await startResponses(t, () => ({ id: 'resp_second', text: 'x' }));
  const backend = await startSocketBackend(t, ({ event }, socket) => {
    const error = { type: 'server_error', code: 'x', message: 'no', param: event.input };
    socket.send(
      JSON.stringify({ type: 'error', status: Number(event.input), error, stream_id: event.stream_id }),
    );
  });
  const gateway = await startGateway(t, at(backend.url, second.url));
  const socket = await openSocket(t, gateway);
  socket.send(ask('500'));
  assert.equal((await socket.turn()).at(-1).response.id, 'resp_second');
  socket.send(ask('400', { stream_id: 'a' }));
  const [refusal] = await socket.turn('a');
  assert.deepEqual([refusal.status, refusal.error.param, refusal.error.message], [400, '400', 'no']);
});

test('a client that leaves in the middle of a turn ends the socket at the backend', async (t) => {
  const backend = await startSocketBackend(t, (_seen, socket) => {
    for (const one of socketEvents({ id: 'resp_1', text: 'x' }).slice(0, 3)) socket.send(one);
  });
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  socket.send(ask('x'));
  await socket.next('response.output_text.delta');
  assert.deepEqual(types(socket.events).at(-1), 'response.output_text.delta');
  socket.raw.terminate();
  await until(() => backend.sockets.size === 0, 'its socket is gone');
  await until(() => linesOf(gateway).length === 1, 'the turn is logged');
  assert.equal(linesOf(gateway)[0]!['status'], 499);
});

test('a client that leaves before the first event of a turn is no failure of the backend', async (t) => {
  const held = gate();
  t.after(held.open);
  const second = await startResponses(t, () => ({ id: 'resp_second', text: 'x' }));
  const backend = await startSocketBackend(t, () => {}, {
    refuse: async (_request, count) => {
      if (count > 0) await held.opened;
      return undefined;
    },
  });
  const gateway = await startGateway(t, at(backend.url, second.url));
  // One leaves when its turns have gone up, and one while the backend has not agreed to a socket yet.
  for (const [count, reached] of [
    () => backend.turns.length === 2,
    () => backend.handshakes.length === 2,
  ].entries()) {
    const socket = await openSocket(t, gateway);
    socket.send(ask('x', { stream_id: 'a' }));
    socket.send(ask('x', { stream_id: 'b' }));
    await until(reached, 'the backend has been asked');
    socket.raw.terminate();
    await until(() => linesOf(gateway).length === 2 * (count + 1), 'the turns are logged');
  }
  for (const { status, attempts } of linesOf(gateway)) {
    const outcomes = (attempts as { outcome: string }[]).map(({ outcome }) => outcome);
    assert.deepEqual([status, outcomes], [499, ['abandoned']]);
  }
  assert.equal(second.seen.length, 0);
  held.open();
  await until(() => backend.sockets.size === 0, 'no socket is left at the backend');
});

test('a request over HTTP goes to the same deployment over HTTP', async (t) => {
  const backend = await startSocketBackend(t, () => {}, {
    http: (request, response) => {
      request.resume();
      request.on('end', () => {
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify({ id: 'resp_http', object: 'response', status: 'completed', output: [] }),
        );
      });
    },
  });
  const gateway = await startGateway(t, at(backend.url));
  const { json } = await gateway.call('/v1/responses', { body: { model: 'demo', input: 'x' } });
  assert.equal(json.id, 'resp_http');
  assert.equal(backend.handshakes.length, 0);
});
