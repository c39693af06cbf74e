import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { until } from '../../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { type RealtimeBackend, spoken, startRealtime } from '../../helpers/realtime-backend.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import { openSocket, type TestSocket } from '../../helpers/socket.ts';

// Realtime sessions: what passes, what is counted of it, and what is refused.

const keys = `
  all: { secret: sk-all-0123456789, endpoints: [realtime, transcriptions] }
  some: { secret: sk-some-0123456789, endpoints: [realtime], models: [voice] }
  few: { secret: sk-few-0123456789, endpoints: [realtime], rate_limit: { requests: 3/h } }
  poor: { secret: sk-poor-0123456789, endpoints: [realtime], models: [voice], rate_limit: { budget: 0.005 USD/month } }`;

const models = `
  voice: { deployments: [{ backend: vendor, model: up-1, endpoints: { realtime: [] },
    price: { input: 4, cached_input: 0.4, output: 16, audio_input: 32, audio_output: 64 } }] }
  dearer: { deployments: [{ backend: vendor, model: up-2, endpoints: { realtime: [] } }] }
  hears: { deployments: [{ backend: vendor, model: whisper-9, endpoints: { transcriptions: [] }, price: { per_minute: 0.6 } }] }
  elsewhere: { deployments: [{ backend: other, endpoints: { transcriptions: [] } }] }`;

const owner = ownerOfFile();
let backend: RealtimeBackend;
let gateway: TestGateway;

/** What the backend does with an event of a client, beside what it does with each. */
type Hears = NonNullable<NonNullable<Parameters<typeof startRealtime>[1]>['hears']>;
let hears: Hears | undefined;

before(async () => {
  backend = await startRealtime(owner, {
    hears: (seen, socket, count) => {
      if (hears !== undefined) return hears(seen, socket, count);
      if (seen.event.type !== 'response.create') return;
      for (const one of spoken(`resp_${count}`)) socket.send(one);
    },
  });
  gateway = await startGateway(
    owner,
    configText({
      backends: `{ vendor: { url: "${backend.url}", auth: { bearer: sk-upstream-0123456789 } }, other: { url: "${backend.url}" } }`,
      models,
      keys,
    }),
  );
});

const address = '/v1/realtime?model=voice';

/** Lines of the log about turns since the last call. */
let counted = 0;
function newLines(): readonly (typeof gateway.logs)[number][] {
  const all = gateway.logs.filter(({ msg, method }) => msg === 'request' && method === 'POST');
  const fresh = all.slice(counted);
  counted = all.length;
  return fresh;
}

async function lines(count: number): Promise<ReturnType<typeof newLines>> {
  const had = counted;
  const all: (typeof gateway.logs)[number][] = [];
  await until(() => {
    all.push(...newLines());
    return all.length >= count;
  }, `${count} lines after ${had}`);
  return all;
}

async function opened(t: Parameters<typeof openSocket>[0], name: string): Promise<TestSocket> {
  hears = undefined;
  const socket = await openSocket(t, gateway, { path: address, key: `sk-${name}-0123456789` });
  await socket.next('session.created');
  backend.said.length = 0;
  return socket;
}

const create = '{"type":"response.create"}';

test('events pass as they came in both directions, and each response is counted', async (t) => {
  const socket = await opened(t, 'all');
  const taken: string[] = [];
  socket.raw.on('message', (data: Buffer) => taken.push(data.toString()));
  const said = [
    '{ "type": "input_audio_buffer.append",   "audio": "AAECAw==" }',
    '{"type":"response.create", "event_id": "mine"}',
    '{"type":"\\u0063onversation.item.create","item":{"type":"message"}}',
    '{"type":"response.create","response":{"max_output_tokens":7,"metadata":{"ü":"😀"}}}',
    '{"type":"session.update","session":{"instructions":"model: dearer"}}',
  ];
  for (const one of said) socket.send(one);
  await socket.next('response.done');
  await socket.next('response.done');
  await until(() => backend.said.length === said.length, 'all is there');
  assert.deepEqual(backend.said, said);
  assert.deepEqual(taken, [...spoken('resp_0'), ...spoken('resp_1')]);
  const handshake = backend.handshakes.at(-1)!;
  assert.equal(handshake.url, '/v1/realtime?model=up-1');
  assert.equal(handshake.headers.authorization, 'Bearer sk-upstream-0123456789');
  for (const line of await lines(2)) {
    const { status, input_tokens, output_tokens, cached_tokens, cost_usd, deployment } = line;
    assert.deepEqual([status, input_tokens, output_tokens, cached_tokens], [200, 120, 35, 70]);
    assert.equal(deployment, 'voice/vendor');
    // 10 of text and 40 of audio fresh, 70 cached, 5 of text and 30 of audio said.
    assert.equal(cost_usd, 0.003348);
  }
  const opening = gateway.logs.find(({ method }) => method === 'GET')!;
  assert.deepEqual(
    [opening['status'], opening['endpoint'], opening['cost_usd']],
    [101, 'realtime', undefined],
  );
});

