import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { sealText } from '../../../src/api/translation/shared/seals.ts';
import { completion, delta, json, startBackend, type TestBackend } from '../../helpers/backend.ts';
import { configText, secret, startGateway, type TestGateway } from '../../helpers/gateway.ts';

type Json = Record<string, unknown>;

interface Served {
  readonly backend: TestBackend;
  /** YAML flow of `endpoints`. */
  readonly endpoints: string;
  readonly more?: string;
  readonly priority?: number;
}

/** A model `m` whose deployments are named by their places. */
function config(served: readonly Served[], more = ''): string {
  const backends = served.map(
    ({ backend }, place) => `b${place}: { url: "${backend.url}", flavor: vllm, timeouts: { connect: 1s } }`,
  );
  const deployments = served.map(
    ({ endpoints, more: own = '', priority = 0 }, place) =>
      `{ backend: b${place}, model: up-${place}, priority: ${priority}, endpoints: ${endpoints}${own === '' ? '' : `, ${own}`} }`,
  );
  return configText({
    backends: `{ ${backends.join(', ')} }`,
    models: `{ m: { deployments: [ ${deployments.join(', ')} ] } }`,
    more,
  });
}

const viaChat =
  '{ chat_completions: [], messages: { via: chat_completions }, responses: { via: chat_completions } }';
const viaMessages = '{ messages: [], chat_completions: { via: messages } }';

const message: Json = {
  model: 'm',
  max_tokens: 20,
  messages: [{ role: 'user', content: [{ type: 'text', text: 'héllo' }] }],
};

function events(response: ServerResponse, ...all: readonly string[]): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'x-ratelimit-remaining': '1',
    'x-own': '1',
  });
  response.end(all.join(''));
}

const finish = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`;
const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } })}\n\n`;
const done = 'data: [DONE]\n\n';

function logged(gateway: TestGateway): Json {
  return gateway.logs.findLast(({ msg }) => msg === 'request') as Json;
}

test('A client of messages is answered by a backend of chat completions, whole', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(t, config([{ backend, endpoints: viaChat }]));
  const reply = await gateway.call('/v1/messages?beta=true', {
    body: { ...message, metadata: { user_id: 'u' } },
    headers: {
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'x',
      'x-stainless-lang': 'js',
      'user-agent': 'me',
    },
  });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.json.type, 'message');
  assert.deepEqual(reply.json.content, [{ type: 'text', text: 'hi', citations: null }]);
  assert.equal(reply.json.stop_reason, 'end_turn');
  assert.equal(reply.json.usage.input_tokens, 1);
  assert.equal(reply.headers['content-type'], 'application/json');
  assert.equal(reply.headers['x-gateway-translation'], 'messages->chat_completions');
  assert.equal(reply.headers['x-gateway-dropped'], 'metadata.user_id');
  assert.equal(reply.headers['x-gateway-changed'], undefined);
  const [seen] = backend.seen;
  assert.equal(seen?.url, '/v1/chat/completions');
  assert.deepEqual(JSON.parse(seen!.body.toString()), {
    model: 'up-0',
    max_tokens: 20,
    messages: [{ role: 'user', content: 'héllo' }],
  });
  assert.equal(seen?.headers['content-length'], String(seen?.body.length));
  assert.equal(seen?.headers['user-agent'], 'me');
  for (const name of ['anthropic-version', 'anthropic-beta', 'x-stainless-lang']) {
    assert.equal(seen?.headers[name], undefined, name);
  }
  const line = logged(gateway);
  assert.deepEqual(line['translation'], {
    from: 'messages',
    to: 'chat_completions',
    dropped: ['metadata.user_id'],
  });
  assert.equal(line['input_tokens'], 1);
  assert.equal((line['attempts'] as Json[])[0]?.['via'], 'chat_completions');
});

