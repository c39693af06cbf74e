import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBackend } from '../../helpers/backend.ts';
import { gate } from '../../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { type Asked, responseEvents, startResponses } from '../../helpers/responses-backend.ts';
import { openSocket, type SocketEvent } from '../../helpers/socket.ts';

// Turns of a socket as its client and the backend see them ("WebSocket mode" of OpenAI's guides).

function at(url: string): string {
  return configText({
    backends: `{ vendor: { url: "${url}" } }`,
    models: `
  demo:
    deployments: [ { backend: vendor, model: m, endpoints: { responses: [] }, price: { input: 1, output: 2 } } ]`,
  });
}

const eventsOf = (text: string): readonly SocketEvent[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));

const textOf = (turn: readonly SocketEvent[]): string =>
  turn
    .filter(({ type }) => type === 'response.output_text.delta')
    .map(({ delta }) => delta)
    .join('');

/** What the log says of requests that cost something, but for what differs by itself. */
function told(gateway: TestGateway): readonly unknown[] {
  return gateway.logs
    .filter(({ msg, input_tokens }) => msg === 'request' && input_tokens !== undefined)
    .map(({ model, deployment, status, input_tokens, output_tokens, cost_usd, certainty, stream }) => {
      return { model, deployment, status, input_tokens, output_tokens, cost_usd, certainty, stream };
    });
}

test('a hundred turns have the events and the money of the same requests over HTTP', async (t) => {
  const backend = await startResponses(t, ({ input }) => ({
    id: `resp_${input}`,
    text: `answer to ${input} ü😀`,
    usage: { input: Number(input), output: 7 },
  }));
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  const turns: (readonly SocketEvent[])[] = [];
  for (let count = 0; count < 100; count += 1) {
    socket.send({ type: 'response.create', model: 'demo', input: `${count}` });
    turns.push(await socket.turn());
  }
  const overSocket = told(gateway);
  const answers: (readonly SocketEvent[])[] = [];
  for (let count = 0; count < 100; count += 1) {
    const body = { model: 'demo', input: `${count}`, stream: true };
    answers.push(eventsOf((await gateway.callKept('/v1/responses', { body })).text));
  }
  assert.deepEqual(turns, answers);
  assert.equal(overSocket.length, 100);
  assert.deepEqual(told(gateway).slice(100), overSocket);
  const bodies = backend.seen.map(({ body }) => JSON.parse(body.toString()));
  assert.deepEqual(bodies.slice(0, 100), bodies.slice(100));
});

test('what carries the turn is taken out of its body, and nothing else is changed', async (t) => {
  const backend = await startResponses(t, () => ({ id: 'resp_1', text: 'hi' }));
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  for (const [sent, body] of [
    [
      '{ "type" : "response.create","stream":false, "background":null,"model":"demo" ,"top_p":1.0,"input":"\\u00e4", "stream_id":"a" }',
      '{"stream":true, "model":"m" ,"top_p":1.0,"input":"\\u00e4" }',
    ],
    ['{"model":"demo","input":[],"type":"response.create"}', '{"stream":true,"model":"m","input":[]}'],
  ] as const) {
    socket.send(sent);
    await socket.next('response.completed');
    assert.equal(backend.seen.at(-1)!.body.toString(), body);
  }
  socket.send('{"type":"response.create"}');
  const [refusal] = await socket.turn();
  assert.deepEqual([refusal.status, refusal.error.code], [400, 'invalid_value']);
});

test('turns of a lane come one after the other, those of several beside each other', async (t) => {
  const gates = [gate(), gate(), gate()];
  const begun: string[] = [];
  const backend = await startBackend(t, async (seen, response) => {
    const { input } = JSON.parse(seen.body.toString());
    begun.push(input);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (input === 'a1') await gates[0]!.opened;
    if (input === 'b1') await gates[1]!.opened;
    response.end(responseEvents({ id: `resp_${input}`, text: input }).join(''));
  });
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  const ask = (input: string, lane?: string) =>
    socket.send({ type: 'response.create', model: 'demo', input, ...(lane && { stream_id: lane }) });
  ask('a1', 'a');
  ask('a2', 'a');
  ask('b1', 'b');
  ask('none');
  const ended = async () => (await socket.next('response.completed')).response.id;
  assert.equal(await ended(), 'resp_none');
  gates[1]!.open();
  assert.equal(await ended(), 'resp_b1');
  assert.ok(!begun.includes('a2'));
  gates[0]!.open();
  assert.deepEqual([await ended(), await ended()], ['resp_a1', 'resp_a2']);
  const lanes = socket.events
    .map(({ stream_id, response }) => response && [stream_id, response.id])
    .filter(Boolean);
  for (const [lane, id] of lanes) assert.equal(lane, id === 'resp_none' ? undefined : id[5]);
});

