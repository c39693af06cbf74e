/**
 * What the files of `src/http/node` take for granted of Node.js, a test for each line of its README. A failure says in
 * one line which part is not as it was.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { frameOwnChunks } from '../../../src/http/node/framed-chunk.ts';
import { handOn } from '../../../src/http/node/hand-on-socket.ts';
import { makeLast } from '../../../src/http/node/last-answer.ts';
import { writeAnswerHead } from '../../../src/http/node/message-head.ts';
import { stopAccepting } from '../../../src/http/node/stop-accepting.ts';
import { takeWholeBody, whenParsed } from '../../../src/http/node/whole-body.ts';
import { type Wire, wireOver } from '../../helpers/wire.ts';

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n';

interface Place {
  readonly server: Server;
  readonly port: number;
  wire(): Wire;
}

async function serve(t: TestContext, listener: RequestListener): Promise<Place> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  return {
    server,
    port,
    wire() {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      return wireOver(socket);
    },
  };
}

const answerOk: RequestListener = (_request, response) => void response.end('ok');

test('message-head.ts: an answer sends the head that _storeHeader was given, framed by Content-Length', async (t) => {
  const { wire } = await serve(t, (_request, response) => {
    const { _storeHeader: store } = response as { readonly _storeHeader?: unknown };
    assert.equal(typeof store, 'function', 'an answer has no _storeHeader any more');
    writeAnswerHead(response, 200, ['x-One', '1'], 2);
    assert.equal(response.headersSent, true, '_storeHeader makes no head any more');
    response.end('ok');
  });
  const client = wire();
  for (let round = 0; round < 2; round += 1) {
    client.write(get);
    const { body, headers, status } = await client.answer();
    const { date: _, connection: __, 'keep-alive': ___, ...others } = headers;
    assert.deepEqual(
      { status, body, others },
      { status: 200, body: 'ok', others: { 'x-one': '1', 'content-length': '2' } },
      '_storeHeader makes another head',
    );
  }
});

test('framed-chunk.ts: with chunkedEncoding off Node.js writes what it is given as it is', async (t) => {
  const before: boolean[] = [];
  const { wire } = await serve(t, (_request, response) => {
    response.writeHead(200, []);
    before.push(response.chunkedEncoding);
    frameOwnChunks(response);
    response.write('2\r\nok\r\n');
    response.end('0\r\n\r\n');
  });
  const client = wire();
  for (let round = 0; round < 2; round += 1) {
    client.write(get);
    const { body, headers } = await client.answer();
    assert.deepEqual(before, Array(round + 1).fill(true), 'a head without a length sets no chunkedEncoding');
    assert.equal(headers['transfer-encoding'], 'chunked', 'a head without a length announces no chunks');
    assert.equal(body, 'ok', 'chunks are framed twice: chunkedEncoding is not looked at');
  }
  assert.equal(client.rest(), '', 'something follows the last chunk: chunkedEncoding is not looked at');
});

test('whole-body.ts: a body that came with its head is there before the next tick', async (t) => {
  let there = -1;
  const { wire } = await serve(t, (message, response) => {
    whenParsed(() => {
      there = message.readableLength;
      takeWholeBody(message);
      response.end('ok');
    }, undefined);
  });
  const client = wire();
  client.write(`${post}body`);
  await client.answer();
  assert.equal(there, 4, `${there} of 4 bytes are there when the parser is through with a head`);
});

test('stop-accepting.ts: a server that is closed as one of TCP leaves idle connections alone', async (t) => {
  const { server, wire } = await serve(t, answerOk);
  const client = wire();
  client.write(get);
  await client.answer();
  stopAccepting(server);
  assert.equal(server.listening, false, 'the server still accepts');
  client.write(get);
  const answered = await client.answer({ withinMs: 2000 }).catch(() => undefined);
  assert.equal(answered?.status, 200, 'the close of a TCP server ends idle connections of HTTP');
});

test('hand-on-socket.ts: a server that is given the socket of another serves what connected before', async (t) => {
  const first = createServer(() => assert.fail('the first one serves on'));
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
  const { port } = first.address() as AddressInfo;
  const socket = handOn(first);
  assert.ok((socket?.fd ?? -1) >= 0, 'a server that listens has no _handle with a descriptor');
  await new Promise((resolve) => first.close(resolve));
  const connection = connect(port, '127.0.0.1');
  t.after(() => void connection.destroy());
  const client = wireOver(connection);
  const next = createServer(answerOk);
  t.after(() => void next.close());
  await new Promise<void>((resolve) => next.listen(socket, resolve));
  client.write(get);
  assert.equal((await client.answer()).status, 200, 'listen does not take the _handle of another server');
});

test('last-answer.ts: an answer whose shouldKeepAlive was taken back ends its connection', async (t) => {
  const { wire } = await serve(t, (_request, response) => {
    makeLast(response);
    response.writeHead(200, ['content-length', '2']).end('ok');
  });
  const client = wire();
  client.write(get);
  const { headers } = await client.answer();
  assert.equal(headers['connection'], 'close', 'shouldKeepAlive is not looked at when a head is written');
  await client.ended(2000);
});
