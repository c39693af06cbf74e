import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { SseEvent } from '../../../helpers/translation-judges.ts';
import { assertStreamRules, judgeEvents, sseEvents } from '../../../helpers/translation-judges.ts';
import { contextOf, streamed } from './translating.ts';

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/translation/${name}`, import.meta.url), 'utf8');
}

/** Events with neighbouring deltas of one block as one, since where deltas are divided is the backend's matter. */
function withJoinedDeltas(events: readonly SseEvent[]): unknown[] {
  const joined: { name: string | undefined; text: string; data: Record<string, unknown> }[] = [];
  for (const { name, text, data } of events) {
    const last = joined.at(-1);
    const delta = data['delta'] as Record<string, string> | undefined;
    const before = last?.data['delta'] as Record<string, string> | undefined;
    const isSame = last?.data['index'] === data['index'] && delta?.['type'] === before?.['type'];
    if (name !== 'content_block_delta' || last?.name !== name || !isSame) {
      joined.push({
        name,
        text: text === '[DONE]' ? text : '',
        data: structuredClone(data) as Record<string, unknown>,
      });
      continue;
    }
    for (const member in delta) if (member !== 'type') before![member] += delta[member]!;
  }
  return joined;
}

const source = Buffer.from(fixture('source.chat.sse'));

test('a stream of chat completions becomes the stream of messages that it should', () => {
  const { text, fault } = streamed(contextOf('chat_completions', 'messages'), [source]);
  assert.equal(fault, undefined);
  assert.deepEqual(
    withJoinedDeltas(sseEvents(text)),
    withJoinedDeltas(sseEvents(fixture('answer.messages.sse'))),
  );
});

test('a stream of messages becomes the stream of chat completions that it should', () => {
  // The golden answer as a backend of messages would give it, but for what it can't know.
  const backend = fixture('answer.messages.sse').replaceAll(
    /event: content_block_delta\n.*signature_delta.*\n\n/g,
    '',
  );
  const { text } = streamed(contextOf('messages', 'chat_completions'), [Buffer.from(backend)]);
  assert.deepEqual(sseEvents(text), sseEvents(fixture('answer.chat.sse')));
});

test('the golden answers keep the rules of their dialects when they come out of a translation', () => {
  for (const [client, judged, from, stream] of [
    ['messages', 'messages', 'chat_completions', source],
    ['chat_completions', 'chat', 'messages', Buffer.from(fixture('answer.messages.sse'))],
  ] as const) {
    const { text } = streamed(contextOf(from, client), [stream]);
    assertStreamRules(judged, text);
    judgeEvents(
      judged,
      sseEvents(text)
        .filter(({ text: mark }) => mark !== '[DONE]')
        .map(({ data }) => data),
    );
  }
});
