import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import {
  type Answer,
  completion,
  delta,
  json,
  startBackend,
  type TestBackend,
} from '../../helpers/backend.ts';
import { begin, configText, readReply, startGateway, type TestGateway } from '../../helpers/gateway.ts';

type Json = Record<string, unknown>;

interface Deployed {
  readonly backend: Pick<TestBackend, 'url'>;
  /** YAML flow. */
  readonly endpoints: string;
  /** More of the deployment. */
  readonly more?: string;
}

const viaChat = '{ messages: { via: chat_completions }, responses: { via: chat_completions } }';
const native = '{ messages: [] }';

/** A model `m` whose deployments are tried in their order. */
function config(deployed: readonly Deployed[], more: { listen?: string; more?: string } = {}): string {
  const backends = deployed.map(({ backend }, at) => `b${at}: { url: "${backend.url}", flavor: vllm }`);
  const deployments = deployed.map(
    ({ endpoints, more: own = '' }, at) =>
      `{ backend: b${at}, model: up, priority: ${at}, endpoints: ${endpoints}${own} }`,
  );
  return configText({
    ...more,
    backends: `{ ${backends.join(', ')} }`,
    models: `{ m: { deployments: [ ${deployments.join(', ')} ] } }`,
  });
}

const message: Json = { model: 'm', max_tokens: 20, messages: [{ role: 'user', content: 'hi' }] };

function said(status: number, type: string, body: string): Answer {
  return (_seen, response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  };
}

function logged(gateway: TestGateway): Json {
  return gateway.logs.findLast(({ msg }) => msg === 'request') as Json;
}

/** Nothing listens there any more. */
async function nobody(t: Parameters<typeof startBackend>[0]): Promise<TestBackend> {
  const backend = await startBackend(t, () => {});
  await new Promise<void>((resolve) => backend.server.close(() => resolve()));
  return backend;
}

test('A whole answer for which there is no room is not passed on in the dialect of its backend', async (t) => {
  const backend = await startBackend(t, json(completion('x'.repeat(3_000_000))));
  const listen = '{ address: "127.0.0.1:0", tls: { self_signed: true }, max_body: 1MiB, max_buffered: 2MiB }';
  const gateway = await startGateway(t, config([{ backend, endpoints: viaChat }], { listen }));
  const reply = await gateway.call('/v1/messages', { body: message });
  assert.equal(reply.status, 503, reply.text.slice(0, 200));
  assert.equal(reply.json.error.code, 'overloaded');
});

test('A whole answer of more than 64 MiB can not be translated, and goes elsewhere', async (t) => {
  const large = await startBackend(t, json(completion('x'.repeat(64 * 1024 * 1024))));
  const right = await startBackend(t, json(completion('right')));
  const gateway = await startGateway(
    t,
    config([
      { backend: large, endpoints: viaChat },
      { backend: right, endpoints: viaChat },
    ]),
  );
  const reply = await gateway.call('/v1/messages', { body: message });
  assert.equal(reply.status, 200, reply.text.slice(0, 200));
  assert.equal(reply.json.content[0].text, 'right');
  assert.equal(reply.headers['x-gateway-attempts'], '2');
});

test('A refusal that is too long to be held is told in the words of the client, with its status', async (t) => {
  const text = JSON.stringify({ error: { message: 'no'.repeat(1_000_000) } });
  const backend = await startBackend(t, said(422, 'application/json', text));
  const gateway = await startGateway(t, config([{ backend, endpoints: viaChat }]));
  const reply = await gateway.call('/v1/messages', { body: message });
  assert.equal(reply.status, 422, reply.text.slice(0, 200));
  assert.equal(reply.complete, true);
  assert.equal(reply.json.type, 'error');
  assert.equal(reply.json.error.type, 'invalid_request_error');
  assert.match(reply.json.error.message, /status 422/);
});

