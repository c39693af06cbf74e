import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { delta, startBackend, type TestBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { configText, secret, startGateway, type TestGateway } from '../helpers/gateway.ts';
import { connectToLeave, type LeavingClient, leavings } from '../helpers/leave.ts';
import { openSocket } from '../helpers/socket.ts';

/** How long after its client a request to a backend may live. */
const graceMs = 100;

function requestBytes(body: string, declared = body.length): string {
  return `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nContent-Length: ${declared}\r\n\r\n${body}`;
}

const chat = (more = '') => `{"model":"fast","messages":[{"role":"user","content":"hello"}]${more}}`;
const streamed = chat(',"stream":true');

interface Phase {
  readonly name: string;
  readonly bytes: string;
  readonly answer: Parameters<typeof startBackend>[1];
  /** Resolves when the phase is reached. */
  reached(setting: Setting): Promise<void>;
  readonly reachesBackend: boolean;
}

interface Setting {
  readonly backend: TestBackend;
  /** The backend's side of its connections. */
  readonly sockets: ReadonlySet<Socket>;
  readonly gateway: TestGateway;
  readonly client: LeavingClient;
}

const arrived = ({ backend }: Setting) =>
  until(() => backend.seen.length === 1, 'the backend has the request');
const firstByte = ({ client }: Setting) =>
  new Promise<void>((resolve) => client.tls.once('data', () => resolve()));

/** Writes for as long as somebody takes it. */
function pour(response: ServerResponse, piece: string): void {
  const more = () => {
    while (!response.destroyed && response.write(piece));
    response.once('drain', more);
  };
  more();
}

const phases: readonly Phase[] = [
  {
    name: 'while its body is read',
    bytes: requestBytes('', 1000).replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'),
    answer: () => {},
    reached: firstByte,
    reachesBackend: false,
  },
  {
    name: 'while the backend is silent',
    bytes: requestBytes(chat()),
    answer: () => {},
    reached: arrived,
    reachesBackend: true,
  },
  {
    name: 'while a whole answer is half there',
    bytes: requestBytes(chat()),
    answer: (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id":');
    },
    reached: arrived,
    reachesBackend: true,
  },
  {
    name: 'before the first event of a stream',
    bytes: requestBytes(streamed),
    answer: (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': not yet\n\n');
    },
    reached: arrived,
    reachesBackend: true,
  },
  {
    name: 'in the middle of a stream',
    bytes: requestBytes(streamed),
    answer: (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(delta('one'));
    },
    reached: firstByte,
    reachesBackend: true,
  },
  {
    name: 'while it does not read its stream',
    bytes: requestBytes(streamed),
    answer: (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      pour(response, delta('x'.repeat(60_000)));
    },
    async reached(setting) {
      setting.client.stopReading();
      await arrived(setting);
      await isStuck(setting);
    },
    reachesBackend: true,
  },
  {
    name: 'while it does not read a large whole answer',
    bytes: requestBytes(chat()),
    answer: (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      pour(response, 'x'.repeat(60_000));
    },
    async reached(setting) {
      setting.client.stopReading();
      await arrived(setting);
      await isStuck(setting);
    },
    reachesBackend: true,
  },
];

/** Resolves when what the backend writes is no longer taken. */
async function isStuck({ sockets }: Setting): Promise<void> {
  let before = -1;
  await until(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const now = [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0);
      const isSame = now === before && now > 0;
      before = now;
      return isSame;
    },
    'the stream backs up',
    10_000,
  );
}

async function reach(t: TestContext, phase: Phase): Promise<Setting> {
  const backend = await startBackend(t, phase.answer);
  const sockets = new Set<Socket>();
  backend.server.on('connection', (socket) => sockets.add(socket));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models:
        '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [streaming] } } ] } }',
    }),
  );
  const client = await connectToLeave(t, gateway.port, gateway.ca);
  const setting = { backend, sockets, gateway, client };
  client.tls.write(phase.bytes);
  await phase.reached(setting);
  return setting;
}

