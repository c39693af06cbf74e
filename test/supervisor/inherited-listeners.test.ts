import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { listeningAddress } from '../../src/process/listening-sockets.ts';
import { listenersOfSystemd } from '../../src/supervisor/service/inherited-listeners.ts';

const at = (fd: number) => ({ host: '127.0.0.1', port: 8000 + fd });
const passed = (count: number, names?: string, pid = 7) =>
  listenersOfSystemd({ LISTEN_FDS: String(count), LISTEN_PID: String(pid), LISTEN_FDNAMES: names }, 7, at);

test('sockets are found by their names, and the first without one of ours is the public one', () => {
  const both = { public: { fd: 3, address: at(3) }, admin: { fd: 4, address: at(4) }, isOfSystemd: true };
  assert.deepEqual(passed(2, 'public:admin'), both);
  assert.deepEqual(passed(2, 'gateway.socket:admin'), both);
  assert.deepEqual(passed(1), { public: both.public, isOfSystemd: true });
  assert.deepEqual(passed(2, 'admin:public'), {
    public: { fd: 4, address: at(4) },
    admin: { fd: 3, address: at(3) },
    isOfSystemd: true,
  });
});

test('what was passed to another process is not taken', () => {
  assert.equal(passed(1, 'public', 8), undefined);
  assert.equal(listenersOfSystemd({}, 7, at), undefined);
});

test('a socket that has no place is an error that says what to write', () => {
  assert.throws(
    () => passed(2, 'a.socket:a.socket'),
    /socket 2 of 2 is named a\.socket: write FileDescriptorName=public/,
  );
  assert.throws(() => passed(2), /socket 2 of 2 is named nothing: /);
  assert.throws(() => passed(2, 'public:public'), /two sockets are named public, .*leave one ListenStream=/);
  assert.throws(
    () => listenersOfSystemd({ LISTEN_FDS: '1', LISTEN_PID: '7' }, 7, () => undefined),
    /the socket public that this process was given \(descriptor 3\) is not a TCP socket that is listened at/,
  );
});

for (const host of ['127.0.0.1', '::1', '0.0.0.0', '::']) {
  test(`the kernel says that a socket is listened at ${host}`, async (t) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen({ port: 0, host }, resolve));
    t.after(() => server.close());
    const { fd } = (server as unknown as { readonly _handle: { readonly fd: number } })._handle;
    const { port } = server.address() as { readonly port: number };
    assert.deepEqual(listeningAddress(fd), { host, port });
  });
}

test('what is no socket that is listened at has no address', () => {
  assert.equal(listeningAddress(0), undefined);
  assert.equal(listeningAddress(9999), undefined);
});
