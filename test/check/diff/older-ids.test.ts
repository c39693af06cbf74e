import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConfigDiff, diffConfigs, isSame } from '../../../src/check/diff/diff.ts';
import { diffText } from '../../../src/check/diff/diff-text.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { minimal } from '../../config/fixtures.ts';

async function version(stateful: string) {
  const text = `${minimal}stateful: ${stateful}\n`;
  const { config, trees } = await loadConfig('-', { text, env: {}, requireSecrets: true });
  assert.ok(config);
  return { config, trees };
}

const diff = async (before: string, after: string): Promise<ConfigDiff> =>
  diffConfigs(await version(before), await version(after));

test('a diff says what turning signing on does to the ids that clients have', async () => {
  const on = await diff('{ ids: off }', '{ ids: signed, endpoints: [responses, files] }');
  assert.ok(!isSame(on));
  assert.match(
    diffText(on),
    /Ids that clients have already:\n {2}~ ids of .*responses.* made before have no signature: they are 404 from now on, unless `stateful\.unsigned: allow`/,
  );
  assert.match(diffText(on), /reasoning \(`encrypted_content`\) from before passes as it comes/);
  const open = await diff('{ ids: off }', '{ ids: signed, endpoints: [files], unsigned: allow }');
  assert.match(open.older_ids.join('\n'), /they pass as they came, in a path to the one backend/);
});

test('it says so of those alone that were not signed before, and what turning it off does', async () => {
  const both = '{ ids: signed, endpoints: [responses, conversations] }';
  const more = await diff('{ ids: signed, endpoints: [responses] }', both);
  assert.equal(more.older_ids.length, 1);
  assert.match(more.older_ids[0]!, /^ids of conversations that were made before/);
  assert.deepEqual((await diff(both, both)).older_ids, []);
  const off = await diff(both, '{ ids: off }');
  assert.match(off.older_ids.join('\n'), /that were signed go to backends as they are/);
});

test('it says until when ids of the short form are good, and when none is any more', async () => {
  const without = '{ ids: signed, endpoints: [files] }';
  const until = (date: string) => `{ ids: signed, endpoints: [files], short_owners_until: ${date} }`;
  const given = await diff(without, until('2027-03-01'));
  assert.ok(!isSame(given));
  assert.deepEqual(given.older_ids, [
    'ids of the short form (`~g1`) are good until 2027-03-01T00:00:00Z, by `stateful.short_owners_until`, and 404 from then on',
  ]);
  const later = await diff(until('2027-03-01'), until('2027-06-01'));
  assert.match(later.older_ids.join(), /good until 2027-06-01T/);
  const over = await diff(until('2027-03-01'), without);
  assert.deepEqual(over.older_ids, ['ids of the short form (`~g1`) are 404 from now on']);
  assert.deepEqual((await diff(until('2027-03-01'), until('2027-03-01'))).older_ids, []);
});
