import assert from 'node:assert/strict';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { idKinds, isMarked } from '../../../src/api/signed-ids/id-mark.ts';
import { IdSigner, ownerTag } from '../../../src/api/signed-ids/id-signer.ts';

const secret = randomBytes(32);
const backends = [
  { name: 'openai', formerly: [] },
  { name: 'azure', formerly: [] },
];
const signer = new IdSigner({ secret, previous: [] }, backends, {});
const mine = ownerTag('team');
const id = 'resp_68d1f0c3a4b5c6d7e8f90123456789ab';
const signed = signer.sign('response', id, 'azure', mine);

test('an id that was signed leads back to its backend, and is the same whenever it is signed', () => {
  assert.deepEqual(signer.open('response', signed, mine), { kind: 'response', id, backend: 'azure' });
  assert.equal(signer.sign('response', id, 'azure', mine), signed);
  assert.match(signed, /^resp_~g2/);
  assert.ok(signed.length < id.length + 60, `${signed.length} characters`);
  assert.ok(!signed.includes(id.slice(5, 13)), 'what the vendor calls it does not show');
  assert.match(signed, /^[A-Za-z0-9._~-]+$/);
  assert.equal(signer.sign('response', signed, 'azure', mine), signed, 'it is signed once only');
  assert.equal(signer.sign('response', '', 'azure', mine), '');
});

test('it is no id of another owner, of another kind, or of another place', () => {
  assert.equal(signer.open('response', signed, ownerTag('other')), undefined);
  for (const kind of idKinds) {
    if (kind !== 'response') assert.equal(signer.open(kind, signed, mine), undefined, kind);
  }
  const elsewhere = signer.sign('response', id, 'openai', mine);
  assert.notEqual(elsewhere, signed);
  assert.equal(signer.open('response', elsewhere, mine)?.backend, 'openai');
});

test('ids of a backend that is gone are none, and those of one that was renamed are', () => {
  const without = new IdSigner({ secret, previous: [] }, backends.slice(0, 1), {});
  assert.equal(without.open('response', signed, mine), undefined);
  const renamed = new IdSigner({ secret, previous: [] }, [{ name: 'azure-eu', formerly: ['azure'] }], {});
  assert.deepEqual(renamed.open('response', signed, mine), { kind: 'response', id, backend: 'azure-eu' });
});

test('a secret is good as long as it is among the previous ones', () => {
  const newer = randomBytes(32);
  const rotated = new IdSigner({ secret: newer, previous: [randomBytes(32), secret] }, backends, {});
  assert.deepEqual(rotated.open('response', signed, mine), { kind: 'response', id, backend: 'azure' });
  assert.notEqual(rotated.sign('response', id, 'azure', mine), signed);
  const over = new IdSigner({ secret: newer, previous: [] }, backends, {});
  assert.equal(over.open('response', signed, mine), undefined);
});

test('every character of an id is covered: none that is altered is accepted', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~';
  let tried = 0;
  for (let place = 0; place < signed.length; place += 1) {
    for (const char of alphabet) {
      if (char === signed[place]) continue;
      tried += 1;
      const altered = signed.slice(0, place) + char + signed.slice(place + 1);
      assert.equal(signer.open('response', altered, mine), undefined, altered);
    }
  }
  assert.ok(tried > 4000);
});

test('of 10,000 ids that were altered at random none is accepted', () => {
  const change = fc.record({
    id: fc.stringMatching(/^[a-z]{2,6}_[A-Za-z0-9]{1,40}$/),
    kind: fc.constantFrom(...idKinds),
    place: fc.nat(),
    how: fc.constantFrom('replace', 'remove', 'insert', 'swap', 'cut', 'case', 'splice'),
    text: fc.string({ minLength: 1, maxLength: 3 }),
  });
  fc.assert(
    fc.property(change, ({ id: one, kind, place, how, text }) => {
      const good = signer.sign(kind, one, 'openai', mine);
      const at = place % good.length;
      const altered = {
        replace: good.slice(0, at) + text + good.slice(at + 1),
        remove: good.slice(0, at) + good.slice(at + 1),
        insert: good.slice(0, at) + text + good.slice(at),
        swap: good.slice(0, at) + [...good.slice(at, at + 2)].reverse().join('') + good.slice(at + 2),
        cut: good.slice(0, at),
        case: good.slice(0, at) + good.slice(at).toUpperCase(),
        splice: one + signed.slice(signed.indexOf('~')),
      }[how];
      if (altered === good) return;
      assert.equal(signer.open(kind, altered, mine), undefined);
    }),
    { numRuns: 10_000 },
  );
});

