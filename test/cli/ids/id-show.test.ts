import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { IdSigner, ownerTag } from '../../../src/api/signed-ids/id-signer.ts';
import { folderWith, valid } from '../files.ts';
import { gateway } from '../recorder.ts';

const secret = randomBytes(32);
const signer = new IdSigner({ secret, previous: [] }, [{ name: 'two', formerly: [] }], {});
const id = signer.sign('file', 'file-8kXz', 'two', ownerTag('team'));
const stateful = 'stateful: { ids: signed, endpoints: [files], default: { files: two } }\n';

test('id show says what an id stands for, with the secret that the gateway made', async (t) => {
  const dir = await folderWith(t);
  const file = join(dir, 'gateway.yaml');
  writeFileSync(file, `${valid}${stateful}state: { dir: ${join(dir, 'state')} }\n`);
  const show = ['id', 'show', id, '--config', file];
  const early = await gateway(show);
  assert.deepEqual([early.exitCode, early.out], [2, '']);
  assert.match(early.err, /there is no ids\.key in .*state: no gateway with this `state\.dir` has signed/);
  mkdirSync(join(dir, 'state'));
  writeFileSync(join(dir, 'state/ids.key'), `${secret.toString('base64')}\n`);
  const { exitCode, out, err } = await gateway(show);
  assert.deepEqual([exitCode, err], [0, '']);
  assert.equal(
    out,
    'kind       file\nvendor id  file-8kXz\nbackend    two\nowner      team\nform       today (`~g2`)\n',
  );
  const json = await gateway([...show, '--format', 'json']);
  assert.deepEqual(JSON.parse(json.out), {
    kind: 'file',
    id: 'file-8kXz',
    backend: 'two',
    owner: 'team',
    form: 'sealed',
    is_good: true,
  });
  const altered = await gateway(['id', 'show', `${id.slice(0, -1)}.`, '--config', file]);
  assert.deepEqual([altered.exitCode, altered.out], [1, '']);
  assert.match(altered.err, /no secret of this configuration has signed this id/);
  const strangers = signer.sign('file', 'file-9', 'two', ownerTag('gone'));
  assert.match(
    (await gateway(['id', 'show', strangers, '--config', file])).out,
    /owner +of no key in this file/,
  );
});

test('id show takes the secret of the file, and says where it is not there or ids are not signed', async (t) => {
  const named = 'state: { ids: { secret: "${IDS_SECRET}" } }\n';
  const dir = await folderWith(t, { 'a.yaml': `${valid}${stateful}${named}`, 'b.yaml': valid });
  const show = (name: string) => ['id', 'show', id, '--config', join(dir, name)];
  const { exitCode, out } = await gateway(show('a.yaml'), { env: { IDS_SECRET: secret.toString('base64') } });
  assert.equal(exitCode, 0);
  assert.match(out, /vendor id {2}file-8kXz/);
  const without = await gateway(show('a.yaml'));
  assert.equal(without.exitCode, 2);
  assert.match(without.err, /gateway: what `state\.ids` names is not there/);
  const off = await gateway(show('b.yaml'));
  assert.equal(off.exitCode, 1);
  assert.match(off.err, /ids are not signed here/);
});
