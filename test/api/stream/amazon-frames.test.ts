import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { Int64, type MessageHeaders } from '@smithy/eventstream-codec';
import fc from 'fast-check';
import { AmazonFrames, BrokenFrame } from '../../../src/api/stream/amazon-frames.ts';
import { amazonFrame } from '../../helpers/amazon-frames.ts';
import { runs } from '../../helpers/full.ts';

interface Read {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string;
}

/** What comes of bytes that arrive in pieces, and why it ended early. */
function readIn(pieces: readonly Buffer[]): { frames: readonly Read[]; fault: string | undefined } {
  const reader = new AmazonFrames();
  const frames: Read[] = [];
  try {
    for (const piece of pieces) {
      // Whoever reads a socket may use its buffer again.
      const lent = Buffer.from(piece);
      reader.push(lent, ({ headers, payload }) =>
        frames.push({ headers: Object.fromEntries(headers), payload: payload.toString('base64') }),
      );
      lent.fill(0xff);
    }
  } catch (error) {
    assert.ok(error instanceof BrokenFrame);
    return { frames, fault: error.message };
  }
  return { frames, fault: undefined };
}

function cutAt(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const ends = [...places, bytes.length];
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}

const everyType: MessageHeaders = {
  yes: { type: 'boolean', value: true },
  no: { type: 'boolean', value: false },
  byte: { type: 'byte', value: -3 },
  short: { type: 'short', value: 300 },
  integer: { type: 'integer', value: 70_000 },
  long: { type: 'long', value: Int64.fromNumber(5e9) },
  binary: { type: 'binary', value: new Uint8Array([1, 2, 3]) },
  name: { type: 'string', value: 'chunk ü' },
  time: { type: 'timestamp', value: new Date(0) },
  id: { type: 'uuid', value: '01234567-89ab-cdef-0123-456789abcdef' },
  last: { type: 'string', value: '' },
};

test('frames are found wherever the bytes are cut, and headers of any type are passed over', () => {
  const bytes = Buffer.concat([
    amazonFrame(everyType, 'first'),
    amazonFrame({}, ''),
    amazonFrame({ a: { type: 'string', value: 'b' } }, 'x'.repeat(3000)),
  ]);
  const expected = [
    { headers: { name: 'chunk ü', last: '' }, payload: Buffer.from('first').toString('base64') },
    { headers: {}, payload: '' },
    { headers: { a: 'b' }, payload: Buffer.from('x'.repeat(3000)).toString('base64') },
  ];
  for (let at = 0; at <= bytes.length; at += 1) {
    assert.deepEqual(readIn(cutAt(bytes, [at])), { frames: expected, fault: undefined }, `cut at ${at}`);
  }
  const single = [...bytes].map((byte) => Buffer.from([byte]));
  assert.deepEqual(readIn(single), { frames: expected, fault: undefined });
  assert.equal(readIn([bytes]).frames.length, 3);
});

test('any frames in any pieces come out as they were put in', () => {
  const frame = fc.tuple(
    fc.dictionary(fc.stringMatching(/^[a-z:-]{1,20}$/), fc.string({ maxLength: 40 }), { maxKeys: 4 }),
    fc.uint8Array({ maxLength: 2000 }),
  );
  fc.assert(
    fc.property(
      fc.array(frame, { maxLength: 6 }),
      fc.array(fc.nat(20_000), { maxLength: 12 }),
      (frames, cuts) => {
        const bytes = Buffer.concat(
          frames.map(([headers, payload]) =>
            amazonFrame(
              Object.fromEntries(
                Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }] as const),
              ),
              Buffer.from(payload),
            ),
          ),
        );
        const places = cuts.filter((at) => at <= bytes.length).sort((a, b) => a - b);
        assert.deepEqual(readIn(cutAt(bytes, places)), {
          frames: frames.map(([headers, payload]) => ({
            headers: { ...headers },
            payload: Buffer.from(payload).toString('base64'),
          })),
          fault: undefined,
        });
      },
    ),
    { numRuns: runs(500) },
  );
});

test('a frame with any byte changed is refused, and those before it are given', () => {
  const good = amazonFrame({}, 'good');
  const bad = amazonFrame({ a: { type: 'string', value: 'b' } }, 'payload');
  for (let at = 0; at < bad.length; at += 1) {
    const changed = Buffer.from(bad);
    changed[at]! ^= 0x41;
    const { frames, fault } = readIn([Buffer.concat([good, changed, good])]);
    assert.equal(frames.length, 1, `byte ${at}`);
    assert.equal(fault, 'the checksum of a frame is wrong', `byte ${at}`);
  }
});

/** A frame whose sums are right, whatever its lengths and headers are. */
function forged(length: number, headers: Buffer, headersLength = headers.length): Buffer {
  const bytes = Buffer.alloc(Math.max(16, Math.min(length, 4096)));
  bytes.writeUInt32BE(length, 0);
  bytes.writeUInt32BE(headersLength, 4);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8);
  headers.copy(bytes, 12);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, bytes.length - 4)), bytes.length - 4);
  return bytes;
}

test('what no frame can be is refused as soon as its beginning is there, before room is made for it', () => {
  const none = Buffer.alloc(0);
  const before = process.memoryUsage().arrayBuffers;
  for (const [frame, fault] of [
    [forged(0xffffffff, none).subarray(0, 12), 'a frame of 4294967295 bytes'],
    [forged(16 * 1024 * 1024 + 1, none).subarray(0, 12), 'a frame of 16777217 bytes'],
    [forged(15, none), 'a frame of 15 bytes'],
    [forged(32, none, 17), 'headers that are longer than their frame'],
    [forged(32, Buffer.from([1, 0x61])), 'a header that ends too early'],
    [forged(32, Buffer.from([9, 0x61])), 'a header that ends too early'],
    [forged(32, Buffer.from([1, 0x61, 10])), 'a header of the unknown type 10'],
    [forged(32, Buffer.from([1, 0x61, 7, 0])), 'a header that ends too early'],
    [forged(32, Buffer.from([1, 0x61, 7, 0, 9, 0x62])), 'a header that ends too early'],
    [forged(32, Buffer.from([1, 0x61, 9, 1])), 'a header that ends too early'],
  ] as const) {
    assert.deepEqual(readIn([frame]), { frames: [], fault });
    assert.deepEqual(readIn([...frame].map((byte) => Buffer.from([byte]))), { frames: [], fault });
  }
  // The largest that may be: it is believed, and takes no room before it comes.
  const reader = new AmazonFrames();
  reader.push(forged(16 * 1024 * 1024, none).subarray(0, 100), () => assert.fail());
  assert.equal(reader.isMidFrame, true);
  assert.ok(process.memoryUsage().arrayBuffers - before < 4 * 1024 * 1024);
});
