import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../helpers/gate.ts';
import { hello, liveText, workersOf } from '../../helpers/live.ts';
import { freePort } from '../../helpers/ports.ts';
import { gatewayProgram } from '../../helpers/program.ts';
import { readToken, type Served, serve } from '../../helpers/serve.ts';

/** What listens, and runs a command with the sockets when somebody connects. */
function activator(ports: readonly number[], names: string, stateDir: string): readonly string[] {
  const sockets = ports.flatMap((port) => ['-l', `127.0.0.1:${port}`]);
  return ['systemd-socket-activate', ...sockets, `--fdname=${names}`, '-E', `STATE_DIRECTORY=${stateDir}`];
}

function text(port: number, adminPort: number, more: { readonly token?: string } = {}): string {
  return liveText({
    listen: `{ address: "127.0.0.1:${port}", tls: { self_signed: true } }`,
    admin: `"127.0.0.1:${adminPort}"${more.token === undefined ? '' : `, token: ${more.token}`}`,
  });
}

/** Connects as soon as somebody listens. */
async function knock(port: number): Promise<void> {
  await until(async () => {
    const client = connect(port, '127.0.0.1');
    const isOpen = await once(client, 'connect').then(
      () => true,
      () => false,
    );
    client.destroy();
    return isOpen;
  }, 'somebody listens');
}

async function activated(t: Parameters<typeof serve>[0], ports: readonly [number, number]): Promise<Served> {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-activated-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const [served] = await Promise.all([
    serve(t, text(...ports), {
      wrap: activator(ports, 'public:admin', dir),
      env: { STATE_DIRECTORY: dir },
    }),
    knock(ports[0]),
  ]);
  return served;
}

test('a gateway that systemd started serves at the sockets that systemd listens at', async (t) => {
  const ports = [await freePort(), await freePort()] as const;
  const served = await activated(t, ports);
  assert.equal(served.port, ports[0]);
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
  assert.equal((await served.status()).workers.serving, 2);
  // Nobody could open a port for a second time that is open: these are the sockets that were passed.
  const workers = workersOf(served);
  assert.equal(workers.length, 2);
  for (const worker of workers) process.kill(worker, 'SIGKILL');
  await until(async () => (await served.status()).workers.restarts === 2, 'they are missed');
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
  // An admin listener of another kind at the same socket.
  await served.save(text(...ports, { token: 'live-admin-token-4567' }));
  await served.reloaded('applied');
  assert.equal((await served.admin('/status')).status, 200);
  // The number of its socket is the system's for the next file from now on.
  await served.save(text(...ports));
  await served.reloaded('applied');
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
  const moved = await freePort();
  await served.save(text(moved, ports[1]));
  const { problems } = (await served.reloaded('rejected'))!;
  assert.equal(
    problems,
    `listen.address is 127.0.0.1:${moved}, and systemd listens at 127.0.0.1:${ports[0]} for it: ` +
      'write the same here and in ListenStream= of its .socket unit, and start the socket anew',
  );
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 0);
});

for (const [what, names, addresses, said] of [
  [
    'another address than the one in the file',
    'public',
    (_own: number, other: number) => text(other, 0),
    /^gateway: listen\.address is 127\.0\.0\.1:\d+, and systemd listens at 127\.0\.0\.1:\d+ for it: write the same here/m,
  ],
  [
    'a socket for operators where the file has no admin listener',
    'admin',
    (_own: number, other: number) => text(other, 0).replace(/^admin: .*$/m, ''),
    /^gateway: admin\.address is not there, and systemd listens at 127\.0\.0\.1:\d+ for it: /m,
  ],
] as const) {
  test(`${what} is an error that says both`, async (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'gateway-activated-'));
    t.after(() => rmSync(dir, { recursive: true, force: true }));
    const [own, other] = [await freePort(), await freePort()];
    const file = join(dir, 'gateway.yaml');
    writeFileSync(file, addresses(own, other));
    const [command = '', ...args] = activator([own], names, dir);
    const child = spawn(command, [...args, process.execPath, gatewayProgram, 'serve', '--config', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    t.after(() => void child.kill('SIGKILL'));
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      err += part;
    });
    const ended = once(child, 'exit');
    await knock(own);
    assert.deepEqual((await ended)[0], 2, err);
    assert.match(err, said);
    assert.ok(!err.includes(readToken));
  });
}
