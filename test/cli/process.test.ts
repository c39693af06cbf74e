import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, withFailingTest } from './files.ts';
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

test('the debugger signal opens no port', async (t) => {
  const simulator = startProcess(t, ['simulate', '--listen', '127.0.0.1:0']);
  await simulator.saying(/listens on/);
  simulator.child.kill('SIGUSR1');
  simulator.child.kill('SIGTERM');
  assert.equal(await simulator.ended, 0);
  assert.ok(!simulator.said.err.includes('Debugger'), simulator.said.err);
});
