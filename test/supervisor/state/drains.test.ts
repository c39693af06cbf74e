import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLog } from '../../../src/observe/log/log.ts';
import { Drains } from '../../../src/supervisor/state/drains.ts';
import { dirOf } from '../../helpers/ports.ts';

const silent = openLog('silent');
const names = ({ list }: Drains) => list.map(({ deployment }) => deployment);

test('what is drained is known to the next process, and changes at once do not undo each other', async (t) => {
  const dir = dirOf(t);
  const told: (readonly string[])[] = [];
  const first = await Drains.open(
    () => dir,
    silent,
    (all) => void told.push(all),
  );
  await Promise.all([first.drain('m/a', 'token'), first.drain('m/b', 'token'), first.resume('m/a')]);
  assert.deepEqual(told, [['m/a'], ['m/a', 'm/b'], ['m/b']]);
  assert.deepEqual(
    names(
      await Drains.open(
        () => dir,
        silent,
        () => {},
      ),
    ),
    ['m/b'],
  );
});

test('where it can not be written down nothing is drained', async (t) => {
  const file = join(dirOf(t), 'file');
  writeFileSync(file, '');
  const drains = await Drains.open(
    () => file,
    silent,
    () => assert.fail('nobody is told'),
  );
  await assert.rejects(drains.drain('m/a', 'token'), { code: /EEXIST|ENOTDIR/ });
  assert.deepEqual(drains.list, []);
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
    ).list,
    [],
  );
  assert.ok(!existsSync(file));
  assert.match(readFileSync(`${file}.damaged`, 'utf8'), /7/);
});
