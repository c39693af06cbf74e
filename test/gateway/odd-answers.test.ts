import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGzip, gzipSync } from 'node:zlib';
import { completion, delta, startBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { begin, configText, type Reply, readReply } from '../helpers/gateway.ts';
import { type Inside, startInside } from '../helpers/inside.ts';
import { type CalledEndpoint, requestTo } from './fault-matrix.ts';

const paths = {
  chat_completions: '/v1/chat/completions',
  messages: '/v1/messages',
  responses: '/v1/responses',
} as const;
const serving = 'endpoints: { chat_completions: [streaming], messages: [streaming], responses: [streaming] }';
const done = 'data: [DONE]\n\n';

function over(urls: readonly string[], { timeouts = '{}', listen = '' } = {}): string {
  const backends = urls.map((url, at) => `b${at}: { url: "${url}", timeouts: ${timeouts} }`);
  const deployments = urls.map((_, at) => `{ backend: b${at}, priority: ${at}, ${serving} }`);
  return configText({
    listen: `{ address: "127.0.0.1:0", tls: { self_signed: true }${listen} }`,
    backends: `{ ${backends.join(', ')} }`,
    models: `{ m: { deployments: [ ${deployments.join(', ')} ] } }`,
  });
}

async function ask(
  gateway: Inside,
  kind: 'streamed' | 'whole',
  endpoint: CalledEndpoint = 'chat_completions',
): Promise<Reply> {
  return readReply(await begin(gateway, paths[endpoint], { body: requestTo(endpoint, 'm', kind) }));
}

test('the last event of a stream may lack its blank line, and passes as it came', async (t) => {
  const ends = {
    chat_completions: `${delta('one')}data: [DONE]`,
    messages:
      'event: content_block_delta\ndata: {"type":"content_block_delta"}\n\nevent: message_stop\ndata: {"type":"message_stop"}',
    responses:
      'event: response.output_text.delta\ndata: {"type":"response.output_text.delta"}\n\nevent: response.completed\ndata: {"type":"response.completed"}',
  } as const;
  let text = '';
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(text);
  });
  const gateway = await startInside(t, over([backend.url]));
  for (const endpoint of ['chat_completions', 'messages', 'responses'] as const) {
    for (const lineEnd of ['', '\n']) {
      text = ends[endpoint] + lineEnd;
      const reply = await ask(gateway, 'streamed', endpoint);
      assert.deepEqual([reply.text, reply.complete], [text, true]);
    }
  }
  text = data('{"choices":[{"delta":{"content":"only"},"finish_reason":"stop"}]}').trimEnd();
  const alone = await ask(gateway, 'streamed');
  assert.deepEqual([alone.status, alone.text, alone.complete], [200, text, true]);
});

const data = (text: string) => `data: ${text}\n\n`;

test('a finish reason that content follows is none, and the rest is waited for', async (t) => {
  const rest = gate();
  let more = '';
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('one', 'stop'));
    response.write(delta('two'));
    await rest.opened;
    if (more === '') response.socket!.end();
    else response.end(more);
  });
  const gateway = await startInside(t, over([backend.url], { timeouts: '{ idle: 400ms }' }));
  const silent = await ask(gateway, 'streamed');
  assert.equal(silent.complete, false);
  assert.match(silent.text, /upstream_interrupted/);
  rest.open();
  more = delta('three', 'stop');
  const whole = await ask(gateway, 'streamed');
  assert.deepEqual([whole.complete, whole.text.includes('three')], [true, true]);
});

test('an event passes as it comes, whatever its size, and is read all the same', async (t) => {
  const rest = gate();
  const large = `event: response.completed\n${data(`{"type":"response.completed","response":{"x":"${'x'.repeat(3_000_000)}"}}`)}`;
  const first = 'event: response.output_text.delta\ndata: {"type":"response.output_text.delta"}\n\n';
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(first + large.slice(0, 2_000_000));
    await rest.opened;
    response.end(large.slice(2_000_000));
  });
  const gateway = await startInside(t, over([backend.url]));
  const response = await begin(gateway, paths.responses, { body: requestTo('responses', 'm', 'streamed') });
  let got = 0;
  response.on('data', (chunk: Buffer) => {
    got += chunk.length;
    if (got === first.length + 2_000_000) rest.open();
  });
  const reply = await readReply(response);
  assert.equal(reply.text, first + large);
  assert.equal(reply.complete, true);
  await until(async () => (await gateway.counters()).buffered === 0, 'nothing is held');
});