test('of many turns at once sixteen are under way and sixty-four wait', async (t) => {
  let busy = 0;
  let most = 0;
  const all = gate();
  const backend = await startBackend(t, async (_seen, response) => {
    busy += 1;
    most = Math.max(most, busy);
    await all.opened;
    busy -= 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(responseEvents({ id: 'resp_x', text: 'x' }).join(''));
  });
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  for (let count = 0; count < 10_000; count += 1)
    socket.send(`{"type":"response.create","model":"demo","input":"x","stream_id":"${count}"}`);
  let refused = 0;
  for (; refused < 10_000 - 80; refused += 1) {
    const { error } = await socket.next('error');
    assert.equal(error.code, 'too_many_turns');
  }
  all.open();
  for (let count = 0; count < 80; count += 1) await socket.next('response.completed');
  assert.equal(most, 16);
});

const reasoning = (secret: string) => ({
  id: `rs_${secret}`,
  type: 'reasoning',
  summary: [],
  encrypted_content: secret,
});

test('what no backend keeps is kept for the socket: a turn goes on from it with all that was said', async (t) => {
  const backend = await startResponses(t, (_body, count) => ({
    id: `resp_${count}`,
    text: `answer ${count}`,
    store: false,
    items: [reasoning(`secret ${count}`)],
  }));
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  const ask = async (more: object) => {
    socket.send({ type: 'response.create', model: 'demo', store: false, ...more });
    return socket.turn();
  };
  const sent = (): Asked => JSON.parse(backend.seen.at(-1)!.body.toString());
  const first = await ask({ input: 'one', include: ['message.output_text.logprobs'] });
  assert.deepEqual(sent().include, ['reasoning.encrypted_content', 'message.output_text.logprobs']);
  assert.ok(!JSON.stringify(first).includes('encrypted_content'));
  const user = (content: unknown) => ({ type: 'message', role: 'user', content });
  const kept = (count: number) => [
    reasoning(`secret ${count}`),
    {
      id: `msg_resp_${count}`,
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: `answer ${count}`, annotations: [] }],
    },
  ];
  const second = await ask({
    previous_response_id: 'resp_0',
    input: [user('two'), user('"],[{')],
    include: ['reasoning.encrypted_content'],
  });
  assert.deepEqual(sent().input, [user('one'), ...kept(0), user('two'), user('"],[{')]);
  assert.equal(sent().previous_response_id, undefined);
  assert.ok(JSON.stringify(second).includes('secret 1'));
  await ask({ previous_response_id: 'resp_1' });
  assert.deepEqual(sent().input, [user('one'), ...kept(0), user('two'), user('"],[{'), ...kept(1)]);
  // A branch from an earlier one, and one from what a backend has.
  await ask({ previous_response_id: 'resp_0', input: 'other' });
  assert.deepEqual(sent().input, [user('one'), ...kept(0), user('other')]);
  await ask({ previous_response_id: 'resp_elsewhere', input: 'x' });
  assert.equal(sent().previous_response_id, 'resp_elsewhere');
  const other = await openSocket(t, gateway);
  other.send({
    type: 'response.create',
    model: 'demo',
    store: false,
    previous_response_id: 'resp_0',
    input: 'x',
  });
  await other.turn();
  assert.equal(sent().previous_response_id, 'resp_0');
});

