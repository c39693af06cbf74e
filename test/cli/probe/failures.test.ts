import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Answer, completion, json, startBackend } from '../../helpers/backend.ts';
import { lockedIn, oneDeployment, probed } from './probed.ts';
import { truthful } from './truthful-backend.ts';

const three = ['vision', 'streaming', 'function_calling'];
const secret = 'sk-0123456789abcdef0123456789';

/** A backend that answers as `answer` says, and as one without fault what `isGood` picks. */
function mixed(isGood: (body: string) => boolean, answer: Answer): Answer {
  const good = truthful();
  return (seen, response, request) => (isGood(seen.body.toString()) ? good : answer)(seen, response, request);
}

const isVision = (body: string) => body.includes('image/png');

function results(cells: readonly { capability: string; result: string }[]) {
  return cells.map(({ capability, result }) => [capability, result]);
}

interface Fault {
  readonly answer: Answer;
  readonly why: RegExp;
  /** What is asked after it. */
  readonly rest: 'proven' | 'not_asked';
}

const faults: Readonly<Record<string, Fault>> = {
  'a credential that is refused': {
    answer: json({ error: { message: `no such key: ${secret}` } }, 401),
    why: /^answered 401: no such key: \*\*\*$/,
    rest: 'not_asked',
  },
  'too many requests': {
    answer: json({ error: { message: 'slow down' } }, 429),
    why: /^answered 429: slow down$/,
    rest: 'not_asked',
  },
  'an account without money': { answer: json({}, 402), why: /^answered 402$/, rest: 'not_asked' },
  'a failure of the server': {
    answer: json({ message: 'a\n\u001b[31mfault' }, 500),
    why: /^answered 500: a \[31mfault$/,
    rest: 'proven',
  },
  'an error under a good status': {
    answer: json({ error: { message: 'overloaded' } }),
    why: /^answered 200 with an error: overloaded$/,
    rest: 'proven',
  },
  'a page in place of an answer': {
    answer: (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html>');
    },
    why: /^the answer is not a JSON object$/,
    rest: 'proven',
  },
  'an answer without content': {
    answer: (_seen, response) => void response.writeHead(200).end(),
    why: /^the answer is empty$/,
    rest: 'proven',
  },
  'an answer that breaks off': {
    answer: (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
      response.write('{"choices":');
      setImmediate(() => response.destroy());
    },
    why: /^the answer broke off$/,
    rest: 'proven',
  },
  'a connection that ends': {
    answer: (_seen, response) => void response.destroy(),
    why: /^the connection ended before an answer/,
    rest: 'proven',
  },
  'an answer without end': {
    answer: (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(Buffer.alloc(9 * 1024 * 1024, 0x20));
    },
    why: /^the answer is larger than any/,
    rest: 'proven',
  },
  'an answer that is packed in an unknown way': {
    answer: (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'compress' });
      response.end('x');
    },
    why: /^the answer is packed in a way that is not known$/,
    rest: 'proven',
  },
  'a redirect': {
    answer: (_seen, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
    why: /^answered 307$/,
    rest: 'proven',
  },
};

for (const [what, { answer, why, rest }] of Object.entries(faults)) {
  test(`${what} is failed and not unproven, says why and leaves the lock as it was`, async (t) => {
    const backend = await startBackend(
      t,
      mixed((body) => !isVision(body), answer),
    );
    const auth = { auth: { bearer: secret } };
    const { file, lock } = await oneDeployment(t, backend.url, { chat_completions: three }, {}, auth);
    const { exitCode, cells, out, err } = await probed(file, '--yes');
    assert.deepEqual(results(cells), [
      ['vision', 'failed'],
      ['streaming', rest],
      ['function_calling', rest],
    ]);
    assert.match(cells[0]!.why!, why);
    if (rest === 'not_asked') assert.match(cells[1]!.why!, /^an earlier request showed/);
    assert.equal(exitCode, 1);
    assert.equal(backend.seen.length, rest === 'not_asked' ? 1 : 3);
    const written = existsSync(lock) ? readFileSync(lock, 'utf8') : '';
    assert.ok(rest === 'proven' ? /"streaming"/.test(written) : written === '', written);
    assert.doesNotMatch(written, /"vision"/);
    assert.ok(![out, err, written].some((text) => text.includes(secret)));
  });
}