test('a first event for which there is no room, or of more than 16 MiB, passes as it comes', async (t) => {
  const rest = gate();
  let half = '';
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(half);
    await rest.opened;
    response.end(`"},"finish_reason":"stop"}]}\n\n${done}`);
  });
  for (const [bytes, listen] of [
    [3_000_000, ', max_body: 1MiB, max_buffered: 2MiB'],
    [17 * 1024 * 1024, ''],
  ] as const) {
    half = `data: {"choices":[{"delta":{"content":"${'x'.repeat(bytes)}`;
    const gateway = await startInside(t, over([backend.url], { listen }));
    const response = await begin(gateway, paths.chat_completions, {
      body: requestTo('chat_completions', 'm', 'streamed'),
    });
    response.once('data', () => rest.open());
    const reply = await readReply(response);
    assert.deepEqual([reply.status, reply.complete], [200, true]);
    assert.equal(reply.text, `${half}"},"finish_reason":"stop"}]}\n\n${done}`);
    await until(async () => (await gateway.counters()).buffered === 0, 'nothing is held');
  }
});

test('answers that are held count as bodies do, until their clients have taken them', async (t) => {
  const rest = gate();
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(JSON.stringify(completion('x'.repeat(500_000))).slice(0, -1));
    await rest.opened;
    response.end('}');
  });
  const gateway = await startInside(t, over([backend.url]));
  const asked = ask(gateway, 'whole');
  await until(async () => (await gateway.counters()).buffered > 500_000, 'the answer counts');
  rest.open();
  assert.equal((await asked).complete, true);
  await until(async () => (await gateway.counters()).buffered === 0, 'nothing is held');
});

const openings = {
  chat_completions: data(
    '{"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}',
  ),
  messages:
    'event: message_start\ndata: {"type":"message_start","message":{"id":"m"}}\n\nevent: ping\ndata: {"type":"ping"}\n\n',
  responses: 'event: response.created\ndata: {"type":"response.created","response":{"id":"r"}}\n\n',
} as const;

test('what fails after events that hold nothing of an answer is tried elsewhere', async (t) => {
  let endpoint: CalledEndpoint = 'chat_completions';
  let way = '';
  const bad = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(openings[endpoint], () => {
      if (way === 'error') response.end(data('{"type":"error","error":{"message":"overloaded"}}'));
      else if (way === 'end') response.end();
      else response.socket!.destroy();
    });
  });
  const good = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      `data: {"type":"error-free"}\n\n${done}event: message_stop\ndata: {"type":"message_stop"}\n\n`,
    );
  });
  for (endpoint of ['chat_completions', 'messages', 'responses'] as const) {
    for (way of ['error', 'end', 'reset']) {
      const gateway = await startInside(t, over([bad.url, good.url]));
      const reply = await ask(gateway, 'streamed', endpoint);
      assert.deepEqual(
        [reply.headers['x-gateway-attempts'], reply.complete],
        ['2', true],
        `${endpoint} ${way}`,
      );
      assert.match(reply.text, /error-free/);
    }
  }
});

test('events that hold nothing of an answer are held for no more than a second', async (t) => {
  const rest = gate();
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(openings.messages);
    await rest.opened;
    response.end('event: message_stop\ndata: {"type":"message_stop"}\n\n');
  });
  const gateway = await startInside(t, over([backend.url]));
  const begun = performance.now();
  const response = await begin(gateway, paths.messages, { body: requestTo('messages', 'm', 'streamed') });
  assert.ok(performance.now() - begun >= 1000);
  rest.open();
  const reply = await readReply(response);
  assert.ok(reply.text.startsWith(openings.messages));
  assert.equal(reply.complete, true);
});

