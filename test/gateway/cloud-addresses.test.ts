/** Clients that speak to Amazon Bedrock or Vertex AI, as Claude Code does with CLAUDE_CODE_USE_BEDROCK or CLAUDE_CODE_USE_VERTEX. */
import assert from 'node:assert/strict';
import { request as httpsRequest } from 'node:https';
import { test } from 'node:test';
import { AmazonFrames } from '../../src/api/stream/amazon-frames.ts';
import { answerEvents, bedrockChunk } from '../helpers/amazon-frames.ts';
import { json, message, startBackend } from '../helpers/backend.ts';
import { begin, configText, secret, startGateway, type TestGateway } from '../helpers/gateway.ts';

const turns = { max_tokens: 9, messages: [{ role: 'user', content: 'hello' }] };
const bedrockBody = { anthropic_version: 'bedrock-2023-05-31', ...turns };
const invoke = (model: string, verb = 'invoke') => `/model/${encodeURIComponent(model)}/${verb}`;
const predict = (model: string, verb = 'rawPredict') =>
  `/v1/projects/p-1/locations/global/publishers/anthropic/models/${model}:${verb}`;

function events(texts: readonly object[]): string {
  return texts
    .map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

interface FrameRead {
  readonly kind: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape
  readonly said: any;
}

/** A streamed answer of Bedrock's, frame by frame. */
async function framesOf(gateway: TestGateway, path: string, body: object) {
  const response = await begin(gateway, path, { body });
  const frames: FrameRead[] = [];
  const reader = new AmazonFrames();
  try {
    for await (const bytes of response) {
      reader.push(bytes as Buffer, ({ headers, payload }) => {
        const told = JSON.parse(payload.toString());
        const kind = headers.get(':exception-type') ?? headers.get(':event-type');
        const said = kind === 'chunk' ? JSON.parse(Buffer.from(told.bytes, 'base64').toString()) : told;
        frames.push({ kind, said });
      });
    }
  } catch {
    // A cut answer: `complete` tells.
  }
  assert.equal(reader.isMidFrame, false);
  return { frames, head: response, complete: response.complete };
}

test("what comes at a cloud's address goes to each kind of backend as that takes it", async (t) => {
  const backend = await startBackend(t, json(message));
  const { url } = backend;
  const serving = (name: string, model: string) =>
    `"${model}": { deployments: [{ backend: ${name}, model: theirs, endpoints: { messages: [] } }] }`;
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ native: { url: "${url}" }, bedrock: { url: "${url}", wire: bedrock }, vertex: { url: "${url}", wire: vertex, project: p-1, location: global } }`,
      models: `{ ${serving('native', 'us.a-v1:0')}, ${serving('bedrock', 'arn:aws:bedrock:us-east-1:1:inference-profile/us.a')}, ${serving('vertex', 'a@20260101')} }`,
    }),
  );
  const unknown = { made_up: { deep: [1, 2.5] }, thinking: { type: 'adaptive', made_up: true } };
  const models = ['us.a-v1:0', 'arn:aws:bedrock:us-east-1:1:inference-profile/us.a', 'a@20260101'];
  for (const model of models) {
    const calls = [
      { path: `${invoke(model)}?x=y`, body: { ...bedrockBody, ...unknown, anthropic_beta: ['b-1', 'c-2'] } },
      {
        path: predict(encodeURIComponent(model)),
        body: { anthropic_version: 'vertex-2023-10-16', ...turns, ...unknown },
        headers: { 'anthropic-beta': 'b-1,c-2' },
      },
    ];
    for (const { path, body, headers } of calls) {
      const reply = await gateway.call(path, { body, headers: { accept: 'application/x', ...headers } });
      assert.equal(reply.status, 200, `${path} ${reply.text}`);
      assert.deepEqual(reply.json, message);
      assert.equal(reply.headers['x-gateway-model'], model);
      const { url: called, headers: got, body: bytes } = backend.seen.at(-1)!;
      const sent = JSON.parse(bytes.toString());
      const { max_tokens, messages, made_up, thinking } = sent;
      assert.deepEqual({ max_tokens, messages, made_up, thinking }, { ...turns, ...unknown });
      assert.ok(!called.includes('x=y'), called);
      if (model === models[0]) {
        assert.equal(called, '/v1/messages');
        assert.equal(sent.model, 'theirs');
        assert.equal(got['anthropic-version'], '2023-06-01');
        assert.equal(got['anthropic-beta'], 'b-1,c-2');
        assert.ok(!('anthropic_version' in sent) && !('anthropic_beta' in sent));
      } else if (model === models[1]) {
        assert.equal(called, '/model/theirs/invoke');
        assert.equal(sent.anthropic_version, 'bedrock-2023-05-31');
        assert.deepEqual(sent.anthropic_beta, ['b-1', 'c-2']);
        assert.ok(!('model' in sent) && !('stream' in sent));
      } else {
        assert.match(called, /theirs:rawPredict$/);
        assert.equal(sent.anthropic_version, 'vertex-2023-10-16');
        assert.equal(got['anthropic-beta'], 'b-1,c-2');
      }
    }
  }
  await t.test('the log and the metrics have the endpoint', () => {
    const lines = gateway.logs.filter(({ endpoint }) => endpoint === 'messages');
    assert.equal(lines.length, 6);
  });
});

test("a stream goes to clients of Bedrock in Amazon's frames, whatever the backend sent", async (t) => {
  const said = answerEvents('one two three');
  const native = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const all = Buffer.from(`: hello\n\n${events(said)}`);
    for (let at = 0; at < all.length; at += 37) {
      response.write(all.subarray(at, at + 37));
      await new Promise(setImmediate);
    }
    response.end();
  });
  const bedrock = await startBackend(t, (_seen, response) => {
    response.writeHead(200, {
      'Content-Type': 'application/vnd.amazon.eventstream',
      'X-Amzn-RequestId': 'of-amazon',
      'X-Amzn-Bedrock-Content-Type': 'application/json',
    });
    response.end(Buffer.concat(said.map(bedrockChunk)));
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ native: { url: "${native.url}" }, bedrock: { url: "${bedrock.url}", wire: bedrock } }`,
      models:
        '{ a: { deployments: [{ backend: native, endpoints: { messages: [] } }] }, b: { deployments: [{ backend: bedrock, endpoints: { messages: [] } }] } }',
    }),
  );
  for (const model of ['a', 'b']) {
    const { frames, head, complete } = await framesOf(
      gateway,
      invoke(model, 'invoke-with-response-stream'),
      bedrockBody,
    );
    assert.equal(head.headers['content-type'], 'application/vnd.amazon.eventstream');
    const names = head.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    assert.equal(new Set(names).size, names.length, names.join());
    assert.equal(head.headers['x-amzn-requestid'], head.headers['x-request-id']);
    assert.deepEqual(
      frames,
      said.map((event) => ({ kind: 'chunk', said: event })),
    );
    assert.equal(complete, true);
    const reply = await gateway.call(predict(model, 'streamRawPredict'), {
      body: { ...turns, stream: true },
    });
    assert.equal(reply.headers['content-type'], 'text/event-stream');
    assert.equal(reply.text.replace(': hello\n\n', ''), events(said));
  }
  assert.equal(JSON.parse(native.seen[0]!.body.toString()).stream, true);
});

