import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLog } from '../../../src/observe/log/log.ts';
import type { DrainedNames } from '../../../src/process/process-messages.ts';
import { Drains } from '../../../src/supervisor/state/drains.ts';
import { dirOf } from '../../helpers/ports.ts';

const silent = openLog('silent');
const names = ({ names: all }: Drains) => all;

test('what is drained is known to the next process, and changes at once do not undo each other', async (t) => {
  const dir = dirOf(t);
  const told: DrainedNames[] = [];
  const first = await Drains.open(
    () => dir,
    silent,
    (all) => void told.push(all),
  );
  await Promise.all([
    first.drain('deployments', 'm/a', 'token'),
    first.drain('deployments', 'm/b', 'token'),
    first.resume('deployments', 'm/a'),
    first.drain('tools', 'm/b', 'token'),
    first.drain('tools', 'm', 'token'),
    first.resume('tools', 'm/b'),
  ]);
  assert.deepEqual(told, [
    { deployments: ['m/a'], tools: [] },
    { deployments: ['m/a', 'm/b'], tools: [] },
    { deployments: ['m/b'], tools: [] },
    { deployments: ['m/b'], tools: ['m/b'] },
    { deployments: ['m/b'], tools: ['m/b', 'm'] },
    { deployments: ['m/b'], tools: ['m'] },
  ]);
  assert.deepEqual(
    names(
      await Drains.open(
        () => dir,
        silent,
        () => {},
      ),
    ),
    { deployments: ['m/b'], tools: ['m'] },
  );
});

test('a file of before there were tools is read, and one without them still is by that version', async (t) => {
  const dir = dirOf(t);
  const file = join(dir, 'drained.json');
  const drained = [{ deployment: 'm/a', at: '2026-01-01T00:00:00.000Z', by: 'token' }];
  writeFileSync(file, JSON.stringify({ version: 1, drained }));
  const drains = await Drains.open(
    () => dir,
    silent,
    () => {},
  );
  assert.deepEqual(drains.names, { deployments: ['m/a'], tools: [] });
  await drains.drain('tools', 'github/x', 'token');
  const written = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual([written.version, written.drained], [1, drained]);
});

test('where it can not be written down nothing is drained', async (t) => {
  const file = join(dirOf(t), 'file');
  writeFileSync(file, '');
  const drains = await Drains.open(
    () => file,
    silent,
    () => assert.fail('nobody is told'),
  );
  await assert.rejects(drains.drain('deployments', 'm/a', 'token'), { code: /EEXIST|ENOTDIR/ });
  assert.deepEqual(drains.of('deployments'), []);
});

test('a damaged file is put aside', async (t) => {
  const dir = dirOf(t);
  const file = join(dir, 'drained.json');
  writeFileSync(file, '{"version": 1, "drained": [{"deployment": 7}]}');
  assert.deepEqual(
    (
      await Drains.open(
        () => dir,
        silent,
        () => {},
      )
    ).names,
    { deployments: [], tools: [] },
  );
  assert.ok(!existsSync(file));
  assert.match(readFileSync(`${file}.damaged`, 'utf8'), /7/);
});
