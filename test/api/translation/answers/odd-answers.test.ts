import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translateWhole } from '../../../../src/api/translation/answers/translated-answer.ts';
import type { BackendDialect } from '../../../../src/api/translation/neutral/dialects.ts';
import { assertStreamRules } from '../../../helpers/translation-judges.ts';
import { contextOf, StreamOfBytes } from './translating.ts';

const tokens = [
  { token: 'A', logprob: -1, bytes: [65], top_logprobs: [{ token: 'B', logprob: -2, bytes: null }] },
];
const citation = { url: 'https://a.example', title: 'T', start_index: 0, end_index: 1 };

/** An answer of each dialect with all that it can hold. */
const answers: Readonly<Record<BackendDialect, object>> = {
  chat_completions: {
    id: 'chatcmpl-1',
    created: 1,
    model: 'm',
    service_tier: 'default',
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        logprobs: { content: tokens },
        message: {
          role: 'assistant',
          reasoning_content: 'R',
          reasoning_details: [{ type: 'reasoning.text', text: 'R', signature: 'S' }],
          content: 'A',
          refusal: null,
          annotations: [{ type: 'url_citation', url_citation: citation }],
          tool_calls: [
            { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
            { id: 'd', type: 'custom', custom: { name: 'g', input: 'x' } },
          ],
        },
      },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 1 } },
  },
  messages: {
    id: 'msg_1',
    type: 'message',
    model: 'm',
    stop_reason: 'tool_use',
    stop_sequence: null,
    stop_details: { explanation: 'E' },
    content: [
      { type: 'thinking', thinking: 'T', signature: 'S' },
      { type: 'redacted_thinking', data: 'D' },
      { type: 'text', text: 'A', citations: [{ type: 'web_search_result_location', ...citation }] },
      { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } },
    ],
    usage: { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 3, service_tier: 'standard' },
  },
  responses: {
    id: 'resp_1',
    created_at: 1,
    model: 'm',
    status: 'completed',
    error: null,
    incomplete_details: null,
    output: [
      {
        id: 'rs_1',
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'S' }],
        encrypted_content: 'E',
      },
      {
        id: 'msg_1',
        type: 'message',
        content: [
          {
            type: 'output_text',
            text: 'A',
            annotations: [{ type: 'url_citation', ...citation }],
            logprobs: tokens,
          },
          { type: 'refusal', refusal: 'N' },
        ],
      },
      { id: 'fc_1', type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":1}' },
      { id: 'ctc_1', type: 'custom_tool_call', call_id: 'd', name: 'g', input: 'x' },
    ],
    usage: { input_tokens: 3, output_tokens: 4, input_tokens_details: { cached_tokens: 1 } },
  },
  gemini: {
    responseId: 'r',
    modelVersion: 'm',
    candidates: [
      {
        index: 0,
        finishReason: 'STOP',
        content: {
          parts: [
            { text: 'T', thought: true, thoughtSignature: 'S' },
            { text: 'A' },
            { functionCall: { id: 'c', name: 'f', args: { a: 1 } }, thoughtSignature: 'S' },
          ],
        },
        groundingMetadata: {
          groundingChunks: [{ web: { uri: 'https://a.example', title: 'T' } }],
          groundingSupports: [{ segment: { startIndex: 0, endIndex: 1 }, groundingChunkIndices: [0] }],
        },
      },
    ],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, thoughtsTokenCount: 1 },
  },
  bedrock_converse: {
    output: {
      message: {
        content: [
          { reasoningContent: { reasoningText: { text: 'T', signature: 'S' } } },
          { text: 'A' },
          { toolUse: { toolUseId: 'c', name: 'f', input: { a: 1 } } },
        ],
      },
    },
    stopReason: 'tool_use',
    usage: { inputTokens: 1, outputTokens: 2 },
  },
};

const odd = [null, [], {}, 0, -1, 1.5, '', 'x', true, [null], [[]], [{}], { a: 1 }];

/** A value with each of the values in it replaced by odd ones, or left out, one at a time. */
function* oddities(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    const others = [...odd, ...(Array.isArray(value) ? [] : [undefined]), ...oddities(member)];
    for (const other of others) {
      const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value };
      copy[name] = other;
      yield copy;
    }
  }
}

const clients = { chat_completions: 'chat', messages: 'messages', responses: 'responses' } as const;

for (const client of ['chat_completions', 'messages', 'responses'] as const) {
  for (const from of (Object.keys(answers) as BackendDialect[]).filter((name) => name !== client)) {
    test(`whatever a whole answer of ${from} holds, a client of ${client} gets an answer or there is none`, () => {
      const context = contextOf(from, client);
      assert.ok(Buffer.isBuffer(translateWhole(Buffer.from(JSON.stringify(answers[from])), context)));
      for (const answer of oddities(answers[from])) {
        const body = translateWhole(Buffer.from(JSON.stringify(answer)), context);
        if (Buffer.isBuffer(body)) JSON.parse(body.toString());
      }
    });
  }
}

test('whatever an event holds, a stream keeps the rules of its client to its end, or is cut', () => {
  const head = { id: 'chatcmpl-1', model: 'm', created: 1 };
  const delta = {
    role: 'assistant',
    reasoning: 'R',
    content: 'A',
    tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
  };
  const chunk = { ...head, choices: [{ index: 0, delta, finish_reason: 'tool_calls' }], usage: null };
  for (const [client, judged] of Object.entries(clients) as [keyof typeof clients, 'chat'][]) {
    if (client === 'chat_completions') continue;
    for (const event of oddities(chunk)) {
      const stream = new StreamOfBytes(contextOf('chat_completions', client));
      const text = stream.push(Buffer.from(`data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`)).toString();
      const end = stream.isOver ? '' : stream.flush().toString() + stream.cut('It was cut.').toString();
      assertStreamRules(judged, text + end, { oddArguments: true });
    }
  }
});
