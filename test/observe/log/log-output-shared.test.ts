import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const lines = 4000;
const log = join(import.meta.dirname, '../../../src/observe/log/log.ts');
const program = `
import { openLog } from ${JSON.stringify(log)};
const log = openLog('info');
for (let index = 0; index < ${lines}; index += 1) {
  log.info({ who: process.pid, index, text: 'x'.repeat(index % 700) }, 'line');
  if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
}
await new Promise((resolve) => log.flush(resolve));
`;

test('processes that share a pipe which is full never tear a line of each other', async () => {
  const one = `"${process.execPath}" --import tsx --input-type=module -e "$PROGRAM"`;
  const child = spawn('sh', ['-c', `${one} & ${one} & ${one} & wait`], {
    env: { ...process.env, PROGRAM: program },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  // Whoever reads is slower than they write, so that the pipe is full most of the time.
  for await (const chunk of child.stdout) {
    text += String(chunk);
    await sleep(1);
  }
  const seen = new Map<number, number>();
  for (const line of text.trimEnd().split('\n')) {
    const { who, index } = JSON.parse(line) as { who: number; index: number };
    assert.equal(index, seen.get(who) ?? 0);
    seen.set(who, index + 1);
  }
  assert.deepEqual([...seen.values()], [lines, lines, lines]);
});
