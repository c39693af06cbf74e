import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConfigTransfer, pack } from '../../src/process/config-transfer.ts';
import { KeptChunks } from '../../src/process/kept-chunks.ts';
import { loadText } from '../helpers/gateway.ts';
import { liveText } from '../helpers/live.ts';

const models = Array.from({ length: 300 }, (_, index) => `model-${index}`);
const packedWith = async (more: readonly string[]) =>
  pack(await loadText(liveText({ models: [...models, ...more] })));
const idsOf = ({ chunks }: ConfigTransfer) => chunks.map(({ id }) => id);
const bytesOf = ({ chunks }: ConfigTransfer) => new Map(chunks.map(({ id, bytes }) => [id, bytes]));

test('what two configurations have in common is the same objects in both', async () => {
  const held = new KeptChunks();
  const before = await packedWith([]);
  const first = await held.assemble(idsOf(before), bytesOf(before));
  held.hold(first);
  const after = await packedWith(['one-more']);
  const fresh = new Map([...bytesOf(after)].filter(([id]) => !bytesOf(before).has(id)));
  const second = await held.assemble(idsOf(after), fresh);
  assert.equal(second.config.revision, after.revision);
  assert.deepEqual([...second.config.models.keys()], [...models, 'one-more']);
  const same = models.filter((id) => first.config.models.get(id) === second.config.models.get(id));
  assert.ok(same.length > 150, `${same.length} of ${models.length} are the same`);
});

test('a change that is given up leaves what is held as it was', async () => {
  const held = new KeptChunks();
  const before = await packedWith([]);
  held.hold(await held.assemble(idsOf(before), bytesOf(before)));
  const other = await packedWith(['one-more']);
  await held.assemble(idsOf(other), bytesOf(other));
  const again = await held.assemble(idsOf(before), new Map());
  assert.equal(again.config.revision, before.revision);
});

test('a configuration that lacks a piece is refused', async () => {
  const { chunks } = await packedWith([]);
  await assert.rejects(new KeptChunks().assemble([chunks[0]!.id], new Map()), /did not arrive/);
});
