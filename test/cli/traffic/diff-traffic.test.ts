import assert from 'node:assert/strict';
import { appendFile, mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import * as zlib from 'node:zlib';
import { diffTraffic } from '../../../src/cli/traffic/diff-traffic.ts';
import { longestLine, takeLines } from '../../../src/cli/traffic/log-lines.ts';
import { ProgressBar } from '../../../src/cli/traffic/progress-bar.ts';
import { loadText } from '../../helpers/gateway.ts';
import { folderWith, valid } from '../files.ts';
import { gateway, terminalOf } from '../recorder.ts';

const changed = valid.replace('backend: one,', 'backend: two, id: one,');

const line = (index: number, fields: object = {}) =>
  `${JSON.stringify({
    level: 'info',
    time: '2026-11-25T08:00:00.000Z',
    id: `r${index}`,
    key: 'team',
    method: 'POST',
    path: '/v1/chat/completions',
    endpoint: 'chat_completions',
    model: 'large',
    status: 200,
    ...fields,
    msg: 'request',
  })}\n`;

/** What takes a line of a terminal away. */
const wipe = '\r\u001b[K';

const log = [1, 2, 3].map((index) => line(index)).join('');

const many = (count: number) => Array.from({ length: count }, (_, index) => line(index)).join('');

async function files(t: TestContext) {
  const dir = await folderWith(t, { 'old.yaml': valid, 'new.yaml': changed, 'access.log': log });
  return {
    dir,
    log: join(dir, 'access.log'),
    both: [join(dir, 'old.yaml'), join(dir, 'new.yaml')],
  };
}

test('the requests of a log are told under both files, in every format', async (t) => {
  const { log, both } = await files(t);
  const text = await gateway(['diff', '--traffic', log, ...both]);
  assert.deepEqual([text.exitCode, text.err], [0, '']);
  assert.match(text.out, /^3 requests of .*access\.log, .*under .*new\.yaml in place of .*old\.yaml:\n/);
  assert.match(text.out, /Go elsewhere:\n +3 {2}large\/one \(on one\) -> large\/one \(on two\)\n/);
  const json = JSON.parse((await gateway(['diff', '--traffic', log, '--format', 'json', ...both])).out);
  assert.deepEqual([json.same, json.changed.elsewhere, json.moves[0].rows[0].key], [false, 3, 'team']);
  const markdown = await gateway(['diff', '--traffic', log, '--format', 'markdown', ...both]);
  assert.match(markdown.out, /^### Traffic\n[\s\S]*\| 3 \| team \| large \| large\/one \(on one\) \|/);
});

test('with --exit-code traffic that changes is 2, and 0 where nothing does', async (t) => {
  const { log, both } = await files(t);
  const run = (...args: readonly string[]) => gateway(['diff', '--exit-code', '--traffic', log, ...args]);
  assert.equal((await run(...both)).exitCode, 2);
  const same = await run(both[0]!, both[0]!);
  assert.equal(same.exitCode, 0);
  assert.match(same.out, /^ +3 {2}go where they went$/m);
});

test('several logs are one, packed ones among them', async (t) => {
  const { dir, log: plain, both } = await files(t);
  const packed = join(dir, 'access.log.1');
  await writeFile(packed, Buffer.concat([zlib.gzipSync(log), zlib.gzipSync(log)]));
  const { out } = await gateway(['diff', '--traffic', plain, '--traffic', packed, ...both]);
  assert.match(out, /^9 requests of /);
});

test('zstd is read where Node.js has it, and else named with another way', async (t) => {
  const { dir, both } = await files(t);
  const file = join(dir, 'access.log.zst');
  const { zstdCompressSync } = zlib as { zstdCompressSync?: (text: string) => Buffer };
  await writeFile(file, zstdCompressSync?.(log) ?? Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]));
  const { exitCode, out, err } = await gateway(['diff', '--traffic', file, ...both]);
  if (zstdCompressSync !== undefined) {
    assert.match(out, /^3 requests of /);
    const bytes = zstdCompressSync(many(20_000));
    await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * 0.9)));
    const cut = await gateway(['diff', '--traffic', file, ...both]);
    assert.match(cut.out, /access\.log\.zst is damaged or cut off/);
  } else {
    assert.equal(exitCode, 2);
    assert.match(
      err,
      /packed with zstd, which Node\.js v\S+ can't read; zstd -dc .* \| gateway diff --traffic -/,
    );
    assert.equal(err.trim().split('\n').length, 1);
  }
});

