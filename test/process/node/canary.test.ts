/**
 * What the files of `src/process/node` take for granted of Node.js and its engine, a test for each line of the README in
 * `src/http/node`. A failure says in one line which part is not as it was.
 */

import assert from 'node:assert/strict';
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { compileBundles } from '../../../src/process/node/compile-bundles.ts';
import { compiled } from '../../../src/process/node/compiled-code.ts';
import {
  modestOptions,
  quietOptions,
  requestFlags,
  supervisionFlags,
  webAssemblyFlags,
  workerOptions,
} from '../../../src/process/node/node-options.ts';
import { collector } from '../../../src/process/node/release-idle-memory.ts';
import { typescriptOptions } from '../../helpers/started.ts';

for (const [name, options] of Object.entries({ modestOptions, quietOptions, workerOptions })) {
  test(`node-options.ts: Node.js knows all of ${name}`, () => {
    const own = options().filter((option) => !process.execArgv.includes(option));
    const { stderr, status } = spawnSync(process.execPath, [...own, '-e', ''], { encoding: 'utf8' });
    assert.equal(`${status} ${stderr}`, '0 ', `Node.js does not take ${own.join(' ')}: ${stderr}`);
  });
}

test('node-options.ts: the engine knows all flags that it is told while it runs', () => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  const isKnown = (flag: string) => known.includes(`${flag.replace('--no-', '--').replace(/=.*/, '')} (`);
  const unknown = [...requestFlags, ...supervisionFlags, ...webAssemblyFlags].filter(
    (flag) => !isKnown(flag),
  );
  assert.deepEqual(unknown, [], `the engine has no ${unknown.join(', ')} any more`);
});

test('compiled-code.ts: code is taken under sizes for the young generation that were taken back', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-canary-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const file = JSON.stringify(join(dir, 'code'));
  const run = (options: readonly string[], program: string) =>
    execFileSync(process.execPath, [...options, '-e', `const { Script } = require('node:vm'); ${program}`], {
      encoding: 'utf8',
    });
  const source = JSON.stringify('(function () { return 1; })');
  run([], `require('node:fs').writeFileSync(${file}, new Script(${source}).createCachedData());`);
  const look = `const cachedData = require('node:fs').readFileSync(${file});
    console.log(new Script(${source}, { cachedData }).cachedDataRejected);`;
  const takeBack = ['min', 'max'].map(
    (end) => `require('node:v8').setFlagsFromString('--${end}-semi-space-size=0');`,
  );
  const sizes = ['--min-semi-space-size=16', '--max-semi-space-size=32'];
  assert.equal(run([], look), 'false\n', 'the engine refuses code that it has just made');
  const isRefused = Number.parseInt(process.versions.v8, 10) < 13;
  assert.equal(
    run(sizes, look),
    `${isRefused}\n`,
    'sizes count in another release of the engine than they did',
  );
  assert.equal(run(sizes, takeBack.join('') + look), 'false\n', 'sizes that were taken back still count');
});

test('compile-bundles.ts: code of a bundle that never ran is taken', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-canary-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const bundle = join(dir, 'some.bundle.cjs');
  writeFileSync(bundle, '(function (exports, require, module) {\nmodule.exports = () => 1;\n})');
  compileBundles(dir);
  assert.ok(compiled(bundle).isFromBuild);
});

