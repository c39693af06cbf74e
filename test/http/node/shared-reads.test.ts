import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer as createHttpServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { sharedReads } from '../../../src/http/node/shared-reads.ts';

/** Both ends of a connection that reads into the shared buffer. */
async function pair(t: TestContext): Promise<{ near: Socket; far: Socket }> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const options = { port, host: '127.0.0.1', onread: sharedReads(() => near) };
  const arrived = once(server, 'connection');
  const near: Socket = connect(options as NetConnectOpts);
  const [far] = (await arrived) as [Socket];
  t.after(() => {
    near.destroy();
    far.destroy();
    server.close();
  });
  return { near, far };
}

test('each of two connections is given its own bytes', async (t) => {
  const pairs = [await pair(t), await pair(t)];
  const texts = ['', ''];
  for (const [index, { near }] of pairs.entries()) {
    near.on('data', (bytes: Buffer) => {
      texts[index] += bytes.toString();
    });
  }
  const long = [...'ab'].map((letter) => letter.repeat(300_000));
  for (const [index, { far }] of pairs.entries()) far.end(long[index]!);
  await Promise.all(pairs.map(({ near }) => once(near, 'end')));
  assert.deepEqual(texts, long);
});

test('bytes that nobody waits for end the connection', async (t) => {
  const { near, far } = await pair(t);
  far.on('error', () => {});
  far.write('HTTP/1.1 200 OK\r\n');
  await once(near, 'close');
  assert.equal(near.destroyed, true);
});

test('pieces of an answer stay as they are while others are read', async (t) => {
  const body = randomBytes(1_000_000);
  const server = createHttpServer(async (_request, response) => {
    for (let from = 0; from < body.length; from += 7001) {
      response.write(body.subarray(from, from + 7001));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const agent = new Agent();
  agent.createConnection = () => {
    const options = { port, host: '127.0.0.1', onread: sharedReads(() => socket) };
    const socket: Socket = connect(options as NetConnectOpts);
    return socket;
  };
  async function ask(): Promise<Buffer> {
    const sent = request({ port, host: '127.0.0.1', agent }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const held: Buffer[] = [];
    answer.on('data', (piece: Buffer) => held.push(piece));
    await once(answer, 'end');
    return Buffer.concat(held);
  }
  const answers = await Promise.all(Array.from({ length: 8 }, ask));
  for (const answer of answers) assert.ok(answer.equals(body));
});
