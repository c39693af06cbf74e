import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { hashSecret } from '../../../src/keys/key-secret.ts';
import { gateway } from '../recorder.ts';

const file = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
models: { fast: { deployments: [{ backend: local, endpoints: { chat_completions: [streaming] } }] } }
rate_limits: { standard: { requests: 60/min } }
`;

/** A configuration in a folder of its own; the keys file is not there yet. */
function folder(t: TestContext, keysFile = 'keys_file: keys.yaml\n') {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-key-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const config = join(dir, 'gateway.yaml');
  writeFileSync(config, file + keysFile);
  return { config, keys: () => readFileSync(join(dir, 'keys.yaml'), 'utf8') };
}

test('key create prints the secret alone to standard output, and the file is valid with it', async (t) => {
  const { config, keys } = folder(t);
  const made = await gateway([
    'key',
    'create',
    'a',
    '--config',
    config,
    '--models',
    'fa*',
    '--rate-limit',
    'standard',
  ]);
  assert.equal(made.exitCode, 0, made.err);
  assert.match(made.out, /^gw-[0-9A-Za-z]{49}\n$/);
  assert.ok(keys().includes(hashSecret(made.out.trim())));
  assert.equal((await gateway(['check', config])).exitCode, 0);
  const listed = await gateway(['key', 'list', '--config', config]);
  assert.match(
    listed.out,
    new RegExp(`^a\\s+gw-…${made.out.trim().slice(-4)}\\s+active\\s+-\\s+standard`, 'm'),
  );
});

test('a key that would make the configuration invalid is not made', async (t) => {
  const { config, keys } = folder(t);
  await gateway(['key', 'create', 'a', '--config', config]);
  const before = keys();
  const made = await gateway(['key', 'create', 'b', '--config', config, '--rate-limit', 'standart']);
  assert.equal(made.exitCode, 1);
  assert.match(
    made.err,
    /no rule is named "standart" \(did you mean "standard"\?\)[\s\S]*nothing was changed/,
  );
  assert.equal(made.out, '');
  assert.equal(keys(), before);
});

test('rotate and revoke change one key and say what holds now', async (t) => {
  const { config, keys } = folder(t);
  const first = (await gateway(['key', 'create', 'a', '--config', config])).out.trim();
  const rotated = await gateway(['key', 'rotate', 'a', '--config', config, '--overlap', '1h']);
  assert.match(rotated.err, /the one before is valid for 1h more/);
  assert.ok(keys().includes(hashSecret(first)) && keys().includes(hashSecret(rotated.out.trim())));
  assert.equal((await gateway(['check', config])).exitCode, 0);
  const revoked = await gateway(['key', 'revoke', 'a', '--config', config]);
  assert.match(revoked.err, /the key "a" is gone/);
  assert.ok(!keys().includes('sha256'));
});

test('without a keys_file the command says which line is missing', async (t) => {
  const { config } = folder(t, '');
  const made = await gateway(['key', 'create', 'a', '--config', config]);
  assert.equal(made.exitCode, 2);
  assert.match(made.err, /add the line "keys_file: keys.yaml"/);
});
