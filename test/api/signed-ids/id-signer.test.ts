import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { idKinds, isMarked, tailLength } from '../../../src/api/signed-ids/id-mark.ts';
import { IdSigner, tagOf } from '../../../src/api/signed-ids/id-signer.ts';

const secret = randomBytes(32);
const backends = [
  { name: 'openai', formerly: [] },
  { name: 'azure', formerly: [] },
];
const signer = new IdSigner({ secret, previous: [] }, backends);
const mine = tagOf('team');
const id = 'resp_68d1f0c3a4b5c6d7e8f90123456789ab';
const signed = signer.sign('response', id, 'azure', mine);

test('an id that was signed leads back to its backend, and is the same whenever it is signed', () => {
  assert.deepEqual(signer.open('response', signed, mine), { id, backend: 'azure' });
  assert.equal(signer.sign('response', id, 'azure', mine), signed);
  assert.ok(signed.startsWith(`${id}~g1`));
  assert.equal(signed.length, id.length + tailLength);
  assert.match(signed, /^[A-Za-z0-9._~-]+$/);
  assert.equal(signer.sign('response', signed, 'azure', mine), signed, 'it is signed once only');
  assert.equal(signer.sign('response', '', 'azure', mine), '');
});

test('it is no id of another owner, of another kind, or of another place', () => {
  assert.equal(signer.open('response', signed, tagOf('other')), undefined);
  for (const kind of idKinds) {
    if (kind !== 'response') assert.equal(signer.open(kind, signed, mine), undefined, kind);
  }
  const elsewhere = signer.sign('response', id, 'openai', mine);
  assert.notEqual(elsewhere, signed);
  assert.equal(signer.open('response', elsewhere, mine)?.backend, 'openai');
});

test('ids of a backend that is gone are none, and those of one that was renamed are', () => {
  const without = new IdSigner({ secret, previous: [] }, backends.slice(0, 1));
  assert.equal(without.open('response', signed, mine), undefined);
  const renamed = new IdSigner({ secret, previous: [] }, [{ name: 'azure-eu', formerly: ['azure'] }]);
  assert.deepEqual(renamed.open('response', signed, mine), { id, backend: 'azure-eu' });
});

test('a secret is good as long as it is among the previous ones', () => {
  const newer = randomBytes(32);
  const rotated = new IdSigner({ secret: newer, previous: [randomBytes(32), secret] }, backends);
  assert.deepEqual(rotated.open('response', signed, mine), { id, backend: 'azure' });
  assert.notEqual(rotated.sign('response', id, 'azure', mine), signed);
  const over = new IdSigner({ secret: newer, previous: [] }, backends);
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
        splice: one + signed.slice(-tailLength),
      }[how];
      if (altered === good) return;
      assert.equal(signer.open(kind, altered, mine), undefined);
    }),
    { numRuns: 10_000 },
  );
});

test('what is wrong with an id does not show in how long it takes to find out', () => {
  const last = signed.at(-4) === 'A' ? 'B' : 'A';
  const wrong = {
    foreign: new IdSigner({ secret, previous: [] }, backends).sign('response', id, 'azure', tagOf('x')),
    altered: signed.slice(0, -4) + last + signed.slice(-3),
    early: `x${signed}`,
    unsigned: `${id}${'x'.repeat(tailLength)}`,
    another: new IdSigner({ secret: randomBytes(32), previous: [] }, backends).sign(
      'response',
      id,
      'azure',
      mine,
    ),
  };
  assert.ok(isMarked(wrong.foreign) && !isMarked(wrong.unsigned));
  const took = new Map<string, number[]>(Object.keys(wrong).map((name) => [name, []]));
  for (let turn = 0; turn < 300; turn += 1) {
    // In turn, so that whatever else the machine does meets all of them.
    for (const [name, text] of Object.entries(wrong)) {
      const begun = process.hrtime.bigint();
      for (let again = 0; again < 20; again += 1)
        assert.equal(signer.open('response', text, mine), undefined);
      took.get(name)!.push(Number(process.hrtime.bigint() - begun));
    }
  }
  const medians = [...took.values()].map((all) => all.sort((a, b) => a - b)[all.length >> 1]!);
  assert.ok(Math.max(...medians) < 1.5 * Math.min(...medians), medians.join(' '));
});
