/** What is kept of requests: of whom, what of it, and what becomes of requests where nothing can be. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { completion, delta, message, startBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { begin, configText, readReply, startGateway } from '../helpers/gateway.ts';
import { childrenOf } from '../helpers/live.ts';
import { scratchFolder } from '../helpers/scratch.ts';
import type { Owner } from '../helpers/serve.ts';

const keptKey = 'sk-canary-kept-key-0123456789';
const otherKey = 'sk-canary-other-key-012345678';
const chunks = [delta('one '), delta('two', 'stop')];

/** Answers in each way that there is, by the model that is asked for. */
const startAnswers = (owner: Owner, held = gate()) =>
  startBackend(owner, async ({ url, body }, response) => {
    const { model, stream } = JSON.parse(body.toString());
    if (model === 'failing') {
      response.writeHead(400, { 'content-type': 'application/json' });
      return void response.end('{"error":{"message":"canary of a refusal"}}');
    }
    if (url.endsWith('/speech')) {
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      return void response.end(Buffer.alloc(2048, 'canary'));
    }
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    if (!stream)
      return void response.end(
        JSON.stringify(url.endsWith('/messages') ? message : completion('canary of an answer'), undefined, 1),
      );
    response.write(chunks[0]);
    if (model === 'cut') return void setImmediate(() => response.destroy());
    if (model === 'held') await held.opened;
    response.end(`${chunks[1]}data: [DONE]\n\n`);
  });

const models = ['m', 'failing', 'cut', 'held', 'unkept'];

