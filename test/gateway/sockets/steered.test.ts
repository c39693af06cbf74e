import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { WebSocket } from 'ws';
import { until } from '../../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import { openSocket, type SocketEvent } from '../../helpers/socket.ts';
import {
  type SeenTurn,
  type SocketBackend,
  socketEvents,
  startSocketBackend,
} from '../../helpers/socket-backend.ts';

// What a client says to a response while it is made (`ResponseSteerEvent` and `BetaResponseInjectEvent` of OpenAI's SDKs).

const free = 'sk-free-0123456789abcdef';
const few = 'sk-few-0123456789abcdef';
const owner = ownerOfFile();
let backend: SocketBackend;
let gateway: TestGateway;
/** What the backend does with what it is told. */
let turn: (seen: SeenTurn, socket: WebSocket) => void;

before(async () => {
  backend = await startSocketBackend(owner, (seen, socket) => turn(seen, socket));
  gateway = await startGateway(
    owner,
    configText({
      backends: `{ vendor: { url: "${backend.url}" } }`,
      models: `
  demo:
    deployments:
      - { backend: vendor, model: m, endpoints: { responses: { capabilities: [streaming], relay: websocket } }, price: { input: 1, output: 2 } }`,
      keys: `{ free: { secret: ${free} }, few: { secret: ${few}, rate_limit: { requests: 1/h } } }`,
    }),
  );
});

/** Where the lines of a test begin. */
let from = 0;

beforeEach(() => {
  from = gateway.logs.length;
});

const linesOf = () =>
  gateway.logs.slice(from).filter(({ msg, method }) => msg === 'request' && method === 'POST');
const send = (socket: WebSocket, ...events: readonly object[]) => {
  for (const event of events) socket.send(JSON.stringify(event));
};
const first = socketEvents({ id: 'resp_1', text: 'one', usage: { input: 10, output: 3 }, store: false });
const second = socketEvents({ id: 'resp_2', text: 'two', usage: { input: 20, output: 5 }, store: false }).map(
  (text) => {
    const event = JSON.parse(text);
    return JSON.stringify({
      ...event,
      response: event.response && { ...event.response, previous_response_id: 'resp_1' },
    });
  },
);
const begin = (socket: WebSocket) => {
  for (const event of first.slice(0, 3)) socket.send(event);
};
/** Ends the first response before its time, and goes on from it. */
const steer = (socket: WebSocket) => {
  const { response } = JSON.parse(first.at(-1)!);
  const incomplete_details = { reason: 'steered' };
  send(socket, {
    type: 'response.incomplete',
    response: { ...response, status: 'incomplete', incomplete_details },
  });
  for (const event of second) socket.send(event);
};
const accepted = (id: string) => ({
  type: 'response.steer.accepted',
  sequence_number: 4,
  steer: { id, previous_response_id: 'resp_1' },
});
const said = (input: unknown, more: object = {}) => ({
  type: 'response.steer',
  previous_response_id: 'resp_1',
  input,
  ...more,
});
const create = { type: 'response.create', model: 'demo', store: false, input: 'go' };
const ends = (events: readonly SocketEvent[]) =>
  events.flatMap(({ type, response }) => (/incomplete|completed/.test(type) ? [[type, response.id]] : []));

test('a response is steered, and the one that goes on from it is a turn that is counted', async (t) => {
  turn = ({ event }, socket) => {
    if (event.type === 'response.create') return begin(socket);
    send(socket, accepted(`steer_${event.input}`));
    if (event.input === 'b') steer(socket);
  };
  const socket = await openSocket(t, gateway, { key: free });
  socket.send(create);
  await socket.next('response.output_text.delta');
  socket.send(said('a'));
  assert.deepEqual((await socket.next('response.steer.accepted')).steer, {
    id: 'steer_a',
    previous_response_id: 'resp_1',
  });
  socket.send(said('b'));
  await socket.next('response.completed');
  assert.deepEqual(ends(socket.events), [
    ['response.incomplete', 'resp_1'],
    ['response.completed', 'resp_2'],
  ]);
  assert.deepEqual(backend.turns.at(-2)!.event, said('a'));
  await until(() => linesOf().length === 3, 'all are logged');
  const counted = linesOf().map(({ status, input_tokens, output_tokens, cost_usd }) => {
    return [status, input_tokens, output_tokens, cost_usd];
  });
  // What was said second is in the same response, and costs nothing.
  assert.deepEqual(counted.sort(), [
    [200, 0, 0, 0],
    [200, 10, 3, 0.000016],
    [200, 20, 5, 0.00003],
  ]);
  // What was said is a part of the conversation that is kept here.
  turn = (_seen, other) => {
    for (const event of socketEvents({ id: 'resp_3', text: 'x', store: false })) other.send(event);
  };
  socket.send({ ...create, previous_response_id: 'resp_2', input: 'on' });
  await socket.next('response.completed');
  const { input } = backend.turns.at(-1)!.event;
  assert.deepEqual(
    input.filter(({ role }: SocketEvent) => role === 'user').map(({ content }: SocketEvent) => content),
    ['go', 'a', 'b', 'on'],
  );
});

