import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { answerEvents, bedrockChunk, bedrockException } from '../helpers/amazon-frames.ts';
import { startBackend, type TestBackend } from '../helpers/backend.ts';
import { begin, configText, readReply, secret, startGateway } from '../helpers/gateway.ts';
import { type Inside, startInside } from '../helpers/inside.ts';
import { runClient } from '../helpers/sdk.ts';

const framed = { 'content-type': 'application/vnd.amazon.eventstream', 'x-amzn-requestid': 'r-1' };
const frames = answerEvents('one two three').map(bedrockChunk);
const throttled = bedrockException('throttlingException', '{"message":"Too many tokens"}');
const message = 'The backend broke off in the middle of its answer; what came before is incomplete.';

/** The events that frames come to. */
function sse(from = 0, to?: number): string {
  return answerEvents('one two three')
    .slice(from, to)
    .map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

function config(backends: Readonly<Record<string, TestBackend>>, more = ''): string {
  const names = Object.keys(backends);
  return configText({
    backends: `{ ${names.map((name) => `${name}: { url: "${backends[name]!.url}", wire: bedrock }`).join(', ')} }`,
    models: `{ claude: { deployments: [ ${names.map((name, index) => `{ backend: ${name}, model: "us.a-v1:0", priority: ${index}, endpoints: { messages: [], chat_completions: [] } }`).join(', ')} ] } }`,
    more,
  });
}

const body = (stream: boolean) => ({
  model: 'claude',
  max_tokens: 5,
  stream,
  messages: [{ role: 'user', content: 'hello' }],
});

async function ask(gateway: Inside, stream: boolean, path = '/v1/messages?beta=true') {
  const headers = { 'x-request-id': 'mine', 'anthropic-version': '2023-06-01', 'anthropic-beta': 'a,b' };
  return readReply(await begin(gateway, path, { body: body(stream), headers }));
}

test('the official anthropic client reads what Bedrock answers', async (t) => {
  const bedrock = await startBackend(t, ({ body: sent }, response) => {
    const { messages } = JSON.parse(sent.toString()) as { messages: readonly { content: string }[] };
    switch (messages[0]?.content) {
      case 'stream':
        response.writeHead(200, framed);
        return void response.end(Buffer.concat(frames));
      case 'throttle':
        response.writeHead(200, framed);
        return void response.end(Buffer.concat([...frames.slice(0, 3), throttled]));
      case 'whole': {
        response.writeHead(200, { 'content-type': 'application/json' });
        const content = [{ type: 'text', text: 'whole' }];
        const usage = { input_tokens: 1, output_tokens: 1 };
        return void response.end(
          JSON.stringify({ id: 'm', type: 'message', role: 'assistant', content, usage }),
        );
      }
      default:
        response.writeHead(400, {
          'content-type': 'application/json',
          'x-amzn-errortype': 'ValidationException:http://internal.amazon.com/coral/',
        });
        return void response.end('{"message":"messages.0: too long"}');
    }
  });
  const gateway = await startGateway(t, config({ bedrock }));
  await runClient(t, new URL('clients/wires.ts', import.meta.url), gateway, { GATEWAY_KEY: secret });
  await t.test('and sends what InvokeModel takes', () => {
    const [first, second] = bedrock.seen;
    assert.equal(first?.url, '/model/us.a-v1:0/invoke-with-response-stream');
    assert.equal(second?.url, '/model/us.a-v1:0/invoke');
    assert.equal(first?.headers['anthropic-version'], undefined);
    assert.deepEqual(JSON.parse(first!.body.toString()), {
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 200,
      messages: [{ role: 'user', content: 'stream' }],
    });
  });
});

test('a stream of Bedrock goes on as it comes, wherever its bytes are cut', async (t) => {
  let size = 1;
  const bedrock = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, framed);
    const all = Buffer.concat(frames);
    for (let at = 0; at < all.length; at += size) {
      response.write(all.subarray(at, at + size));
      if (at % 50 === 0) await new Promise(setImmediate);
    }
    response.end();
  });
  const gateway = await startInside(t, config({ bedrock }));
  for (size of [1, 7, 100, 1000, 100_000]) {
    const reply = await ask(gateway, true);
    assert.equal(reply.status, 200);
    assert.equal(reply.text, sse(), `pieces of ${size}`);
    assert.equal(reply.complete, true);
    assert.equal(reply.headers['content-type'], 'text/event-stream');
    assert.equal(reply.headers['cache-control'], 'no-store');
  }
  const { url, headers, body: sent } = bedrock.seen[0]!;
  assert.equal(url, '/model/us.a-v1:0/invoke-with-response-stream');
  assert.equal(headers['anthropic-beta'], undefined);
  assert.deepEqual((JSON.parse(sent.toString()) as Record<string, unknown>)['anthropic_beta'], ['a', 'b']);
});

