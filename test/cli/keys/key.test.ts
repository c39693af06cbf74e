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

test('update gives a key other terms and leaves its secret and comments; an empty value takes a field away', async (t) => {
  const { config, keys } = folder(t);
  const at = ['--config', config];
  const secret = (
    await gateway(['key', 'create', 'a', ...at, '--models', 'fast', '--expires', '2099-01-01'])
  ).out.trim();
  const [, hashLine] = /^( {4}hash: .*)$/m.exec(keys()) ?? [];
  const more = [
    '--rate-limit',
    'standard',
    '--endpoints',
    'chat_completions',
    '--owner',
    'team a',
    '--expires',
    '',
  ];
  const updated = await gateway(['key', 'update', 'a', ...at, ...more]);
  assert.equal(updated.exitCode, 0, updated.err);
  assert.match(updated.err, /"a" has another endpoints and rate_limit and expires and owner/);
  assert.ok(hashLine?.includes(hashSecret(secret)) && keys().includes(hashLine));
  assert.match(keys(), /models: \[ fast \]\n {4}rate_limit: standard|rate_limit: standard/);
  assert.doesNotMatch(keys(), /expires/);
  await gateway(['key', 'update', 'a', ...at, '--tools', 'github/get_*,docs/prompt:*']);
  assert.match(keys(), /tools: \[ "github\/get_\*", "docs\/prompt:\*" \]/);
  assert.equal((await gateway(['key', 'update', 'a', ...at, '--tools', ''])).exitCode, 0);
  assert.doesNotMatch(keys(), /tools/);
  const asked = Date.now();
  await gateway(['key', 'update', 'a', ...at, '--expires', '90d']);
  const ends = Date.parse(/expires: "?([\dTZ:-]+)/.exec(keys())?.[1] ?? '');
  assert.ok(Math.abs(ends - asked - 90 * 86_400_000) < 3_600_000, keys());
  assert.match(
    (await gateway(['key', 'update', 'a', ...at, '--expires', '90 days'])).err,
    /or a duration such as 90d/,
  );
  await gateway(['key', 'update', 'a', ...at, '--expires', '']);
  const [row] = JSON.parse((await gateway(['key', 'list', ...at, '--format', 'json'])).out);
  assert.deepEqual([row.rule, row.owner, row.expires], ['standard', 'team a', null]);

  const before = keys();
  const wrong = await gateway(['key', 'update', 'a', ...at, '--rate-limit', 'standart']);
  assert.equal(wrong.exitCode, 1);
  assert.match(wrong.err, /did you mean "standard"\?[\s\S]*nothing was changed/);
  assert.equal(keys(), before);
  assert.match((await gateway(['key', 'update', 'a', ...at])).err, /say what is to be different/);
  assert.match((await gateway(['key', 'update', 'b', ...at, '--note', 'x'])).err, /there is no key "b"/);
});

test('a disabled key stays in the file and is listed as such, until it is enabled', async (t) => {
  const { config, keys } = folder(t);
  const at = ['--config', config];
  await gateway(['key', 'create', 'a', ...at]);
  const before = keys();
  assert.match((await gateway(['key', 'disable', 'a', ...at])).err, /the key "a" is disabled in /);
  assert.match((await gateway(['key', 'list', ...at])).out, /^a\s+\S+\s+disabled/m);
  assert.match((await gateway(['key', 'enable', 'a', ...at])).err, /the key "a" is enabled in /);
  assert.equal(keys(), before);
});

test('the list has a line for each secret, with its own end', async (t) => {
  const { config } = folder(t);
  const at = ['--config', config];
  const first = (await gateway(['key', 'create', 'a', ...at, '--expires', '2099-01-01'])).out.trim();
  const second = (await gateway(['key', 'rotate', 'a', ...at, '--overlap', '1h'])).out.trim();
  const [newer, older] = (await gateway(['key', 'list', ...at])).out.split('\n').slice(1);
  assert.match(
    newer ?? '',
    new RegExp(`^a\\s+gw-…${second.slice(-4)}\\s+active\\s+2099-01-01T00:00:00.000Z`),
  );
  const [, end = ''] = new RegExp(`^a\\s+gw-…${first.slice(-4)}\\s+active\\s+(\\S+)`).exec(older ?? '') ?? [];
  assert.ok(Math.abs(Date.parse(end) - Date.now() - 3_600_000) < 60_000, older);
});

test('a keys_file that is not there yet is told with the command that makes it, which does', async (t) => {
  const { config } = folder(t);
  const checked = await gateway(['check', config]);
  assert.equal(checked.exitCode, 1);
  const [, hint = ''] = /help: `gateway (key create NAME --config [^`]+)` makes it/.exec(checked.out) ?? [];
  assert.equal((await gateway(hint.split(' '))).exitCode, 0, checked.out);
  assert.equal((await gateway(['check', config])).exitCode, 0);
});

test('a key that would break an assertion of `never` is neither made, nor given such terms, nor enabled', async (t) => {
  const never = `never:\n  - name: guests never reach the fast model\n    request: { key: "guest-*" }\n    reaches: { deployment: "fast/*" }\n`;
  const { config, keys } = folder(t, `keys_file: keys.yaml\n${never}`);
  const models = readFileSync(config, 'utf8').replace(
    'models: { fast:',
    'models: { slow: { deployments: [{ backend: local, endpoints: { chat_completions: [] } }] }, fast:',
  );
  writeFileSync(config, models);
  const key = (...words: string[]) => gateway(['key', ...words, '--config', config]);
  assert.equal((await key('create', 'guest-1', '--models', 'slow')).exitCode, 0);
  assert.equal((await key('create', 'team')).exitCode, 0);
  const before = keys();
  for (const words of [
    ['create', 'guest-2'],
    ['update', 'guest-1', '--models', 'slow,fa*'],
    ['update', 'guest-1', '--models', ''],
  ]) {
    const { exitCode, err, out } = await key(...words);
    assert.deepEqual([exitCode, out, keys()], [1, '', before], err);
    assert.match(
      err,
      /keys\.guest-\d: breaks "guests never reach the fast model", which is never\[0\] in line 8 of .*gateway\.yaml: key guest-\d reaches fast\/local: endpoint chat_completions; model fast; key guest-\d\n/,
    );
    assert.match(
      err,
      /help: narrow its `models` or `endpoints`, or change the assertion[\s\S]*nothing was changed/,
    );
  }
  assert.equal((await key('update', 'guest-1', '--models', 'slow', '--note', 'a guest')).exitCode, 0);
  writeFileSync(
    config.replace('gateway.yaml', 'keys.yaml'),
    keys().replace('models: [ slow ]', 'disabled: true'),
  );
  assert.equal((await key('enable', 'guest-1')).exitCode, 1);
  assert.match(keys(), /disabled: true/);
  // What takes rights away is done in any case.
  assert.equal((await key('rotate', 'guest-1')).exitCode, 0);
  assert.equal((await key('disable', 'guest-1')).exitCode, 0);
  assert.equal((await key('revoke', 'guest-1')).exitCode, 0);
});

test('a key that stands in the file itself is said to be changed there, and a name that is close is offered', async (t) => {
  const { config } = folder(t, 'keys_file: keys.yaml\nkeys: { own: { secret: "${OWN}" } }\n');
  await gateway(['key', 'create', 'team-a', '--config', config]);
  for (const act of ['rotate', 'revoke', 'disable']) {
    const own = await gateway(['key', act, 'own', '--config', config]);
    assert.equal(own.exitCode, 2);
    assert.match(
      own.err,
      /there is no key "own" in the keys_file: it is on line 7 of \S*gateway\.yaml, and is changed there/,
    );
    const wrong = await gateway(['key', act, 'taem-a', '--config', config]);
    assert.match(wrong.err, /no key "taem-a" in the keys_file \(did you mean "team-a"\?\)/);
  }
});

test('what is valid and hardly meant is said as soon as a key is made', async (t) => {
  const { config } = folder(t);
  const made = await gateway([
    'key',
    'create',
    'a',
    '--config',
    config,
    '--models',
    'gpt-*',
    '--rate-limit',
    'standard',
  ]);
  assert.equal(made.exitCode, 0);
  assert.match(made.err, /keys\.a\.models: no model matches, so the key may use none\n {2}warning GW1805/);
  const other = await gateway([
    'key',
    'create',
    'b',
    '--config',
    config,
    '--models',
    'fast',
    '--rate-limit',
    'standard',
  ]);
  assert.doesNotMatch(other.err, /warning/);
});
