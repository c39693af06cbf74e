import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../helpers/gate.ts';
import { hello, liveText, workersOf } from '../../helpers/live.ts';
import { openNotifySocket } from '../../helpers/notify-socket.ts';
import { serve } from '../../helpers/serve.ts';

test('systemd is told when all workers serve, of reloads, and of the end', async (t) => {
  const systemd = await openNotifySocket(t);
  const served = await serve(t, liveText(), { env: { NOTIFY_SOCKET: systemd.path } });
  await systemd.has('READY=1');
  assert.match(
    systemd.heard[0]!.fields.join('\n'),
    new RegExp(`^READY=1\nSTATUS=version .*: 2 workers serve revision \\w+ at 127.0.0.1:${served.port}$`),
  );
  await served.save(liveText({ models: ['first', 'second'] }));
  await served.reloaded('applied');
  await systemd.has('READY=1', 2);
  const [, began, done] = systemd.heard;
  assert.deepEqual(
    began!.fields.map((field) => field.replace(/\d+$/, 'N')),
    ['RELOADING=N', 'MONOTONIC_USEC=N', 'STATUS=reading the files'],
  );
  assert.ok(done!.fields.includes('READY=1'));
  await served.save('not: [valid');
  await served.reloaded('rejected');
  await systemd.has(/^STATUS=.*; the last reload was rejected \(the log says why\)$/);
  served.child.kill('SIGTERM');
  await systemd.has('STOPPING=1');
  assert.equal(await served.ended, 0);
});

test('systemd hears twice in each period of its watchdog that all is well, and nothing while no worker answers', async (t) => {
  const systemd = await openNotifySocket(t);
  const served = await serve(t, liveText({ workers: 1 }), {
    env: { NOTIFY_SOCKET: systemd.path, WATCHDOG_USEC: '600000' },
  });
  await systemd.has('WATCHDOG=1', 4);
  const beats = () => systemd.heard.filter(({ fields }) => fields.includes('WATCHDOG=1'));
  const [first, , , fourth] = beats();
  assert.ok(fourth!.at - first!.at >= 700, `three periods of 300 ms in ${fourth!.at - first!.at} ms`);
  const [worker] = workersOf(served);
  assert.ok(worker !== undefined);
  process.kill(worker, 'SIGSTOP');
  // A worker that says nothing for ten seconds is ended and replaced.
  await until(async () => (await served.status()).workers.restarts === 1, 'it is ended', 30_000);
  const before = beats().length;
  await systemd.has('WATCHDOG=1', before + 2);
  const gaps = beats().map(({ at }, index) => at - (beats()[index - 1]?.at ?? at));
  assert.ok(Math.max(...gaps) > 4000, `it was told all the while, every ${Math.max(...gaps)} ms`);
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
});

test('a watchdog that waits for another process hears nothing', async (t) => {
  const systemd = await openNotifySocket(t);
  const served = await serve(t, liveText(), {
    env: { NOTIFY_SOCKET: systemd.path, WATCHDOG_USEC: '20000', WATCHDOG_PID: '1' },
  });
  await systemd.has('READY=1');
  served.child.kill('SIGTERM');
  await systemd.has('STOPPING=1');
  assert.deepEqual(
    systemd.heard.map(({ fields }) => fields[0]),
    ['READY=1', 'STOPPING=1'],
  );
});

test('where systemd can not be told it is served all the same, and the log says so once', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-notify-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const served = await serve(t, liveText(), {
    env: { NOTIFY_SOCKET: join(dir, 'nobody'), WATCHDOG_USEC: '20000' },
  });
  const told = () => served.logs.filter(({ msg }) => /^systemd can't be notified/.test(String(msg)));
  await until(() => told().length > 0, 'it is said');
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 0);
  assert.equal(told().length, 1);
});
