import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileWatcher, type WatchPace } from '../../src/supervisor/file-watcher.ts';
import { gate, until } from '../helpers/gate.ts';

const quick: Partial<WatchPace> = { gatherMs: 5, settleMs: 20, absenceMs: 200, quietMs: 60 };

interface Watched {
  readonly dir: string;
  readonly file: string;
  readonly watcher: FileWatcher;
  count: number;
  /** Resolves when it was told of one more change, and of no other. */
  told(): Promise<void>;
}

async function watching(
  t: TestContext,
  pace: Partial<WatchPace> = quick,
  onChange: (isStill: () => Promise<boolean>) => Promise<void> = async () => {},
  now: () => number = () => performance.now(),
): Promise<Watched> {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-watch-'));
  const file = join(dir, 'a.yaml');
  writeFileSync(file, 'one');
  const watched: Watched = {
    dir,
    file,
    watcher: new FileWatcher(
      async (isStill) => {
        watched.count += 1;
        await onChange(isStill);
      },
      { pace: { ...quick, ...pace }, now },
    ),
    count: 0,
    async told() {
      const before = watched.count;
      await until(() => watched.count > before, 'a change is told');
      await sleep(100);
      assert.equal(watched.count, before + 1);
    },
  };
  t.after(() => {
    watched.watcher.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return watched;
}

/** Follows the files as they are now, however young. */
async function follow({ watcher, file }: Watched, files: readonly string[] = [file]): Promise<void> {
  await watcher.follow(files, Date.now() + 1000);
}

test('every way to save a file is seen, again and again', async (t) => {
  const watched = await watching(t);
  await follow(watched);
  const { dir, file } = watched;
  for (const round of [1, 2]) {
    writeFileSync(file, `in place ${round}`);
    await watched.told();
    writeFileSync(`${file}.tmp`, `renamed ${round}`);
    renameSync(`${file}.tmp`, file);
    await watched.told();
    renameSync(file, `${file}~`);
    writeFileSync(file, `as vim does ${round}`);
    await watched.told();
    const { mtime } = { mtime: new Date(2001, 1, 1) };
    writeFileSync(file, `dated back ${round}`);
    utimesSync(file, mtime, mtime);
    await watched.told();
    chmodSync(file, round === 1 ? 0o600 : 0o644);
    await watched.told();
  }
  writeFileSync(join(dir, 'other'), 'not followed');
  await sleep(150);
  assert.equal(watched.count, 10);
});

test('a file that a pattern comes to match is seen, and what it does not match is not', async (t) => {
  const watched = await watching(t);
  const { dir, file } = watched;
  const folder = join(dir, 'models');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.yaml'), 'one\n');
  await follow(watched, [file, join(folder, '*.yaml')]);
  writeFileSync(join(folder, '.b.yaml.swp'), 'of an editor');
  writeFileSync(join(folder, 'notes.txt'), 'nothing');
  await sleep(150);
  assert.equal(watched.count, 0);
  writeFileSync(join(folder, 'b.yaml'), 'two\n');
  await watched.told();
  renameSync(join(folder, 'b.yaml'), join(folder, 'c.yaml'));
  await watched.told();
  rmSync(join(folder, 'c.yaml'));
  await watched.told();
});

test('a volume of Kubernetes that swaps its link is seen through a pattern', async (t) => {
  const watched = await watching(t);
  const folder = join(watched.dir, 'models');
  const generation = (name: string, files: readonly string[]) => {
    mkdirSync(join(folder, name), { recursive: true });
    for (const file of files) writeFileSync(join(folder, name, file), `${name}\n`);
    symlinkSync(name, join(folder, '..data_tmp'));
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
  };
  generation('..one', ['a.yaml']);
  symlinkSync(join('..data', 'a.yaml'), join(folder, 'a.yaml'));
  await follow(watched, [join(folder, '*.yaml'), join(folder, 'a.yaml')]);
  generation('..two', ['a.yaml', 'b.yaml']);
  await watched.told();
  symlinkSync(join('..data', 'b.yaml'), join(folder, 'b.yaml'));
  await watched.told();
});

test('a log that grows beside the file makes nobody look at anything', async (t) => {
  const watched = await watching(t);
  const log = join(watched.dir, 'gateway.log');
  writeFileSync(log, 'there before');
  await follow(watched);
  let looks = 0;
  const hook = createHook({
    init(_, type) {
      if (type === 'FSREQPROMISE') looks += 1;
    },
  });
  hook.enable();
  t.after(() => void hook.disable());
  for (let line = 0; line < 20; line += 1) {
    appendFileSync(log, 'one line more');
    await sleep(10);
  }
  assert.equal(looks, 0);
  writeFileSync(watched.file, 'an edit');
  await watched.told();
  assert.ok(looks > 0);
});

test('a swapped link is seen wherever it stands on the way to the file', async (t) => {
  const watched = await watching(t);
  const { dir } = watched;
  const volume = join(dir, 'volume');
  for (const generation of [0, 1, 2, 3]) {
    mkdirSync(join(volume, `..${generation}`), { recursive: true });
    writeFileSync(join(volume, `..${generation}`, 'a.yaml'), String(generation));
  }
  const point = (at: string, target: string) => {
    symlinkSync(target, `${at}.new`);
    renameSync(`${at}.new`, at);
  };
  point(join(volume, '..data'), '..0');
  point(join(volume, 'a.yaml'), '..data/a.yaml');
  point(join(dir, 'mounted'), 'volume');
  await follow(watched, [join(dir, 'mounted', 'a.yaml')]);
  for (const generation of [1, 2, 3]) {
    point(join(volume, '..data'), `..${generation}`);
    await watched.told();
  }
  mkdirSync(join(dir, 'elsewhere'));
  writeFileSync(join(dir, 'elsewhere', 'a.yaml'), 'elsewhere');
  point(join(dir, 'mounted'), 'elsewhere');
  await watched.told();
  writeFileSync(join(dir, 'elsewhere', 'a.yaml'), 'written there');
  await watched.told();
});

test('nothing is believed while it is still being written', async (t) => {
  const watched = await watching(t, { settleMs: 60, patienceMs: 10_000 });
  await follow(watched);
  for (let part = 0; part < 20; part += 1) {
    writeFileSync(watched.file, 'x'.repeat(part));
    await sleep(15);
    assert.equal(watched.count, 0);
  }
  await watched.told();
});

test('edits that never end are not waited for', async (t) => {
  const watched = await watching(t, { settleMs: 60, patienceMs: 100, hurriedMs: 5, mostQuietMs: 150 });
  await follow(watched);
  for (let part = 0; part < 40 && watched.count === 0; part += 1) {
    writeFileSync(watched.file, 'x'.repeat(part));
    await sleep(20);
  }
  assert.ok(watched.count > 0);
});

test('a file that differs at every look is believed in the end', async (t) => {
  const watched = await watching(t, { settleMs: 60, patienceMs: 100, hurriedMs: 60, mostQuietMs: 300 });
  await follow(watched);
  let size = 0;
  const edits = setInterval(() => {
    size += 1;
    writeFileSync(watched.file, 'x'.repeat(size));
  }, 10);
  try {
    await until(() => watched.count > 1, 'it is told of twice while it changes', 20_000);
  } finally {
    clearInterval(edits);
  }
});

test('where edits go on during a reload, the time that it takes is part of the wait for them', async (t) => {
  let now = 0;
  const busy = gate();
  const pace = { settleMs: 5, hurriedMs: 5, quietMs: 50_000, mostQuietMs: 60_000 };
  const watched = await watching(
    t,
    pace,
    () => busy.opened,
    () => now,
  );
  await follow(watched);
  watched.watcher.force();
  await until(() => watched.count === 1, 'the first is told');
  let isSeen = false;
  const seen = watch(watched.dir, () => {
    isSeen = true;
  });
  t.after(() => seen.close());
  writeFileSync(watched.file, 'o'); // cut short, for all that can be seen
  await until(() => isSeen, 'the edit is seen');
  await sleep(50);
  now = 100_000;
  busy.open();
  await until(() => watched.count === 2, 'the edit is believed, though the clock stands still');
});

test('a file that is gone is waited for, and told of when it does not come back', async (t) => {
  const watched = await watching(t, { absenceMs: 400 });
  await follow(watched);
  const goneAt = performance.now();
  rmSync(watched.file);
  await watched.told();
  assert.ok(performance.now() - goneAt >= 400);
  writeFileSync(watched.file, 'back');
  await watched.told();
});

test('an edit between reading and following is not lost', async (t) => {
  const watched = await watching(t);
  const readAt = Date.now() - 1;
  writeFileSync(watched.file, 'written after it was read');
  await watched.watcher.follow([watched.file], readAt);
  await watched.told();
});

test('an edit during a reload leads to another', async (t) => {
  const busy = gate();
  const stills: boolean[] = [];
  const watched = await watching(t, quick, async (isStill) => {
    if (stills.length === 0) await busy.opened;
    stills.push(await isStill());
  });
  await follow(watched);
  writeFileSync(watched.file, 'first');
  await until(() => watched.count === 1, 'the first is told');
  writeFileSync(watched.file, 'second, meanwhile');
  await sleep(30);
  assert.equal(watched.count, 1);
  busy.open();
  await until(() => stills.length === 2, 'the second is told');
  assert.deepEqual(stills, [false, true]);
});

test('what no watch reports the poll finds', async (t) => {
  const watched = await watching(t, { pollMs: 50 });
  const folder = join(watched.dir, 'late');
  const file = join(folder, 'b.yaml');
  await follow(watched, [file]); // there is no folder to watch
  mkdirSync(folder);
  writeFileSync(file, 'here');
  await watched.told();
  renameSync(folder, `${folder}.old`); // and now another folder takes the name of the one that is watched
  mkdirSync(folder);
  writeFileSync(file, 'there');
  await until(() => watched.count === 2, 'the other file is told of');
  await sleep(150);
  writeFileSync(file, 'changed there');
  await until(() => watched.count === 3, 'its change is told of');
});

test('a forced look is told of even when nothing has changed', async (t) => {
  const watched = await watching(t);
  await follow(watched);
  watched.watcher.force();
  await watched.told();
});

for (const [what, first, rest] of [
  ['became shorter', 'a\n', 'b\nc\nd\n'],
  ['does not end in a line break', 'keys:\n  a: 1\n  b', ': 2\n'],
] as const) {
  test(`a file that is written in place and ${what} has to be quiet before it is believed`, async (t) => {
    const seen: string[] = [];
    const watched = await watching(t, { quietMs: 10_000, mostQuietMs: 20_000 }, async () => {
      seen.push(readFileSync(watched.file, 'utf8'));
    });
    writeFileSync(watched.file, 'a\nb\n');
    await follow(watched);
    writeFileSync(watched.file, first);
    await sleep(200); // ten times as long as everything else has to be quiet
    assert.equal(watched.count, 0);
    appendFileSync(watched.file, rest);
    await watched.told();
    assert.deepEqual(seen, [first + rest]);
  });
}

test('a file that stays as short as it became is believed in the end, and one put in its place at once', async (t) => {
  const watched = await watching(t, { quietMs: 10_000, mostQuietMs: 300 });
  await follow(watched);
  writeFileSync(watched.file, 'x');
  await watched.told();
  const patient = await watching(t, { quietMs: 10_000, mostQuietMs: 20_000 });
  await follow(patient);
  writeFileSync(`${patient.file}.tmp`, 'y');
  renameSync(`${patient.file}.tmp`, patient.file);
  await patient.told();
});