test('connection-handoffs.ts: the cluster says newconn with seq, key and handle, then ack and accepted, then close', async (t) => {
  const primary = fork(new URL('./cluster-primary.ts', import.meta.url), {
    execArgv: [...typescriptOptions],
  });
  t.after(() => void primary.kill('SIGKILL'));
  const [said] = (await once(primary, 'message')) as [readonly Readonly<Record<string, unknown>>[]];
  const listening = said.find(
    ({ from, act, key }) => from === 'primary' && act === undefined && key !== undefined,
  );
  assert.ok(listening, 'the primary answers whoever listens without a key');
  const { key } = listening;
  const handed = said.find(({ act }) => act === 'newconn');
  assert.ok(handed?.['hasHandle'], 'a connection is not handed over by newconn with a handle that closes');
  assert.equal(handed['key'], key, 'newconn has another key than the answer to whoever listens');
  const taken = said.find(({ from, ack }) => from === 'worker' && ack === handed['seq']);
  assert.equal(
    taken?.['accepted'],
    true,
    'a worker that takes a connection does not say so by ack and accepted',
  );
  const closed = said.find(({ from, act }) => from === 'worker' && act === 'close');
  assert.equal(closed?.['key'], key, 'a worker that stops listening does not say so by close and key');
});

test('connection-handoffs.ts: Node.js forgets a connection on its way to a worker that dies', async (t) => {
  const primary = fork(new URL('./handoffs-primary.ts', import.meta.url), ['dies', 'unwatched'], {
    execArgv: [...typescriptOptions],
  });
  t.after(() => void primary.kill('SIGKILL'));
  const [port] = await once(primary, 'message');
  primary.send('now');
  await once(primary, 'message');
  // Until its thread is busy.
  await sleep(250);
  const client = connect(Number(port), '127.0.0.1');
  client.on('error', () => {}).resume();
  t.after(() => client.destroy());
  const waits = sleep(1500, true, { ref: false });
  const isForgotten = await Promise.race([waits, once(client, 'close').then(() => false)]);
  assert.ok(
    isForgotten,
    'Node.js closes such connections itself: connection-handoffs.ts is of no use any more',
  );
});

test('held-ports.ts: a port that the cluster is told of one more worker at stays open while there is none', async (t) => {
  const primary = fork(new URL('./held-primary.ts', import.meta.url), { execArgv: [...typescriptOptions] });
  t.after(() => void primary.kill('SIGKILL'));
  const [{ isHeld, greeting, released }] = (await once(primary, 'message')) as [
    { readonly isHeld: boolean; readonly greeting: string; readonly released: string },
  ];
  assert.ok(isHeld, 'the cluster module does not answer a query that it is given by internalMessage');
  assert.equal(greeting, 'hello', 'who connects while there is no worker is not handed to the next one');
  assert.equal(released, 'ECONNREFUSED', 'close of the worker that is none does not close the port');
});

test('listening-handles.ts: the channel of listening servers tells of those of the cluster, with a handle that closes', async (t) => {
  const primary = fork(new URL('./listening-primary.ts', import.meta.url), {
    execArgv: [...typescriptOptions],
  });
  t.after(() => void primary.kill('SIGKILL'));
  const [{ port, fd, isThere }] = (await once(primary, 'message')) as [
    { readonly port: number; readonly fd: number; readonly isThere: boolean },
  ];
  assert.ok(fd >= 0, 'net.server.listen tells of no server with a _handle, an fd and getsockname');
  assert.equal(isThere, false, 'the fd of a handle that was closed is not -1');
  const client = connect(port, '127.0.0.1');
  t.after(() => void client.destroy());
  const [error] = (await once(client, 'error')) as [NodeJS.ErrnoException];
  assert.equal(error.code, 'ECONNREFUSED', 'close does not close the socket of the cluster');
});

test('release-idle-memory.ts: the engine collects when it is asked to, and soon has no more than is in use', async () => {
  const made = () => Array.from({ length: 200_000 }, (_, place) => ({ place, text: `${place}` })).length;
  const inUse = process.memoryUsage().heapUsed;
  assert.equal(made(), 200_000);
  let heapUsed = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 20 && heapUsed > inUse + 4e6; tries += 1) {
    collector()({ type: 'major', flavor: 'last-resort' });
    await sleep(100);
    heapUsed = process.memoryUsage().heapUsed;
  }
  assert.ok(heapUsed <= inUse + 4e6, `${heapUsed} bytes where ${inUse} are in use`);
});
