import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { writeAnswerHead } from '../../../src/http/node/message-head.ts';
import { type Wire, wireOver } from '../../helpers/wire.ts';

/** A connection to a server that answers every request so. */
async function answering(t: TestContext, answer: (response: ServerResponse) => void): Promise<Wire> {
  const server = createServer((request, response) => {
    request.resume();
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => {
    socket.destroy();
    server.close();
  });
  return wireOver(socket);
}

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

test('an answer of known length is whole, and its connection carries the next', async (t) => {
  const wire = await answering(t, (response) => {
    writeAnswerHead(response, 201, ['x-one', '1', 'x-one', '2'], 5);
    assert.equal(response.headersSent, true);
    assert.equal(response.statusCode, 201);
    response.end('hello');
  });
  for (let round = 0; round < 2; round += 1) {
    wire.write(request);
    const { status, headers, body } = await wire.answer();
    assert.equal(status, 201);
    assert.equal(body, 'hello');
    assert.equal(headers['content-length'], '5');
    assert.equal(headers['x-one'], '1, 2');
    assert.equal(headers['connection'], 'keep-alive');
    assert.ok(headers['date'] !== undefined);
  }
  assert.equal(wire.rest(), '');
});

test('an answer of unknown length goes in chunks', async (t) => {
  const wire = await answering(t, (response) => {
    writeAnswerHead(response, 200, ['x-one', '1']);
    response.write('hel');
    response.end('lo');
  });
  wire.write(request);
  const { headers, body } = await wire.answer();
  assert.equal(headers['transfer-encoding'], 'chunked');
  assert.equal(body, 'hello');
});

test('a status without a phrase is written all the same', async (t) => {
  const wire = await answering(t, (response) => {
    writeAnswerHead(response, 599, [], 2);
    response.end('{}');
  });
  wire.write(request);
  assert.equal((await wire.answer()).status, 599);
});

for (const status of [204, 304]) {
  test(`a ${status} has neither length nor body, and its connection carries the next`, async (t) => {
    const wire = await answering(t, (response) => {
      writeAnswerHead(response, status, ['x-one', '1'], 0);
      response.end();
    });
    for (let round = 0; round < 2; round += 1) {
      wire.write(request);
      const { status: got, headers } = await wire.answer({ bodiless: true });
      assert.equal(got, status);
      assert.equal(headers['x-one'], '1');
      assert.equal(headers['content-length'], undefined);
      assert.equal(headers['transfer-encoding'], undefined);
      assert.equal(headers['connection'], 'keep-alive');
    }
    assert.equal(wire.rest(), '');
  });
}