test('a type that is missing or plain is told from the first byte, and the client gets the one that was found', async (t) => {
  let type: string | undefined;
  let text = '';
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, type === undefined ? {} : { 'content-type': type });
    response.write('\n');
    setImmediate(() => response.end(text));
  });
  const gateway = await startInside(t, over([backend.url]));
  const whole = JSON.stringify(completion('hello'));
  const streamed = delta('one') + delta('two', 'stop') + done;
  for (type of [undefined, 'text/plain', 'Text/Plain; charset=utf-8']) {
    text = whole;
    const one = await ask(gateway, 'whole');
    assert.deepEqual([one.status, one.text], [200, `\n${whole}`]);
    assert.equal(one.headers['content-type'], 'application/json');
    text = streamed;
    const other = await ask(gateway, 'streamed');
    assert.deepEqual([other.status, other.text, other.complete], [200, `\n${streamed}`, true]);
    assert.equal(other.headers['content-type'], 'text/event-stream');
    assert.equal(other.headers['cache-control'], 'no-store');
  }
});

test('JSON where a stream was asked for is an error that is told, or nothing that can be used', async (t) => {
  const error = '{"error":{"message":"The context is too long.","code":"context_length_exceeded"}}';
  let text = '';
  let type = '';
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(text);
  });
  for (type of ['application/json', 'text/plain']) {
    const gateway = await startInside(t, over([backend.url]));
    text = error;
    const told = await ask(gateway, 'streamed');
    assert.deepEqual(
      [told.status, told.text, told.headers['content-type']],
      [200, error, 'application/json'],
    );
    text = JSON.stringify(completion('hello'));
    const unusable = await ask(gateway, 'streamed');
    assert.deepEqual([unusable.status, unusable.headers['x-gateway-error']], [502, 'upstream_invalid']);
  }
});

test('the comment of a silent stream is no event to anybody: it has no blank line', async (t) => {
  const rest = gate();
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`id: 1\n${delta('one')}`);
    await rest.opened;
    response.end(delta('two', 'stop') + done);
  });
  const gateway = await startInside(t, over([backend.url], { listen: ', heartbeat: 1s' }));
  const response = await begin(gateway, paths.chat_completions, {
    body: requestTo('chat_completions', 'm', 'streamed'),
  });
  response.on('data', (chunk: Buffer) => {
    if (chunk.includes(': the backend')) rest.open();
  });
  const { text } = await readReply(response);
  assert.equal(text.replace(/^: .*\n/gm, ''), `id: 1\n${delta('one')}${delta('two', 'stop')}${done}`);
});

test('a backend that packs its answers unasked is unpacked event by event, and the operator is told once', async (t) => {
  const rest = gate();
  const backend = await startBackend(t, async ({ body }, response) => {
    const { stream } = JSON.parse(body.toString());
    const type = stream ? 'text/event-stream' : 'application/json';
    response.writeHead(stream ? 200 : 400, { 'content-type': type, 'content-encoding': 'gzip' });
    const packer = createGzip();
    packer.pipe(response);
    if (!stream) return void packer.end('{"error":{"message":"no"}}');
    packer.write(delta('one'));
    packer.flush();
    await rest.opened;
    packer.end(delta('two', 'stop') + done);
  });
  const gateway = await startInside(t, over([backend.url]));
  const response = await begin(gateway, paths.chat_completions, {
    body: requestTo('chat_completions', 'm', 'streamed'),
  });
  response.once('data', () => rest.open());
  const reply = await readReply(response);
  assert.equal(reply.text, delta('one') + delta('two', 'stop') + done);
  assert.equal(reply.headers['content-encoding'], undefined);
  const refused = await ask(gateway, 'whole');
  assert.deepEqual([refused.status, refused.text], [400, '{"error":{"message":"no"}}']);
  assert.equal(gateway.logs.filter(({ msg }) => msg.includes('compresses its answers')).length, 1);
});

