import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { secrets, sketched } from './config.ts';

const path = '/v1/moderations';
const answer = { id: 'modr-1', model: 'theirs', results: [{ flagged: false }] };
const withDefault = 'endpoints: { moderations: { default_model: spare } }';

test('a request goes as it came and counts as a request, of no tokens', async (t) => {
  const backend = await startBackend(t, json(answer));
  const key = ', rate_limit: { tokens: 1000/day, requests: 10/day }';
  const gateway = await startInside(t, sketched({ endpoint: 'moderations', urls: [backend.url], key }));
  const sent = Buffer.from('{ "model":"m", "input" : ["a", "b"], "later": 1.50 }');
  for (const left of ['9', '8']) {
    const reply = await readReply(await begin(gateway, path, { body: sent }));
    assert.deepEqual([reply.status, reply.json], [200, answer]);
    assert.equal(reply.headers['x-ratelimit-remaining-requests'], left);
    assert.equal(reply.headers['x-ratelimit-remaining-tokens'], String(1000 - Math.ceil(sent.length / 4)));
  }
  assert.deepEqual(backend.seen[1]?.body, sent);
});

test('a request that names no model gets the one of the configuration, and nothing else is changed', async (t) => {
  const backend = await startBackend(t, json(answer));
  const gateway = await startInside(
    t,
    sketched({ endpoint: 'moderations', urls: [backend.url], more: withDefault }),
  );
  const cases = [
    ['{"input":"a"}', '{"model":"theirs","input":"a"}'],
    ['{ "input" : "a" , "later":1.50 }', '{"model":"theirs", "input" : "a" , "later":1.50 }'],
    ['{"input":"a","model":null}', '{"input":"a","model":"theirs"}'],
    ['{"tags":[],"input":"a"}', '{"model":"theirs","input":"a"}'],
    ['{"models":[],"input":"a"}', '{"model":"theirs","input":"a"}'],
    ['{"models":["spare"],"input":"a"}', '{"model":"theirs","input":"a"}'],
    ['{"models":["m"],"input":"a"}', '{"model":"m","input":"a"}'],
    ['{"input":"a","model":"m"}', '{"input":"a","model":"m"}'],
  ] as const;
  for (const [sent, came] of cases) {
    const reply = await readReply(await begin(gateway, path, { body: sent }));
    assert.equal(reply.status, 200, reply.text);
    assert.equal(backend.seen.at(-1)?.body.toString(), came, sent);
  }
});

test("the default is the endpoint's own, and a key needs it among its models", async (t) => {
  const backend = await startBackend(t, json(answer));
  const narrow = sketched({
    endpoint: 'moderations',
    urls: [backend.url],
    key: ', models: [m]',
    more: withDefault,
  });
  const gateway = await startInside(t, narrow);
  assert.equal((await readReply(await begin(gateway, path, { body: { input: 'a' } }))).status, 403);
  const chat = { messages: [{ role: 'user', content: 'a' }] };
  const refused = await readReply(await begin(gateway, '/v1/chat/completions', { body: chat }));
  assert.deepEqual([refused.status, refused.json.error.param], [400, 'model']);
  assert.equal(backend.seen.length, 0);
});

test('without a default such a request is refused', async (t) => {
  const backend = await startBackend(t, json(answer));
  const gateway = await startInside(t, sketched({ endpoint: 'moderations', urls: [backend.url] }));
  const { status, json: error } = await readReply(await begin(gateway, path, { body: { input: 'a' } }));
  assert.deepEqual([status, error.error.param], [400, 'model']);
});

test('another model judges where the first can not, and a key has to be granted it', async (t) => {
  const down = await startBackend(t, json({ error: { message: 'busy' } }, 503));
  const up = await startBackend(t, json(answer));
  const one = sketched({ endpoint: 'moderations', urls: [down.url] }).replace(
    'spare: { deployments: [ { backend: b0',
    'spare: { deployments: [ { backend: other',
  );
  const gateway = await startInside(
    t,
    one.replace('backends: { ', `backends: { other: { url: "${up.url}" }, `),
  );
  const reply = await readReply(await begin(gateway, path, { body: { model: 'm', input: 'a' } }));
  assert.deepEqual([reply.status, reply.headers['x-gateway-model']], [200, 'spare']);
  for (const [key, status] of [
    [secrets.stateless, 200],
    [secrets.plain, 403],
  ] as const) {
    assert.equal(
      (await readReply(await begin(gateway, path, { key, body: { model: 'm', input: 'a' } }))).status,
      status,
    );
  }
});

test('an input has to be there', async (t) => {
  const backend = await startBackend(t, json(answer));
  const gateway = await startInside(t, sketched({ endpoint: 'moderations', urls: [backend.url] }));
  for (const input of [undefined, null, 5, {}]) {
    const reply = await readReply(await begin(gateway, path, { body: { model: 'm', input } }));
    assert.deepEqual([reply.status, reply.json.error.param], [400, 'input']);
  }
});
