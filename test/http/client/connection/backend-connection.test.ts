import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import type { HttpAnswer } from '../../../../src/http/client/connection/http-answer.ts';
import { answerBy, poolTo } from '../../../helpers/asked-of-pool.ts';
import { TestAuthority } from '../../../helpers/client-certificates.ts';
import { until } from '../../../helpers/gate.ts';

const authority = await TestAuthority.make();
const certificate = await authority.sign({ san: [{ type: 'dns', value: 'localhost' }] });

/** A server that does with each connection what a test says once it was asked, and the answer to a request. */
async function asked(t: TestContext, kind: 'plain' | 'TLS', answer: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const serve = (socket: Socket): void => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  };
  const server = kind === 'plain' ? createTcpServer(serve) : createTlsServer(certificate, serve);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = poolTo({ port, protocol: kind === 'plain' ? 'http:' : 'https:' }, {}, { ca: authority.ca });
  t.after(() => {
    pool.close();
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { answer: await answerBy(pool), sockets };
}

/** Takes a piece, waits, and takes the next. */
function slowly(answer: HttpAnswer): Promise<{ readonly text: string; readonly how: 'end' | 'broken' }> {
  let text = '';
  return new Promise((resolve) => {
    answer.readBy({
      data(bytes) {
        text += bytes;
        answer.pause();
        setTimeout(() => answer.resume(), 1);
      },
      end: () => resolve({ text, how: 'end' }),
      broken: () => resolve({ text, how: 'broken' }),
    });
  });
}

const large = 'x'.repeat(1_000_000);
const chunks = 'a b c d e f g h'.split(' ');
const head = 'HTTP/1.1 200 OK\r\n';

for (const kind of ['plain', 'TLS'] as const) {
  test(`${kind}: what came before a backend closed its connection is read to its end, however slowly`, async (t) => {
    for (const [text, body, how] of [
      [`${head}\r\n${large}`, large, 'end'],
      [`${head}Content-Length: ${large.length}\r\n\r\n${large}`, large, 'end'],
      [
        `${head}Transfer-Encoding: chunked\r\n\r\n${chunks.map((one) => `1\r\n${one}\r\n`).join('')}0\r\n\r\n`,
        chunks.join(''),
        'end',
      ],
      [
        `${head}Transfer-Encoding: chunked\r\n\r\n${chunks.map((one) => `1\r\n${one}\r\n`).join('')}`,
        chunks.join(''),
        'broken',
      ],
      [`${head}Content-Length: 9\r\n\r\nabc`, 'abc', 'broken'],
    ] as const) {
      const { answer } = await asked(t, kind, (socket) => socket.end(text));
      assert.deepEqual(await slowly(answer), { text: body, how });
      assert.equal(answer.complete, how === 'end');
    }
  });

  test(`${kind}: nothing is read of a body that nobody takes`, async (t) => {
    const { answer, sockets } = await asked(t, kind, (socket) => {
      socket.write(`${head}\r\n`);
      for (let left = 64; left > 0; left -= 1) socket.write(large);
    });
    answer.readBy({ data: () => answer.pause(), end() {}, broken() {} });
    await until(() => sockets[0]!.writableLength > 0, 'the backend can not write any more');
    const before = sockets[0]!.writableLength;
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(sockets[0]!.writableLength, before);
    answer.destroy();
    await until(() => sockets[0]!.destroyed, 'its connection is closed');
  });
}

test('a connection that is reset is no end of an answer that goes to its close', async (t) => {
  const { answer, sockets } = await asked(t, 'plain', (socket) => socket.write(`${head}\r\nabc`));
  const read = slowly(answer);
  await until(() => sockets[0]!.bytesWritten > 0, 'it was answered');
  sockets[0]!.resetAndDestroy();
  assert.equal((await read).how, 'broken');
});
