import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutOwnSeals } from '../../../src/api/translation/own-seals.ts';
import { openSeal, sealText } from '../../../src/api/translation/shared/seals.ts';

const seal = sealText({ dialect: 'messages', data: 'SIG' });
const thinking = `{"type":"thinking","thinking":"t","signature":"${seal}"}`;

function left(body: string): string {
  return withoutOwnSeals(Buffer.from(body)).toString();
}

test('A seal can be opened again, and nothing else is one', () => {
  const all = { dialect: 'gemini', data: 'd', id: 'i', isOfCall: true, text: 'é', isRedacted: true } as const;
  assert.deepEqual(openSeal(sealText(all)), all);
  assert.deepEqual(openSeal('gw1.c.e30'), { dialect: 'chat_completions', data: '' });
  assert.equal(openSeal('EqQBCkYIAxgC'), undefined);
  for (const text of ['gw1.', 'gw1.z.e30', 'gw1.a.!', 'gw1.a.AAAA', 'gw1.a.bnVsbA']) {
    assert.equal(openSeal(text), 'malformed', text);
  }
});

test('A block with a seal is cut out of its turn, and every other byte stays', () => {
  const text = '{ "type":"text", "text":"gw1.a.e30" }';
  const of = (content: string) =>
    `{"model":"m", "messages":[ {"role":"assistant", "content":[${content}]} ]}`;
  assert.equal(left(of(`${thinking}, ${text}`)), of(text));
  assert.equal(left(of(`${text} , ${thinking} , ${text}`)), of(`${text} , ${text}`));
  assert.equal(left(of(`${text} , ${thinking} , ${thinking}`)), of(text));
  const same = Buffer.from(of(text));
  assert.equal(withoutOwnSeals(same), same);
});

test('A turn that had nothing else goes with it', () => {
  const user = '{"role":"user","content":"gw1.a.e30"}';
  assert.equal(
    left(`{"messages":[${user},{"role":"assistant","content":[${thinking},${thinking}]},${user}]}`),
    `{"messages":[${user},${user}]}`,
  );
});

test('Items of responses and entries of reasoning_details are cut out as well', () => {
  const item = `{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"${seal}"}`;
  assert.equal(left(`{"input":[1,${item},{"type":"message"}]}`), '{"input":[1,{"type":"message"}]}');
  const details = `{"type":"reasoning.text","text":"t","signature":"${seal}"}`;
  assert.equal(
    left(`{"messages":[{"role":"assistant","content":"a","reasoning_details":[${details}]}]}`),
    '{"messages":[{"role":"assistant","content":"a","reasoning_details":[]}]}',
  );
});

test('Signatures of vendors and texts of users are left alone', () => {
  const body =
    '{"messages":[{"role":"user","content":[{"type":"text","text":"\\"gw1.a.e30"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"Eq"}]}]}';
  assert.equal(left(body), body);
});