test('a small answer that unpacks to much is none', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(32 * 1024 * 1024, ' ')));
  });
  const gateway = await startInside(t, over([backend.url]));
  const reply = await ask(gateway, 'whole');
  assert.equal(reply.status === 502 || !reply.complete, true);
  await until(async () => (await gateway.counters()).buffered === 0, 'nothing is held');
});

test('a refusal that repeats the credential is judged as what it is, and nobody sees it', async (t) => {
  const credential = 'sk-backend-0123456789abcdef';
  let status = 401;
  const bad = await startBackend(t, ({ headers }, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `${headers['authorization']} is no good` } }));
  });
  const gateway = await startInside(
    t,
    configText({
      backends: `{ b0: { url: "${bad.url}", auth: { bearer: "${credential}" } } }`,
      models: `{ m: { deployments: [ { backend: b0, ${serving} } ] } }`,
    }),
  );
  for (const [came, outcome, code] of [
    [401, 'credentials_refused', 'upstream_auth'],
    [402, 'payment_required', 'upstream_auth'],
    [429, 'rate_limited', 'upstream_invalid'],
    [500, 'failed', 'upstream_invalid'],
  ] as const) {
    status = came;
    const reply = await ask(gateway, 'whole');
    const line = gateway.logs.findLast(({ msg }) => msg === 'an attempt failed')!;
    assert.deepEqual([line['outcome'], reply.headers['x-gateway-error']], [outcome, code]);
    assert.ok(!JSON.stringify([reply.headers, reply.text, gateway.logs]).includes(credential), `${came}`);
  }
});

test("an answer that repeats the backend's credential reaches nobody", async (t) => {
  const credential = 'sk-backend-0123456789abcdef';
  let way = '';
  const backend = await startBackend(t, ({ headers, body }, response) => {
    const came = String(headers['authorization']);
    const { stream } = JSON.parse(body.toString());
    if (way === 'head') response.setHeader('x-echo', came);
    if (way === 'refused') {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: `${came} is not known` } }));
      return;
    }
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    const text = way === 'head' ? 'hello' : came;
    const long = way === 'large' ? 'x'.repeat(1_500_000) : '';
    if (stream) response.end(delta(text + long) + delta('', 'stop') + done);
    else response.end(JSON.stringify(completion(text + long)));
  });
  const serve = (secret: string) =>
    startInside(
      t,
      configText({
        backends: `{ b0: { url: "${backend.url}", auth: { bearer: "${secret}" } } }`,
        models: `{ m: { deployments: [ { backend: b0, ${serving} } ] } }`,
      }),
    );
  for (way of ['head', 'refused', 'text', 'large']) {
    const gateway = await serve(credential);
    for (const kind of ['whole', 'streamed'] as const) {
      const reply = await ask(gateway, kind);
      assert.deepEqual([reply.status, reply.headers['x-gateway-error']], [502, 'upstream_invalid'], way);
      assert.ok(!JSON.stringify([reply.headers, reply.text, gateway.logs]).includes(credential), way);
    }
    assert.ok(gateway.logs.some(({ detail }) => String(detail).includes('repeats')));
  }
  // What is too short to be one is none.
  way = 'text';
  assert.equal((await ask(await serve('none'), 'whole')).status, 200);
});

test('a stream that says nothing for long begins once, and is ended by timeouts.idle where it then stalls', async (t) => {
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // Two openings in a row, each longer than one is held.
    for (const pauseMs of [1300, 1300]) {
      response.write(openings.messages);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    response.write(openings.messages);
  });
  const gateway = await startInside(
    t,
    over([backend.url], { timeouts: '{ idle: 1700ms, progress: 20s, total: 60s }' }),
  );
  const reply = await ask(gateway, 'streamed', 'messages');
  assert.equal(reply.status, 200);
  assert.equal(reply.text.split(openings.messages).length - 1, 3, reply.text);
  assert.match(reply.text, /event: error/);
  assert.equal(reply.complete, false);
});
