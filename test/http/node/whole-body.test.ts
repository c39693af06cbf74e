import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { takeWholeBody, whenParsed } from '../../../src/http/node/whole-body.ts';

async function listening(t: TestContext, handle: (message: IncomingMessage) => void): Promise<number> {
  const server = createServer((message, answer) => {
    handle(message);
    answer.end('{"all":true}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n';

test('a request that came in one piece is there in full once it is parsed, before its stream says so', async (t) => {
  const seen: unknown[] = [];
  const port = await listening(t, (message) => {
    message.on('end', () => seen.push('end'));
    whenParsed(() => seen.push(message.readableLength, takeWholeBody(message)?.toString()), undefined);
  });
  const client = connect(port, '127.0.0.1');
  client.write(`${head}body`);
  await once(client, 'data');
  client.destroy();
  assert.deepEqual(seen, [4, 'body']);
});

test('one whose body is still to come is not', async (t) => {
  const seen: number[] = [];
  const port = await listening(t, (message) =>
    whenParsed(() => seen.push(message.readableLength), undefined),
  );
  const client = connect(port, '127.0.0.1');
  client.write(head);
  await once(client, 'data');
  client.destroy();
  assert.deepEqual(seen, [0]);
});

test('an answer that was taken gives its connection back once it is resumed', async (t) => {
  const port = await listening(t, () => {});
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const ask = async (): Promise<boolean> => {
    const asked = request({ port, agent }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    while (!answer.complete) await new Promise(setImmediate);
    assert.equal(takeWholeBody(answer)?.toString(), '{"all":true}');
    assert.equal(answer.readableEnded, false);
    answer.resume();
    await once(asked, 'close');
    return asked.reusedSocket;
  };
  assert.deepEqual([await ask(), await ask()], [false, true]);
});
