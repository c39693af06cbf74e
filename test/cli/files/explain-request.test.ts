import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, valid, withUnknownBackend } from '../files.ts';
import { gateway } from '../recorder.ts';

test('the order of the attempts and every reason against the others are shown', async () => {
  const args = ['explain', '--config', '-', '--model', 'large', '--tags', 'vision, streaming'];
  assert.deepEqual(await gateway(args, { input: valid }), {
    exitCode: 0,
    out: [
      'endpoint chat_completions; model large; tags vision, streaming; any key',
      '',
      '#  DEPLOYMENT  BACKEND  PRIORITY  WHY NOT',
      '1  large/one   one      0',
      '-  large/two   two      1         lacks `vision`',
      '',
      'Goes to large/one.',
      '',
    ].join('\n'),
    err: '',
  });
});

test('a refusal is an answer, and exit code 0', async () => {
  const args = [
    'explain',
    '--config',
    '-',
    '--model',
    'large',
    '--tags',
    'vision',
    '--down',
    'one',
    'large/two',
  ];
  const { exitCode, out } = await gateway(args, { input: valid });
  assert.equal(exitCode, 0);
  assert.match(out, /^Answered with 503 no_healthy_deployment: /m);
});

test('--endpoint, --models and --key are part of the question', async () => {
  const asked = ['--endpoint', 'messages', '--model', 'large', '--models', 'small', '--key', 'team'];
  const { out } = await gateway(['explain', '--config', '-', ...asked, '--format', 'json'], { input: valid });
  const { question, outcome, models } = JSON.parse(out) as Record<string, unknown>;
  assert.deepEqual(question, {
    endpoint: 'messages',
    model: 'large',
    models: ['small'],
    tags: [],
    key: 'team',
    down: [],
  });
  assert.deepEqual(outcome, { status: 200, deployment: 'small/two', or: [] });
  assert.equal((models as unknown[]).length, 2);
});

test('--socket asks on a WebSocket, of which --body is the event, and --origin the page that opens it', async (t) => {
  const text = valid.replace('endpoints: {', 'endpoints: { responses: [],');
  const config = join(await folderWith(t, { 'gateway.yaml': text }), 'gateway.yaml');
  const ask = (...more: string[]) =>
    gateway(['explain', '--config', config, '--endpoint', 'responses', ...more], {
      input: '{"type":"response.create","model":"large","generate":false}',
    });
  const { out } = await ask('--socket', '--body', '-');
  assert.match(out, /^endpoint responses over a WebSocket; model large; any key; uses streaming\n/);
  assert.match(out, /^It is a warm-up/m);
  const page = await ask('--socket', '--origin', 'https://a.example', '--model', 'large');
  assert.match(page.out, /^endpoint responses over a WebSocket; from a page of https:\/\/a\.example;/);
  assert.match(page.out, /^Answered with 403 origin_not_allowed: /m);
  const plain = await ask('--origin', 'https://a.example', '--model', 'large');
  assert.match(plain.err, /--origin is of the page that opens a WebSocket: say --socket, too/);
  assert.equal(plain.exitCode, 2);
});

test('names that the file does not have are a mistake in the command, with a suggestion', async () => {
  for (const [option, name, said] of [
    ['--key', 'taem', 'gateway: no key is named "taem" (did you mean "team"?)\n'],
    [
      '--down',
      'large/too',
      'gateway: no backend or deployment is named "large/too" (did you mean "large/two"?)\n',
    ],
  ] as const) {
    const result = await gateway(['explain', '--config', '-', '--model', 'large', option, name], {
      input: valid,
    });
    assert.deepEqual(result, { exitCode: 2, out: '', err: said });
  }
});

test('a file that is not valid is exit code 1, with the text that check prints', async (t) => {
  const file = join(await folderWith(t, { 'gateway.yaml': withUnknownBackend }), 'gateway.yaml');
  const { exitCode, out, err } = await gateway(['explain', '--config', file, '--model', 'large']);
  assert.equal(exitCode, 1);
  assert.equal(out, '');
  assert.ok((await gateway(['check', file])).out.startsWith(err), err);
});

test('a file that is not there is exit code 2', async () => {
  assert.equal((await gateway(['explain', '--config', 'no-such.yaml', '--model', 'large'])).exitCode, 2);
});

test('secrets need not be there to explain', async () => {
  const input = valid.replace(/hash: .*/, 'secret: ${TEAM_KEY}');
  const result = await gateway(['explain', '--config', '-', '--model', 'large'], { input });
  assert.equal(result.exitCode, 0);
  assert.equal(result.err, '');
});

test('--body asks what the body of a request would ask: its model, its tags, and what it evidently needs', async (t) => {
  const folder = await folderWith(t, { 'gateway.yaml': valid });
  const body = JSON.stringify({
    model: 'large',
    tags: [],
    stream: true,
    messages: [{ role: 'user', content: 'hello' }],
  });
  const args = ['explain', '--config', join(folder, 'gateway.yaml'), '--body', '-'];
  const { exitCode, out } = await gateway(args, { input: body });
  assert.equal(exitCode, 0);
  assert.match(out, /^endpoint chat_completions; model large; any key; uses streaming$/m);
  const faulty = await gateway(args, { input: '{"model":7,"messages":[{"role":"user","content":"x"}]}' });
  assert.equal(faulty.exitCode, 2);
  assert.match(faulty.err, /`model` must be/);
  const nothing = await gateway(args.slice(0, 3));
  assert.match(nothing.err, /--model, or give its --body/);
});

test('a model and an endpoint that there are not are told with the one that is close', async () => {
  const { out } = await gateway(['explain', '--config', '-', '--model', 'lagre'], { input: valid });
  assert.match(out, /no such model \(did you mean "large"\?\)$/m);
  const far = await gateway(['explain', '--config', '-', '--model', 'claude'], { input: valid });
  assert.match(far.out, /no such model$/m);
  const wrong = await gateway(['explain', '--config', '-', '--model', 'large', '--endpoint', 'mesages'], {
    input: valid,
  });
  assert.equal(wrong.exitCode, 2);
  assert.match(wrong.err, /--endpoint mesages \(did you mean "messages"\?\): Allowed choices are /);
});
