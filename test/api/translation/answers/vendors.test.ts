import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { AnswerContext } from '../../../../src/api/translation/answers/answer-codec.ts';
import { targetWire } from '../../../../src/api/wires/index.ts';
import { amazonFrame, bedrockException } from '../../../helpers/amazon-frames.ts';
import { assertStreamRules, finalOf, sseEvents } from '../../../helpers/translation-judges.ts';
import { at, blocksOf, contextOf, eventsOf, streamed, wholeOf } from './translating.ts';

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/translation/${name}`, import.meta.url), 'utf8');
}

/** The bytes of a stream of Converse, of which each line is an event. */
function framed(lines: string): Buffer {
  return Buffer.concat(
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [type, payload] = Object.entries(JSON.parse(line) as Record<string, unknown>)[0]!;
        const headers = {
          ':message-type': { type: 'string' as const, value: 'event' },
          ':event-type': { type: 'string' as const, value: type },
        };
        return amazonFrame(headers, JSON.stringify(payload));
      }),
  );
}

/** What its wire makes of frames. */
function unframed(bytes: Buffer, pieceBytes = bytes.length): Buffer {
  const decoder = targetWire({ wire: undefined, request: undefined }, 'bedrock_converse')!.frames!.decoder();
  const events: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    events.push(decoder.push(bytes.subarray(from, from + pieceBytes)));
  }
  assert.equal(decoder.fault, undefined);
  return Buffer.concat(events);
}

const sources = {
  gemini: Buffer.from(fixture('source.gemini.sse')),
  bedrock_converse: unframed(framed(fixture('source.converse.jsonl')), 7),
};

const expected = ['thinking: Two files.', 'text: I read both.', 'tool_use: {"p":"a"}', 'tool_use: {"p":"b"}'];

for (const from of ['gemini', 'bedrock_converse'] as const) {
  test(`a stream of ${from} becomes what the golden answers say`, async () => {
    const { text, fault } = streamed(contextOf(from, 'messages'), [sources[from]]);
    assert.equal(fault, undefined);
    assertStreamRules('messages', text);
    assert.deepEqual(blocksOf(sseEvents(text)), expected);
    const message = await finalOf('messages', text);
    const golden = await finalOf('messages', fixture('answer.messages.sse'));
    assert.equal(message.stop_reason, golden.stop_reason);
    assert.deepEqual(message.content.slice(1), golden.content.slice(1));
    assert.equal(message.usage.input_tokens, 20);
    assert.equal(message.usage.cache_read_input_tokens, 100);
    assert.equal(message.usage.output_tokens, 30);
  });

  test(`and for a client of chat completions, from ${from}`, async () => {
    const { text, fault } = streamed(contextOf(from, 'chat_completions'), [sources[from]]);
    assert.equal(fault, undefined);
    assertStreamRules('chat', text);
    const answer = await finalOf('chat', text);
    const golden = await finalOf('chat', fixture('answer.chat.sse'));
    assert.equal(answer.choices[0]?.message.content, golden.choices[0]?.message.content);
    assert.deepEqual(answer.choices[0]?.message.tool_calls, golden.choices[0]?.message.tool_calls);
    assert.equal(answer.choices[0]?.finish_reason, 'tool_calls');
    assert.equal(answer.usage?.total_tokens, 150);
  });

  test(`how a stream of ${from} is cut into pieces changes nothing`, () => {
    const known = (text: string) => text.replaceAll(/chatcmpl-\w+/g, 'chatcmpl-');
    const whole = streamed(contextOf(from, 'chat_completions'), [sources[from]]).text;
    const pieces = [...sources[from]].map((byte) => Buffer.from([byte]));
    assert.equal(known(streamed(contextOf(from, 'chat_completions'), pieces).text), known(whole));
  });
}

const chat = (from: 'gemini' | 'bedrock_converse', more: Partial<AnswerContext> = {}) =>
  contextOf(from, 'chat_completions', more);

test('a whole answer of Gemini keeps the digits of what a call says', () => {
  const answer = wholeOf(contextOf('gemini', 'messages'), {
    responseId: 'r',
    candidates: [
      {
        content: { parts: [{ functionCall: { name: 'f', args: {} } }] },
        finishReason: 'STOP',
      },
    ],
  });
  assert.deepEqual(at(answer, 'content', 0, 'input'), {});
  assert.equal(at(answer, 'stop_reason'), 'tool_use');
  const raw =
    '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"id":12345678901234567890,"x":1.0}}}]},"finishReason":"STOP"}]}';
  const { text } = streamed(chat('gemini'), [Buffer.from(`data: ${raw}\r\n\r\n`)]);
  assert.match(text, /12345678901234567890,\\"x\\":1\.0/);
});

test('a signature of Gemini goes with its call to a client of chat completions, and before it to one of messages', () => {
  const part = { functionCall: { id: 'c', name: 'f', args: { a: 1 } }, thoughtSignature: 'SIG' };
  const event = `data: ${JSON.stringify({ candidates: [{ content: { parts: [part] }, finishReason: 'STOP' }] })}\n\n`;
  const calls = eventsOf(chat('gemini'), event).flatMap(({ data }) => {
    const call = at(data, 'choices', 0, 'delta', 'tool_calls', 0);
    return call === undefined ? [] : [call];
  });
  assert.equal(at(calls[0], 'extra_content', 'google', 'thought_signature'), 'SIG');
  const blocks = blocksOf(eventsOf(contextOf('gemini', 'messages'), event));
  assert.deepEqual(blocks, ['thinking: ', 'tool_use: {"a":1}']);
});

test('what Gemini refuses is a refusal, what it could not make is a fault', () => {
  const blocked = wholeOf(chat('gemini'), { promptFeedback: { blockReason: 'SAFETY' } });
  assert.equal(at(blocked, 'choices', 0, 'finish_reason'), 'content_filter');
  assert.equal(at(blocked, 'choices', 0, 'message', 'refusal'), 'blocked: SAFETY');
  for (const finishReason of ['MALFORMED_FUNCTION_CALL', 'OTHER']) {
    const answer = { candidates: [{ content: {}, finishReason }] };
    assert.throws(() => wholeOf(chat('gemini'), answer), finishReason);
  }
  assert.throws(() => wholeOf(chat('gemini'), { candidates: [] }), /no candidate/);
});

test('a bare error behind events of Gemini is told, and nothing follows it', () => {
  const text = { candidates: [{ content: { parts: [{ text: 'a' }] } }] };
  const stream = `data: ${JSON.stringify(text)}\r\n\r\n{"error":{"code":503,"message":"M","status":"UNAVAILABLE"}}\n`;
  const { text: told } = streamed(chat('gemini'), [Buffer.from(stream)]);
  assert.match(told, /"error":\{"message":"M"/);
  assert.doesNotMatch(told, /\[DONE\]|"finish_reason":"/);
});

test('a stream of Gemini without a finish reason was cut', () => {
  const text = { candidates: [{ content: { parts: [{ text: 'a' }] } }] };
  const { fault } = streamed(chat('gemini'), [Buffer.from(`data: ${JSON.stringify(text)}\n\n`)]);
  assert.match(fault ?? '', /before the answer was complete/);
});

test('an exception in a stream of Converse is told by its name, also without a word of its own', () => {
  const delta = framed('{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":"a"}}}');
  for (const [payload, message] of [
    ['{"message":"Too many tokens"}', 'Too many tokens'],
    ['', 'throttlingException'],
  ] as const) {
    const bytes = Buffer.concat([delta, bedrockException('throttlingException', payload)]);
    const { text } = streamed(chat('bedrock_converse'), [unframed(bytes)]);
    assert.match(text, new RegExp(`"error":\\{"message":"${message}"`));
    assert.doesNotMatch(text, /\[DONE\]|"finish_reason":"/);
  }
});

test('frames of Converse that end without a stop reason were cut; without usage they are whole', () => {
  const delta = '{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":"a"}}}';
  const cut = streamed(chat('bedrock_converse'), [unframed(framed(delta))]);
  assert.match(cut.fault ?? '', /before the answer was complete/);
  const stop = `${delta}\n{"messageStop":{"stopReason":"end_turn"}}`;
  const whole = streamed(chat('bedrock_converse'), [unframed(framed(stop))]);
  assert.equal(whole.fault, undefined);
  assert.match(whole.text, /"finish_reason":"stop"[\s\S]*\[DONE\]/);
});

test('a signature without a thought comes back from a client as it was', () => {
  const lines = [
    '{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"reasoningContent":{"signature":"SIG"}}}}',
    '{"contentBlockStop":{"contentBlockIndex":0}}',
    '{"messageStop":{"stopReason":"end_turn"}}',
  ].join('\n');
  const { text } = streamed(contextOf('bedrock_converse', 'messages'), [unframed(framed(lines))]);
  assert.match(text, /"type":"thinking","thinking":"","signature":""/);
  assert.match(text, /"signature_delta","signature":"gw1\.b\./);
});

test('a whole answer of Converse has all that its stream has', () => {
  const answer = wholeOf(contextOf('bedrock_converse', 'messages'), {
    output: {
      message: {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'Two files.', signature: 'c2ln' } } },
          { text: 'I read both.' },
          { toolUse: { toolUseId: 'call_a', name: 'Read', input: { p: 'a' } } },
          { citationsContent: { content: [{ text: 'cited' }], citations: [] } },
        ],
      },
    },
    stopReason: 'tool_use',
    usage: { inputTokens: 20, outputTokens: 30, totalTokens: 150, cacheReadInputTokens: 100 },
  });
  const types = (at(answer, 'content') as { type: string }[]).map(({ type }) => type);
  assert.deepEqual(types, ['thinking', 'text', 'tool_use', 'text']);
  assert.equal(at(answer, 'model'), 'deployed');
  assert.equal(at(answer, 'usage', 'cache_read_input_tokens'), 100);
});