test('and as a stream, with the usage that its backend is asked for', async (t) => {
  const backend = await startBackend(t, (_seen, response) =>
    events(response, delta('a'), delta('b'), finish, usage, done),
  );
  const gateway = await startGateway(t, config([{ backend, endpoints: viaChat }]));
  const reply = await gateway.call('/v1/messages', { body: { ...message, stream: true } });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.complete, true);
  assert.equal(reply.headers['content-type'], 'text/event-stream; charset=utf-8');
  assert.equal(reply.headers['x-own'], undefined);
  const types = [...reply.text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
  assert.deepEqual(types, [
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
  assert.match(reply.text, /"output_tokens":3/);
  const sent = JSON.parse(backend.seen[0]!.body.toString()) as Json;
  assert.deepEqual((sent['stream_options'] as Json)['include_usage'], true);
  assert.equal(logged(gateway)['output_tokens'], 3);
});

test('What is served natively is byte for byte what it was', async (t) => {
  const backend = await startBackend(t, json(completion('native')));
  const body = '{ "model" : "m","messages":[{"role":"user","content":"a\\u0062"}], "unknown": 1.0 }';
  const bodies: string[] = [];
  for (const endpoints of ['{ chat_completions: [] }', viaChat]) {
    const gateway = await startGateway(t, config([{ backend, endpoints }]));
    const reply = await gateway.call('/v1/chat/completions?a=b', { body });
    assert.equal(reply.text, JSON.stringify(completion('native')));
    assert.equal(reply.headers['x-gateway-translation'], undefined);
    bodies.push(backend.seen.at(-1)!.body.toString());
  }
  assert.equal(bodies[0], body.replace('"m"', '"up-0"'));
  assert.equal(bodies[1], bodies[0]);
});

test('A native deployment goes before a translated one of its priority, and after one of a better', async (t) => {
  const chat = await startBackend(t, json(completion('translated')));
  const answer = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'c',
    content: [{ type: 'text', text: 'native' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const native = await startBackend(t, json(answer));
  const equal = await startGateway(
    t,
    config([
      { backend: chat, endpoints: viaChat },
      { backend: native, endpoints: '{ messages: [] }' },
    ]),
  );
  for (let round = 0; round < 3; round += 1) {
    const reply = await equal.call('/v1/messages', { body: message });
    assert.equal(reply.headers['x-gateway-deployment'], 'b1');
  }
  const better = await startGateway(
    t,
    config([
      { backend: chat, endpoints: viaChat },
      { backend: native, endpoints: '{ messages: [] }', priority: 1 },
    ]),
  );
  const reply = await better.call('/v1/messages', { body: message });
  assert.equal(reply.headers['x-gateway-deployment'], 'b0');
});

test('What can not be said is refused by name, where it can not go elsewhere', async (t) => {
  const backend = await startBackend(t, json(completion('no')));
  const gateway = await startGateway(t, config([{ backend, endpoints: viaChat }]));
  const body = { ...message, mcp_servers: [], container: { skills: [] } };
  const refused = await gateway.call('/v1/messages', { body: { ...body, container: undefined } });
  assert.equal(refused.status, 400);
  assert.equal(refused.headers['x-should-retry'], 'false');
  assert.equal(refused.json.type, 'error');
  assert.match(
    refused.json.error.message,
    /`mcp_servers` can't be expressed: m serves messages by translation to chat_completions\. .*list `mcp_servers` under translation\.drop/,
  );
  assert.equal(refused.headers['x-gateway-translation'], undefined);
  assert.equal(backend.seen.length, 0);
  const line = logged(gateway);
  assert.equal(line['code'], 'not_translatable');
  assert.match(String(line['reason']), /m\/b0: mcp_servers/);

  const never = await gateway.call('/v1/messages', { body: { ...message, container: 'c' } });
  assert.match(never.json.error.message, /`container` can't be expressed/);
  assert.doesNotMatch(never.json.error.message, /translation\.drop/);
});

test('an operator can have it dropped, and what knows it natively gets it first', async (t) => {
  const backend = await startBackend(t, json(completion('yes')));
  const dropping = await startGateway(
    t,
    config([{ backend, endpoints: viaChat, more: 'translation: { drop: [mcp_servers] }' }]),
  );
  const dropped = await dropping.call('/v1/messages', { body: { ...message, mcp_servers: [] } });
  assert.equal(dropped.status, 200, dropped.text);
  assert.equal(dropped.headers['x-gateway-dropped'], 'mcp_servers');

  const native = await startBackend(
    t,
    json({ type: 'message', content: [], usage: { input_tokens: 1, output_tokens: 1 } }),
  );
  const both = await startGateway(
    t,
    config([
      { backend, endpoints: viaChat },
      { backend: native, endpoints: '{ messages: [] }', priority: 1 },
    ]),
  );
  const elsewhere = await both.call('/v1/messages', { body: { ...message, mcp_servers: [] } });
  assert.equal(elsewhere.headers['x-gateway-deployment'], 'b1');
  assert.equal(elsewhere.headers['x-gateway-attempts'], '1');
});

test('An error of a backend is told in the words of the client', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(400, { 'content-type': 'application/json', 'x-own': '1' });
    response.end(
      JSON.stringify({
        error: {
          message: "This model's maximum context length is 8 tokens.",
          type: 'invalid_request_error',
          code: 'context_length_exceeded',
          param: 'messages',
        },
      }),
    );
  });
  const gateway = await startGateway(t, config([{ backend, endpoints: viaChat }]));
  const reply = await gateway.call('/v1/messages', { body: { ...message, stream: true } });
  assert.equal(reply.status, 400);
  assert.equal(reply.json.type, 'error');
  assert.equal(reply.json.error.type, 'invalid_request_error');
  assert.match(reply.json.error.message, /^prompt is too long: This model's maximum/);
  assert.equal(reply.headers['x-own'], undefined);
  assert.equal(reply.headers['x-gateway-translation'], 'messages->chat_completions');
});

test('A backend that fails before its answer has begun is left for another', async (t) => {
  const wrong = await startBackend(t, (_seen, response) => {
    const opening = {
      choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
    };
    events(
      response,
      `data: ${JSON.stringify(opening)}\n\n`,
      'data: {"error":{"message":"no","code":500}}\n\n',
    );
  });
  const right = await startBackend(t, (_seen, response) => events(response, delta('right'), finish, done));
  const gateway = await startGateway(
    t,
    config([
      { backend: wrong, endpoints: viaChat },
      { backend: right, endpoints: viaChat, priority: 1 },
    ]),
  );
  const reply = await gateway.call('/v1/messages', { body: { ...message, stream: true } });
  assert.equal(reply.headers['x-gateway-attempts'], '2');
  assert.match(reply.text, /right/);
  assert.doesNotMatch(reply.text, /error/);
  assert.match(reply.text, /message_stop/);
});

test('A stream that breaks is told as one that was cut, in the words of the client', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('half'), () => response.destroy());
  });
  const gateway = await startGateway(t, config([{ backend, endpoints: viaChat }]));
  const reply = await gateway.call('/v1/messages', { body: { ...message, stream: true } });
  assert.equal(reply.complete, false);
  assert.match(reply.text, /half/);
  assert.match(reply.text, /event: error\ndata: \{"type":"error","error":\{"type":"api_error"/);
  assert.doesNotMatch(reply.text, /message_stop/);
  assert.equal(logged(gateway)['code'], 'upstream_interrupted');
});

test('A failure that a backend reports in its stream ends it, and nothing follows', async (t) => {
  const backend = await startBackend(t, (_seen, response) =>
    events(response, delta('half'), 'data: {"error":{"message":"out of memory","code":500}}\n\n', done),
  );
  const gateway = await startGateway(t, config([{ backend, endpoints: viaChat }]));
  const reply = await gateway.call('/v1/messages', { body: { ...message, stream: true } });
  assert.match(reply.text, /event: error\ndata: .*out of memory/);
  assert.doesNotMatch(reply.text, /message_stop|message_delta/);
});

test('A whole answer that says nothing sensible goes elsewhere', async (t) => {
  const wrong = await startBackend(t, json({ object: 'chat.completion', choices: [] }));
  const right = await startBackend(t, json(completion('right')));
  const gateway = await startGateway(
    t,
    config([
      { backend: wrong, endpoints: viaChat },
      { backend: right, endpoints: viaChat, priority: 1 },
    ]),
  );
  const reply = await gateway.call('/v1/messages', { body: message });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.headers['x-gateway-attempts'], '2');
});