test('what a backend repeats of fixed headers and of the query is not shown', async (t) => {
  const backend = await startBackend(t, ({ url, headers }, response) => {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `${url} ${headers['x-key']}` } }));
  });
  const [first, second] = ['header-0123456789ab', 'query-0123456789abc'];
  const hidden = { headers: { 'x-key': first }, query: { session: second } };
  const { file } = await oneDeployment(t, backend.url, { chat_completions: ['vision'] }, {}, hidden);
  const { cells, err } = await probed(file, '--yes');
  assert.equal(cells[0]?.why, 'answered 500: /v1/chat/completions?session=*** ***');
  assert.ok(!err.includes(first) && !err.includes(second));
});

test('a request that a backend refuses is failed, and the lock says so without its words', async (t) => {
  const refuse = json({ error: { message: 'images are not for me' } }, 400);
  const backend = await startBackend(
    t,
    mixed((body) => !isVision(body), refuse),
  );
  const { file, lock } = await oneDeployment(t, backend.url, { chat_completions: three });
  const { cells } = await probed(file, '--yes');
  assert.deepEqual(
    cells.map(({ result }) => result),
    ['failed', 'proven', 'proven'],
  );
  assert.equal(cells[0]?.why, 'answered 400: images are not for me');
  const { chat_completions: locked } = await lockedIn(lock);
  const { at: _at, ...entry } = locked!['vision'] as { at?: string; result: string };
  assert.deepEqual(entry, { result: 'failed', why: 'answered 400' });
});

test('what a backend does not take one way is asked the other way', async (t) => {
  const refuse = json({ error: { message: 'unknown field' } }, 422);
  const backend = await startBackend(
    t,
    mixed((body) => !body.includes('max_completion_tokens'), refuse),
  );
  const { file } = await oneDeployment(t, backend.url, { chat_completions: ['vision'] });
  assert.deepEqual(results((await probed(file, '--yes')).cells), [['vision', 'proven']]);
  assert.equal(backend.seen.length, 2);
});

test('a backend that takes no stream_options is asked for its stream without', async (t) => {
  const refuse = json({ error: { message: 'unknown field: stream_options' } }, 400);
  const backend = await startBackend(
    t,
    mixed((body) => !body.includes('stream_options'), refuse),
  );
  const { file } = await oneDeployment(t, backend.url, { chat_completions: ['streaming'] });
  assert.deepEqual(results((await probed(file, '--yes')).cells), [['streaming', 'proven']]);
  assert.deepEqual(
    backend.seen.map(({ body }) => body.includes('stream_options')),
    [true, false],
  );
});

test('a backend that hangs is given up after two requests', async (t) => {
  const backend = await startBackend(t, () => {});
  const { file, lock } = await oneDeployment(t, backend.url, { chat_completions: three });
  const { exitCode, cells, err } = await probed(file, '--yes', '--timeout', '150ms');
  assert.deepEqual(results(cells), [
    ['vision', 'failed'],
    ['streaming', 'failed'],
    ['function_calling', 'not_asked'],
  ]);
  assert.deepEqual([cells[0]?.why, exitCode], ['no answer within 150ms', 1]);
  assert.equal(existsSync(lock), false);
  assert.match(err, /; nothing of it is for .*capabilities\.lock$/m);
});

test('a stream that hangs in the middle ends with the time limit', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n');
  });
  const { file } = await oneDeployment(t, backend.url, { chat_completions: ['streaming'] });
  const { cells } = await probed(file, '--yes', '--timeout', '150ms');
  assert.deepEqual([cells[0]?.result, cells[0]?.why], ['failed', 'no answer within 150ms']);
});

