import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Raw } from '../../../../src/api/translation/json/json-node.ts';
import type { SseEvent } from '../../../helpers/translation-judges.ts';
import { assertStreamRules, finalOf, judgeEvents, sseEvents } from '../../../helpers/translation-judges.ts';
import { contextOf, streamed } from './translating.ts';

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/translation/${name}`, import.meta.url), 'utf8');
}

/** What is the same of two answers to one request: neighbouring deltas of one block are one, and ids count from 1. */
function alike(events: readonly SseEvent[]): unknown[] {
  const joined: { name: string | undefined; text: string; data: Record<string, unknown> }[] = [];
  for (const { name, text, data } of withPlainIds(events)) {
    const last = joined.at(-1);
    const isSame = last?.name === name && placeOf(data) === placeOf(last?.data ?? {});
    if (last === undefined || !name?.endsWith('delta') || name === 'message_delta' || !isSame) {
      joined.push({ name, text: text === '[DONE]' ? text : '', data: { ...data } });
      continue;
    }
    last.data['delta'] = sumOf(last.data['delta'], data['delta']);
  }
  return joined.map(({ data: { sequence_number: _number, ...data }, ...event }) => ({ ...event, data }));
}

function placeOf({ index, output_index: item, content_index: part, delta }: Record<string, unknown>): string {
  return JSON.stringify([index, item, part, (delta as { type?: string } | undefined)?.type]);
}

function sumOf(before: unknown, more: unknown): unknown {
  if (typeof before === 'string') return before + String(more);
  const sum = { ...(before as Record<string, string>) };
  for (const [member, text] of Object.entries(more as object)) if (member !== 'type') sum[member] += text;
  return sum;
}

function withPlainIds(events: readonly SseEvent[]): SseEvent[] {
  const ids = new Map<string, string>();
  const text = JSON.stringify(events).replaceAll(/"(rs|msg|fc|ctc)_(\w{24}|\d+)"/g, (id) => {
    if (!ids.has(id)) ids.set(id, `"item_${ids.size}"`);
    return ids.get(id)!;
  });
  return JSON.parse(text.replaceAll(/"completed_at":\d+/g, '"completed_at":0')) as SseEvent[];
}

const backends = {
  chat_completions: fixture('source.chat.sse'),
  // Golden answers as backends would give them, whose signature and encrypted content are their own.
  messages: fixture('answer.messages.sse')
    .replace('"input_tokens":0', '"input_tokens":20')
    .replaceAll(/event: content_block_delta\n.*signature_delta.*\n\n/g, ''),
  responses: fixture('answer.responses.sse').replaceAll(/"gw1\.c\.\w+"/g, 'null'),
} as const;
const golden = { chat_completions: 'chat', messages: 'messages', responses: 'responses' } as const;
const dialects = ['chat_completions', 'messages', 'responses'] as const;
const echo = { reasoning: '{"summary":"auto"}' as Raw };

/** The golden answer to a client; its seals are of the backend's dialect. */
function goldenFor(client: (typeof dialects)[number], from: (typeof dialects)[number]): string {
  const letter = { chat_completions: 'c', messages: 'a', responses: 'r' }[from];
  return fixture(`answer.${golden[client]}.sse`).replaceAll('gw1.c.', `gw1.${letter}.`);
}

for (const client of dialects) {
  for (const from of dialects) {
    if (client === from) continue;
    test(`a stream of ${from} becomes the stream of ${client} that it should`, () => {
      const { text, fault } = streamed(contextOf(from, client, { echo }), [Buffer.from(backends[from])]);
      assert.equal(fault, undefined);
      assert.deepEqual(alike(sseEvents(text)), alike(sseEvents(goldenFor(client, from))));
    });

    test(`what a client of ${client} gets of ${from} keeps the rules of its dialect`, async () => {
      const { text } = streamed(contextOf(from, client, { echo }), [Buffer.from(backends[from])]);
      assertStreamRules(golden[client], text);
      const events = sseEvents(text).filter(({ text: mark }) => mark !== '[DONE]');
      judgeEvents(
        golden[client],
        events.map(({ data }) => data),
      );
      await finalOf(golden[client], text);
    });
  }
}
