import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminConfig } from '../../src/config/types/admin.ts';
import type { Config } from '../../src/config/types/gateway.ts';
import { openListener } from '../../src/http/server/listener.ts';
import { openLog } from '../../src/observe/log/log.ts';
import { AdminListener } from '../../src/supervisor/admin-listener.ts';
import { wireOver } from '../helpers/wire.ts';

const log = openLog('silent');

/** Answers with the token of the configuration that is served. */
function admin(): AdminListener {
  return new AdminListener(
    ({ address, token }, tls, listening) =>
      openListener({
        address,
        tls,
        listening,
        limits: { headersTimeoutMs: 10_000, keepAliveMs: 10_000, maxConnections: 100 },
        log,
        handle: (_request, response) => void response.end(token),
      }),
    log,
  );
}

const served = (address: AdminConfig['address'], token: string) =>
  ({ admin: { address, token }, state: { dir: undefined } }) as unknown as Config;

const loopback = { host: '127.0.0.1', port: 0 };

for (const [name, next, acceptedMs] of [
  ['moves', { host: '127.0.0.2', port: 0 }, 0],
  ['takes other tokens', loopback, 20],
] as const) {
  test(`who has just connected to an admin listener that ${name} has an answer`, async (t) => {
    const listener = admin();
    t.after(() => listener.close());
    await (await listener.prepare(served(loopback, 'first'))).commit?.();
    const socket = connect(listener.address!.port, '127.0.0.1');
    t.after(() => socket.destroy());
    const wire = wireOver(socket);
    if (acceptedMs > 0) await sleep(acceptedMs);
    const replaced = (async () => (await listener.prepare(served(next, 'second'))).commit?.())();
    await sleep(50);
    wire.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const { body, headers } = await wire.answer();
    assert.equal(body, 'first');
    assert.equal(headers['connection'], 'close');
    await replaced;
    const again = connect(listener.address!.port, listener.address!.host);
    t.after(() => again.destroy());
    const other = wireOver(again);
    other.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.equal((await other.answer()).body, 'second');
  });
}