test('what a session is to be made of is held to the key, at each update', async (t) => {
  const socket = await opened(t, 'some');
  const update = (session: object, event_id = 'u') => ({ type: 'session.update', event_id, session });
  const refused = async (session: object) => {
    socket.send(update(session));
    const { error } = await socket.next('error');
    assert.equal(error.event_id, 'u');
    return [error.code, error.param];
  };
  assert.deepEqual(await refused({ model: 'dearer' }), ['nested_model_refused', 'session.model']);
  assert.deepEqual(await refused({ model: 'up-2' }), ['nested_model_refused', 'session.model']);
  const transcription = (model: string) => ({ audio: { input: { transcription: { model } } } });
  const place = 'session.audio.input.transcription.model';
  assert.deepEqual(await refused(transcription('hears')), ['nested_model_refused', place]);
  assert.deepEqual(await refused(transcription('whisper-9')), ['nested_model_refused', place]);
  assert.deepEqual(await refused({ input_audio_transcription: { model: 'hears' } }), [
    'nested_model_refused',
    'session.input_audio_transcription.model',
  ]);
  // Twice the same name: one of the two would be read here, and the other there.
  for (const twice of [
    '{"type":"session.update","session":{"model":"voice","model":"dearer"}}',
    '{"type":"session.update","session":{"audio":{"input":{"transcription":{"model":"x"}}},"audio":{}}}',
    '{"type":"input_audio_buffer.clear","type":"session.update","session":{"model":"dearer"}}',
    '{"type":"session.update","Session":{"model":"dearer"}}',
    '{"type":"response.create","response":{"model":"dearer"}}',
    '[]',
    'no JSON',
  ]) {
    socket.send(twice);
    const { error } = await socket.next('error');
    assert.equal(error.type, 'invalid_request_error', twice);
  }
  assert.deepEqual(backend.said, []);
  // Its own name, and those that the backend has for it, in the order in which all was said.
  socket.send(update({ model: 'voice', speed: 1.0 }));
  socket.send('{"type":"input_audio_buffer.clear"}');
  socket.send('{"type":"session.update","session":{"model":"up-1"}}');
  await until(() => backend.said.length === 3, 'they went up');
  assert.deepEqual(backend.said, [
    '{"type":"session.update","event_id":"u","session":{"model":"up-1","speed":1}}',
    '{"type":"input_audio_buffer.clear"}',
    '{"type":"session.update","session":{"model":"up-1"}}',
  ]);
});

test('a transcription costs what its own model does', async (t) => {
  const socket = await opened(t, 'all');
  socket.send(
    '{"type":"session.update", "session":{"audio":{"input":{"transcription":{"language":"de","model":"hears"}}}}}',
  );
  await until(() => backend.said.length === 1, 'it went up');
  assert.equal(
    backend.said[0],
    '{"type":"session.update", "session":{"audio":{"input":{"transcription":{"language":"de","model":"whisper-9"}}}}}',
  );
  const done = { type: 'conversation.item.input_audio_transcription.completed', transcript: 'x' };
  const [upstream] = [...backend.sockets].slice(-1);
  newLines();
  upstream!.send(JSON.stringify({ ...done, usage: { type: 'duration', seconds: 30 } }));
  const [line] = await lines(1);
  assert.deepEqual([line!['model'], line!['deployment'], line!['cost_usd']], ['voice', 'hears/vendor', 0.3]);
  socket.send(
    '{"type":"session.update","session":{"audio":{"input":{"transcription":{"model":"elsewhere"}}}}}',
  );
  assert.match((await socket.next('error')).error.message, /elsewhere/);
});

