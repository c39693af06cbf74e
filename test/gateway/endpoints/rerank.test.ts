import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { secrets, sketched } from './config.ts';

const paths = ['/v1/rerank', '/v2/rerank', '/rerank'];
const body = { model: 'm', query: 'which?', documents: ['this', 'that'] };
const cohere = {
  id: '1',
  results: [{ index: 1, relevance_score: 0.9 }],
  meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
};
const jina = { model: 'theirs', results: [], usage: { total_tokens: 40 } };

test('what comes to one of its paths goes on to the same, byte for byte, with the query', async (t) => {
  const backend = await startBackend(t, json(cohere));
  const gateway = await startInside(t, sketched({ endpoint: 'rerank', urls: [`${backend.url}/base/v1`] }));
  const sent = Buffer.from(
    '{ "model":"m", "query" : "which?", "documents":[{"text":"a"},"b"], "top_n": 1.0 }',
  );
  for (const path of paths) {
    const reply = await readReply(await begin(gateway, `${path}?x=1`, { body: sent }));
    assert.deepEqual([reply.status, reply.json], [200, cohere]);
    assert.deepEqual(
      [backend.seen.at(-1)?.url, backend.seen.at(-1)?.body],
      [`/base${path}?x=1`, sent],
      'nothing is added, since vendors refuse what they do not know',
    );
  }
});

test('a backend with a path of its own gets all of them there', async (t) => {
  const backend = await startBackend(t, json(cohere));
  const own = ', paths: { rerank: /v2/rerank }';
  const gateway = await startInside(t, sketched({ endpoint: 'rerank', urls: [backend.url], backend: own }));
  for (const path of paths) await readReply(await begin(gateway, path, { body }));
  assert.deepEqual(
    backend.seen.map(({ url }) => url),
    ['/v2/rerank', '/v2/rerank', '/v2/rerank'],
  );
});

test('paths are taken as they came', async (t) => {
  const backend = await startBackend(t, json(cohere));
  const gateway = await startInside(t, sketched({ endpoint: 'rerank', urls: [backend.url] }));
  for (const path of ['/v3/rerank', '/v2/rerank/', '/Rerank', '/v1/rerank/x', '//rerank']) {
    assert.equal((await readReply(await begin(gateway, path, { body }))).status, 404, path);
  }
  const get = await readReply(await begin(gateway, '/v2/rerank'));
  assert.deepEqual([get.status, get.headers['allow']], [405, 'POST']);
});

test('tokens count as the answer says them, and of one that counts search units there are none', async (t) => {
  let answer: unknown = jina;
  const backend = await startBackend(t, (seen, response, request) => json(answer)(seen, response, request));
  const key = ', rate_limit: { tokens: 1000/day }';
  const gateway = await startInside(t, sketched({ endpoint: 'rerank', urls: [backend.url], key }));
  const reserved = Math.ceil(JSON.stringify(body).length / 4);
  const leftAfter = async () =>
    (await readReply(await begin(gateway, '/rerank', { body }))).headers['x-ratelimit-remaining-tokens'];
  assert.equal(await leftAfter(), String(1000 - reserved));
  answer = cohere;
  assert.equal(await leftAfter(), String(1000 - 40 - reserved));
  assert.equal(await leftAfter(), String(1000 - 40 - reserved));
});

test('of an answer with all documents the usage at its end counts', async (t) => {
  const documents = Array.from({ length: 300 }, (_, index) => ({
    index,
    relevance_score: 0.5,
    document: { text: `"usage":{"total_tokens":1}${'x'.repeat(8000)}` },
  }));
  const backend = await startBackend(t, json({ ...jina, results: documents, usage: { total_tokens: 444 } }));
  const key = ', rate_limit: { tokens: 1000/day }';
  const gateway = await startInside(t, sketched({ endpoint: 'rerank', urls: [backend.url], key }));
  await readReply(await begin(gateway, '/rerank', { body }));
  const next = await readReply(await begin(gateway, '/rerank', { body }));
  const reserved = Math.ceil(JSON.stringify(body).length / 4);
  // The answer names the usage before and behind its documents' texts; what stands at the end counts.
  assert.equal(next.headers['x-ratelimit-remaining-tokens'], String(1000 - 444 - reserved));
});

test('scores of another model would be wrong: fallbacks are not followed, `models` is refused', async (t) => {
  const down = await startBackend(t, json({ message: 'busy' }, 503));
  const gateway = await startInside(t, sketched({ endpoint: 'rerank', urls: [down.url] }));
  assert.equal((await readReply(await begin(gateway, '/v2/rerank', { body }))).status, 503);
  assert.equal(down.seen.length, 1);
  const several = await readReply(
    await begin(gateway, '/v2/rerank', { body: { ...body, models: ['spare'] } }),
  );
  assert.deepEqual([several.status, several.json.error.param], [400, 'models']);
  assert.equal(down.seen.length, 1);
});

test('what a vendor refuses comes as the vendor says it', async (t) => {
  const refusal = { message: "unknown field: parameter 'return_documents'" };
  const backend = await startBackend(t, json(refusal, 422));
  const gateway = await startInside(t, sketched({ endpoint: 'rerank', urls: [backend.url] }));
  const reply = await readReply(await begin(gateway, '/v2/rerank', { body }));
  assert.deepEqual([reply.status, reply.json], [422, refusal]);
});

test('a key has to be granted it; a query and documents have to be there', async (t) => {
  const backend = await startBackend(t, json(cohere));
  const gateway = await startInside(t, sketched({ endpoint: 'rerank', urls: [backend.url] }));
  for (const [key, status] of [
    [secrets.stateless, 200],
    [secrets.plain, 403],
  ] as const) {
    assert.equal((await readReply(await begin(gateway, '/v2/rerank', { key, body }))).status, status);
  }
  for (const [field, bad] of [
    ['query', null],
    ['query', 5],
    ['documents', null],
    ['documents', 'a'],
  ] as const) {
    const reply = await readReply(await begin(gateway, '/rerank', { body: { ...body, [field]: bad } }));
    assert.deepEqual([reply.status, reply.json.error.param], [400, field]);
  }
});

test('what Text Embeddings Inference takes and answers passes: texts, and a bare list of any size', async (t) => {
  let scores: object[] = [{ index: 1, score: 0.9 }];
  const backend = await startBackend(t, (seen, response, request) => json(scores)(seen, response, request));
  const price = '{ per_search_unit: 0.002 }';
  const gateway = await startInside(t, sketched({ endpoint: 'rerank', urls: [backend.url], price }));
  const asked = { model: 'm', query: 'which?', texts: ['this', 'that'], raw_scores: false };
  for (const count of [1, 40_000]) {
    scores = Array.from({ length: count }, (_, index) => ({ index, score: 0.5, text: 'some text' }));
    const reply = await readReply(await begin(gateway, '/rerank', { body: asked }));
    assert.deepEqual([reply.status, reply.complete, JSON.parse(reply.text).length], [200, true, count]);
  }
  assert.deepEqual(JSON.parse(backend.seen[0]!.body.toString()), asked);
  const wrong = await readReply(await begin(gateway, '/rerank', { body: { ...asked, texts: 'this' } }));
  assert.deepEqual([wrong.status, wrong.json.error.param], [400, 'texts']);
});
