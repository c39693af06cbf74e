/** Copies of requests for another model: what is copied, what is told of it, and that no client notices. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gateway as run } from '../cli/recorder.ts';
import { completion, delta, startBackend, type TestBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { configText, type LogLine, startGateway, type TestGateway } from '../helpers/gateway.ts';
import { scratchFolder } from '../helpers/scratch.ts';
import type { Owner } from '../helpers/serve.ts';

const done = 'data: [DONE]\n\n';
const usage = (output: number) => ({
  usage: { prompt_tokens: 10, completion_tokens: output, total_tokens: 10 + output },
});

/** Answers with so many words, whole or streamed. */
const answering = (owner: Owner, words: number, before: () => Promise<void> | void = () => {}) =>
  startBackend(owner, async ({ body }, response) => {
    const { stream } = JSON.parse(body.toString());
    await before();
    const text = 'word '.repeat(words);
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    const end = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [], ...usage(words) })}\n\n${done}`;
    if (stream) response.end(`${delta(text)}${delta('', 'stop')}${end}`);
    else response.end(JSON.stringify({ ...(completion(text) as object), ...usage(words) }));
  });

const serving = (backend: string, more = '') =>
  `{ backend: ${backend}${more}, endpoints: { chat_completions: [streaming], messages: { via: chat_completions }, responses: [] } }`;

async function start(
  t: Parameters<typeof startGateway>[0],
  own: TestBackend,
  other: { readonly url: string },
  more: { mirror?: string; models?: string; keys?: string; backend?: string; tags?: string } = {},
): Promise<TestGateway> {
  const { mirror = '{ to: next, share: 1 }', models = '', backend = '', keys, tags = '' } = more;
  return await startGateway(
    t,
    configText({
      backends: `{ own: { url: "${own.url}", flavor: generic }, other: { url: "${other.url}", flavor: generic${backend} } }`,
      models: `{ m: { mirror: ${mirror}, deployments: [ ${serving('own', tags)} ] }, next: { deployments: [ ${serving('other', ', model: next-1, price: { input: 1, output: 2 }')} ] }${models} }`,
      ...(keys !== undefined && { keys }),
      more: 'extra_capabilities: [secret]',
    }),
  );
}

const chat = (more: object = {}) => ({ model: 'm', messages: [{ role: 'user', content: 'hello' }], ...more });
const mirrorLines = ({ logs }: TestGateway): readonly LogLine[] =>
  logs.filter(({ purpose }) => purpose === 'mirror');

test('a copy goes to the mirror once the answer has begun, and its line has both', async (t) => {
  const [own, other] = [await answering(t, 5), await answering(t, 20)];
  const gateway = await start(t, own, other);
  for (const stream of [false, true]) {
    const reply = await gateway.call('/v1/chat/completions', { body: chat({ stream }) });
    assert.equal(reply.status, 200);
    assert.ok(reply.complete && reply.text.includes('word word') && !reply.text.includes('next-1'));
  }
  await until(() => mirrorLines(gateway).length === 2, 'both copies are told of');
  assert.deepEqual(
    other.seen.map(({ body }) => [JSON.parse(body.toString()).model, JSON.parse(body.toString()).messages]),
    [
      ['next-1', chat().messages],
      ['next-1', chat().messages],
    ],
  );
  const originals = gateway.logs.filter((line) => line.msg === 'request' && line['purpose'] === undefined);
  for (const line of mirrorLines(gateway)) {
    const { of, deployment, status, output_tokens, length, own_length } = line['mirror'] as Record<
      string,
      number | string
    >;
    assert.ok(originals.some(({ id }) => id === of));
    assert.deepEqual(
      [line['key'], line['model'], line['deployment'], line['status'], line['output_tokens']],
      ['(mirror)', 'm', 'next/other', 200, 20],
    );
    assert.deepEqual([deployment, status, output_tokens], ['m/own', 200, 5]);
    assert.ok(Number(own_length) > Number(length), 'the longer answer is longer');
    assert.ok(Math.abs(Number(line['cost_usd']) - 50e-6) < 1e-9, 'its money is its own');
  }
});

test('a mirror that is slow, fails always, hangs up or is gone changes nothing for clients, and no limit of a key moves', async (t) => {
  const slow = gate();
  let how: 'slow' | 'fails' | 'breaks' = 'slow';
  const own = await answering(t, 5);
  const other = await startBackend(t, async (_seen, response) => {
    if (how === 'slow') await slow.opened;
    if (how === 'breaks') return void response.destroy();
    response.writeHead(how === 'fails' ? 500 : 200, { 'content-type': 'application/json' });
    response.end(how === 'fails' ? '{"error":{"message":"no"}}' : JSON.stringify(completion('late')));
  });
  const gateway = await start(t, own, other, {
    keys: '{ test: { secret: sk-test-0123456789abcdef, rate_limit: { requests: 100/min, tokens: 100000/min } } }',
  });
  let total = 0;
  const ask = async (count: number) => {
    for (let asked = 0; asked < count; asked += 1) {
      const reply = await gateway.call('/v1/chat/completions', { body: chat({ stream: asked % 2 === 0 }) });
      assert.ok(reply.status === 200 && reply.complete && !reply.text.includes('late'));
      total += 1;
      assert.equal(reply.headers['x-ratelimit-remaining-requests'], String(100 - total));
    }
  };
  await ask(3);
  how = 'fails';
  await ask(3);
  how = 'breaks';
  await ask(3);
  slow.open();
  await until(() => mirrorLines(gateway).length >= 6, 'copies are told of');
  other.server.closeAllConnections();
  await new Promise((resolve) => other.server.close(resolve));
  await ask(3);
  const statuses = new Set(mirrorLines(gateway).map(({ status }) => status));
  assert.ok(statuses.has(500) || statuses.has(502), [...statuses].join());
  assert.equal(own.seen.length, 12, 'no request was made twice');
});

test('tags hold at the mirror; what is stateful, or has tools of a vendor, is not copied; a share of none copies none', async (t) => {
  const [own, other] = [await answering(t, 5), await answering(t, 5)];
  const gateway = await start(t, own, other, {
    tags: ', capabilities: [secret]',
    models:
      ', off: { mirror: { to: next, share: 0 }, deployments: [ { backend: own, endpoints: { chat_completions: [] } } ] }',
  });
  const uncopied = [
    chat({ tags: ['secret'] }),
    chat({ store: true }),
    chat({ web_search_options: {} }),
    chat({ tools: [{ type: 'web_search' }] }),
    { ...chat(), model: 'off' },
  ];
  for (const body of uncopied)
    assert.equal((await gateway.call('/v1/chat/completions', { body })).status, 200);
  for (const body of [
    { model: 'm', input: 'hi' },
    { model: 'm', input: 'hi', store: false, previous_response_id: 'resp_1' },
  ])
    await gateway.call('/v1/responses', { body });
  await gateway.call('/v1/messages', {
    body: { ...chat(), max_tokens: 5, tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
  });
  assert.equal(
    (
      await gateway.call('/v1/chat/completions', {
        body: chat({ tools: [{ type: 'function', function: { name: 'f' } }] }),
      })
    ).status,
    200,
  );
  assert.equal((await gateway.call('/v1/messages', { body: { ...chat(), max_tokens: 5 } })).status, 200);
  await until(() => mirrorLines(gateway).length >= 2, 'the two others are copied');
  assert.deepEqual(
    mirrorLines(gateway).map(({ endpoint }) => endpoint),
    ['chat_completions', 'messages'],
  );
  assert.equal(other.seen.length, 2);
});

test('where connections are short no copy is made, and one that is under way gives its own to a request', async (t) => {
  const held = gate();
  const own = await answering(t, 5);
  const other = await answering(t, 5, () => held.opened);
  const gateway = await start(t, own, other, { backend: ', max_connections: 2' });
  assert.equal((await gateway.call('/v1/chat/completions', { body: chat() })).status, 200);
  await until(() => other.seen.length === 1, 'a copy holds a connection');
  assert.equal((await gateway.call('/v1/chat/completions', { body: chat() })).status, 200);
  const asked = [1, 2].map(() =>
    gateway.call('/v1/chat/completions', { body: { ...chat(), model: 'next' } }),
  );
  await until(() => other.seen.length === 3, 'both requests have a connection');
  await until(() => other.aborted === 1, 'the copy has none');
  held.open();
  assert.deepEqual(
    (await Promise.all(asked)).map(({ status }) => status),
    [200, 200],
  );
  await until(() => mirrorLines(gateway).length === 1, 'the copy is told of');
  assert.equal(other.seen.length, 3, 'the second was not copied');
  const [line] = mirrorLines(gateway);
  assert.deepEqual([line?.['status'], line?.['deployment']], [499, 'next/other']);
  const log = join(scratchFolder(t), 'access.log');
  writeFileSync(log, `${JSON.stringify(line)}\n`);
  const { out } = await run(['mirror', 'compare', '--log', log, '--format', 'json']);
  const [one] = JSON.parse(out);
  assert.deepEqual(
    [one.statuses.mirror, one.failed],
    [{ 499: 1 }, 0],
    'what was given up is no answer and no failure',
  );
});

test('mirror compare shows in which way a mirror is worse', async (t) => {
  const [own, other] = [
    await answering(t, 5),
    await answering(t, 20, () => new Promise((resolve) => setTimeout(resolve, 60))),
  ];
  const gateway = await start(t, own, other);
  for (let asked = 0; asked < 4; asked += 1) await gateway.call('/v1/chat/completions', { body: chat() });
  await until(() => mirrorLines(gateway).length === 4, 'all copies are told of');
  const log = join(scratchFolder(t), 'access.log');
  writeFileSync(log, gateway.logs.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { out, exitCode } = await run(['mirror', 'compare', '--log', log, '--format', 'json']);
  assert.equal(exitCode, 0);
  const [one] = JSON.parse(out);
  assert.deepEqual([one.original, one.mirror, one.copies, one.failed], ['m/own', 'next/other', 4, 0]);
  assert.deepEqual(one.statuses, { original: { 200: 4 }, mirror: { 200: 4 } });
  assert.deepEqual(one.figures.output_tokens, { original: 5, mirror: 20, difference: 15, pairs: 4 });
  assert.ok(one.figures.ms.difference > 40 && one.figures.length.difference > 0, out);
  const text = await run(['mirror', 'compare', '--log', log, '--model', 'm']);
  assert.match(
    text.out,
    /^next\/other, mirror of m\/own: 4 copies; medians\n.*ORIGINAL +MIRROR +DIFFERENCE\nstatus +4x 200 +4x 200 +0 % failed\n/,
  );
  assert.match(text.out, /^output_tokens +5 +20 +\+15$/m);
  assert.equal((await run(['mirror', 'compare', '--log', log, '--model', 'none'])).exitCode, 2);
});
