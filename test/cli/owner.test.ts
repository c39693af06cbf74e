/** What commands leave behind of whose a file is. Only root can give a file away, so only root can try. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../helpers/gate.ts';
import { hello, liveText } from '../helpers/live.ts';
import { gatewayProgram } from '../helpers/program.ts';
import { serve } from '../helpers/serve.ts';
import { startProcess } from './process.ts';

/** Users and groups that need no name. */
const service = 4711;
const other = 4712;
const shared = 4713;

/** A folder of one user, with files of his. */
function folderOf(t: TestContext, uid: number, files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-owner-'));
  // A gateway that is ended after this may write to it meanwhile.
  t.after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }));
  chownSync(dir, uid, uid);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(dir, name), text);
    chownSync(join(dir, name), uid, uid);
  }
  return dir;
}

function rightsOf(file: string): readonly [uid: number, gid: number, mode: string] {
  const { uid, gid, mode } = statSync(file);
  return [uid, gid, (mode & 0o777).toString(8)];
}

/** A command as another user, who is in one more group. */
function runAs(uid: number, args: readonly string[], group = uid) {
  const who = ['--reuid', String(uid), '--regid', String(uid), '--groups', String(group)];
  return spawnSync('setpriv', [...who, process.execPath, gatewayProgram, ...args], { encoding: 'utf8' });
}

async function run(t: TestContext, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const command = startProcess(t, args, { env });
  return { code: await command.ended, ...command.said };
}

/** A gateway of the service's user, on files of his, and how root calls it. */
async function startService(t: TestContext) {
  const dir = folderOf(t, service, {
    'gateway.yaml': liveText({ more: 'keys_file: keys.yaml' }),
    'keys.yaml': 'keys: {}\n',
    'state.txt': '',
  });
  const [config, keys] = [join(dir, 'gateway.yaml'), join(dir, 'keys.yaml')];
  chmodSync(keys, 0o640);
  const served = await serve(t, '', {
    file: config,
    env: { STATE_DIRECTORY: dir },
    wrap: ['setpriv', '--reuid', String(service), '--regid', String(service), '--clear-groups'],
  });
  const [admin] = /(?<=admin on )http:\S+/.exec(served.said.err) ?? [];
  const status = async (key: string) =>
    (await served.call('/v1/chat/completions', { method: 'POST', key, body: hello })).status;
  return { served, config, keys, asking: ['--config', config, '--admin', admin!], status };
}

