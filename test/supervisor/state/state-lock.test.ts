import assert from 'node:assert/strict';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Holder, lockState, StateInUse, thisHolder } from '../../../src/supervisor/state/state-lock.ts';

function folder(t: TestContext, ...below: string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'gateway-lock-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  return join(root, ...below);
}

const holder = await thisHolder('1.2.3', '/etc/gateway.yaml');

/** What a gateway leaves behind that was killed: a socket on which nobody answers, and its note. */
async function leaveBehind(dir: string, of: Holder): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(dir, 'draft'), resolve));
  linkSync(join(dir, 'draft'), join(dir, 'gateway.sock'));
  await new Promise((resolve) => server.close(resolve));
  writeFileSync(join(dir, 'gateway.lock'), JSON.stringify(of));
}

for (const [name, below] of [
  ['a folder', ['state']],
  ['a folder with a path that is longer than one of a socket may be', ['x'.repeat(120), 'state']],
] as const) {
  test(`${name} is one gateway's until that lets it go`, async (t) => {
    const dir = folder(t, ...below);
    const first = await lockState(dir, holder);
    assert.deepEqual([first.owner, first.warning], [undefined, undefined]);
    assert.equal(statSync(join(dir, 'gateway.sock')).mode & 0o077, 0);
    await assert.rejects(lockState(dir, holder), (error) => {
      assert.ok(error instanceof StateInUse);
      assert.equal(
        error.message,
        `state.dir: another gateway (process ${process.pid}, version 1.2.3, /etc/gateway.yaml, since ${holder.since}) keeps its state in ${dir}: stop it first, take its place with --takeover, or give this one a state.dir of its own`,
      );
      return true;
    });
    await first.release();
    assert.ok(!existsSync(join(dir, 'gateway.sock')) && !existsSync(join(dir, 'gateway.lock')));
    await (await lockState(dir, holder)).release();
  });
}

test('of several that start at once one gets the folder', async (t) => {
  const dir = folder(t);
  await leaveBehind(dir, holder);
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockState(dir, holder)));
  const locks = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.equal(locks.length, 1);
  assert.ok(tries.every((one) => one.status === 'fulfilled' || one.reason instanceof StateInUse));
  await locks[0]!.release();
});

test('what a killed gateway of this host left is taken over, also after the machine was started anew', async (t) => {
  for (const boot of [holder.boot, 'before']) {
    const dir = folder(t);
    await leaveBehind(dir, { ...holder, boot });
    const lock = await lockState(dir, holder);
    assert.deepEqual([lock.owner, lock.warning], [undefined, undefined]);
    await lock.release();
  }
});

test('beside a gateway of another host files get names of their own, with a warning, until it has fallen silent', async (t) => {
  const dir = folder(t);
  await leaveBehind(dir, { ...holder, host: 'elsewhere', boot: 'another' });
  const lock = await lockState(dir, { ...holder, host: 'here' });
  assert.equal(lock.owner, 'here');
  assert.match(lock.warning!, /is in use by a gateway on the host elsewhere: .* named after here/);
  await assert.rejects(lockState(dir, { ...holder, host: 'here' }), StateInUse);
  await lock.release();

  const longAgo = Date.now() / 1000 - 3600;
  utimesSync(join(dir, 'gateway.lock'), longAgo, longAgo);
  const next = await lockState(dir, { ...holder, host: 'here' });
  assert.equal(next.owner, undefined);
  await next.release();
});

test('a folder that can hold no socket is used with a warning', async (t) => {
  const dir = folder(t);
  writeFileSync(join(dir, 'file'), '');
  const lock = await lockState(join(dir, 'file', 'state'), holder);
  assert.match(lock.warning!, /can not be locked \(ENOTDIR\): no other gateway may use it$/);
  await lock.release();
});
