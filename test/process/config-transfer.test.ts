import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { differenceOf, pack, transferOf, unpack, unpackHead } from '../../src/process/config-transfer.ts';
import { loadText } from '../helpers/gateway.ts';
import { liveText } from '../helpers/live.ts';

test('a configuration arrives as it was sent, in pieces that are each soon unpacked', async () => {
  const models = Array.from({ length: 1000 }, (_, index) => `model-${index}`);
  const config = await loadText(liveText({ models }));
  const transfer = pack(config);
  assert.ok(transfer.chunks.length > 10);
  assert.deepEqual(await unpack(transfer), config);
  const head = unpackHead(transfer);
  assert.deepEqual([head.revision, head.models.size], [config.revision, 0]);
  assert.deepEqual(head.listen, config.listen);
});

test('an edit in the middle changes the piece it is in, though every line below it has moved', async () => {
  const models = Array.from({ length: 1000 }, (_, index) => `model-${index}`);
  const before = pack(await loadText(liveText({ models })));
  const config = await loadText(liveText({ models: ['the-first', ...models.toSpliced(500, 0, 'another')] }));
  const after = pack(config);
  const known = new Set(before.chunks.map(({ id }) => id));
  const changed = after.chunks.filter(({ id }) => !known.has(id));
  assert.ok(changed.length <= 5, `${changed.length} of ${after.chunks.length} chunks`); // the head, and two runs or four
  assert.deepEqual(await unpack(after), config);
});

test('whoever has the version before needs the difference alone', async () => {
  const models = Array.from({ length: 1000 }, (_, index) => `model-${index}`);
  const before = pack(await loadText(liveText({ models })));
  const after = pack(await loadText(liveText({ models: models.toSpliced(500, 1) })));
  const difference = differenceOf(after, new Set(before.chunks.map(({ id }) => id)));
  assert.ok(difference.fresh.length < 5);
  const transfer = transferOf(difference, before);
  const copied = difference.fresh.map(({ id, bytes }) => ({ id, bytes: new Uint8Array(bytes) }));
  assert.deepEqual(await unpack(transfer), await unpack(after));
  assert.deepEqual(
    transfer.chunks.filter(({ id }) => copied.some((piece) => piece.id === id)),
    copied,
  );
});

test('what stays of a message that brought a difference is no view of that message', async () => {
  const before = pack(await loadText(liveText()));
  const difference = differenceOf(pack(await loadText(liveText({ models: ['second'] }))), new Set());
  const message = deserialize(serialize(difference)) as typeof difference;
  const { chunks, positions } = transferOf(message, before);
  for (const { buffer, byteLength } of [...chunks.map(({ bytes }) => bytes), positions.numbers]) {
    assert.equal(buffer.byteLength, byteLength);
  }
});

test('a parcel without its first piece is refused', async () => {
  const { chunks, ...rest } = pack(await loadText(liveText()));
  await assert.rejects(unpack({ ...rest, chunks: chunks.slice(1) }), /without its first piece/);
});
