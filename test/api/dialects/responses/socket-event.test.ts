import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientEvent } from '../../../../src/api/dialects/responses/socket-event.ts';

const event = (text: string) => new ClientEvent(Buffer.from(text));

test('the items that a turn adds are those of its input, as they were sent', () => {
  const values: unknown[] = [
    { type: 'message', content: 'a "quoted" \\ text, with ] and } and [ in it' },
    { content: [{ text: '\\' }, { text: '"' }, { text: '\\"' }] },
    [],
    {},
    'text',
    [[1, [2, '],["']], null, true],
    { 'a "key", with marks]': '😀 ü \u2028' },
  ];
  for (let count = 0; count <= values.length; count += 1) {
    const input = values.slice(0, count);
    for (const space of [undefined, 2]) {
      const items = event(`{"input": ${JSON.stringify(input, null, space)} }`).addedItems();
      assert.deepEqual(
        items.map((item) => JSON.parse(item)),
        input,
      );
    }
  }
  assert.deepEqual(event('{"input":[1.0,1e5, 0.10]}').addedItems(), ['1.0', '1e5', '0.10']);
  assert.deepEqual(event('{"input":"a\\u00e4"}').addedItems(), [
    '{"type":"message","role":"user","content":"a\\u00e4"}',
  ]);
  for (const none of ['{}', '{"input":null}', '{"input":7}', '{"input":[]}'])
    assert.deepEqual(event(none).addedItems(), []);
});

test('the body of a turn goes on from what is kept, whatever the event holds', () => {
  const kept = ['{"a":1}', '{"b":[2]}'];
  for (const [sent, body] of [
    ['{"previous_response_id":"r"}', { stream: true, input: [{ a: 1 }, { b: [2] }] }],
    [
      '{"input":"x","type":"response.create","previous_response_id":"r","include":null}',
      {
        stream: true,
        input: [{ a: 1 }, { b: [2] }, { type: 'message', role: 'user', content: 'x' }],
        include: ['reasoning.encrypted_content'],
      },
    ],
    [
      '{"include":[ ],"previous_response_id":"r","generate":false,"store":false}',
      { stream: true, input: [{ a: 1 }, { b: [2] }], include: ['reasoning.encrypted_content'], store: false },
    ],
    [
      '{"include":["x"],"model":"m","previous_response_id":"r"}',
      {
        stream: true,
        input: [{ a: 1 }, { b: [2] }],
        include: ['reasoning.encrypted_content', 'x'],
        model: 'm',
      },
    ],
  ] as const) {
    const asks = sent.includes('include');
    assert.deepEqual(JSON.parse(event(sent).body(kept, asks).toString()), body);
  }
});

test('a long input is cut into its items in a few milliseconds', () => {
  const long = JSON.stringify([{ image: 'x'.repeat(30_000_000) }, { text: 'y"'.repeat(10) }]);
  const one = event(`{"input":${long}}`);
  const before = performance.now();
  assert.equal(one.addedItems().length, 2);
  assert.ok(performance.now() - before < 500);
});