test('what is said to a response is held to limits, and comes back where nothing comes of it', async (t) => {
  turn = ({ event }, socket) => {
    if (event.type === 'response.create') return begin(socket);
    const { type: _type, ...rest } = event;
    const error = { type: 'invalid_request_error', code: 'invalid_input', message: 'no' };
    if (event.type === 'response.steer')
      return send(socket, { type: 'response.steer.failed', sequence_number: 4, steer: rest, error });
    send(socket, { type: 'response.inject.created', sequence_number: 4, response_id: event.response_id });
    for (const one of first.slice(3)) socket.send(one);
  };
  const held = await openSocket(t, gateway, { key: few });
  held.send(create);
  await held.next('response.output_text.delta');
  const before = backend.turns.length;
  held.send(said([{ role: 'user', content: 'x' }]));
  const refused = await held.next('response.steer.failed');
  assert.equal(refused.error.code, 'rate_limit_exceeded');
  assert.deepEqual(refused.steer, {
    previous_response_id: 'resp_1',
    input: [{ role: 'user', content: 'x' }],
  });
  assert.equal(backend.turns.length, before);
  held.raw.terminate();

  const socket = await openSocket(t, gateway, { key: free });
  socket.send(create);
  await socket.next('response.output_text.delta');
  socket.send(said('x'));
  const failed = await socket.next('response.steer.failed');
  assert.deepEqual([failed.error.code, failed.steer.input], ['invalid_input', 'x']);
  // Of tool outputs that a waiting response takes it says itself what they cost.
  const outputs = [{ type: 'function_call_output', call_id: 'c', output: 'done' }];
  socket.send({ type: 'response.inject', response_id: 'resp_1', input: outputs });
  assert.equal((await socket.next('response.inject.created')).response_id, 'resp_1');
  assert.deepEqual(backend.turns.at(-1)!.event, {
    type: 'response.inject',
    response_id: 'resp_1',
    input: outputs,
  });
  await socket.next('response.completed');
  for (const type of ['steer', 'inject']) {
    const field = type === 'steer' ? 'previous_response_id' : 'response_id';
    socket.send({ type: `response.${type}`, [field]: 'resp_1', input: outputs });
    const late = await socket.next(`response.${type}.failed`);
    assert.deepEqual((late.steer ?? late).input, outputs);
  }
  // The lane is free again.
  turn = (_seen, other) => {
    for (const one of socketEvents({ id: 'resp_4', text: 'x' })) other.send(one);
  };
  socket.send(create);
  await socket.next('response.completed');
  assert.equal(socket.events.filter(({ type }) => type === 'error').length, 0);
});

test('a response that nobody asked for ends the socket at the backend, and a lost one gives back what was said', async (t) => {
  turn = ({ event }, socket) => {
    if (event.type === 'response.steer') return socket.terminate();
    for (const one of first) socket.send(one);
    if (event.input === 'go') for (const one of second) socket.send(one);
  };
  const socket = await openSocket(t, gateway, { key: free });
  socket.send(create);
  await socket.next('response.completed');
  await until(() => backend.sockets.size === 0, 'the socket to the backend is closed');
  assert.ok(!socket.events.some(({ response }) => response?.id === 'resp_2'));
  const answer = turn;
  turn = (seen, other) => (seen.event.type === 'response.create' ? begin(other) : answer(seen, other));
  socket.send(create);
  await socket.next('response.output_text.delta');
  socket.send(said('x'));
  const types = [(await socket.next('error')).type, (await socket.next('response.steer.failed')).type];
  assert.deepEqual(types, ['error', 'response.steer.failed']);
});
