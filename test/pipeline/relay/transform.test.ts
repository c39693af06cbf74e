import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openaiStream } from '../../../src/api/dialects/openai/openai-stream.ts';
import { type SseObserver, sseObserver } from '../../../src/api/stream/sse-observer.ts';
import { identity, WithoutUsage } from '../../../src/pipeline/relay/transform.ts';
import { runs } from '../../helpers/full.ts';

const chat = openaiStream;

const delta = (fields: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'hi' }, finish_reason: null }], usage: null, ...fields })}\n\n`;
const finish = delta({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
const usage = { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 6 } };
const usageEvent = delta({ choices: [], usage });
const done = 'data: [DONE]\n\n';

/** Has bytes read, then changed, as an attempt does. */
function pushing(observer: SseObserver) {
  const transform = new WithoutUsage(observer);
  const push = (bytes: Buffer) => {
    observer.push(bytes);
    return transform.push(bytes);
  };
  return Object.assign(push, { transform });
}

test('where nothing is to be changed the very buffer goes on', () => {
  const chunk = Buffer.from('x');
  assert.equal(identity.push(chunk), chunk);
  assert.equal(identity.flush().length, 0);
});

test('usage that the client did not ask for is kept back, and nothing else', () => {
  const before = `: c\n\n${delta({})}${delta({})}`;
  const after = `${finish}: beat\n\n`;
  const text = Buffer.from(before + after + usageEvent + done);
  const expected = before + after + done;
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
      const observer = sseObserver(chat);
      const push = pushing(observer);
      let passed = '';
      let from = 0;
      for (const to of [...new Set([...cuts, text.length])].sort((a, b) => a - b)) {
        const chunk = text.subarray(from, to);
        const pass = push(chunk);
        if (to < before.length) assert.equal(pass, chunk); // nothing is held while text still comes
        passed += pass.toString();
        from = to;
      }
      assert.equal(push.transform.flush().length, 0);
      assert.equal(passed, expected);
      assert.deepEqual(observer.usage?.output, 4);
      assert.equal(observer.terminal, true);
    }),
    { numRuns: runs(500) },
  );
});

test('what was kept back of an event that never ended can still be passed on', () => {
  const observer = sseObserver(chat);
  const push = pushing(observer);
  assert.equal(push(Buffer.from(`${finish}data: {"cho`)).toString(), finish);
  assert.equal(push(Buffer.from('ices":')).length, 0);
  assert.equal(push.transform.isHolding, true);
  assert.equal(push.transform.flush().toString(), 'data: {"choices":');
  assert.equal(push.transform.isHolding, false);
  assert.equal(push.transform.flush().length, 0);
});

test('a usage event that the stream ends in is kept back without its blank line too', () => {
  const last = usageEvent.trimEnd();
  for (const [events, expected] of [
    [finish + last, finish],
    [`${finish + last}\n`, finish],
    [`${finish + last}\r\n`, finish],
    [finish + delta({}).trimEnd(), finish + delta({}).trimEnd()],
  ] as const) {
    for (const cut of [finish.length, finish.length + 20, events.length]) {
      const observer = sseObserver(chat);
      const push = pushing(observer);
      let passed = push(Buffer.from(events.slice(0, cut))).toString();
      passed += push(Buffer.from(events.slice(cut))).toString();
      observer.end();
      passed += push.transform.flush().toString();
      assert.equal(passed, expected);
      if (expected === finish) assert.equal(observer.usage?.output, 4);
    }
  }
});

test('usage beside choices is passed on even when usage is withheld', () => {
  const observer = sseObserver(chat);
  const push = pushing(observer);
  const chunk = Buffer.from(
    delta({}) + delta({ usage, choices: [{ delta: {}, finish_reason: 'stop' }] }) + done,
  );
  assert.equal(push(chunk), chunk);
  assert.equal(observer.usage?.input, 10);
});