test('A refusal that is a page has its status for the client, and speaks against no deployment', async (t) => {
  const page = '<html><h1>413 Request Entity Too Large</h1></html>';
  const backend = await startBackend(t, said(413, 'text/html', page));
  const right = await startBackend(t, json(completion('right')));
  const gateway = await startGateway(
    t,
    config([
      { backend, endpoints: viaChat },
      { backend: right, endpoints: viaChat },
    ]),
  );
  for (let asked = 0; asked < 12; asked += 1) {
    const reply = await gateway.call('/v1/messages', { body: message });
    assert.equal(reply.status, 413, reply.text);
    assert.equal(reply.json.error.type, 'request_too_large');
    assert.equal(reply.headers['x-gateway-attempts'], '1');
    assert.equal(reply.headers['content-type'], 'application/json');
  }
  const reply = await gateway.call('/v1/responses', { body: { model: 'm', input: 'hi' } });
  assert.equal(reply.status, 413, reply.text);
  assert.equal(reply.json.error.code, 'upstream_error');
  assert.equal(right.seen.length, 0);
});

test('An error that comes with status 200 has a status of its own in the words of the client, whole and for a stream', async (t) => {
  for (const [error, status, code] of [
    [{ message: 'M', type: 'server_error' }, 502, 'server_error'],
    [{ message: 'M', code: 503, type: 'x' }, 503, 'x'],
    [{ message: 'M', type: 'rate_limit_error' }, 429, 'rate_limit_error'],
    [{ message: "This model's maximum context length is 8 tokens." }, 400, undefined],
    [{ message: 'M', code: 'invalid_api_key' }, 502, 'invalid_api_key'],
  ] as const) {
    const backend = await startBackend(t, json({ error }));
    const gateway = await startGateway(t, config([{ backend, endpoints: viaChat }]));
    for (const stream of [false, true]) {
      const reply = await gateway.call('/v1/messages', { body: { ...message, stream } });
      assert.equal(reply.status, status, reply.text);
      assert.equal(reply.headers['content-type'], 'application/json');
      assert.equal(reply.json.type, 'error');
      if (code !== undefined) assert.equal(reply.json.error.code, code);
    }
    const responses = await gateway.call('/v1/responses', { body: { model: 'm', input: 'hi' } });
    assert.equal(responses.status, status, responses.text);
    assert.equal(typeof responses.json.error.message, 'string');
  }
});

test('An answer says it was translated where it is that of a translated attempt, whichever came last', async (t) => {
  const failing = await startBackend(t, json({ error: { message: 'broken', type: 'server_error' } }, 500));
  const away = await nobody(t);
  for (const [first, second, translated] of [
    [viaChat, native, 'messages->chat_completions'],
    [native, viaChat, undefined],
  ] as const) {
    const gateway = await startGateway(
      t,
      config([
        { backend: failing, endpoints: first },
        { backend: away, endpoints: second },
      ]),
    );
    const reply = await gateway.call('/v1/messages', { body: { ...message, metadata: { user_id: 'u' } } });
    assert.equal(reply.status, 500, reply.text);
    assert.equal(reply.headers['x-gateway-deployment'], 'b0');
    assert.equal(reply.headers['x-gateway-attempts'], '2');
    assert.equal(reply.headers['x-gateway-translation'], translated);
    assert.equal(reply.headers['x-gateway-dropped'], translated && 'metadata.user_id');
    assert.equal(
      (logged(gateway)['translation'] as Json | undefined)?.['to'],
      translated && 'chat_completions',
    );
  }
});

test("What came in one piece with an event that can not be read is the client's all the same", async (t) => {
  let open: ServerResponse | undefined;
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('one '));
    open = response;
  });
  const gateway = await startGateway(t, config([{ backend, endpoints: viaChat }]));
  const answer = await begin(gateway, '/v1/messages', { body: { ...message, stream: true } });
  open!.end(`${delta('two')}data: {"half\n\n`);
  const reply = await readReply(answer);
  assert.equal(reply.complete, false);
  assert.match(reply.text, /one /);
  assert.match(reply.text, /two/);
  assert.match(reply.text, /event: error/);
  assert.doesNotMatch(reply.text, /message_stop/);
});

test('Words of a backend that are no words cost neither the process nor the request', async (t) => {
  const odd = { toString: 1, valueOf: 1 };
  const failing = await startBackend(t, (_seen, response) => {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ base_resp: { status_msg: 'no', status_code: odd } }));
  });
  const gateway = await startGateway(t, config([{ backend: failing, endpoints: viaChat }]));
  const reply = await gateway.call('/v1/messages', { body: message });
  assert.equal(reply.status, 500, reply.text);
  assert.equal(reply.json.error.message, 'no');
});