test('a stream that breaks off, or fails, ends with an exception', async (t) => {
  const said = answerEvents('one two three');
  const backend = await startBackend(t, ({ body }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'too many' } };
    const fails = body.toString().includes('"fail"');
    response.write(
      events(said.slice(0, 3)) + (fails ? events([error]) : events(said.slice(3, 4)).slice(0, 20)),
    );
    if (fails) response.end();
    else setImmediate(() => response.destroy());
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models: '{ a: { deployments: [{ backend: main, endpoints: { messages: [] } }] } }',
    }),
  );
  const path = invoke('a', 'invoke-with-response-stream');
  const fail = { ...bedrockBody, messages: [{ role: 'user', content: 'fail' }] };
  for (const [body, kind, words] of [
    [bedrockBody, 'internalServerException', /broke off/],
    [fail, 'serviceUnavailableException', /too many/],
  ] as const) {
    const { frames } = await framesOf(gateway, path, body);
    assert.equal(frames.length, 4);
    assert.equal(frames[0]?.said.type, 'message_start');
    assert.equal(frames[3]?.kind, kind);
    assert.match(frames[3]?.said.message, words);
  }
});

test('a silent stream gets a ping in a frame', async (t) => {
  const said = answerEvents('one');
  let finish: (() => void) | undefined;
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(events(said.slice(0, 2)));
    finish = () => response.end(events(said.slice(2)));
  });
  const gateway = await startGateway(
    t,
    configText({
      listen: '{ address: "127.0.0.1:0", tls: { self_signed: true }, heartbeat: 1s }',
      backends: `{ main: { url: "${backend.url}" } }`,
      models: '{ a: { deployments: [{ backend: main, endpoints: { messages: [] } }] } }',
    }),
  );
  const response = await begin(gateway, invoke('a', 'invoke-with-response-stream'), { body: bedrockBody });
  const types: string[] = [];
  const reader = new AmazonFrames();
  for await (const bytes of response) {
    reader.push(bytes as Buffer, ({ payload }) => {
      const { type } = JSON.parse(Buffer.from(JSON.parse(payload.toString()).bytes, 'base64').toString());
      types.push(type);
      if (type === 'ping') finish?.();
    });
  }
  assert.deepEqual(types.slice(0, 3), ['message_start', 'content_block_start', 'ping']);
  assert.equal(types.at(-1), 'message_stop');
});