test('chat completions of the same backend go as they are everywhere', async (t) => {
  const bedrock = await startBackend(t, (_seen, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end('{"message":"as it came"}');
  });
  const gateway = await startInside(t, config({ bedrock }));
  const reply = await ask(gateway, false, '/v1/chat/completions?a=b');
  assert.equal(reply.text, '{"message":"as it came"}');
  const { url, headers, body: sent } = bedrock.seen[0]!;
  assert.equal(url, '/openai/v1/chat/completions?a=b');
  assert.equal(headers['anthropic-beta'], 'a,b');
  assert.equal((JSON.parse(sent.toString()) as { model: string }).model, 'us.a-v1:0');
});

/** Ways of a stream to end that are no end, with what the client has got until then. */
const cuts: Readonly<
  Record<string, { readonly send: (response: ServerResponse) => void; readonly got: string }>
> = {
  'inside a frame': {
    send: (response) => void response.end(Buffer.concat([...frames.slice(0, 3), frames[3]!.subarray(0, 20)])),
    got: sse(0, 3),
  },
  'without message_stop': {
    send: (response) => void response.end(Buffer.concat(frames.slice(0, 4))),
    got: sse(0, 4),
  },
  'with a wrong checksum': {
    send: (response) => {
      const wrong = Buffer.from(frames[3]!);
      wrong[wrong.length - 1]! ^= 1;
      response.write(Buffer.concat([...frames.slice(0, 3), wrong]));
    },
    got: sse(0, 3),
  },
  'with a frame of 4 GiB': {
    send: (response) => void response.write(Buffer.concat([...frames.slice(0, 3), Buffer.alloc(12, 0xff)])),
    got: sse(0, 3),
  },
};

test('a stream of Bedrock that breaks off ends in one error event', async (t) => {
  let way: keyof typeof cuts = '';
  const bedrock = await startBackend(t, (_seen, response) => {
    response.writeHead(200, framed);
    response.write(frames[0]);
    cuts[way]!.send(response);
  });
  const gateway = await startInside(t, config({ bedrock }));
  for (const [name, { got }] of Object.entries(cuts)) {
    way = name;
    const reply = await ask(gateway, true);
    const error = { type: 'api_error', message, code: 'upstream_interrupted' };
    const last = `event: error\ndata: ${JSON.stringify({ type: 'error', error, request_id: 'mine' })}\n\n`;
    assert.equal(reply.text, sse(0, 1) + got + last, name);
    assert.equal(reply.complete, false, name);
  }
});

test('what follows message_stop takes nothing from the answer', async (t) => {
  const bedrock = await startBackend(t, (_seen, response) => {
    response.writeHead(200, framed);
    response.write(Buffer.concat(frames), () => response.write(Buffer.alloc(40, 0xff)));
  });
  const gateway = await startInside(t, config({ bedrock }));
  const reply = await ask(gateway, true);
  assert.equal(reply.text, sse());
  assert.equal(reply.complete, true);
});

