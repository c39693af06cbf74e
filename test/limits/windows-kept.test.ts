import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Ledger } from '../../src/limits/ledger.ts';
import { memoryStore } from '../../src/limits/memory-store.ts';
import { metersOf, rateMeter } from '../../src/limits/rules.ts';
import { openLog } from '../../src/observe/log/log.ts';
import { KeptFile } from '../../src/supervisor/state/kept-file.ts';
import { UnwrittenFiles } from '../../src/supervisor/state/unwritten-files.ts';
import { keptWindows } from '../../src/supervisor/state/window-file.ts';
import type { LogLine } from '../helpers/gateway.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';

const hour = 3_600_000;
const meters = metersOf('key', [rateMeter('requests', 100, hour), rateMeter('tokens', 1000, 24 * hour)]);

/** One life of a gateway on a folder. */
async function live(dir: string, clock: ManualClock) {
  const logs: LogLine[] = [];
  const log = openLog('info', { write: (line: string) => void logs.push(JSON.parse(line)) });
  const ledger = new Ledger(clock);
  const file = await KeptFile.open(dir, undefined, keptWindows(ledger), log, new UnwrittenFiles());
  const store = memoryStore({ clock, ledger });
  return {
    logs,
    file,
    spend(times: number, tokens = 0): number {
      let admitted = 0;
      for (let count = 0; count < times; count += 1) {
        const verdict = store.spend({ meters, tokens });
        if (!('admitted' in verdict)) assert.fail('it is not counted here');
        if (verdict.admitted) admitted += 1;
      }
      return admitted;
    },
  };
}

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-windows-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('what counts for an hour and more counts on after a restart, and leaves its window in time', async (t) => {
  const dir = folder(t);
  const clock = manualClock();
  const first = await live(dir, clock);
  assert.equal(first.spend(60), 60);
  clock.advance(hour / 2);
  assert.equal(first.spend(30, 10), 30);
  await first.file.close();

  clock.advance(60_000);
  const second = await live(dir, clock);
  assert.equal(second.spend(20), 10, '90 of 100 were taken');
  clock.advance(hour / 2);
  assert.equal(second.spend(100), 60, 'the first 60 are over');
  assert.equal(second.spend(1), 0);
  await second.file.close();
  assert.deepEqual(second.logs, []);
});

test('after a restart of the machine, whose monotonic clock starts anew, no window holds more than its limit', async (t) => {
  const dir = folder(t);
  const clock = manualClock();
  const first = await live(dir, clock);
  assert.equal(first.spend(100), 100);
  await first.file.close();

  const reboot = manualClock();
  reboot.advance(hour * 7 + 12_345);
  reboot.jumpWall(clock.wall() + 60_000 - reboot.wall());
  const second = await live(dir, reboot);
  assert.equal(second.spend(1), 0);
  reboot.advance(hour - 61_000);
  assert.equal(second.spend(1), 0, 'the hour is not over');
  reboot.advance(hour / 20);
  assert.equal(second.spend(1), 1);
  await second.file.close();
});

test('a wall clock that was set back makes nothing count for longer than its window', async (t) => {
  const dir = folder(t);
  const clock = manualClock();
  const first = await live(dir, clock);
  assert.equal(first.spend(100), 100);
  await first.file.close();

  clock.jumpWall(-5 * hour);
  const second = await live(dir, clock);
  assert.equal(second.spend(1), 0);
  clock.advance(hour * 1.05);
  assert.equal(second.spend(1), 1);
  await second.file.close();
});

test('nothing is written where nothing changed, and what is damaged is put aside', async (t) => {
  const dir = folder(t);
  const clock = manualClock();
  const first = await live(dir, clock);
  first.spend(5, 10);
  await first.file.save();
  const written = readFileSync(join(dir, 'windows.json'), 'utf8');
  clock.advance(3000);
  clock.jumpWall(7);
  await first.file.close();
  assert.equal(readFileSync(join(dir, 'windows.json'), 'utf8'), written);

  writeFileSync(join(dir, 'windows.json'), written.slice(0, -20));
  const second = await live(dir, clock);
  assert.equal(second.spend(100), 100);
  assert.deepEqual(
    second.logs.map(({ msg }) => msg),
    ['what counts for limits of an hour and more was damaged: it is put aside, and counting starts anew'],
  );
  await second.file.close();
});