test('errors have the form that the client of the address reads', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' });
    response.end(
      JSON.stringify({ type: 'error', error: { type: 'rate_limit_error', message: 'slower, please' } }),
    );
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models: '{ a: { deployments: [{ backend: main, endpoints: { messages: [] } }] } }',
      keys: `{ test: { secret: ${secret} }, other: { secret: ${secret}-2, endpoints: [chat_completions] } }`,
    }),
  );
  const cases = [
    {
      how: { key: null, body: bedrockBody },
      status: 401,
      type: 'UnrecognizedClientException',
      words: /Authorization: Bearer/,
    },
    {
      how: { key: `${secret}-3`, body: bedrockBody },
      status: 401,
      type: 'UnrecognizedClientException',
      words: /not valid/,
    },
    {
      how: { key: `${secret}-2`, body: bedrockBody },
      status: 403,
      type: 'AccessDeniedException',
      words: /may not use messages/,
    },
    { how: { method: 'GET' }, status: 405, type: 'ValidationException', words: /Use POST/ },
    { how: { body: '{' }, status: 400, type: 'ValidationException', words: /JSON/ },
    {
      how: { body: { ...bedrockBody, model: 'b' } },
      status: 400,
      type: 'ValidationException',
      words: /`model`/,
    },
    { how: { body: bedrockBody }, status: 429, type: 'ThrottlingException', words: /slower, please/ },
  ] as const;
  for (const { how, status, type, words } of cases) {
    const reply = await gateway.call(invoke('a'), how);
    assert.equal(reply.status, status, reply.text);
    assert.equal(reply.headers['x-amzn-errortype'], type);
    assert.equal(reply.headers['content-length'], String(Buffer.byteLength(reply.text)));
    assert.deepEqual(Object.keys(reply.json), ['message']);
    assert.match(reply.json.message, words);
    const other = await gateway.call(predict('a'), how);
    assert.equal(other.status, status, other.text);
    assert.equal(other.json.type, 'error');
    assert.match(other.json.error.message, words);
  }
  for (const verb of ['converse', 'converse-stream', 'invoke-with-bidirectional-stream']) {
    const reply = await gateway.call(invoke('a', verb), { body: bedrockBody });
    assert.equal(reply.status, 404);
    assert.equal(reply.headers['x-amzn-errortype'], 'ResourceNotFoundException');
    assert.match(reply.json.message, /There is no \/model\/a\//);
  }
  const head = await gateway.call(invoke('a'), { method: 'HEAD' });
  assert.deepEqual([head.status, head.text], [405, '']);
});