test('nobody at the address is failed once, and the rest is not asked', async (t) => {
  const backend = await startBackend(t, () => {});
  const { file } = await oneDeployment(t, backend.url, { chat_completions: three });
  await new Promise((resolve) => backend.server.close(resolve));
  const { cells } = await probed(file, '--yes');
  assert.deepEqual(
    cells.map(({ result }) => result),
    ['failed', 'not_asked', 'not_asked'],
  );
  assert.match(cells[0]!.why!, /^no connection \(ECONNREFUSED\)$/);
});

test('a stream that ends in an error or without an end is no proof of streaming', async (t) => {
  const delta = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n';
  const streams = [
    [`${delta}data: {"error":{"message":"gone"}}\n\n`, 'failed', 'the stream has an error: gone'],
    [delta, 'not_proven', 'the stream has no end'],
    ['data: [DONE]\n\n', 'not_proven', 'the stream has no event with content'],
  ] as const;
  for (const [text, result, why] of streams) {
    const backend = await startBackend(t, (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(text);
    });
    const { file } = await oneDeployment(t, backend.url, { chat_completions: ['streaming'] });
    const [cell] = (await probed(file, '--yes')).cells;
    assert.deepEqual([cell?.result, cell?.why], [result, why]);
  }
});

test('an answer that comes packed is read all the same', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify(completion('It is HARBOR.'))));
  });
  const { file } = await oneDeployment(t, backend.url, { chat_completions: ['vision'] });
  assert.deepEqual(results((await probed(file, '--yes')).cells), [['vision', 'proven']]);
});

test('a failure says nothing of a capability: an earlier proof stays in the lock', async (t) => {
  let isOut = false;
  const good = truthful();
  const backend = await startBackend(t, (...asked) => (isOut ? json({}, 503) : good)(...asked));
  const { file, lock } = await oneDeployment(t, backend.url, { chat_completions: three });
  await probed(file, '--yes');
  const before = readFileSync(lock, 'utf8');
  isOut = true;
  const { exitCode } = await probed(file, '--yes');
  assert.deepEqual([exitCode, readFileSync(lock, 'utf8')], [1, before]);
});

test('a lock that is broken is told before anything is asked, and stays as it is', async (t) => {
  const backend = await startBackend(t, truthful());
  const { file, lock } = await oneDeployment(t, backend.url, { chat_completions: three });
  for (const broken of ['{ "version": 1', '{ "version": 2, "deployments": [] }']) {
    await writeFile(lock, broken, { mode: 0o640 });
    const { exitCode, err, out } = await probed(file, '--yes');
    assert.deepEqual([exitCode, out, readFileSync(lock, 'utf8')], [2, '', broken]);
    assert.match(err, /capabilities\.lock:1:\d+ {2}/);
  }
  assert.equal(backend.seen.length, 0);
});

test('a file that is not valid, standard input and options without sense are refused', async (t) => {
  const backend = await startBackend(t, truthful());
  const { file, lock } = await oneDeployment(t, backend.url, { chat_completions: three });
  for (const [args, message] of [
    [['--max-cost', 'much'], /--max-cost much: give US dollars, such as 0\.50/],
    [['--yes', '--timeout', '1w'], /--timeout 1w: give a duration such as 60s/],
    [['--yes', '--timeout', '9999h'], /--timeout 9999h: .* at most 24h/],
    [['--yes', 'fats'], /there is no model and no deployment "fats" \(did you mean "fast"\?\)/],
  ] as const) {
    const { exitCode, err } = await probed(file, ...args);
    assert.equal(exitCode, 2);
    assert.match(err, message);
  }
  assert.match((await probed('-', '--yes')).err, /lies beside the file/);
  await writeFile(file, 'version: 1\n', { mode: 0o640 });
  assert.equal((await probed(file, '--yes')).exitCode, 1);
  assert.deepEqual([backend.seen.length, existsSync(lock)], [0, false]);
});
