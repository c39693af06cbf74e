import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { hashSecret, hasValidChecksum } from '../../src/keys/key-secret.ts';
import { createKey, keysFileAccess, listKeys, revokeKey, rotateKey } from '../../src/keys/keys-file.ts';

const now = Date.UTC(2026, 10, 21, 12);

function keysFile(t: TestContext, name: string, text?: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-keys-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, name);
  if (text !== undefined) writeFileSync(file, text);
  return file;
}

const read = (file: string) => readFileSync(file, 'utf8');

test('a key is added where nothing was, and its secret is nowhere in the file', async (t) => {
  const file = keysFile(t, 'keys.yaml');
  const secret = await createKey(
    file,
    'a',
    { models: ['gpt-*', 'b'], tools: ['github/get_*'], expires: '2027-01-01' },
    now,
  );
  assert.ok(hasValidChecksum(secret));
  assert.equal(
    read(file),
    [
      'keys:',
      '  a:',
      `    hash: ${hashSecret(secret)} # gw-…${secret.slice(-4)}, made 2026-11-21`,
      '    models: [ "gpt-*", b ]',
      '    tools: [ "github/get_*" ]',
      '    expires: 2027-01-01',
      '    created: 2026-11-21T12:00:00Z',
      '',
    ].join('\n'),
  );
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(await listKeys(file), [{ id: 'a', hint: `gw-…${secret.slice(-4)}` }]);
  assert.deepEqual(readdirSync(join(file, '..')), ['keys.yaml']);
});

test('comments and order stay', async (t) => {
  const hash = `sha256:${'0'.repeat(64)}`;
  const before = [
    '# keys of the team',
    'keys:',
    '  # the first',
    `  z: { hash: ${hash} } # keep`,
    '  a:',
    `    hash: ${hash.replace('0', '1')}`,
    '',
  ];
  const file = keysFile(t, 'keys.yaml', before.join('\n'));
  await createKey(file, 'm', {}, now);
  assert.ok(read(file).startsWith(before.join('\n')));
  await revokeKey(file, 'm');
  assert.equal(read(file), before.join('\n'));
});

test('a rotated key has both secrets until the overlap ends', async (t) => {
  const file = keysFile(t, 'keys.yaml');
  const first = await createKey(file, 'a', {}, now);
  const second = await rotateKey(file, 'a', 3_600_000, now);
  const hashes = /hash:\n\s+- (\S+).*\n\s+- (.*?) #/.exec(read(file))!;
  assert.deepEqual(hashes.slice(1), [hashSecret(second), `${hashSecret(first)} until 2026-11-21T13:00:00Z`]);
  const third = await rotateKey(file, 'a', 3_600_000, now + 7_200_000);
  assert.ok(!read(file).includes(hashSecret(first)), 'one that is over is taken out');
  await rotateKey(file, 'a', 0, now);
  assert.ok(!read(file).includes(hashSecret(third)), 'without overlap only the new one is left');
});

test('a JSON file stays one', async (t) => {
  const file = keysFile(t, 'keys.json', '{"keys":{"a":{"hash":"sha256:00","disabled":true}}}');
  const secret = await createKey(file, 'b', { rate_limit: 'standard' }, now);
  assert.deepEqual(JSON.parse(read(file)), {
    keys: {
      a: { hash: 'sha256:00', disabled: true },
      b: { hash: hashSecret(secret), rate_limit: 'standard', created: '2026-11-21T12:00:00Z' },
    },
  });
});

test('writers wait for each other: no key is lost', async (t) => {
  const file = keysFile(t, 'keys.yaml');
  const ids = Array.from({ length: 8 }, (_, index) => `key-${index}`);
  await Promise.all(ids.map((id) => createKey(file, id, {}, now)));
  assert.deepEqual((await listKeys(file)).map(({ id }) => id).sort(), ids);
});

test('a lock that its process left behind holds nobody up', async (t) => {
  const file = keysFile(t, 'keys.yaml');
  writeFileSync(`${file}.lock`, '999999999');
  await createKey(file, 'a', {}, now);
});

test('what can not be done is said, and changes nothing', async (t) => {
  const file = keysFile(t, 'keys.yaml', 'keys: {}\n');
  await assert.rejects(revokeKey(file, 'a'), /there is no key "a"/);
  await assert.rejects(rotateKey(file, 'a', 0), /there is no key "a"/);
  assert.equal(read(file), 'keys: {}\n');
  await createKey(file, 'a', {}, now);
  await assert.rejects(createKey(file, 'a', {}, now), /there is a key "a" already/);
  const broken = keysFile(t, 'keys.yaml', 'keys: [');
  await assert.rejects(createKey(broken, 'a', {}), /can't be changed while it is not valid/);
});

// Permissions do not bind root: for root there is nothing here to test.
if (process.getuid?.() !== 0) {
  test('a place that can not be written is said to be read-only', async (t) => {
    const file = keysFile(t, 'keys.yaml', 'keys: {}\n');
    chmodSync(join(file, '..'), 0o500);
    t.after(() => chmodSync(join(file, '..'), 0o700));
    assert.equal((await keysFileAccess(file)).kind, 'read_only');
    await assert.rejects(createKey(file, 'a', {}), /is read-only here \(EACCES\)/);
  });
}
