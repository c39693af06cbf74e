import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { endpoints } from '../../src/api/endpoints/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { eventsOf, post, simulatorFor } from './conversation.ts';

interface Content {
  readonly schema?: { readonly $ref?: string };
}

interface Document extends JsonObject {
  readonly paths: Readonly<
    Record<string, { post: { responses: { 200: { content: Readonly<Record<string, Content>> } } } }>
  >;
}

/** OpenAI's own document, of which the paths are kept that the gateway serves. */
const document = JSON.parse(readFileSync('test/fixtures/openai/openapi.json', 'utf8')) as Document;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, 'openai');

/** Holds an answer, or one event of it, to the schema that the document has for its path and type. */
function hold(path: string, type: string, value: unknown): void {
  const steps = ['paths', path, 'post', 'responses', '200', 'content', type, 'schema'];
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  const validate = ajv.getSchema(`openai#/${pointer.join('/')}`);
  assert.ok(validate, `no schema for ${path} as ${type}`);
  if (validate(value)) return;
  const errors = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  assert.fail(`${path}: ${errors.slice(0, 8).join('; ')}\n${JSON.stringify(value).slice(0, 2000)}`);
}

const tool = { name: 'look', parameters: { type: 'object', properties: { at: { type: 'string' } } } };

/** Requests of every path of the document that is answered, each with what makes an answer another one. */
const requests: Readonly<Record<string, readonly object[]>> = {
  '/chat/completions': [
    {},
    { n: 2, logprobs: true, top_logprobs: 2 },
    { max_tokens: 1 },
    { tools: [{ type: 'function', function: tool }], tool_choice: 'required' },
    { stream: true },
    { stream: true, stream_options: { include_usage: true } },
    { stream: true, logprobs: true, top_logprobs: 2 },
    { stream: true, tools: [{ type: 'function', function: tool }], tool_choice: 'required' },
  ],
  '/completions': [{}, { n: 2, logprobs: 2 }, { prompt: ['a', 'b'], max_tokens: 1 }],
  '/embeddings': [{}, { input: [[1, 2], [3]] }, { dimensions: 8 }],
  '/moderations': [
    {},
    { input: ['I kill you', 'b'] },
    { input: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] },
    { model: undefined },
  ],
  '/images/generations': [
    {},
    { n: 3 },
    { response_format: 'url' },
    { model: 'dall-e-3' },
    { stream: true },
    { stream: true, partial_images: 2, n: 2, size: '1024x1536', quality: 'low' },
  ],
  '/audio/speech': [{ stream_format: 'sse' }],
  '/responses': [
    {},
    { instructions: 'Be brief.', max_output_tokens: 16 },
    { tools: [{ type: 'function', strict: false, ...tool }], tool_choice: 'required' },
    { include: ['message.output_text.logprobs'], top_logprobs: 2 },
    { stream: true },
    { stream: true, tools: [{ type: 'function', strict: false, ...tool }], tool_choice: 'required' },
  ],
  '/responses/compact': [{}, { input: [{ role: 'user', content: 'Hello' }] }],
  '/responses/input_tokens': [{}, { instructions: 'Be brief.' }],
};

const samples = new Map(
  Object.values(endpoints).map(({ path, sample }) => [path.replace(/^\/v1/, ''), sample.request]),
);

test('what the simulator answers is what OpenAI publishes of its own answers', async (t) => {
  const simulator = await simulatorFor(t);
  for (const [path, several] of Object.entries(requests)) {
    await t.test(path, async () => {
      for (const more of several) {
        const sent = { model: 'm', ...samples.get(path), ...more };
        const { status, headers, text } = await post(simulator, `/v1${path}`, sent);
        assert.equal(status, 200, text);
        if (headers.get('content-type') === 'application/json') {
          hold(path, 'application/json', JSON.parse(text));
          continue;
        }
        const events = eventsOf(text).filter(({ data }) => data !== '[DONE]');
        assert.ok(events.length > 0);
        for (const { data } of events) hold(path, 'text/event-stream', data);
      }
    });
  }
});

test('every path of the document that deployments serve is held to it', () => {
  const documented = Object.keys(document.paths).filter((path) => samples.has(path));
  const json = documented.filter((path) => {
    const endpoint = Object.values(endpoints).find((one) => one.path === `/v1${path}`);
    return endpoint?.body.kind === 'json';
  });
  assert.deepEqual(
    json.filter((path) => requests[path] === undefined),
    [],
  );
});

test('speech is a file of the type that was asked for', async (t) => {
  const simulator = await simulatorFor(t);
  const spoken = async (more: object) => {
    const response = await fetch(`${simulator.url}/v1/audio/speech`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', input: 'Hello', voice: 'alloy', ...more }),
    });
    assert.equal(response.status, 200);
    return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const types = {
    mp3: 'audio/mpeg',
    opus: 'audio/ogg',
    aac: 'audio/aac',
    flac: 'audio/flac',
    wav: 'audio/wav',
    pcm: 'audio/pcm',
  };
  for (const [format, type] of Object.entries(types)) {
    assert.equal((await spoken({ response_format: format })).type, type);
  }
  assert.equal((await spoken({})).type, 'audio/mpeg');
  const { bytes } = await spoken({ response_format: 'wav' });
  assert.equal(bytes.toString('latin1', 0, 4), 'RIFF');
  assert.equal(bytes.readUInt32LE(4) + 8, bytes.length);
  assert.equal(bytes.readUInt32LE(40) + 44, bytes.length);
});
