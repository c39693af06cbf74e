import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLog } from '../../../src/observe/log/log.ts';
import { KeptFile } from '../../../src/supervisor/state/kept-file.ts';
import { UnwrittenFiles } from '../../../src/supervisor/state/unwritten-files.ts';

test('all who ask during a write share the next one, which has what was so when they asked', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-kept-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  let count = 0;
  let reads = 0;
  const text = () => {
    reads += 1;
    return String(count);
  };
  const kept = { name: 'count', what: 'a count', text, takeUp: () => true };
  const file = new KeptFile(dir, undefined, kept, openLog('silent'), new UnwrittenFiles());
  t.after(() => file.close());
  const written = () => readFileSync(join(dir, 'count'), 'utf8');
  const saves = Array.from({ length: 1000 }, () => {
    count += 1;
    return file.save();
  });
  await saves.at(-1);
  assert.deepEqual([written(), reads], ['1000', 2]);
  await Promise.all(saves);
  count += 1;
  await file.save();
  assert.deepEqual([written(), reads], ['1001', 3]);
});