test('A client of chat completions is answered by a backend of messages', async (t) => {
  const answer = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [{ type: 'text', text: 'hi' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 4, output_tokens: 2, cache_read_input_tokens: 3, cache_creation_input_tokens: 0 },
  };
  const backend = await startBackend(t, json(answer));
  const gateway = await startGateway(
    t,
    config([{ backend, endpoints: viaMessages, more: 'translation: { max_tokens: 99 }' }]),
  );
  const reply = await gateway.call('/v1/chat/completions', {
    body: {
      model: 'm',
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'u' },
      ],
    },
  });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.json.choices[0].message.content, 'hi');
  assert.equal(reply.json.usage.prompt_tokens, 7);
  assert.equal(reply.headers['x-gateway-changed'], 'max_tokens');
  const [seen] = backend.seen;
  assert.equal(seen?.url, '/v1/messages');
  assert.equal(seen?.headers['anthropic-version'], '2023-06-01');
  const sent = JSON.parse(seen!.body.toString()) as Json;
  assert.equal(sent['model'], 'up-0');
  assert.equal(sent['max_tokens'], 99);
  assert.equal(logged(gateway)['cached_tokens'], 3);
});

test('Seals that are in a conversation do not reach a backend that is asked natively', async (t) => {
  const backend = await startBackend(
    t,
    json({ type: 'message', content: [], usage: { input_tokens: 1, output_tokens: 1 } }),
  );
  const gateway = await startGateway(t, config([{ backend, endpoints: '{ messages: [] }' }]));
  const seal = sealText({ dialect: 'chat_completions', data: '' });
  const sealed = `{"type":"thinking","thinking":"t","signature":"${seal}"},`;
  const body = `{"model":"up-0", "max_tokens":5,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[${sealed}{"type":"text","text":"b"}]},{"role":"user","content":"c"}]}`;
  const reply = await gateway.call('/v1/messages', { body: body.replace('"up-0"', '"m"') });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(backend.seen[0]?.body.toString(), body.replace(sealed, ''));
});