/** What a first deployment may answer so that a second one is asked. */
const failures: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'an exception as the first frame': (response) => {
    response.writeHead(200, framed);
    response.end(throttled);
  },
  'an exception behind message_start': (response) => {
    response.writeHead(200, framed);
    response.end(Buffer.concat([frames[0]!, throttled]));
  },
  'a broken frame': (response) => {
    response.writeHead(200, framed);
    response.end(Buffer.alloc(64, 0xff));
  },
  'half a frame': (response) => {
    response.writeHead(200, framed);
    response.end(frames[0]!.subarray(0, 30));
  },
  'a failure of the model': (response) => {
    response.writeHead(424, {
      'content-type': 'application/json',
      'x-amzn-errortype': 'ModelErrorException',
    });
    response.end('{"message":"the model failed"}');
  },
};

test('what fails before its answer begins is tried elsewhere, and counts', async (t) => {
  for (const [name, fail] of Object.entries(failures)) {
    await t.test(name, async (inner) => {
      const first = await startBackend(inner, (_seen, response) => fail(response));
      const second = await startBackend(inner, (_seen, response) => {
        response.writeHead(200, framed);
        response.end(Buffer.concat(frames));
      });
      const gateway = await startInside(inner, config({ first, second }));
      const reply = await ask(gateway, true);
      assert.equal(reply.text, sse());
      assert.equal(reply.headers['x-gateway-attempts'], '2');
      assert.equal(reply.headers['x-gateway-deployment'], 'second');
    });
  }
});

test('an error of Bedrock that nobody else helps with is one of messages, with its status and text', async (t) => {
  let status = 400;
  let errorType = 'ValidationException';
  let text = '{"message":"Malformed input request"}';
  const bedrock = await startBackend(t, (_seen, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': errorType });
    response.end(text);
  });
  const circuit = 'routing: { circuit: { failures: 1000 } }';
  const gateway = await startInside(t, config({ bedrock }, circuit));
  for (const [answered, named, type] of [
    [400, 'ValidationException', 'invalid_request_error'],
    [424, 'ModelErrorException', 'api_error'],
    [404, 'ResourceNotFoundException', 'not_found_error'],
    [429, 'ThrottlingException', 'rate_limit_error'],
  ] as const) {
    [status, errorType] = [answered, named];
    const reply = await ask(gateway, false);
    assert.equal(reply.status, answered);
    const error = { type, message: 'Malformed input request' };
    assert.deepEqual(reply.json, { type: 'error', error, request_id: 'mine' });
  }
  [status, text] = [400, 'not JSON at all'];
  assert.equal((await ask(gateway, false)).text, text);
  text = `{"message":"${'x'.repeat(100_000)}"}`;
  assert.equal((await ask(gateway, false)).text, text);
});

test('messages go to Vertex AI with the model in the path and the version in the body', async (t) => {
  const vertex = await startBackend(t, ({ body: sent }, response) => {
    const { stream } = JSON.parse(sent.toString()) as { stream: boolean };
    response.writeHead(stream ? 200 : 400, {
      'content-type': stream ? 'text/event-stream' : 'application/json',
    });
    response.end(stream ? sse() : '{"type":"error","error":{"type":"invalid_request_error","message":"x"}}');
  });
  const gateway = await startInside(
    t,
    configText({
      backends: `{ vertex: { url: "${vertex.url}", wire: vertex, project: p-1, location: global } }`,
      models:
        '{ claude: { deployments: [ { backend: vertex, model: claude-opus-4-5@20251101, endpoints: { messages: [] } } ] } }',
    }),
  );
  const streamed = await ask(gateway, true);
  assert.equal(streamed.text, sse());
  const whole = await ask(gateway, false);
  assert.equal(whole.text, '{"type":"error","error":{"type":"invalid_request_error","message":"x"}}');
  const root = '/v1/projects/p-1/locations/global/publishers/anthropic/models/claude-opus-4-5@20251101';
  assert.deepEqual(
    vertex.seen.map(({ url }) => url),
    [`${root}:streamRawPredict`, `${root}:rawPredict`],
  );
  const [first] = vertex.seen;
  assert.equal(first?.headers['anthropic-version'], undefined);
  assert.equal(first?.headers['anthropic-beta'], 'a,b');
  assert.equal(
    first?.body.toString(),
    '{"anthropic_version":"vertex-2023-10-16","max_tokens":5,"stream":true,"messages":[{"role":"user","content":"hello"}]}',
  );
});
