import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type Coding, codingOf, Unpacking } from '../../../src/http/client/unpack.ts';

/** What pieces unpack to, or the reason why they do not. */
function unpacked(coding: Coding, pieces: readonly Buffer[]): Promise<Buffer | string> {
  const came: Buffer[] = [];
  return new Promise((resolve) => {
    const source = Readable.from(pieces);
    const unpacking = new Unpacking(source, coding, {
      data: (bytes) => void came.push(bytes),
      end: () => resolve(Buffer.concat(came)),
      failed: (error) => resolve(error.message),
    });
    source.on('data', (bytes: Buffer) => unpacking.data(bytes));
    source.on('end', () => unpacking.end());
  });
}

const bytewise = (body: Buffer) => Array.from(body, (_, at) => body.subarray(at, at + 1));

/** A frame of zstd that holds one block: a byte repeated so often. */
function zstdRepeated(times: number, blocks: number): Buffer {
  const pieces = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])];
  for (let block = 1; block <= blocks; block += 1) {
    const header = Buffer.alloc(4);
    header.writeUIntLE(times * 8 + 2 + (block === blocks ? 1 : 0), 0, 3);
    header[3] = 0x78;
    pieces.push(header);
  }
  return Buffer.concat(pieces);
}

test('each coding is undone, however the bytes are split', async () => {
  const text = Buffer.from('one event and another, '.repeat(100));
  const packed: [Coding, Buffer, Buffer][] = [
    ['gzip', gzipSync(text), text],
    ['deflate', deflateSync(text), text],
    ['deflate', deflateRawSync(text), text],
    ['br', brotliCompressSync(text), text],
    ['zstd', zstdRepeated(500, 2), Buffer.from('x'.repeat(1000))],
  ];
  for (const [coding, body, expected] of packed) {
    assert.deepEqual(await unpacked(coding, [body]), expected, coding);
    assert.deepEqual(await unpacked(coding, bytewise(body)), expected, coding);
  }
  assert.deepEqual(await unpacked('gzip', []), Buffer.alloc(0));
});

test('what is no packed body, is not whole, or unpacks to more than 100 times its size fails', async () => {
  for (const coding of ['gzip', 'deflate', 'br', 'zstd'] as const) {
    assert.equal(
      typeof (await unpacked(coding, [Buffer.from('not packed at all, but text')])),
      'string',
      coding,
    );
  }
  assert.equal(typeof (await unpacked('gzip', [gzipSync('text').subarray(0, -6)])), 'string');
  const zeros = Buffer.alloc(8 * 1024 * 1024);
  for (const [coding, bomb] of [
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['zstd', zstdRepeated(100_000, 1000)],
  ] as const) {
    assert.match(String(await unpacked(coding, [bomb])), /100 times/, coding);
  }
});

test('a coding is known by each of its names, and several are none', () => {
  assert.deepEqual(['gzip', 'X-GZIP', ' br ', 'zstd', 'deflate'].map(codingOf), [
    'gzip',
    'gzip',
    'br',
    'zstd',
    'deflate',
  ]);
  assert.deepEqual(['gzip, br', 'compress', ''].map(codingOf), [undefined, undefined, undefined]);
});
