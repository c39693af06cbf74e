/** The ids in the lines of a batch's file, however the file comes. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { BatchLines } from '../../../src/api/signed-ids/batch-lines.ts';
import type { IdKind } from '../../../src/api/signed-ids/id-mark.ts';
import { IdSigner, ownerTag } from '../../../src/api/signed-ids/id-signer.ts';
import { membersNamed } from '../../../src/api/signed-ids/member-ranges.ts';
import { NamedObjects, ObjectIds } from '../../../src/api/signed-ids/object-ids.ts';
import type { KeyConfig } from '../../../src/config/types/keys.ts';
import type { StatefulConfig } from '../../../src/config/types/state.ts';
import { runs } from '../../helpers/full.ts';

const signer = new IdSigner({ secret: randomBytes(32), previous: [] }, [{ name: 'a', formerly: [] }], {});
const config = { endpoints: ['responses', 'files', 'batches'], sharedIds: [], allowsUnsigned: false };
const ids = new ObjectIds(config as unknown as StatefulConfig, signer);
const key = { objectsOwner: 'us' } as KeyConfig;
const mine = (kind: IdKind, id: string, owner = 'us') => signer.sign(kind, id, 'a', ownerTag(owner));

/** What goes on of a file that comes in pieces. */
function passed(pieces: readonly Buffer[], isOfBatch = false): Buffer {
  const named = new NamedObjects();
  const lines = new BatchLines((bytes, body) => ids.inBody(bytes, key, named, body), isOfBatch);
  return Buffer.concat([...pieces.map((piece) => lines.take(piece)), lines.end()]);
}

const request = (body: object, more: object = {}) =>
  JSON.stringify({ custom_id: 'one', method: 'POST', url: '/v1/responses', ...more, body });
const content = (file: string) => [{ role: 'user', content: [{ type: 'input_file', file_id: file }] }];
const asOfBatch = (file: string, end = '\r\n') =>
  [
    '--x',
    'content-disposition: form-data; name="purpose"',
    '',
    'batch',
    '--x',
    'content-disposition: form-data; name="file"; filename="a"',
    '',
    file,
    '--x--',
    '',
  ].join(end);
const code = (expected: string) => (error: unknown) => {
  assert.equal((error as { code?: unknown }).code, expected);
  return true;
};

test('ids become those of the vendor in as many bytes, in whatever pieces the file comes', () => {
  const named = { previous_response_id: mine('response', 'resp_1'), input: content(mine('file', 'file-1')) };
  const lines = [
    request(named),
    request({ model: 'm', input: 'no id' }),
    request({ input: content(mine('file', 'file-é"\\')) }, { body: { ignored: mine('file', 'file-2') } }),
    `${request(named)}  `,
    `{"body":{"previous_response_id": "${mine('response', 'resp_3')}"},"custom_id":"x","body":{"input":"}{\\"" }}`,
    '',
    'not JSON { at all',
    randomBytes(300).toString('latin1'),
  ];
  const file = Buffer.from(asOfBatch(lines.join('\n')), 'utf8');
  const whole = passed([file]);
  assert.equal(whole.length, file.length);
  const text = whole.toString();
  assert.equal(text.includes('~g2'), false, text);
  const back = text
    .split('\n')
    .flatMap((line) => (line.startsWith('{"custom') ? [JSON.parse(line).body] : []));
  assert.deepEqual(back[0], { previous_response_id: 'resp_1', input: content('file-1') });
  assert.deepEqual(back[1], { model: 'm', input: 'no id' });
  assert.deepEqual(back[2], { input: content('file-é"\\') });
  const property = fc.property(
    fc.array(fc.integer({ min: 0, max: file.length }), { maxLength: 12 }),
    (cuts) => {
      const at = [0, ...cuts.sort((one, two) => one - two), file.length];
      const pieces = at.slice(1).map((to, place) => file.subarray(at[place], to));
      assert.ok(passed(pieces).equals(whole));
    },
  );
  fc.assert(property, { numRuns: runs(300) });
  assert.ok(passed([...file].map((byte) => Buffer.from([byte]))).equals(whole));
});

test('a request that names what is not its own is refused, wherever the form says that the file is of a batch', () => {
  const foreign = [
    request({ previous_response_id: mine('response', 'resp_1', 'them') }),
    request({ previous_response_id: 'resp_raw' }),
    request({ input: content('file-raw') }),
    `{"custom_id":"a","body":{"input":"x"},"Body":{"previous_response_id":"resp_raw"}}`,
    `{"custom_id":"a","body":{"previous_response_id":"resp_raw"},"body":{"input":"x"}}`,
    `\ufeff\u00a0${request({ previous_response_id: 'resp_raw' })}`,
  ];
  for (const line of foreign) {
    assert.throws(() => passed([Buffer.from(asOfBatch(line))]), code('object_not_found'), line);
    const behind = `--x\r\n\r\n${line}\r\n--x\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nbatch\r\n--x--\r\n`;
    assert.throws(() => passed([Buffer.from(behind)]), code('object_not_found'), line);
    const other = Buffer.from(`--x\r\n\r\n${line}\r\n--x--`);
    assert.ok(passed([other]).equals(other), 'a file that is of no batch may hold anything');
    assert.throws(() => passed([other], true), code('object_not_found'));
    const packed = `--x\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nb=61tch\r\n--x\r\n\r\n${line}\r\n--x--`;
    assert.throws(() => passed([Buffer.from(packed)]), code('object_not_found'), line);
  }
  assert.throws(
    () => passed([Buffer.from(asOfBatch(request({ previous_response_id: 'resp_raw' })))]),
    /request of the file "one": There is no such object/,
  );
});

test('what a lenient reader takes for a request, and this one does not, is refused, and so is what is too long', () => {
  const raw = '"body":{"previous_response_id":"resp_raw"}}';
  for (const line of [
    `{"x":NaN,"custom_id":"a",${raw}`,
    `{"custom_id":"a",${raw}\u2028{"custom_id":"b",${raw}`,
    `{"custom_id":"a",${raw}\u000b{}`,
    `{"x":NaN,"\\u0063ustom_id":"a",${raw}`,
    `{"x":"${'x'.repeat(9_000_000)}","custom_id":"a",${raw}`,
  ])
    assert.throws(() => passed([Buffer.from(asOfBatch(line))]), code('invalid_value'), line.slice(0, 60));
  const large = Buffer.from(`{"x":"${'x'.repeat(9_000_000)}"}\n`);
  assert.ok(passed([large]).equals(large));
});

test('members of the root are found where JSON.parse finds them', () => {
  const property = fc.property(fc.json(), fc.json(), fc.string(), (one, two, name) => {
    const text = `{ ${JSON.stringify(name)} : ${one} , "B\\u006fdy":${two},"body" : ${one}}`;
    const bytes = Buffer.from(text);
    const values = membersNamed(bytes, 'body').map(({ from, to }) =>
      JSON.parse(bytes.toString('utf8', from, to)),
    );
    const expected = [two, one].map((json) => JSON.parse(json));
    assert.deepEqual(values, name.toLowerCase() === 'body' ? [JSON.parse(one), ...expected] : expected);
  });
  fc.assert(property, { numRuns: runs(1000) });
});