test('whatever a vendor calls an object, its id leads back to it', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' });
  const vendors = fc.oneof(text, fc.stringMatching(/^(resp_|file-)?[0-9a-f]{1,200}$/));
  fc.assert(
    fc.property(vendors, fc.constantFrom(...idKinds), (one, kind) => {
      if (isMarked(one)) return;
      const opened = signer.open(undefined, signer.sign(kind, one, 'azure', mine), mine);
      assert.deepEqual(opened, { kind, id: one, backend: 'azure' });
    }),
    { numRuns: 500 },
  );
});

test('owners whose names agree in four bytes of a digest, as are found within a second, are two', () => {
  const [one, two] = ['owner-78601', 'owner-93124'];
  assert.equal(ownerTag(one).readUInt32BE(), ownerTag(two).readUInt32BE());
  for (const kind of idKinds) {
    const theirs = signer.sign(kind, 'file-1', 'azure', ownerTag(one));
    assert.ok(signer.open(kind, theirs, ownerTag(one)));
    assert.equal(signer.open(kind, theirs, ownerTag(two)), undefined, kind);
  }
});

/** An id as 1.0 gave it. */
function shortId(key: Buffer, kind: string, vendors: string, backend: string, owner: string): string {
  const digest = (text: string | Buffer) => createHash('sha256').update(text).digest();
  const index = createHash('sha256').update('gateway ids').update(key).digest().subarray(0, 1);
  const header = Buffer.concat([index, digest(backend).subarray(0, 4), digest(owner).subarray(0, 4)]);
  const mac = createHmac('sha256', key).update(`${kind}\n${vendors}\n`).update(header).digest();
  return `${vendors}~g1${Buffer.concat([header, mac.subarray(0, 10)]).toString('base64url')}`;
}

test('ids of the short form are good until a date, under previous secrets too', () => {
  let now = 1000;
  const older = randomBytes(32);
  const until = new IdSigner({ secret, previous: [older] }, backends, { until: 2000, now: () => now });
  for (const key of [secret, older]) {
    const short = shortId(key, 'response', id, 'azure', 'team');
    const opened = { kind: 'response', id, backend: 'azure' };
    now = 1000;
    assert.deepEqual(until.open('response', short, mine), opened);
    assert.deepEqual(until.open(undefined, short, mine), opened);
    assert.equal(until.open('response', short, ownerTag('other')), undefined);
    assert.equal(until.open('file', short, mine), undefined);
    for (let place = 0; place < short.length; place += 1) {
      const altered = short.slice(0, place) + (short[place] === 'A' ? 'B' : 'A') + short.slice(place + 1);
      assert.equal(until.open('response', altered, mine), undefined, altered);
    }
    now = 2000;
    assert.equal(until.open('response', short, mine), undefined);
    assert.equal(signer.open('response', short, mine), undefined, 'without a date none is');
  }
});

test('what an id holds is shown, however old it is, to whoever has the secret', () => {
  for (const text of [signed, shortId(secret, 'response', id, 'azure', 'team')]) {
    const shown = signer.show(text);
    assert.ok(shown);
    assert.deepEqual([shown.kind, shown.id, shown.backend], ['response', id, 'azure']);
    assert.deepEqual([shown.isOf('team'), shown.isOf('other')], [true, false]);
    assert.equal(new IdSigner({ secret: randomBytes(32), previous: [] }, backends, {}).show(text), undefined);
  }
  assert.deepEqual([signer.show(signed)!.form, signer.show(id)], ['sealed', undefined]);
});

test('what is wrong with an id does not show in how long it takes to find out', () => {
  const last = signed.at(-4) === 'A' ? 'B' : 'A';
  const wrong = {
    foreign: new IdSigner({ secret, previous: [] }, backends, {}).sign(
      'response',
      id,
      'azure',
      ownerTag('x'),
    ),
    altered: signed.slice(0, -4) + last + signed.slice(-3),
    early: `x${signed}`,
    short: shortId(secret, 'response', id, 'azure', 'team'),
    unsigned: `${id}${'x'.repeat(80)}`,
    another: new IdSigner({ secret: randomBytes(32), previous: [] }, backends, {}).sign(
      'response',
      id,
      'azure',
      mine,
    ),
  };
  assert.ok(isMarked(wrong.foreign) && !isMarked(wrong.unsigned));
  const took = new Map<string, number[]>(Object.keys(wrong).map((name) => [name, []]));
  for (let turn = 0; turn < 100; turn += 1) {
    // In turn, so that whatever else the machine does meets all of them.
    for (const [name, text] of Object.entries(wrong)) {
      const begun = process.hrtime.bigint();
      for (let again = 0; again < 20; again += 1)
        assert.equal(signer.open('response', text, mine), undefined);
      took.get(name)!.push(Number(process.hrtime.bigint() - begun));
    }
  }
  // What else the machine does only adds to them: those count that took less than most.
  const least = [...took.values()].map((all) => all.sort((a, b) => a - b)[all.length >> 3]!);
  assert.ok(Math.max(...least) < 1.5 * Math.min(...least), least.join(' '));
});