if (process.getuid?.() === 0) {
  test('keys that root makes, rotates and revokes beside the user of the service are live, and revoked ones dead', async (t) => {
    const { keys, asking, status } = await startService(t);
    const made = await run(t, ['key', 'create', 'a', ...asking]);
    assert.equal(made.code, 0, made.err);
    assert.match(made.err, /the running gateway at http:\S+ has taken it \(revision [0-9a-f]{12}\)\n$/);
    assert.equal(await status(made.out.trim()), 200);

    const rotated = await run(t, ['key', 'rotate', 'a', '--overlap', '0', ...asking]);
    assert.equal(rotated.code, 0, rotated.err);
    assert.deepEqual([await status(made.out.trim()), await status(rotated.out.trim())], [401, 200]);

    const revoked = await run(t, ['key', 'revoke', 'a', ...asking]);
    assert.match(revoked.err, /is gone from [^\n]*\nthe running gateway at http:\S+ has taken it/);
    assert.equal(await status(rotated.out.trim()), 401);
    assert.deepEqual(rightsOf(keys), [service, service, '640']);
  });

  test('a key that is revoked is dead although the running gateway rejects the rest of the files', async (t) => {
    const { served, config, asking, status } = await startService(t);
    const made = await run(t, ['key', 'create', 'a', ...asking]);
    // Valid for whoever checks it without the secrets, and not for the gateway.
    await served.save(
      readFileSync(config, 'utf8').replace('read_token: ', 'token: "${NOT_SET}", read_token: '),
    );
    await served.reloaded('rejected');
    const revoked = await run(t, ['key', 'revoke', 'a', ...asking]);
    assert.equal(revoked.code, 0, revoked.err);
    assert.match(revoked.err, /the running gateway at http:\S+ has taken it/);
    assert.equal(await status(made.out.trim()), 401);
  });

  test('while the configuration is not valid a revoked key is dead, and the rest is said to wait', async (t) => {
    const { served, config, asking, status } = await startService(t);
    const made = await run(t, ['key', 'create', 'a', ...asking]);
    await served.save(readFileSync(config, 'utf8').replace('backend: one', 'backend: onne'));
    await served.reloaded('rejected');
    const revoked = await run(t, ['key', 'revoke', 'a', ...asking]);
    assert.equal(revoked.code, 1);
    assert.match(
      revoked.err,
      /takes what changed of keys, [^\n]*, and nothing else until this is mended:\n[^\n]*"onne"/,
    );
    await until(async () => (await status(made.out.trim())) === 401, 'the revoked key is refused');
  });

  test('a keys file that root makes is for whoever reads the configuration', async (t) => {
    const dir = folderOf(t, service, { 'gateway.yaml': liveText({ more: 'keys_file: keys.yaml' }) });
    const config = join(dir, 'gateway.yaml');
    await run(t, ['key', 'create', 'a', '--config', config]);
    assert.deepEqual(rightsOf(join(dir, 'keys.yaml')), [service, service, '600']);

    rmSync(join(dir, 'keys.yaml'));
    chownSync(config, 0, shared);
    chmodSync(config, 0o640);
    await run(t, ['key', 'create', 'a', '--config', config]);
    assert.deepEqual(rightsOf(join(dir, 'keys.yaml')), [0, shared, '640'], 'a group that was chosen');
  });

  test('fmt as root leaves a file whose it was', async (t) => {
    const dir = folderOf(t, service, { 'gateway.yaml': 'version:   1\n' });
    const file = join(dir, 'gateway.yaml');
    chmodSync(file, 0o640);
    assert.equal((await run(t, ['fmt', file])).code, 0);
    assert.equal(readFileSync(file, 'utf8'), 'version: 1\n');
    assert.deepEqual(rightsOf(file), [service, service, '640']);
  });

  test('who is not root keeps group and mode, and may become the owner', (t) => {
    const dir = folderOf(t, service, { 'gateway.yaml': 'version:   1\n' });
    const file = join(dir, 'gateway.yaml');
    chownSync(file, other, shared);
    chmodSync(file, 0o644);
    const done = runAs(service, ['fmt', file], shared);
    assert.equal(done.status, 0, done.stderr);
    assert.deepEqual(rightsOf(file), [service, shared, '644']);
  });

  test('who would take a file from its owner or its group changes nothing, and is told whom to run it as', (t) => {
    const dir = folderOf(t, service, { 'gateway.yaml': 'version:   1\n' });
    const file = join(dir, 'gateway.yaml');
    // The group is not his to give: its members could not read the file any more.
    chownSync(file, service, other);
    chmodSync(file, 0o640);
    const fromGroup = runAs(service, ['fmt', file]);
    assert.equal(fromGroup.status, 2);
    assert.match(fromGroup.stderr, /stays as it was: written by this user its group 4712 could not read it/);
    // Its owner reads it as its owner alone.
    chownSync(file, other, shared);
    const fromOwner = runAs(service, ['fmt', file], shared);
    assert.equal(fromOwner.status, 2);
    const [, hint] = /sudo -u '#(\d+)' gateway/.exec(fromOwner.stderr) ?? [];
    assert.equal(hint, String(other), fromOwner.stderr);
    assert.equal(readFileSync(file, 'utf8'), 'version:   1\n');
    assert.deepEqual(rightsOf(file), [other, shared, '640']);
  });
} else {
  test('a file keeps its mode, whoever it belongs to', async (t) => {
    const dir = folderOf(t, process.getuid!(), { 'gateway.yaml': 'version:   1\n' });
    chmodSync(join(dir, 'gateway.yaml'), 0o640);
    assert.equal((await run(t, ['fmt', join(dir, 'gateway.yaml')])).code, 0);
    assert.equal(rightsOf(join(dir, 'gateway.yaml'))[2], '640');
  });
}