test("a client's own signature is refused with what to set instead, and is no try at a secret", async (t) => {
  const backend = await startBackend(t, json(message));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models: '{ a: { deployments: [{ backend: main, endpoints: { messages: [] } }] } }',
    }),
  );
  const authorization =
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261128/us-east-1/bedrock/aws4_request, SignedHeaders=host, Signature=00';
  for (let time = 0; time < 20; time += 1) {
    const reply = await gateway.callKept(invoke('a'), {
      key: null,
      headers: { authorization },
      body: bedrockBody,
    });
    assert.equal(reply.status, 401);
    assert.match(reply.json.message, /set AWS_BEARER_TOKEN_BEDROCK to your key/);
  }
  assert.equal((await gateway.call(invoke('a'), { body: bedrockBody })).status, 200);
  assert.equal(JSON.stringify(gateway.logs).includes('AKIDEXAMPLE'), false);
});

test('tokens are counted in the form of each cloud, where a deployment counts them', async (t) => {
  const backend = await startBackend(t, json({ input_tokens: 42 }));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models:
        '{ a: { deployments: [{ backend: main, model: theirs, endpoints: { messages: [], count_tokens: [] } }] }, b: { deployments: [{ backend: main, endpoints: { messages: [] } }] } }',
    }),
  );
  const wrapped = {
    input: { invokeModel: { body: Buffer.from(JSON.stringify(bedrockBody)).toString('base64') } },
  };
  const counted = await gateway.call(invoke('a', 'count-tokens'), { body: wrapped });
  assert.deepEqual(counted.json, { inputTokens: 42 });
  assert.equal(counted.headers['content-length'], String(counted.text.length));
  const vertex = await gateway.call(predict('count-tokens'), { body: { model: 'a', ...turns } });
  assert.deepEqual(vertex.json, { input_tokens: 42 });
  for (const { url, body } of backend.seen) {
    assert.equal(url, '/v1/messages/count_tokens');
    assert.deepEqual(JSON.parse(body.toString()), { model: 'theirs', ...turns });
  }
  const none = await gateway.call(invoke('b', 'count-tokens'), { body: wrapped });
  assert.equal(none.status, 404);
  assert.equal(none.headers['x-amzn-errortype'], 'ResourceNotFoundException');
});

test('a client that says nothing of its body sends JSON', async (t) => {
  const backend = await startBackend(t, json(message));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models: '{ a: { deployments: [{ backend: main, endpoints: { messages: [] } }] } }',
    }),
  );
  const bytes = JSON.stringify(bedrockBody);
  for (const type of [undefined, 'application/octet-stream', 'application/json']) {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpsRequest(
        {
          host: 'localhost',
          port: gateway.port,
          ca: gateway.ca,
          path: invoke('a'),
          method: 'POST',
          headers: {
            authorization: `Bearer ${secret}`,
            'content-length': bytes.length,
            ...(type !== undefined && { 'content-type': type }),
          },
        },
        (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusCode));
        },
      );
      request.on('error', reject);
      request.end(bytes);
    });
    assert.equal(status, 200, type);
    assert.equal(backend.seen.at(-1)?.headers['content-type'], 'application/json');
  }
  const text = await gateway.call(invoke('a'), { body: bytes, headers: { 'content-type': 'text/plain' } });
  assert.equal(text.status, 415);
});

test('what a configuration has of its own at such a path goes before it', async (t) => {
  const backend = await startBackend(t, json({ mine: true }));
  const gateway = await startGateway(
    t,
    [
      configText({
        backends: `{ main: { url: "${backend.url}" } }`,
        models: '{ a: { deployments: [{ backend: main, endpoints: { messages: [], invoked: [] } }] } }',
        keys: `{ test: { secret: ${secret}, endpoints: [all] } }`,
      }),
      'endpoints: { invoked: { path: "/model/{model}/invoke", answer: [json]} }',
    ].join('\n'),
  );
  const reply = await gateway.call(invoke('a'), { body: { x: 1 } });
  assert.deepEqual(reply.json, { mine: true });
  assert.equal(reply.headers['x-amzn-requestid'], undefined);
  assert.deepEqual(JSON.parse(backend.seen[0]!.body.toString()), { x: 1 });
});