test('what is too much to keep is given up, the oldest first, and its client told to send everything', async (t) => {
  const backend = await startResponses(t, (_body, count) => ({
    id: `resp_${count}`,
    text: 'x',
    store: false,
  }));
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  const ask = async (more: object) => {
    socket.send({ type: 'response.create', model: 'demo', store: false, ...more });
    return (await socket.turn()).at(-1);
  };
  const large = 'x'.repeat(7_000_000);
  for (let count = 0; count < 3; count += 1) await ask({ input: large });
  const gone = await ask({ input: 'and', previous_response_id: 'resp_0' });
  assert.deepEqual(
    [gone.status, gone.error.code, gone.error.param],
    [400, 'previous_response_not_found', 'previous_response_id'],
  );
  assert.equal((await ask({ input: 'and', previous_response_id: 'resp_2' })).type, 'response.completed');
});

test('a model without reasoning is asked again without it, and not a third time', async (t) => {
  const backend = await startResponses(t, ({ include }, count) =>
    include === undefined
      ? { id: `resp_${count}`, text: 'plain', store: false }
      : {
          status: 400,
          error: {
            message: 'Encrypted content is not supported with this model.',
            type: 'invalid_request_error',
            param: 'include',
            code: null,
          },
        },
  );
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  for (let count = 0; count < 2; count += 1) {
    socket.send({ type: 'response.create', model: 'demo', input: 'x', store: false });
    assert.equal(textOf(await socket.turn()), 'plain');
  }
  assert.equal(backend.seen.length, 3);
  // Who asks for it by himself is told.
  socket.send({
    type: 'response.create',
    model: 'demo',
    input: 'x',
    store: false,
    include: ['reasoning.encrypted_content'],
  });
  const [error] = await socket.turn();
  assert.equal(error.error.param, 'include');
});

test('a warm-up asks no backend and costs nothing, and a turn goes on from it', async (t) => {
  const backend = await startResponses(t, () => ({ id: 'resp_1', text: 'hi', store: false }));
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  socket.send({ type: 'response.create', model: 'demo', generate: false, store: false, input: 'context' });
  const warm = await socket.turn();
  assert.deepEqual(
    warm.map(({ type }) => type),
    ['response.created', 'response.completed'],
  );
  const { id, output, usage } = warm[1].response;
  assert.deepEqual([output, usage.total_tokens], [[], 0]);
  assert.equal(backend.seen.length, 0);
  socket.send({
    type: 'response.create',
    model: 'demo',
    store: false,
    input: 'go',
    previous_response_id: id,
  });
  await socket.turn();
  const { input } = JSON.parse(backend.seen[0]!.body.toString());
  assert.deepEqual(
    input.map(({ content }: Asked) => content),
    ['context', 'go'],
  );
  socket.send({ type: 'response.create', model: 'unknown', generate: false, input: 'x' });
  assert.equal((await socket.turn())[0].error.code, 'model_not_found');
});

test('events that are no turn are answered in their own words', async (t) => {
  const backend = await startResponses(t, () => ({ id: 'resp_1', text: 'hi' }));
  const gateway = await startGateway(t, at(backend.url));
  const socket = await openSocket(t, gateway);
  const input = [{ role: 'user', content: 'stop' }];
  socket.send({ type: 'response.processed', response_id: 'resp_1' });
  socket.send({ type: 'response.steer', previous_response_id: 'resp_1', input });
  const steered = await socket.next();
  assert.equal(steered.type, 'response.steer.failed');
  assert.equal(steered.error.code, 'steering_not_supported');
  assert.deepEqual(steered.steer, { previous_response_id: 'resp_1', input });
  for (const [event, code, param] of [
    ['{"type":"session.update"}', 'invalid_value', 'type'],
    ['{"model":"demo"}', 'invalid_value', 'type'],
    ['no json', 'invalid_json', null],
    ['[]', 'invalid_json', null],
    ['{"type":"response.create","stream_id":7}', 'invalid_value', 'stream_id'],
    ['{"type":"response.create","type":"response.create"}', 'invalid_value', 'type'],
  ] as const) {
    socket.send(event);
    const { type, status, error } = await socket.next();
    assert.deepEqual([type, status, error.code, error.param], ['error', 400, code, param], event);
  }
  socket.send({ type: 'response.create', model: 'demo', input: 'Hello' });
  assert.equal(textOf(await socket.turn()), 'hi');
});