test('what is cut in the middle is counted as far as it goes, and told', async (t) => {
  const { dir, log: plain, both } = await files(t);
  await appendFile(plain, line(4).slice(0, 60));
  const cut = await gateway(['diff', '--traffic', plain, ...both]);
  assert.match(cut.out, /^3 requests of [\s\S]*^1 line is no JSON, or is cut off: line 4\.$/m);

  const packed = join(dir, 'many.gz');
  const bytes = zlib.gzipSync(many(20_000));
  await writeFile(packed, bytes);
  await truncate(packed, Math.floor(bytes.length / 2));
  const half = JSON.parse((await gateway(['diff', '--traffic', packed, '--format', 'json', ...both])).out);
  assert.deepEqual(half.cut, [packed]);
  assert.ok(half.requests > 5000 && half.requests < 15_000, `${half.requests}`);
  const text = await gateway(['diff', '--traffic', packed, ...both]);
  assert.match(text.out, /many\.gz is damaged or cut off: only the lines before that are compared\./);
});

test('a line of a megabyte is passed over, whether it has an end or not', async (t) => {
  const { dir, both } = await files(t);
  const file = join(dir, 'long.log');
  await writeFile(file, `${log}{"msg":"${'x'.repeat(1024 * 1024)}"}\n${log}${'y'.repeat(5 * longestLine)}`);
  const { out } = await gateway(['diff', '--traffic', file, ...both]);
  assert.match(out, /^6 requests of [\s\S]*^2 lines are too long for the access log\.$/m);
});

test('a log that is none is an error that says what would be one', async (t) => {
  const { dir, both } = await files(t);
  const run = (log: string) => gateway(['diff', '--traffic', log, ...both]);
  assert.match((await run(join(dir, 'absent.log'))).err, /can't read .*absent\.log: it does not exist/);
  await mkdir(join(dir, 'folder'));
  assert.match((await run(join(dir, 'folder'))).err, /it is a directory/);
  await writeFile(join(dir, 'empty.log'), '');
  assert.match((await run(join(dir, 'empty.log'))).err, /there is no request in .*empty\.log/);
  await writeFile(
    join(dir, 'older.log'),
    '{"msg":"request","key":"k","model":"m","status":200}\n'.repeat(20),
  );
  assert.match((await run(join(dir, 'older.log'))).err, /20 lines of .*older\.log are of an older version/);
  const twice = await gateway(['diff', '--traffic', '-', '-', both[0]!]);
  assert.match(twice.err, /standard input \(-\) can be read only once/);
});

test('lines come whole, however the bytes are divided', async (t) => {
  const dir = await folderWith(t, {});
  const file = join(dir, 'log');
  const texts = ['', 'ä'.repeat(100_000), 'x', 'é'.repeat(120_000), '', 'last'];
  await writeFile(file, texts.join('\n'));
  const lines: string[] = [];
  const seen: number[] = [];
  const end = await takeLines(file, {
    line: (text) => void lines.push(text),
    tooLong: () => assert.fail('none is too long'),
    read: (bytes) => void seen.push(bytes),
  });
  assert.deepEqual([lines, end], [texts, { isCut: false }]);
  assert.ok(seen.length > 1 && seen.every((bytes, index) => bytes > (seen[index - 1] ?? 0)));
});

test('a terminal shows how far the log has been read, and nothing of it stays', async (t) => {
  const { log } = await files(t);
  const [before, after] = [await loadText(valid), await loadText(changed)];
  const { terminal, said } = terminalOf({ errColumns: 60 });
  const sides = { before: { config: before, name: 'old' }, after: { config: after, name: 'new' } };
  assert.equal(await diffTraffic([log], sides, 'text', terminal), true);
  const [, bar = '', ...rest] = said.err.split(wipe);
  assert.match(bar, /^\[#{24}\] 100 % 3 lines of /);
  assert.deepEqual(rest, ['']);
  assert.ok(bar.length < 60);
});

test('the bar moves ten times a second at most', () => {
  const { terminal, said } = terminalOf({ errColumns: 80 });
  let now = 0;
  const bar = new ProgressBar(terminal, () => now);
  for (now = 0; now < 1000; now += 10) bar.show(now / 1000, 'lines');
  assert.equal(said.err.split(wipe).length - 1, 10);
  assert.match(said.err, /\[#{12}-{12}\] {2}50 % lines/);
  bar.show(undefined, 'lines');
  now += 1000;
  bar.show(undefined, '7 lines');
  assert.ok(said.err.endsWith(`${wipe}7 lines`));
});