test('beyond a limit a response is not asked for, and one that the backend begins is cancelled', async (t) => {
  const socket = await opened(t, 'few');
  newLines();
  socket.send(create);
  await socket.next('response.done');
  const [upstream] = [...backend.sockets].slice(-1);
  // The backend takes the user to have finished.
  for (const one of spoken('resp_vad')) upstream!.send(one);
  await socket.next('response.done');
  assert.deepEqual(
    (await lines(2)).map(({ cost_usd }) => cost_usd),
    [0.003348, 0.003348],
  );
  socket.send('{"type":"response.create","event_id":"late"}');
  const { error } = await socket.next('error');
  assert.deepEqual([error.code, error.event_id], ['rate_limit_exceeded', 'late']);
  for (let count = 0; count < 3; count += 1) {
    upstream!.send(spoken(`resp_late_${count}`)[0]!);
    assert.equal((await socket.next('error')).error.code, 'rate_limit_exceeded');
  }
  // Who can't be kept from speaking is not listened to for ever.
  assert.equal(await socket.closed, 1008);
  assert.deepEqual(backend.said, [
    create,
    ...[0, 1, 2].map((count) => `{"type":"response.cancel","response_id":"resp_late_${count}"}`),
  ]);
});

test('a budget is spent by responses, and ends them', async (t) => {
  const socket = await opened(t, 'poor');
  const ends: string[] = [];
  while (!ends.includes('error') && ends.length < 9) {
    socket.send(create);
    const event = await Promise.race([
      socket.next('response.done'),
      until(() => socket.events.at(-1).type === 'error', 'refused').then(() => socket.events.at(-1)),
    ]);
    ends.push(event.type);
  }
  assert.equal(ends.at(-1), 'error');
  assert.equal(socket.events.at(-1).error.code, 'budget_exceeded');
});

test('what the backend refuses, breaks off or ends is told and counted as that', async (t) => {
  const socket = await opened(t, 'all');
  newLines();
  const refusal = {
    type: 'error',
    event_id: 'e',
    error: {
      type: 'invalid_request_error',
      code: 'conversation_already_has_active_response',
      message: 'no',
      event_id: null,
    },
  };
  hears = (_seen, upstream) => upstream.send(JSON.stringify(refusal));
  socket.send(create);
  assert.deepEqual(await socket.next('error'), refusal);
  const [refused] = await lines(1);
  assert.deepEqual([refused!['status'], refused!['cost_usd']], [400, undefined]);
  hears = (_seen, upstream) => {
    for (const one of spoken('resp_failed', null, 'failed')) upstream.send(one);
  };
  socket.send(create);
  await socket.next('response.done');
  assert.equal((await lines(1))[0]!['cost_usd'], 0);
  hears = (_seen, upstream) => {
    for (const one of spoken('resp_lost').slice(0, 3)) upstream.send(one);
    upstream.close(1000, 'enough');
  };
  socket.send(create);
  const { error } = await socket.next('error');
  assert.equal(error.code, 'upstream_interrupted');
  assert.equal(await socket.closed, 1000);
  const [lost] = await lines(1);
  assert.equal(lost!['code'], 'upstream_interrupted');
  assert.ok(Number(lost!['cost_usd']) > 0, JSON.stringify(lost));

  const idle = await opened(t, 'all');
  [...backend.sockets].at(-1)!.close(4001, 'session expired');
  assert.equal(await idle.closed, 4001);
  const cut = await opened(t, 'all');
  [...backend.sockets].at(-1)!.terminate();
  assert.equal((await cut.next('error')).error.code, 'upstream_interrupted');
  assert.equal(await cut.closed, 1011);
});

test('a client that leaves ends the session at the backend, and one that asks for too much is told so', async (t) => {
  const socket = await opened(t, 'all');
  newLines();
  hears = (_seen, upstream) => {
    for (const one of spoken('resp_left').slice(0, 2)) upstream.send(one);
  };
  socket.send(create);
  await socket.next('response.output_audio.delta');
  const before = backend.sockets.size;
  socket.raw.terminate();
  await until(() => backend.sockets.size < before, 'its socket is gone');
  assert.equal((await lines(1))[0]!['status'], 499);
  const other = await opened(t, 'all');
  hears = () => {};
  for (let count = 0; count < 17; count += 1) other.send(create);
  assert.equal((await other.next('error')).error.code, 'too_many_turns');
  other.raw.send(Buffer.from([1, 2, 3]));
  assert.equal(await other.closed, 1003);
});
