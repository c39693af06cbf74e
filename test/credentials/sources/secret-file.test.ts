import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSecretFile, readTokenFile } from '../../../src/credentials/sources/secret-file.ts';
import { failureOf } from '../../helpers/no-secret.ts';

test('what a file holds is read anew each time, without the space around it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'secret-file-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'token');
  writeFileSync(file, '\uFEFF a.b.c \r\n');
  assert.equal(await readTokenFile(file), 'a.b.c');
  writeFileSync(file, 'd'.repeat(64 * 1024));
  assert.equal((await readTokenFile(file)).length, 64 * 1024);
  writeFileSync(file, '{"a":\n 1}\n');
  assert.equal(await readSecretFile(file), '{"a":\n 1}');
});

test('a file that holds no token is told by what is wrong with it', { timeout: 20_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'secret-file-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string | Buffer) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const pipe = join(folder, 'pipe');
  assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
  const itself = join(folder, 'itself');
  symlinkSync(itself, itself);
  const cases: readonly [string, string, RegExp][] = [
    [file('empty', ' \n'), 'invalid_file', / is empty$/],
    [file('large', Buffer.alloc(64 * 1024 + 1, 'canary')), 'invalid_file', / is larger than 64 KiB$/],
    [file('lines', 'canary-1\ncanary-2'), 'invalid_file', / holds more than one line of visible characters/],
    [file('bytes', Buffer.from([0xff, 0xfe, 1, 2])), 'invalid_file', /: no token$/],
    [join(folder, 'none'), 'unreadable_file', / can not be read \(ENOENT\): there is no such file$/],
    [folder, 'unreadable_file', / can not be read \(EISDIR\): it is a folder$/],
    [itself, 'unreadable_file', / can not be read \(ELOOP\)$/],
    [pipe, 'invalid_file', / is empty$/],
    ['/dev/zero', 'invalid_file', / is larger than 64 KiB$/],
  ];
  for (const [path, code, message] of cases) {
    const failure = await failureOf(readTokenFile(path), ['canary']);
    assert.equal(failure.code, code, path);
    assert.match(failure.message, message);
    assert.ok(failure.message.startsWith(path));
  }
});
