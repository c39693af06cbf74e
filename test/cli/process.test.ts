import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { gatewayProgram } from '../helpers/program.ts';
import { folderWith, valid, withFailingTest } from './files.ts';
import { startProcess } from './process.ts';

test('a reader that goes away ends nothing with a stack', async (t) => {
  const child = startProcess(t, ['simulate', '--help']);
  child.child.stdout.destroy();
  assert.equal(await child.ended, 0);
  assert.equal(child.said.err, '');
});

test('a long report arrives whole through a pipe, with its exit code', async (t) => {
  const tests = Array.from(
    { length: 3000 },
    (_, index) =>
      `  - { name: t${index}, request: { endpoint: messages, model: large }, expect: { deployment: two } }\n`,
  );
  const dir = await folderWith(t, { 'gateway.yaml': withFailingTest + tests.join('') });
  const checked = startProcess(t, ['check', '--format', 'json', join(dir, 'gateway.yaml')]);
  assert.equal(await checked.ended, 1);
  assert.equal((JSON.parse(checked.said.out) as unknown[]).length, 3001);
});

test('what runs in the folder of all folders, as services do, names files by their whole path', async (t) => {
  const file = join(await folderWith(t, { 'gateway.yaml': 'version: one\n' }), 'gateway.yaml');
  const { stdout } = spawnSync(process.execPath, [gatewayProgram, 'check', file], {
    cwd: '/',
    encoding: 'utf8',
  });
  assert.ok(stdout.startsWith(`${file}:1:`), stdout);
});

test('check reads standard input', async (t) => {
  const checked = startProcess(t, ['check', '-']);
  checked.child.stdin.end('version: 1\n');
  assert.equal(await checked.ended, 1);
  assert.match(checked.said.out, /^<stdin>:1:1 /);
});

test('standard input that is not UTF-8 is refused in one line', async (t) => {
  const checked = startProcess(t, ['check', '-']);
  checked.child.stdin.end(Buffer.from([0x61, 0xff]));
  assert.equal(await checked.ended, 2);
  assert.equal(checked.said.err, 'gateway: standard input is not valid UTF-8\n');
});

test('the simulator alone answers over HTTP until a signal ends it', async (t) => {
  const simulator = startProcess(t, ['simulate', '--listen', '127.0.0.1:0', '--text', 'as told']);
  const [, url] = await simulator.saying(/^simulator listens on (http:\S+)$/m);
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Hi' }] }),
  });
  const body = (await answer.json()) as { choices: [{ message: { content: string } }] };
  assert.equal(body.choices[0].message.content, 'as told');
  simulator.child.kill('SIGTERM');
  assert.equal(await simulator.ended, 0);
});

test('the second signal for users does not end the simulator', async (t) => {
  const simulator = startProcess(t, ['simulate', '--listen', '127.0.0.1:0']);
  await simulator.saying(/listens on/);
  simulator.child.kill('SIGUSR2');
  simulator.child.kill('SIGTERM');
  assert.equal(await simulator.ended, 0);
});

test('a pipe in the place of a file is said to be none, and waited for by nobody', {
  timeout: 60_000,
}, async (t) => {
  const dir = await folderWith(t, {
    'gateway.yaml': valid.replace(/^keys:[\s\S]*?(?=^\S|$(?![\s\S]))/m, '').concat('keys_file: keys.yaml\n'),
    'routes.test.yaml':
      'tests: [{ name: n, request: { endpoint: chat_completions }, body: pipe, expect: { status: 404 } }]\n',
  });
  for (const name of ['pipe', 'keys.yaml']) assert.equal(spawnSync('mkfifo', [join(dir, name)]).status, 0);
  const config = join(dir, 'gateway.yaml');
  const commands = [
    ['check', join(dir, 'pipe')],
    ['check', config],
    ['check', '--tests', join(dir, 'routes.test.yaml'), config],
    ['check', '--tests', join(dir, 'pipe'), config],
    ['diff', config, join(dir, 'pipe')],
    ['fmt', join(dir, 'pipe')],
    ['key', 'list', '--config', join(dir, 'pipe')],
    ['key', 'create', 'a', '--config', join(dir, 'pipe')],
    ['key', 'create', 'a', '--config', config],
    ['serve', '--config', join(dir, 'pipe')],
  ];
  for (const args of commands) {
    const command = startProcess(t, args);
    assert.notEqual(await command.ended, 0, args.join(' '));
    assert.match(command.said.out + command.said.err, /is not a regular file/, args.join(' '));
  }
});

test('the debugger signal opens no port', async (t) => {
  const simulator = startProcess(t, ['simulate', '--listen', '127.0.0.1:0']);
  await simulator.saying(/listens on/);
  simulator.child.kill('SIGUSR1');
  simulator.child.kill('SIGTERM');
  assert.equal(await simulator.ended, 0);
  assert.ok(!simulator.said.err.includes('Debugger'), simulator.said.err);
});