async function start(owner: Parameters<typeof startGateway>[0], url: string, log: string) {
  const serving = '{ chat_completions: [streaming], messages: [], speech: [] }';
  return await startGateway(
    owner,
    configText({
      backends: `{ main: { url: "${url}", auth: { bearer: canary-of-the-backend }, headers: { X-Ours: canary-header-of-ours } } }`,
      models: `{ ${models.map((id) => `${id}: { deployments: [ { backend: main, endpoints: ${serving} } ] }`).join(', ')} }`,
      keys: `{ kept: { secret: "${keptKey}", endpoints: [all], end_users: { from: [body user], rate_limit: { requests: 1000/min } } }, other: { secret: "${otherKey}" } }`,
      more: `content_log: ${log}`,
    }),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: lines hold bodies of every shape
type Line = Readonly<Record<string, any>>;

/** All that is in a directory, unpacked. */
function textIn(dir: string): string {
  if (!existsSync(dir) || !statSync(dir).isDirectory()) return '';
  const whole = (bytes: Buffer) => (bytes.length === 0 ? '' : gunzipSync(bytes).toString());
  try {
    return readdirSync(dir)
      .map((name) => whole(readFileSync(join(dir, name))))
      .join('');
  } catch {
    return ''; // It is just being written.
  }
}

const linesIn = (dir: string): readonly Line[] =>
  textIn(dir)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

async function lines(dir: string, count: number): Promise<readonly Line[]> {
  await until(() => linesIn(dir).length >= count, `${count} requests are kept`);
  return linesIn(dir);
}

const chat = (model: string, more: object = {}) => ({
  model,
  messages: [{ role: 'user', content: 'canary of a prompt' }],
  ...more,
});

test('what a request says and what comes back is kept, of a stream the answer that it makes, of nobody who does not say so', async (t) => {
  const dir = join(scratchFolder(t), 'contents');
  const held = gate();
  const backend = await startAnswers(t, held);
  const gateway = await start(
    t,
    backend.url,
    `{ file: "${dir}", keys: [kept], models: ["m", "failing", "cut", "held"], redact: [] }`,
  );
  const ask = (body: object, key = keptKey, path = '/v1/chat/completions') =>
    gateway
      .call(path, {
        body,
        key,
        headers: {
          'user-agent': 'canary-agent',
          'x-title': 'canary-title',
          cookie: 'canary=1',
          'x-api-key': key,
        },
      })
      .catch(() => undefined);
  const sent = { model: 'm', user: 'ada', messages: [{ role: 'user', content: 'Grüße\n🌍 "und" so' }] };
  const first = await ask(sent);
  await ask(chat('m', { stream: true }));
  await ask(chat('failing'));
  await ask(chat('cut', { stream: true }));
  const leaving = await begin(gateway, '/v1/chat/completions', {
    body: chat('held', { stream: true }),
    key: keptKey,
  });
  await new Promise<void>((resolve) => leaving.once('data', () => resolve()));
  leaving.destroy();
  await ask({ ...chat('m'), max_tokens: 5 }, keptKey, '/v1/messages');
  await ask({ model: 'm', input: 'canary of a speech', voice: 'alloy' }, keptKey, '/v1/audio/speech');
  // Neither by the key nor by the model.
  await ask(
    {
      ...chat('m', { stream: true }),
      user: 'unkept-canary',
      metadata: { a: 'unkept-canary' },
      messages: [{ role: 'user', content: 'unkept-canary' }],
    },
    otherKey,
  );
  await ask(chat('m', { user: 'unkept-canary' }), otherKey);
  await ask(chat('unkept', { messages: [{ role: 'user', content: 'unkept-canary' }] }));
  const kept = await lines(dir, 7);
  held.open();
  assert.equal(kept.length, 7);
  const by = (find: (line: Line) => boolean) => kept.find(find)!;
  const whole = by(({ end_user }) => end_user === 'ada');
  assert.deepEqual(whole['request'], sent);
  assert.deepEqual(whole['answer'], first!.json);
  assert.equal(whole['id'], first!.headers['x-request-id']);
  const { request: _r, answer: _a, id: _i, at, ...facts } = whole;
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
  assert.deepEqual(facts, {
    key: 'kept',
    end_user: 'ada',
    endpoint: 'chat_completions',
    model: 'm',
    deployment: 'm/main',
    backend: 'main',
    upstream_model: 'm',
    stream: false,
    status: 200,
  });
  const streamed = by(({ model, stream }) => model === 'm' && stream);
  assert.equal(streamed['answer'].object, 'chat.completion');
  assert.equal(streamed['answer'].choices[0].message.content, 'one two');
  assert.deepEqual(
    [by(({ model }) => model === 'failing')['status'], by(({ model }) => model === 'failing')['answer']],
    [400, { error: { message: 'canary of a refusal' } }],
  );
  const cut = by(({ model }) => model === 'cut');
  assert.equal(cut['ended'], 'cut');
  assert.equal(cut['answer'].choices[0].message.content, 'one ');
  assert.match(JSON.stringify(cut['answer']), /upstream_interrupted/);
  const left = by(({ model }) => model === 'held');
  assert.deepEqual(
    [left['ended'], left['status'], left['answer'].choices[0].message.content],
    ['left', 499, 'one '],
  );
  assert.deepEqual(by(({ endpoint }) => endpoint === 'messages')['answer'], message);
  const speech = by(({ endpoint }) => endpoint === 'speech');
  assert.deepEqual(
    [speech['request'].input, speech['answer'], speech['answer_bytes']],
    ['canary of a speech', null, 2048],
  );
  const all = textIn(dir);
  for (const canary of [
    'unkept-canary',
    keptKey,
    otherKey,
    'canary-of-the-backend',
    'canary-header',
    'canary-agent',
    'canary-title',
    'canary=1',
  ])
    assert.ok(!all.includes(canary), canary);
  assert.ok(!JSON.stringify(gateway.logs).includes('canary of a prompt'), 'nothing said stands in the log');
  const [name] = readdirSync(dir);
  assert.match(name!, /^\d{4}-\d\d-\d\d\.\d+-\w+\.jsonl\.gz$/);
  assert.deepEqual([statSync(dir).mode & 0o777, statSync(join(dir, name!)).mode & 0o777], [0o700, 0o600]);
});

test('what is to be redacted is kept nowhere, and of what is too large its beginning, or nothing where it is to be redacted', async (t) => {
  const folder = scratchFolder(t);
  const backend = await startAnswers(t);
  const [small, redacted] = [join(folder, 'small'), join(folder, 'redacted')];
  const cutting = await start(t, backend.url, `{ file: "${small}", keys: [kept], max_size: 1KiB }`);
  const long = 'x'.repeat(3000);
  await cutting.call('/v1/chat/completions', { body: chat('m', { user: long }), key: keptKey });
  const [cut] = await lines(small, 1);
  assert.equal(cut!['request'].length, 1024);
  assert.ok(cut!['request'].startsWith('{"model":"m"') && cut!['request_bytes'] > 3000);
  const redacting = await start(
    t,
    backend.url,
    `{ file: "${redacted}", keys: [kept], max_size: 1KiB, redact: ["messages[].content", "choices[].message.content", user, "a.b[][].c"] }`,
  );
  for (const body of [
    chat('m', { user: 'ada', a: { b: [[{ c: 'canary', d: 1 }]] } }),
    chat('m', { stream: true }),
    chat('m', { metadata: { long } }),
    chat('failing'),
  ])
    await redacting.call('/v1/chat/completions', { body, key: keptKey });
  const kept = await lines(redacted, 4);
  const text = textIn(redacted).replaceAll('canary of a refusal', '');
  assert.ok(!text.includes('canary') && !text.includes('one two'));
  assert.deepEqual(kept[0]!['request'].a, { b: [[{ c: '[redacted]', d: 1 }]] });
  assert.equal(kept[1]!['answer'].choices[0].message.content, '[redacted]');
  assert.equal(kept[2]!['request'], null);
});

test('requests are answered as ever while nothing can be kept, which is told once, and what waits is kept later', async (t) => {
  const dir = join(scratchFolder(t), 'contents');
  const backend = await startAnswers(t);
  const gateway = await start(t, backend.url, `{ file: "${dir}", keys: [kept] }`);
  const ask = async (count: number) => {
    for (let asked = 0; asked < count; asked += 1)
      assert.equal(
        (
          await gateway.call('/v1/chat/completions', {
            body: chat('m', { stream: asked % 2 === 1 }),
            key: keptKey,
          })
        ).status,
        200,
      );
  };
  const told = (msg: string) => gateway.logs.filter((line) => line.msg === msg);
  await ask(1);
  await lines(dir, 1);
  // The folder is taken away, and something else stands in its place.
  renameSync(dir, `${dir}.away`);
  writeFileSync(dir, '');
  await ask(4);
  await until(() => told('contents can not be kept').length > 0, 'the log says so');
  await ask(4);
  assert.equal(told('contents can not be kept').length, 1);
  assert.match(String(told('contents can not be kept')[0]!['reason']), /EEXIST|ENOTDIR/);
  // The process that keeps them is ended in the middle of it: another one gets what waits.
  const keeper = childrenOf(process.pid).find(({ command }) => command.includes('contents-main'));
  process.kill(keeper!.pid, 'SIGKILL');
  await until(
    () => told('the process that keeps contents ended and is started again').length === 1,
    'it has ended',
  );
  await ask(2);
  rmSync(dir);
  const kept = await lines(dir, 10);
  assert.equal(new Set(kept.map(({ id }) => id)).size, 10);
  await until(() => told('contents are kept again').length === 1, 'the log says that they are kept');
});

test('with on_full: refuse nothing is sent of which the contents might not be kept', async (t) => {
  const dir = join(scratchFolder(t), 'contents');
  const held = gate();
  const backend = await startAnswers(t, held);
  const gateway = await start(
    t,
    backend.url,
    `{ file: "${dir}", keys: [kept], on_full: refuse, max_size: 16MiB }`,
  );
  // Each holds what its answer may come to: three times 16 MiB of 64, beside a request.
  const open = await Promise.all(
    [1, 2, 3].map(() =>
      begin(gateway, '/v1/chat/completions', { body: chat('held', { stream: true }), key: keptKey }),
    ),
  );
  const before = backend.seen.length;
  const refused = await gateway.call('/v1/chat/completions', {
    body: chat('m', { metadata: { a: 'x'.repeat(1024 * 1024) } }),
    key: keptKey,
  });
  assert.equal(refused.status, 503);
  assert.equal(refused.json.error.code, 'audit_unavailable');
  assert.equal(refused.headers['retry-after'], '5');
  assert.equal(backend.seen.length, before, 'the backend was not asked');
  const free = await gateway.call('/v1/chat/completions', { body: chat('m'), key: otherKey });
  assert.equal(free.status, 200, 'others are served');
  held.open();
  const replies = await Promise.all(open.map((response) => readReply(response)));
  assert.ok(replies.every(({ complete }) => complete));
  const later = async () =>
    (await gateway.call('/v1/chat/completions', { body: chat('m'), key: keptKey })).status === 200;
  await until(later, 'the room is free again');
  assert.ok((await lines(dir, 4)).length >= 4);
});

test('files are kept for as many days as they are to be, and what is none of ours stays', async (t) => {
  const dir = join(scratchFolder(t), 'contents');
  mkdirSync(dir);
  const { FilePlace } = await import('../../src/contents/places/file-place.ts');
  const names = [
    '2026-10-01.1-a.jsonl.gz',
    '2026-10-28.1-a.jsonl.gz',
    '2026-10-29.1-a.jsonl.gz',
    '2026-11-28.1-a.jsonl.gz',
    'notes.txt',
    '2026-10-01.txt',
  ];
  for (const name of names) writeFileSync(join(dir, name), '');
  const place = new FilePlace({ kind: 'file', dir, keepMs: 30 * 86_400_000 }, 'w');
  await place.clean(Date.parse('2026-11-28T12:00:00Z'));
  assert.deepEqual(readdirSync(dir).sort(), [
    '2026-10-01.txt',
    '2026-10-29.1-a.jsonl.gz',
    '2026-11-28.1-a.jsonl.gz',
    'notes.txt',
  ]);
});
