import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Loader } from '../../src/runtime/loader.ts';

const servedOf = (bytes: number) => ({
  revision: 'before',
  pieces: [{ id: 'only', bytes: new Uint8Array(bytes) }],
  positions: { files: [], numbers: new Uint32Array() },
});

test('a load that makes way for requests has ten times as long', async (t) => {
  const loader = new Loader(1); // no process starts in less
  t.after(() => loader.end());
  const load = (bytes: number) => loader.load('/nowhere/gateway.yaml', servedOf(bytes));
  await assert.rejects(load(10), /took longer than 0\.001 s; SIGHUP has them read again/);
  await assert.rejects(load(2 * 1024 * 1024), /took longer than 0\.01 s/);
});
