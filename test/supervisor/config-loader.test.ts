import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { modestOptions } from '../../src/process/node/node-options.ts';
import { processFile } from '../../src/process/package-paths.ts';
import { Loader } from '../../src/supervisor/config-loader.ts';

const servedOf = (bytes: number) => ({
  revision: 'before',
  textRevision: 'before',
  chunks: [{ id: 'only', bytes: new Uint8Array(bytes) }],
  positions: { files: [], numbers: new Uint32Array() },
});

test('a load that makes way for requests has ten times as long', async (t) => {
  const loader = new Loader(undefined, 1); // no process starts in less
  t.after(() => loader.end());
  const load = (bytes: number) => loader.load('/nowhere/gateway.yaml', servedOf(bytes));
  await assert.rejects(load(10), /took longer than 0\.001 s; SIGHUP has them read again/);
  await assert.rejects(load(2 * 1024 * 1024), /took longer than 0\.01 s/);
});

test('a process that is not needed any more gives its memory back and ends by itself', async (t) => {
  const traced = [...modestOptions(), '--trace-gc'];
  const loader = fork(processFile('supervisor/config-loader-main'), { execArgv: traced, silent: true });
  t.after(() => loader.kill('SIGKILL'));
  let told = '';
  loader.stdout!.on('data', (text) => {
    told += text;
  });
  loader.send({ kind: 'end' });
  assert.deepEqual(await once(loader, 'close'), [0, null]);
  assert.match(told, /Mark-Compact.*testing/);
});
