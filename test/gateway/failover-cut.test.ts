import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delta, startBackend } from '../helpers/backend.ts';
import { begin, configText, readReply, secret, startGateway } from '../helpers/gateway.ts';
import { startInside } from '../helpers/inside.ts';
import { requestTo } from './fault-matrix.ts';

const paths = {
  chat_completions: '/v1/chat/completions',
  completions: '/v1/completions',
  messages: '/v1/messages',
  responses: '/v1/responses',
} as const;
const serving = 'endpoints: { chat_completions: [], completions: [], messages: [], responses: [] }';
const message = 'The backend broke off in the middle of its answer; what came before is incomplete.';

function over(url: string, timeouts = '{}'): string {
  return configText({
    backends: `{ main: { url: "${url}", timeouts: ${timeouts} } }`,
    models: `{ m: { deployments: [ { backend: main, ${serving} } ] } }`,
  });
}

const beginnings = {
  chat_completions: delta('one'),
  completions: 'data: {"id":"c","choices":[{"index":0,"text":"one","finish_reason":null}]}\n\n',
  messages:
    'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1"}}\n\nevent: content_block_start\ndata: {"type":"content_block_start","index":0}\n\n',
  responses:
    'event: response.created\ndata: {"type":"response.created","response":{"id":"resp_1","object":"response"}}\n\nevent: response.output_item.added\ndata: {"type":"response.output_item.added","output_index":0}\n\n',
} as const;

const endings = {
  chat_completions: `data: {"error":{"message":"${message}","type":"upstream_error","code":"upstream_interrupted"}}\n\n`,
  completions: `data: {"error":{"message":"${message}","type":"upstream_error","code":"upstream_interrupted"}}\n\n`,
  messages: `event: error\ndata: {"type":"error","error":{"type":"api_error","message":"${message}","code":"upstream_interrupted"},"request_id":"mine"}\n\n`,
  responses: `event: response.failed\ndata: {"type":"response.failed","response":{"id":"resp_1","object":"response","status":"failed","error":{"code":"upstream_interrupted","message":"${message}"}}}\n\n`,
} as const;

for (const endpoint of ['chat_completions', 'completions', 'messages', 'responses'] as const) {
  test(`${endpoint}: a cut stream ends in its own error event, byte for byte, whatever cut it`, async (t) => {
    const beginning = beginnings[endpoint];
    let way = '';
    const backend = await startBackend(t, (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(beginning, () => {
        if (way === 'end') response.end();
        if (way === 'fin') response.socket!.end();
        if (way === 'half') response.write('data: {"cho', () => response.socket!.end());
      });
    });
    const gateway = await startInside(t, over(backend.url, '{ idle: 150ms }'));
    const body =
      endpoint === 'completions'
        ? { model: 'm', prompt: 'hello', stream: true }
        : requestTo(endpoint, 'm', 'streamed');
    for (way of ['end', 'fin', 'silence', 'half']) {
      const reply = await readReply(
        await begin(gateway, paths[endpoint], { body, headers: { 'x-request-id': 'mine' } }),
      );
      const between = way === 'half' ? 'data: {"cho\n\n' : '';
      assert.equal(reply.text, beginning + between + endings[endpoint], way);
      assert.equal(reply.complete, false, way);
    }
  });
}

test("an error event of the backend's own is passed as it is, with nothing added", async (t) => {
  const own = 'data: {"error":{"message":"overloaded","code":"x"}}\n\n';
  let isEnded = false;
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('one') + own, () => {
      if (isEnded) response.end();
      else response.socket!.end();
    });
  });
  const gateway = await startInside(t, over(backend.url));
  for (isEnded of [true, false]) {
    const body = requestTo('chat_completions', 'm', 'streamed');
    const reply = await readReply(await begin(gateway, paths.chat_completions, { body }));
    assert.equal(reply.text, delta('one') + own);
    assert.equal(reply.complete, isEnded);
  }
});

test('a choice that is finished does not end the others', async (t) => {
  const choice = (index: number, finish: string | null) =>
    `data: ${JSON.stringify({ choices: [{ index, delta: { content: 'x' }, finish_reason: finish }] })}\n\n`;
  const events = [choice(0, 'stop'), choice(1, null), choice(1, 'stop'), 'data: [DONE]\n\n'];
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) {
      response.write(event);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    response.end();
  });
  // The grace after the last word is never longer than `idle`.
  const gateway = await startInside(t, over(backend.url, '{ idle: 200ms }'));
  const body = { ...requestTo('chat_completions', 'm', 'streamed'), n: 2 };
  const reply = await readReply(await begin(gateway, paths.chat_completions, { body }));
  assert.equal(reply.text, events.join(''));
  assert.equal(reply.complete, true);
});

test('a large whole answer without a length that ends half-way ends as a broken connection', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.socket!.end(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"id":"${'x'.repeat(3_000_000)}`,
    );
  });
  const gateway = await startInside(t, over(backend.url));
  const body = requestTo('chat_completions', 'm', 'whole');
  const reply = await readReply(await begin(gateway, paths.chat_completions, { body }));
  assert.equal(reply.status, 200);
  assert.equal(reply.complete, false);
});

test('for a client of HTTP/1.0 an answer is whole or it is an error', async (t) => {
  let isCut = true;
  const text = `{"id":"${'x'.repeat(3_000_000)}"}`;
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (isCut) response.write(text.slice(0, -2), () => response.destroy());
    else response.end(text);
  });
  const gateway = await startGateway(t, over(backend.url));
  const body = JSON.stringify(requestTo('chat_completions', 'm', 'whole'));
  const request = `POST /v1/chat/completions HTTP/1.0\r\nauthorization: Bearer ${secret}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  assert.match(await gateway.raw(request), /^HTTP\/1\.1 502 /);
  isCut = false;
  const answer = await gateway.raw(request);
  assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.ok(answer.endsWith(text));
});