test('What is translated is counted by metrics, with the fields that were lost', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(
    t,
    config(
      [{ backend, endpoints: viaChat }],
      'admin: { address: "127.0.0.1:0", token: admin-token-0123456789 }',
    ),
  );
  await gateway.call('/v1/messages', { body: { ...message, metadata: { user_id: 'u' } } });
  await gateway.call('/v1/messages', { body: { ...message, container: 'c' } });
  const { port } = gateway.gateway.adminAddress!;
  const metrics = await (
    await fetch(`http://127.0.0.1:${port}/metrics`, {
      headers: { authorization: 'Bearer admin-token-0123456789' },
    })
  ).text();
  assert.match(
    metrics,
    /gateway_translated_requests_total\{model="m",deployment="b0",from="messages",to="chat_completions"\} 1/,
  );
  assert.match(
    metrics,
    /gateway_translation_dropped_total\{model="m",deployment="b0",field="metadata.user_id"\} 1/,
  );
  assert.match(metrics, /gateway_translation_refused_total\{model="m",field="container"\} 1/);
});

test('What a deployment lets an answer have is reserved where the client sets no bound', async (t) => {
  const backend = await startBackend(
    t,
    json({ type: 'message', content: [], usage: { input_tokens: 1, output_tokens: 1 } }),
  );
  const text = config([{ backend, endpoints: viaMessages, more: 'translation: { max_tokens: 5000 }' }]);
  const limited = text.replace(`secret: ${secret}`, `secret: ${secret}, rate_limit: { tokens: 4000/min }`);
  const gateway = await startGateway(t, limited);
  const ask = (more: Json) =>
    gateway.call('/v1/chat/completions', {
      body: { model: 'm', messages: [{ role: 'user', content: 'u' }], ...more },
    });
  assert.equal((await ask({ max_tokens: 100 })).status, 200);
  const refused = await ask({});
  assert.equal(refused.status, 429, refused.text);
  assert.equal(backend.seen.length, 1);
});

test('A large image goes on byte for byte, also where the file edits the body', async (t) => {
  const backend = await startBackend(
    t,
    json({ type: 'message', content: [], usage: { input_tokens: 1, output_tokens: 1 } }),
  );
  const text = config([{ backend, endpoints: viaMessages, more: 'translation: { max_tokens: 5 }' }]);
  const edited = text.replace('flavor: vllm', 'flavor: vllm, request: { set: { top_k: 3 } }');
  const image = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7919) >>> 3)).toString('base64');
  const url = `data:image/png;base64,${image}`;
  const body = {
    model: 'm',
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
  };
  for (const one of [text, edited]) {
    const gateway = await startGateway(t, one);
    const reply = await gateway.call('/v1/chat/completions', { body });
    assert.equal(reply.status, 200, reply.text);
    const { body: sent, headers } = backend.seen.at(-1)!;
    assert.equal(headers['content-length'], String(sent.length));
    const { messages, top_k: topK } = JSON.parse(sent.toString()) as { messages: Json[]; top_k?: number };
    assert.equal(topK, one === edited ? 3 : undefined);
    const source = { type: 'base64', media_type: 'image/png', data: image };
    assert.deepEqual(messages[0]?.['content'], [{ type: 'image', source }]);
  }
});
