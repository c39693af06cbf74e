import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { typescriptOptions } from '../../helpers/started.ts';

for (const how of ['stops listening', 'dies']) {
  test(`a connection on its way to the last worker is closed when that ${how}`, async (t) => {
    const primary = fork(new URL('./handoffs-primary.ts', import.meta.url), [how], {
      execArgv: [...typescriptOptions],
    });
    t.after(() => void primary.kill('SIGKILL'));
    const [port] = await once(primary, 'message');
    primary.send('now');
    await once(primary, 'message');
    // Now the worker keeps its thread busy, and knows of nobody who connects.
    await sleep(250);
    const client = connect(Number(port), '127.0.0.1');
    client.on('error', () => {}).resume();
    const isClosed = await Promise.race([
      new Promise((resolve) => client.once('close', () => resolve(true))),
      new Promise((resolve) => setTimeout(resolve, 5000, false)),
    ]);
    client.destroy();
    assert.ok(isClosed, 'the client waits');
  });
}
