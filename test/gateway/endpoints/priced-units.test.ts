import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, json, startBackend } from '../../helpers/backend.ts';
import { until } from '../../helpers/gate.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { sketched } from './config.ts';

interface Case {
  readonly endpoint: string;
  readonly path: string;
  readonly price: string;
  readonly body: object;
  readonly answer: Answer;
  readonly usd: number;
}

const images = (count: number, more: object = {}): Answer =>
  json({ created: 1, data: Array.from({ length: count }, () => ({ b64_json: 'A' })), ...more });
const usage = {
  input_tokens: 100,
  output_tokens: 4000,
  total_tokens: 4100,
  input_tokens_details: { text_tokens: 100, image_tokens: 0 },
};
const sound: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'audio/mpeg' });
  response.end('ID3');
};
const done = {
  type: 'speech.audio.done',
  usage: { input_tokens: 10, output_tokens: 200, total_tokens: 210 },
};
const spoken: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`data: ${JSON.stringify(done)}\n\n`);
};
const image = { endpoint: 'images', path: '/v1/images/generations' };
const edits = { endpoint: 'image_edits', path: '/v1/images/edits' };
const speech = { endpoint: 'speech', path: '/v1/audio/speech' };
const rerank = { endpoint: 'rerank', path: '/v2/rerank' };
const byKind = '{ per_image: { default: 0.04, high/1024x1024: 0.167 } }';

/** What each request costs by the access log. */
const cases: Readonly<Record<string, Case>> = {
  'images by their number in the answer': {
    ...image,
    price: '{ per_image: 0.04 }',
    body: { prompt: 'a', n: 4 },
    answer: images(3),
    usd: 0.12,
  },
  'images of an answer too large to look into by what was asked for': {
    ...image,
    price: '{ per_image: 0.04 }',
    body: { prompt: 'a', n: 2 },
    answer: json({ created: 1, data: [{ b64_json: 'A'.repeat(3 * 1024 * 1024) }] }),
    usd: 0.08,
  },
  'images by the quality and size that they have': {
    ...image,
    price: byKind,
    body: { prompt: 'a', quality: 'auto' },
    answer: images(1, { quality: 'high', size: '1024x1024' }),
    usd: 0.167,
  },
  'images by tokens where the answer has them and they have a price': {
    ...image,
    price: '{ input: 5, output: 40, per_image: 9 }',
    body: { prompt: 'a' },
    answer: images(1, { usage }),
    usd: (100 * 5 + 4000 * 40) / 1e6,
  },
  'edits by the tokens of the images that they were given': {
    ...edits,
    price: '{ input: 5, image_input: 10, output: 40 }',
    body: { prompt: 'a hat', images: [{ image_url: 'https://example.com/cat.png' }] },
    answer: images(1, {
      usage: {
        input_tokens: 400,
        output_tokens: 1000,
        total_tokens: 1400,
        input_tokens_details: { text_tokens: 100, image_tokens: 300 },
      },
    }),
    usd: (100 * 5 + 300 * 10 + 1000 * 40) / 1e6,
  },
  'edits by the quality and size that the images have': {
    ...edits,
    price: byKind,
    body: { prompt: 'a hat', images: [{ image_url: 'https://example.com/cat.png' }] },
    answer: images(1, { quality: 'high', size: '1024x1024' }),
    usd: 0.167,
  },
  'speech by the characters of its text': {
    ...speech,
    price: '{ per_million_characters: 15 }',
    body: { input: 'Grüße 😀', voice: 'alloy' },
    answer: sound,
    usd: (7 * 15) / 1e6,
  },
  'speech in events by the tokens of the last one': {
    ...speech,
    price: '{ input: 0.6, output: 12 }',
    body: { input: 'Hello', voice: 'alloy', stream_format: 'sse' },
    answer: spoken,
    usd: (10 * 0.6 + 200 * 12) / 1e6,
  },
  'rerank by the search units that the answer names': {
    ...rerank,
    price: '{ per_search_unit: 0.002 }',
    body: { query: 'a', documents: ['a'] },
    answer: json({ results: [], meta: { billed_units: { search_units: 3 } } }),
    usd: 0.006,
  },
  'rerank by its documents where the answer names nothing': {
    ...rerank,
    price: '{ per_search_unit: 0.002 }',
    body: { query: 'a', documents: Array.from({ length: 250 }, () => 'a') },
    answer: json({ results: [] }),
    usd: 0.006,
  },
  'rerank of a large answer by the search units at its end': {
    ...rerank,
    price: '{ per_search_unit: 0.002 }',
    body: { query: 'a', documents: ['a'] },
    answer: json({
      results: [{ document: { text: 'x'.repeat(2 * 1024 * 1024) } }],
      meta: { billed_units: { search_units: 5 } },
    }),
    usd: 0.01,
  },
};

test('what is counted beside tokens is priced by its unit', async (t) => {
  for (const [name, { endpoint, path, price, body, answer, usd }] of Object.entries(cases)) {
    await t.test(name, async (inner) => {
      const backend = await startBackend(inner, answer);
      const gateway = await startInside(inner, sketched({ endpoint, urls: [backend.url], price }));
      const reply = await readReply(await begin(gateway, path, { body: { model: 'm', ...body } }));
      assert.equal(reply.status, 200, reply.text);
      await until(() => gateway.logs.some(({ msg }) => msg === 'request'), 'it is in the log');
      const { cost_usd: cost } = gateway.logs.find(({ msg }) => msg === 'request')!;
      assert.ok(Math.abs(Number(cost) - usd) < 1e-8, `${cost} where ${usd} was due`);
    });
  }
});

test('a form sent where JSON is wanted is refused with what to send', async (t) => {
  const backend = await startBackend(t, images(1));
  for (const { endpoint, path } of [
    image,
    speech,
    rerank,
    { endpoint: 'moderations', path: '/v1/moderations' },
  ]) {
    const gateway = await startInside(t, sketched({ endpoint, urls: [backend.url] }));
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const body = '--x\r\ncontent-disposition: form-data; name="model"\r\n\r\nm\r\n--x--\r\n';
    const reply = await readReply(await begin(gateway, path, { body, headers }));
    assert.equal(reply.status, 415);
    assert.match(reply.json.error.message, /"Content-Type: application\/json"/);
  }
  assert.equal(backend.seen.length, 0);
});
