import assert from 'node:assert/strict';
import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { framedChunk } from '../../../src/http/node/framed-chunk.ts';

const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';

test('a chunk is its length in hexadecimal digits, its bytes and the ends of their lines', () => {
  assert.equal(framedChunk([Buffer.from('abc')], false).toString(), '3\r\nabc\r\n');
  assert.equal(framedChunk([Buffer.from('ab'), Buffer.from('c')], true).toString(), '3\r\nabc\r\n0\r\n\r\n');
  assert.equal(framedChunk([], true).toString(), '0\r\n\r\n');
  assert.equal(framedChunk([], false).length, 0, 'a chunk of nothing would be the last');
  for (const length of [1, 15, 16, 255, 256, 4095, 4096, 65_535, 65_536, 1_048_576]) {
    const [digits] = framedChunk([Buffer.alloc(length)], false)
      .toString('latin1')
      .split('\r\n');
    assert.equal(digits, length.toString(16));
  }
});

test("Node's own client reads back what was framed, whatever the pieces are", async (t) => {
  let answer = Buffer.alloc(0);
  const server = createServer((socket) =>
    socket.on('error', () => {}).once('data', () => socket.end(answer)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const body = () =>
    new Promise<Buffer>((resolve, reject) => {
      get({ port, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks)));
        response.on('error', reject);
      }).on('error', reject);
    });
  const piece = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes));
  const writes = fc.array(fc.array(piece, { minLength: 1, maxLength: 3 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(writes, fc.array(piece, { maxLength: 2 }), async (all, last) => {
      const chunks = all.map((pieces) => framedChunk(pieces, false));
      answer = Buffer.concat([Buffer.from(head), ...chunks, framedChunk(last, true)]);
      assert.deepEqual(await body(), Buffer.concat([...all.flat(), ...last]));
    }),
    { numRuns: 50 },
  );
});
