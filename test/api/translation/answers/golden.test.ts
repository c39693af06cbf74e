import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Raw } from '../../../../src/api/translation/json/json-node.ts';
import type { BackendDialect } from '../../../../src/api/translation/neutral/dialects.ts';
import type { SseEvent } from '../../../helpers/translation-judges.ts';
import { assertStreamRules, finalOf, judgeEvents, sseEvents } from '../../../helpers/translation-judges.ts';
import { at, contextOf, streamed } from './translating.ts';

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/translation/${name}`, import.meta.url), 'utf8');
}

/** What is the same of two answers to one request: neighbouring deltas of one block are one, and ids count from 1. */
function alike(events: readonly SseEvent[]): unknown[] {
  const joined: { name: string | undefined; text: string; data: Record<string, unknown> }[] = [];
  for (const { name, text, data } of withPlainIds(events)) {
    const last = joined.at(-1);
    const fragment = fragmentIn(data);
    const before = fragmentIn(last?.data ?? {});
    if (fragment !== undefined && before?.index === fragment.index) {
      before.function.arguments += fragment.function.arguments;
      continue;
    }
    const isSame = last?.name === name && placeOf(data) === placeOf(last?.data ?? {});
    if (last === undefined || !name?.endsWith('delta') || name === 'message_delta' || !isSame) {
      joined.push({ name, text: text === '[DONE]' ? text : '', data: { ...data } });
      continue;
    }
    last.data['delta'] = sumOf(last.data['delta'], data['delta']);
  }
  return joined.map(({ data: { sequence_number: _number, ...data }, ...event }) => ({ ...event, data }));
}

/** What a chunk of chat completions has of the arguments of a call that was there before. */
function fragmentIn(data: object): { index: number; function: { arguments: string } } | undefined {
  const call = at(data, 'choices', 0, 'delta', 'tool_calls', 0) as ReturnType<typeof fragmentIn> | undefined;
  return call !== undefined && !Object.hasOwn(call, 'id') ? call : undefined;
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
  gemini: fixture('source.gemini.sse'),
  bedrock_converse: fixture('source.converse.jsonl')
    .trim()
    .split('\n')
    .map((line) => Object.entries(JSON.parse(line) as object)[0]!)
    .map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
    .join(''),
} as const;
const golden = { chat_completions: 'chat', messages: 'messages', responses: 'responses' } as const;
const dialects = ['chat_completions', 'messages', 'responses'] as const;
const echo = { reasoning: '{"summary":"auto"}' as Raw };

/** The golden answer to a client; its seals are of the backend's dialect. */
function goldenFor(client: (typeof dialects)[number], from: BackendDialect): string {
  const answer = fixture(`answer.${golden[client]}.sse`);
  // Amazon signs a thought and does not count it.
  if (from === 'bedrock_converse') {
    const seal = (content: object) => `gw1.b.${Buffer.from(JSON.stringify(content)).toString('base64url')}`;
    return answer
      .replaceAll('gw1.c.e30', seal({ d: 'c2ln' }))
      .replaceAll(/gw1\.c\.\w+/g, seal({ d: 'c2ln', t: 'Two files.' }))
      .replaceAll('"output_tokens_details":{"thinking_tokens":4}', '"output_tokens_details":null')
      .replaceAll(',"completion_tokens_details":{"reasoning_tokens":4}', '')
      .replaceAll('"reasoning_tokens":4', '"reasoning_tokens":0')
      .replaceAll('"model":"qwen3"', '"model":"deployed"');
  }
  const letter = { chat_completions: 'c', messages: 'a', responses: 'r', gemini: 'g' }[from];
  // Google tells the input with each event.
  const known =
    '"input_tokens":20,"output_tokens":0,"cache_creation":null,"cache_creation_input_tokens":0,"cache_read_input_tokens":100';
  const unknown =
    '"input_tokens":0,"output_tokens":0,"cache_creation":null,"cache_creation_input_tokens":0,"cache_read_input_tokens":0';
  return answer.replaceAll('gw1.c.', `gw1.${letter}.`).replace(unknown, from === 'gemini' ? known : unknown);
}

/** Without ids, which not every backend gives an answer, and signatures that chat completions have beside the answer. */
function plain(events: readonly SseEvent[]): unknown[] {
  const text = JSON.stringify(alike(events)).replaceAll(/"(?:chatcmpl-|msg_|resp_)(?:9|\w{24})"/g, '"id"');
  return (JSON.parse(text) as { data: Record<string, unknown> }[]).filter(
    ({ data }) => at(data, 'choices', 0, 'delta', 'reasoning_details') === undefined,
  );
}

for (const client of dialects) {
  for (const from of Object.keys(backends) as BackendDialect[]) {
    if (client === from) continue;
    test(`a stream of ${from} becomes the stream of ${client} that it should`, () => {
      const { text, fault } = streamed(contextOf(from, client, { echo }), [Buffer.from(backends[from])]);
      assert.equal(fault, undefined);
      assert.deepEqual(plain(sseEvents(text)), plain(sseEvents(goldenFor(client, from))));
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