for (const phase of phases) {
  for (const how of leavings) {
    test(`a client that leaves ${phase.name} (${how}) ends its request within ${graceMs} ms`, async (t) => {
      const { backend, gateway, client } = await reach(t, phase);
      client.leave(how);
      if (phase.reachesBackend) await until(() => backend.aborted === 1, 'the backend sees the end', graceMs);
      await until(() => gateway.logs.some((line) => line.msg === 'request'), 'the log line', graceMs);
      const line = gateway.logs.find((one) => one.msg === 'request');
      if (phase.reachesBackend) assert.equal(line?.['status'], 499);
      assert.equal(backend.seen.length, phase.reachesBackend ? 1 : 0);
    });
  }
}

test('a client that leaves while a request waits behind its first one ends both', async (t) => {
  const held = gate();
  const backend = await startBackend(t, () => held.opened);
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models:
        '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [streaming] } } ] } }',
    }),
  );
  const client = await connectToLeave(t, gateway.port, gateway.ca);
  client.tls.write(requestBytes(chat()) + requestBytes(chat()));
  await until(() => backend.seen.length === 1, 'the backend has the first request');
  client.leave('fin');
  await until(() => backend.aborted === 1, 'the backend sees the end', graceMs);
  assert.equal((await gateway.call('/v1/models')).status, 200);
  assert.equal(backend.seen.length, 1);
});

const usage = '{"prompt_tokens":5,"completion_tokens":2,"total_tokens":7}';
const lastEvents = `${delta('one', 'stop')}data: {"object":"chat.completion.chunk","choices":[],"usage":${usage}}\n\ndata: [DONE]\n\n`;

for (const [endpoint, request] of [
  ['chat_completions', streamed],
  [
    'messages',
    '{"model":"fast","max_tokens":9,"messages":[{"role":"user","content":"hello"}],"stream":true}',
  ],
] as const) {
  for (const how of leavings) {
    test(`a client of ${endpoint} that leaves (${how}) behind the last event has its answer`, async (t) => {
      const backend = await startBackend(t, (_seen, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(lastEvents);
      });
      const gateway = await startGateway(
        t,
        configText({
          backends: `{ main: { url: "${backend.url}", flavor: generic } }`,
          models:
            '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [streaming], messages: { via: chat_completions } } } ] } }',
        }),
      );
      const client = await connectToLeave(t, gateway.port, gateway.ca);
      const path = endpoint === 'messages' ? '/v1/messages' : '/v1/chat/completions';
      client.tls.write(requestBytes(request).replace('/v1/chat/completions', path));
      const last = endpoint === 'messages' ? 'message_stop' : '[DONE]';
      let read = '';
      await new Promise<void>((resolve) => {
        client.tls.on('data', (bytes: Buffer) => {
          read += bytes.toString();
          if (read.includes(last)) resolve();
        });
      });
      client.leave(how);
      await until(() => backend.aborted === 1, 'the backend sees the end', graceMs);
      await until(() => gateway.logs.some((line) => line.msg === 'request'), 'the log line', graceMs);
      const line = gateway.logs.find((one) => one.msg === 'request')!;
      const [attempt] = line['attempts'] as { outcome: string }[];
      assert.deepEqual(
        [line['status'], attempt?.outcome, line['input_tokens'], line['output_tokens'], line['certainty']],
        [200, 'answered', 5, 2, 'measured'],
      );
    });
  }
}

test('a client of a socket that leaves behind the last event of a turn has its answer', async (t) => {
  const completed = {
    type: 'response.completed',
    response: {
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      output: [],
      usage: { input_tokens: 5, output_tokens: 2 },
    },
  };
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"one"}\n\n',
    );
    response.write(`event: response.completed\ndata: ${JSON.stringify(completed)}\n\n`);
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models: '{ fast: { deployments: [ { backend: main, endpoints: { responses: [streaming] } } ] } }',
    }),
  );
  const socket = await openSocket(t, gateway);
  socket.send({ type: 'response.create', model: 'fast', input: 'hello' });
  await socket.next('response.completed');
  socket.raw.terminate();
  const turn = () => gateway.logs.find(({ msg, method }) => msg === 'request' && method === 'POST');
  await until(() => turn() !== undefined, 'the log line');
  assert.deepEqual(
    [turn()?.['status'], turn()?.['input_tokens'], turn()?.['certainty']],
    [200, 5, 'measured'],
  );
});
