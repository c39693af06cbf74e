import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { followLog, lineWriter, openLog, reopenLog } from '../../../src/observe/log/log.ts';
import { LogLine } from '../../../src/observe/log/log-line.ts';
import { LogOutput } from '../../../src/observe/log/log-output.ts';

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-log-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function messages(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
}

function flushed(output: LogOutput): Promise<void> {
  return new Promise((resolve) => output.flush(resolve));
}

test('lines are gathered, and written in order when they are flushed', async (t) => {
  const file = join(folder(t), 'gateway.log');
  const output = new LogOutput();
  const log = openLog('info', output);
  followLog(log, { level: 'info', file });
  log.info('first');
  log.debug('not this one');
  log.info('second');
  assert.equal(readFileSync(file, 'utf8'), '');
  await flushed(output);
  assert.deepEqual(messages(file), ['first', 'second']);
});

test('a file is given lines by the hundred, and each is whole whatever it is written in', async (t) => {
  const file = join(folder(t), 'gateway.log');
  const output = new LogOutput();
  const log = openLog('info', output);
  followLog(log, { level: 'info', file });
  const texts = ['plain', 'größer', '\u{1f680}'.repeat(50), 'x'.repeat(100_000)];
  const lines = Array.from({ length: 100 }, (_, index) => `${index} ${texts[index % 3]}`);
  for (const line of lines) log.info(line);
  assert.equal(readFileSync(file, 'utf8'), '');
  for (const line of texts) log.info(line);
  await flushed(output);
  assert.deepEqual(messages(file), [...lines, ...texts]);
});

test('a file that was moved away is followed by a new one, without a line lost or written twice', async (t) => {
  const dir = folder(t);
  const file = join(dir, 'gateway.log');
  const output = new LogOutput();
  const log = openLog('info', output);
  followLog(log, { level: 'info', file });
  for (let index = 0; index < 500; index += 1) log.info(`line ${index}`);
  renameSync(file, `${file}.1`);
  reopenLog(log);
  for (let index = 500; index < 1000; index += 1) log.info(`line ${index}`);
  await flushed(output);
  const all = [...messages(`${file}.1`), ...messages(file)];
  assert.deepEqual(
    all,
    Array.from({ length: 1000 }, (_, index) => `line ${index}`),
  );
});

test('a change to a file that can not be opened leaves the log where it was', async (t) => {
  const dir = folder(t);
  const file = join(dir, 'gateway.log');
  const output = new LogOutput();
  const log = openLog('info', output);
  followLog(log, { level: 'info', file });
  assert.throws(
    () => followLog(log, { level: 'error', file: dir }),
    /log\.file: .* can't be written to \(EISDIR\)/,
  );
  log.info('still here');
  await flushed(output);
  assert.deepEqual(messages(file), ['still here']);
});

test('of an error only what it says is written, whatever else it holds', async (t) => {
  const file = join(folder(t), 'gateway.log');
  const output = new LogOutput();
  const log = openLog('info', output);
  followLog(log, { level: 'info', file });
  log.error(
    { err: Object.assign(new Error('no answer'), { headers: { authorization: 'Bearer secret' } }) },
    'it failed',
  );
  await flushed(output);
  const text = readFileSync(file, 'utf8');
  assert.match(text, /"err":\{"message":"no answer","stack":/);
  assert.ok(!text.includes('secret'));
});

test('nothing that a terminal acts upon stands in a line as it is, and the line means the same', async (t) => {
  const file = join(folder(t), 'gateway.log');
  const output = new LogOutput();
  const log = openLog('info', output);
  followLog(log, { level: 'info', file });
  const told = 'a\u009b31m\u0085\u007f\u001b[2J\u202e\u2028 \u00e4\u{1f600}';
  log.warn({ err: new Error(told), reason: told }, told);
  lineWriter(log)(new LogLine('info').text('reason', told).end('request'));
  await flushed(output);
  const text = readFileSync(file, 'utf8');
  assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly reason: string });
  assert.deepEqual(
    lines.map(({ reason }) => reason),
    [told, told],
  );
});
