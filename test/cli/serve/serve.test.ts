import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { folderWith, valid, withUnknownBackend } from '../files.ts';
import { startProcess } from '../process.ts';
import { gateway } from '../recorder.ts';

const shell = promisify(execFile);

/** The quickstart as it is, but for the ports, which other processes may have. */
async function quickstart(): Promise<string> {
  const text = await readFile('examples/quickstart.yaml', 'utf8');
  return text.replace('127.0.0.1:8443', '127.0.0.1:0').replace('127.0.0.1:9901', '127.0.0.1:0');
}

test('the curl line that the quickstart prints gets an answer as it stands', async (t) => {
  const dir = await folderWith(t, { 'gateway.yaml': await quickstart() });
  const served = startProcess(t, ['serve', '--config', join(dir, 'gateway.yaml')], { cwd: dir });
  const [, line = ''] = await served.saying(/^ {2}(curl .*)\n/m);
  const { stdout } = await shell('sh', ['-c', `${line} -sS --fail-with-body`], { cwd: '/' });
  const answer = JSON.parse(stdout) as { object: string; choices: [{ finish_reason: string }] };
  assert.equal(answer.object, 'chat.completion');
  assert.equal(answer.choices[0].finish_reason, 'stop');

  assert.ok(!served.said.err.includes('Error'), served.said.err);
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 0);
  for (const text of served.said.out.split('\n').filter((each) => each !== '')) JSON.parse(text);
});

test('what init writes serves with the key that it shows', async (t) => {
  const dir = await folderWith(t);
  const { out } = await gateway(['init', dir, '--dev-cert']);
  const [secret = ''] = /gw-\w+/.exec(out) ?? [];
  const file = join(dir, 'gateway.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replace('127.0.0.1:8443', '127.0.0.1:0'));

  const served = startProcess(t, ['serve', '--config', file]);
  const [, line = ''] = await served.saying(/^ {2}(curl .*)\n/m);
  const env = { PATH: process.env['PATH'], YOUR_KEY: secret };
  const { stdout } = await shell('sh', ['-c', `${line} -sS`], { env });
  assert.equal((JSON.parse(stdout) as { object?: string }).object, 'chat.completion', stdout);

  served.child.kill('SIGINT');
  assert.equal(await served.ended, 0);
});

test('a second signal ends at once what would wait for an open request', { timeout: 20_000 }, async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  t.after(() => silent.close().closeAllConnections());
  await once(silent, 'listening');
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const dir = await folderWith(t, {
    'gateway.yaml': valid.replace('one: { simulator: {} }', `one: { url: "${url}" }`),
  });
  const served = startProcess(t, ['serve', '--config', join(dir, 'gateway.yaml')]);
  const [, line = ''] = await served.saying(/^ {2}(curl .*)\n/m);
  const arrived = once(silent, 'request');
  const call = shell('sh', ['-c', `exec ${line} -sS`]);
  call.catch(() => {}); // it is cut
  await arrived;

  served.child.kill('SIGTERM');
  await served.saying(/SIGTERM: letting open requests finish/);
  assert.equal(served.child.exitCode, null);
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 143);
});

test('a file that is not valid does not start, and says what check says', async (t) => {
  const dir = await folderWith(t, { 'gateway.yaml': withUnknownBackend });
  const file = join(dir, 'gateway.yaml');
  const served = startProcess(t, ['serve', '--config', file]);
  assert.equal(await served.ended, 1);
  const { out } = await gateway(['check', file]);
  const problems = out.slice(0, out.lastIndexOf('\n\n'));
  assert.ok(served.said.err.includes(problems), served.said.err);
  assert.equal(served.said.out, '');
});

test('an address that is taken is one line and exit code 2', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const dir = await folderWith(t, { 'gateway.yaml': valid.replace('127.0.0.1:0', `127.0.0.1:${port}`) });
  const served = startProcess(t, ['serve', '--config', join(dir, 'gateway.yaml')]);
  assert.equal(await served.ended, 2);
  const last = served.said.err.trimEnd().split('\n').pop() ?? '';
  assert.match(last, new RegExp(`^gateway: listen\\.address: .*127\\.0\\.0\\.1:${port}.*EADDRINUSE`));
  assert.ok(!served.said.err.includes('    at '), served.said.err);
});

test('a process whose TLS verification is off is refused', async (t) => {
  const dir = await folderWith(t, { 'gateway.yaml': valid });
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const served = startProcess(t, ['serve', '--config', join(dir, 'gateway.yaml')], { env });
  assert.equal(await served.ended, 2);
  assert.match(served.said.err, /gateway: refusing to start: NODE_TLS_REJECT_UNAUTHORIZED=0 /);
});

test('serving from standard input is refused', async () => {
  const { exitCode, err } = await gateway(['serve', '--config', '-']);
  assert.equal(exitCode, 2);
  assert.match(err, /^gateway: serve needs a file/);
});
