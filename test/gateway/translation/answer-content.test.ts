/** What a client is told of an answer that its dialect can't say in full, by the head of it or a status. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amazonFrame } from '../../../src/simulator/dialects/bedrock/amazon-frame.ts';
import { completion, delta, startBackend } from '../../helpers/backend.ts';
import { configText, startGateway } from '../../helpers/gateway.ts';

const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };
const malformed = { candidates: [{ content: {}, finishReason: 'MALFORMED_FUNCTION_CALL' }] };
const bare = '{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}';

function gemini(...parts: object[]): object {
  return { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }], modelVersion: 'g' };
}

const text = (said: string, finishReason?: string) => ({
  candidates: [{ content: { parts: [{ text: said }] }, ...(finishReason && { finishReason }) }],
});

function event(value: object): string {
  return `data: ${JSON.stringify(value)}\r\n\r\n`;
}

/** By what the user says: whole answers as objects, streams as texts. */
const answers: Readonly<Record<string, object | string>> = {
  both: gemini({ text: 'Look:' }, image),
  image: gemini(image),
  'both streamed': event(gemini({ text: 'Look:' }, image)),
  'image streamed': event(gemini(image)),
  'malformed streamed': event(malformed),
  'bare streamed': bare,
  'bare later streamed': event(text('Hello')) + bare,
  'bare later line streamed': `${event(text('Hello'))}${bare}\n`,
  word: {
    ...(completion('fine') as object),
    choices: [{ index: 0, message: { content: 'fine' }, finish_reason: 'weird' }],
  },
};

test('answers of which something is lost', async (t) => {
  const backend = await startBackend(t, (seen, response) => {
    const asked = Object.keys(answers).find((name) => seen.body.toString().includes(`"${name}"`))!;
    const answer = answers[asked]!;
    const isStream = typeof answer === 'string';
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(isStream ? answer : JSON.stringify(answer));
  });
  const viaGemini = '{ chat_completions: { via: gemini }, messages: { via: gemini } }';
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ b: { url: "${backend.url}", flavor: vllm } }`,
      models: `{ m: { deployments: [ { backend: b, model: up, endpoints: ${viaGemini} } ] },
        w: { deployments: [ { backend: b, model: up, endpoints: { messages: { via: chat_completions } } } ] } }`,
    }),
  );
  const ask = (path: string, said: string, model = 'm') =>
    gateway.call(path, {
      body: {
        model,
        max_tokens: 20,
        stream: said.endsWith('streamed'),
        messages: [{ role: 'user', content: said }],
      },
    });
  const chat = (said: string) => ask('/v1/chat/completions', said);
  const messages = (said: string, model?: string) => ask('/v1/messages', said, model);
  const logged = () => gateway.logs.findLast(({ msg }) => msg === 'request')! as Record<string, unknown>;

  await t.test('an image is the client’s, or named in a header', async () => {
    const shown = await chat('both');
    assert.equal(shown.json.choices[0].message.images[0].image_url.url, 'data:image/png;base64,iVBORw0KGgo=');
    assert.equal(shown.headers['x-gateway-dropped'], undefined);
    const told = await messages('both');
    assert.equal(told.status, 200);
    assert.equal(told.json.content.length, 1);
    assert.equal(told.json.content[0].text, 'Look:');
    assert.equal(told.headers['x-gateway-dropped'], 'images');
    assert.deepEqual((logged()['translation'] as { lost: string[] }).lost, ['images']);
    const streamed = await messages('both streamed');
    assert.equal(streamed.headers['x-gateway-dropped'], 'images');
  });

  await t.test('a word that nobody knows is named in a header and in the log', async () => {
    const reply = await messages('word', 'w');
    assert.equal(reply.json.stop_reason, 'end_turn');
    assert.equal(reply.headers['x-gateway-changed'], 'finish_reason');
    const { changed, unknown } = logged()['translation'] as Record<string, string[]>;
    assert.deepEqual([changed, unknown], [['finish_reason'], ['chat_completions:finish_reason weird']]);
  });

  await t.test(
    'a bare error behind an answer is its last event, and the stream ends as it should',
    async () => {
      for (const said of ['bare later streamed', 'bare later line streamed']) {
        for (const ask of [chat, messages]) {
          const reply = await ask(said);
          assert.equal(reply.status, 200);
          assert.equal(reply.complete, true, said);
          assert.match(reply.text, /Hello/);
          assert.match(reply.text.trim().split('\n').at(-1)!, /"message":"The model is overloaded\."/);
        }
      }
    },
  );

  await t.test('an answer of which nothing is left is none', async () => {
    // More often than would open a circuit.
    for (const said of ['image', 'image streamed', 'image', 'image streamed', 'image', 'image streamed']) {
      const reply = await messages(said);
      assert.equal(reply.status, 502, reply.text);
      assert.equal(reply.json.error.code, 'upstream_invalid');
    }
    assert.equal((await chat('image streamed')).status, 200);
  });

  await t.test('a stream that begins with a failure has its status', async () => {
    for (const ask of [chat, messages]) {
      const failed = await ask('malformed streamed');
      assert.equal(failed.status, 502, failed.text);
      const overloaded = await ask('bare streamed');
      assert.equal(overloaded.status, 503, overloaded.text);
      assert.equal(overloaded.json.error.message, 'The model is overloaded.');
    }
  });
});

const throttled = amazonFrame(
  { ':message-type': 'exception', ':exception-type': 'throttlingException' },
  { message: 'Too many tokens, please wait before trying again.' },
);
const started = amazonFrame(
  { ':message-type': 'event', ':event-type': 'messageStart' },
  { role: 'assistant' },
);

test('an exception that is the first frame of a stream is a status, and tried elsewhere before', async (t) => {
  const backend = await startBackend(t, (seen, response) => {
    if (seen.url.includes('converse-stream')) {
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
      response.end(seen.url.includes('late') ? Buffer.concat([started, throttled]) : throttled);
    } else {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${delta('right', 'stop')}data: [DONE]\n\n`);
    }
  });
  const viaConverse = '{ chat_completions: { via: bedrock_converse }, messages: { via: bedrock_converse } }';
  const amazon = (model: string) => `{ backend: b, model: ${model}, endpoints: ${viaConverse} }`;
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ b: { url: "${backend.url}", flavor: vllm } }`,
      models: `{ m: { deployments: [ ${amazon('up')} ] }, late: { deployments: [ ${amazon('late')} ] },
        two: { deployments: [ ${amazon('up')}, { id: other, backend: b, model: other, priority: 1, endpoints: { chat_completions: [] } } ] } }`,
    }),
  );
  const body = { stream: true, max_tokens: 20, messages: [{ role: 'user', content: 'hi' }] };
  for (const model of ['m', 'late']) {
    for (const path of ['/v1/chat/completions', '/v1/messages']) {
      const reply = await gateway.call(path, { body: { ...body, model } });
      assert.equal(reply.status, 429, reply.text);
      assert.equal(reply.json.error.type, 'rate_limit_error');
      assert.match(reply.json.error.message, /^Too many tokens/);
    }
  }
  const elsewhere = await gateway.call('/v1/chat/completions', { body: { ...body, model: 'two' } });
  assert.equal(elsewhere.status, 200);
  assert.match(elsewhere.text, /right/);
});
