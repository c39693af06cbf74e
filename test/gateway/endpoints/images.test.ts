import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { type Answer, json, startBackend } from '../../helpers/backend.ts';
import { gate } from '../../helpers/gate.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { type Inside, startInside } from '../../helpers/inside.ts';
import { secrets, sketched } from './config.ts';

const path = '/v1/images/generations';
const body = { model: 'm', prompt: 'a cat' };
const mib = 1024 * 1024;
const usage = {
  input_tokens: 50,
  output_tokens: 4160,
  total_tokens: 4210,
  input_tokens_details: { text_tokens: 50, image_tokens: 0 },
};
const answerOf = (size: number) => ({
  created: 1,
  data: [{ b64_json: 'A'.repeat(size) }],
  output_format: 'png',
  usage,
});
const event = (type: string, size: number, more: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, b64_json: 'A'.repeat(size), ...more })}\n\n`;
const partial = (size: number) => event('image_generation.partial_image', size, { partial_image_index: 0 });
const completed = (size: number) => event('image_generation.completed', size, { usage });
const limited = ', rate_limit: { tokens: 100000/day }';

const streaming =
  (...events: readonly string[]): Answer =>
  async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const one of events) if (!response.write(one)) await once(response, 'drain');
    response.end();
  };

/** How many tokens the key has left, and then has reserved. */
async function left(gateway: Inside, reserved = 5000): Promise<number> {
  const response = await begin(gateway, path, { body });
  response.destroy();
  return Number(response.headers['x-ratelimit-remaining-tokens']) + reserved;
}

test('an answer of 30 MB passes as it comes, and the usage at its end counts', async (t) => {
  const rest = gate();
  const whole = Buffer.from(JSON.stringify(answerOf(30 * mib)));
  const backend = await startBackend(t, async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
    response.write(whole.subarray(0, 2 * mib));
    await rest.opened;
    response.end(whole.subarray(2 * mib));
  });
  const gateway = await startInside(t, sketched({ endpoint: 'images', urls: [backend.url], key: limited }));
  const response = await begin(gateway, path, { body });
  const [first] = (await once(response, 'data')) as [Buffer];
  rest.open();
  const chunks = [first];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  assert.ok(Buffer.concat(chunks).equals(whole));
  assert.equal(await left(gateway), 100_000 - usage.total_tokens);
});

test('of an answer of 30 MB that breaks off no end is made up', async (t) => {
  const taken = gate();
  const whole = Buffer.from(JSON.stringify(answerOf(30 * mib)));
  const backend = await startBackend(t, async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(whole.subarray(0, 3 * mib));
    await taken.opened;
    response.destroy();
  });
  const gateway = await startInside(t, sketched({ endpoint: 'images', urls: [backend.url] }));
  const response = await begin(gateway, path, { body });
  await once(response, 'data');
  taken.open();
  assert.equal((await readReply(response)).complete, false);
});

test('events of 8 MB with an image each pass byte for byte, the last one ends them with what was used', async (t) => {
  const events = [partial(8 * mib), partial(8 * mib), completed(8 * mib)];
  const backend = await startBackend(t, streaming(...events));
  const gateway = await startInside(t, sketched({ endpoint: 'images', urls: [backend.url], key: limited }));
  const sent = { ...body, stream: true, partial_images: 2 };
  const response = await begin(gateway, path, { body: sent });
  assert.equal(response.headers['content-type'], 'text/event-stream');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  assert.ok(Buffer.concat(chunks).equals(Buffer.from(events.join(''))));
  assert.equal(await left(gateway), 100_000 - usage.total_tokens);
});

test('a stream of several images ends with the last of them, not with the first', async (t) => {
  const rest = gate();
  const events = [completed(10), completed(20), completed(30)];
  const backend = await startBackend(t, async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(events[0]);
    await rest.opened;
    response.end(events.slice(1).join(''));
  });
  const gateway = await startInside(t, sketched({ endpoint: 'images', urls: [backend.url] }));
  const response = await begin(gateway, path, { body: { ...body, n: 3, stream: true } });
  const reply = readReply(response);
  rest.open();
  assert.deepEqual([(await reply).text, (await reply).complete], [events.join(''), true]);

  const short = await startBackend(t, streaming(...events.slice(0, 2)));
  const other = await startInside(t, sketched({ endpoint: 'images', urls: [short.url] }));
  const cut = await readReply(await begin(other, path, { body: { ...body, n: 3, stream: true } }));
  assert.equal(cut.complete, false);
  assert.match(cut.text, /upstream_interrupted/);
});

test('an image that fails in its stream is told as the backend tells it, before it has begun elsewhere', async (t) => {
  const failure =
    'event: error\ndata: {"type":"error","error":{"message":"refused","code":"moderation"}}\n\n';
  const first = await startBackend(t, streaming(failure));
  const second = await startBackend(t, streaming(completed(10)));
  const sent = { ...body, stream: true };
  const gateway = await startInside(t, sketched({ endpoint: 'images', urls: [first.url, second.url] }));
  const reply = await readReply(await begin(gateway, path, { body: sent }));
  assert.deepEqual([reply.headers['x-gateway-deployment'], reply.text], ['b1', completed(10)]);

  const late = await startBackend(t, streaming(partial(10), failure));
  const other = await startInside(t, sketched({ endpoint: 'images', urls: [late.url] }));
  assert.equal((await readReply(await begin(other, path, { body: sent }))).text, partial(10) + failure);
});

test('what is reserved goes by how many images are asked for, and how often each is shown', async (t) => {
  const key = ', rate_limit: { tokens: 1000000/day }';
  for (const [more, tokens] of [
    [{}, 5000],
    [{ n: 4 }, 17_000],
    [{ n: 2, partial_images: 3 }, 25_000],
    [{ partial_images: 0 }, 5000],
    [{ n: 0 }, 5000],
    [{ max_tokens: 5, prompt: 'x'.repeat(9000) }, 5000],
  ] as const) {
    const quick = await startBackend(t, json(answerOf(1)));
    const gateway = await startInside(t, sketched({ endpoint: 'images', urls: [quick.url], key }));
    const reply = await readReply(await begin(gateway, path, { body: { ...body, ...more } }));
    assert.equal(reply.headers['x-ratelimit-remaining-tokens'], String(1_000_000 - tokens), reply.text);
  }
});

test('a request without a model gets that of the configuration, another model may draw, a prompt has to be there', async (t) => {
  const down = await startBackend(t, json({ error: { message: 'busy' } }, 503));
  const up = await startBackend(t, json(answerOf(10)));
  const gateway = await startInside(
    t,
    sketched({
      endpoint: 'images',
      urls: [down.url, up.url],
      more: 'endpoints: { images: { default_model: m } }',
    }),
  );
  const reply = await readReply(await begin(gateway, path, { body: { prompt: 'a cat' } }));
  assert.deepEqual([reply.status, reply.headers['x-gateway-deployment']], [200, 'b1']);
  assert.equal(up.seen[0]?.body.toString(), '{"model":"m","prompt":"a cat"}');
  const chain = { prompt: 'a cat', models: ['m', 'spare'] };
  assert.equal((await readReply(await begin(gateway, path, { body: chain }))).status, 200);
  for (const prompt of [undefined, null, 5, ['a']]) {
    const refused = await readReply(await begin(gateway, path, { body: { model: 'm', prompt } }));
    assert.deepEqual([refused.status, refused.json.error.param], [400, 'prompt']);
  }
  const ungranted = await readReply(await begin(gateway, path, { key: secrets.plain, body }));
  assert.equal(ungranted.status, 403);
});

test('JSON where events were asked for is no stream: another deployment is asked', async (t) => {
  const first = await startBackend(t, json(answerOf(10)));
  const second = await startBackend(t, streaming(completed(10)));
  const gateway = await startInside(t, sketched({ endpoint: 'images', urls: [first.url, second.url] }));
  const reply = await readReply(await begin(gateway, path, { body: { ...body, stream: true } }));
  assert.deepEqual([reply.status, reply.headers['x-gateway-deployment']], [200, 'b1']);
});
