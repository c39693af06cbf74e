/** What is gathered of a stream is what the vendor's own client library makes of it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import fc from 'fast-check';
import OpenAI from 'openai';
import type { CodedDialect } from '../../src/api/endpoints/endpoint.ts';
import { GatheredStream } from '../../src/api/stream/gathered/gathered-stream.ts';
import { startBackend } from '../helpers/backend.ts';
import { runs } from '../helpers/full.ts';
import { ownerOfFile } from '../helpers/serve.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/translation/answer.${name}.sse`, import.meta.url), 'utf8');

let served = '';
const backend = await startBackend(ownerOfFile(), (_seen, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(served);
});
const openai = new OpenAI({ apiKey: 'k', baseURL: `${backend.url}/v1`, maxRetries: 0 });
const anthropic = new Anthropic({ apiKey: 'k', baseURL: backend.url, maxRetries: 0 });
const messages = [{ role: 'user' as const, content: 'hello' }];

/** What the library makes of a stream. */
const helpers = {
  chat_completions: () => openai.chat.completions.stream({ model: 'm', messages }).finalChatCompletion(),
  messages: () => anthropic.messages.stream({ model: 'm', max_tokens: 9, messages }).finalMessage(),
  responses: () => openai.responses.stream({ model: 'm', input: 'hello' }).finalResponse(),
} as const;

function gathered(dialect: CodedDialect, text: string, cuts: readonly number[] = []): unknown {
  const stream = new GatheredStream({ dialect } as never, () => true);
  const bytes = Buffer.from(text);
  let at = 0;
  for (const cut of [...new Set(cuts.map((one) => one % bytes.length))].sort((a, b) => a - b)) {
    stream.push(bytes.subarray(at, cut));
    at = cut;
  }
  stream.push(bytes.subarray(at));
  return stream.answer();
}

/** What the libraries add of their own: parsed forms, and texts that are put together once more. */
const plain = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (name, one) =>
      /^(?:parsed|parsed_arguments|output_text|parsed_output|output_parsed|_request_id)$/.test(name)
        ? undefined
        : one,
    ),
  );

async function isAsTheLibraryMakesIt(dialect: keyof typeof helpers, text: string): Promise<void> {
  served = text;
  assert.deepEqual(plain(gathered(dialect, text)), plain(await helpers[dialect]()));
}

const event = (json: object, name?: string) =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(json)}\n\n`;
const chunk = (choices: object[], more: object = {}) =>
  event({ id: 'c1', object: 'chat.completion.chunk', created: 7, model: 'm', choices, ...more });

test('streams of every dialect make the answer that their own library makes of them', async () => {
  await isAsTheLibraryMakesIt('chat_completions', fixture('chat'));
  await isAsTheLibraryMakesIt('messages', fixture('messages'));
  await isAsTheLibraryMakesIt('responses', fixture('responses'));
});

test('so do chat completions with several choices, tool calls, probabilities, refusals and usage at their end', async () => {
  const call = (index: number, said: object, more: object = {}) => ({
    tool_calls: [{ index, ...more, function: said }],
  });
  const probability = (token: string) => ({
    content: [{ token, logprob: -1, bytes: null, top_logprobs: [] }],
    refusal: null,
  });
  await isAsTheLibraryMakesIt(
    'chat_completions',
    [
      chunk([{ index: 0, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null }]),
      chunk([{ index: 1, delta: { role: 'assistant', refusal: 'I ' }, finish_reason: null }]),
      chunk([{ index: 0, delta: { content: 'Grüße 🌍' }, logprobs: probability('a'), finish_reason: null }]),
      chunk([
        { index: 0, delta: call(0, { name: 'weather', arguments: '' }, { id: 'call_1', type: 'function' }) },
      ]),
      chunk([{ index: 0, delta: call(0, { arguments: '{"city":' }) }]),
      chunk([
        { index: 0, delta: call(1, { name: 'time', arguments: '{}' }, { id: 'call_2', type: 'function' }) },
      ]),
      chunk([{ index: 0, delta: call(0, { arguments: '"Rome"}' }) }]),
      chunk([{ index: 1, delta: { refusal: 'can not' }, finish_reason: 'stop' }]),
      chunk([{ index: 0, delta: {}, logprobs: probability('b'), finish_reason: 'tool_calls' }]),
      chunk([], { usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 } }),
      'data: [DONE]\n\n',
    ].join(''),
  );
});

test('so do messages with thinking, its signature, citations, calls of tools and of servers', async () => {
  const block = (index: number, content: object, deltas: object[]) =>
    [
      event({ type: 'content_block_start', index, content_block: content }, 'content_block_start'),
      ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta }, 'content_block_delta')),
      event({ type: 'content_block_stop', index }, 'content_block_stop'),
    ].join('');
  const json = (partial_json: string) => ({ type: 'input_json_delta', partial_json });
  await isAsTheLibraryMakesIt(
    'messages',
    [
      event(
        {
          type: 'message_start',
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: 'm',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 9, output_tokens: 1 },
          },
        },
        'message_start',
      ),
      event({ type: 'ping' }, 'ping'),
      block(0, { type: 'thinking', thinking: '', signature: '' }, [
        { type: 'thinking_delta', thinking: 'Let me ' },
        { type: 'thinking_delta', thinking: 'see' },
        { type: 'signature_delta', signature: 'c2lnbmVk' },
      ]),
      block(1, { type: 'text', text: '' }, [
        { type: 'text_delta', text: 'It is ' },
        {
          type: 'citations_delta',
          citation: {
            type: 'char_location',
            cited_text: 'x',
            document_index: 0,
            document_title: null,
            start_char_index: 0,
            end_char_index: 1,
            file_id: null,
          },
        },
        { type: 'text_delta', text: 'sunny' },
      ]),
      block(2, { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} }, [
        json(''),
        json('{"city"'),
        json(':"Rome"}'),
      ]),
      block(3, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }, [
        json('{"query":"x"}'),
      ]),
      block(4, { type: 'tool_use', id: 'toolu_2', name: 'now', input: {} }, []),
      event(
        {
          type: 'message_delta',
          delta: { stop_reason: 'tool_use', stop_sequence: null, stop_details: null },
          usage: { output_tokens: 40, input_tokens: 11, cache_read_input_tokens: 3 },
        },
        'message_delta',
      ),
      event({ type: 'message_stop' }, 'message_stop'),
    ].join(''),
  );
});

test('what is cut off is the answer so far, with what was said of the failure', () => {
  const chat = `${chunk([{ index: 0, delta: { role: 'assistant', content: 'one ' }, finish_reason: null }])}${chunk([{ index: 0, delta: { content: 'two' } }])}`;
  const failure = { message: 'broken', code: 'upstream_interrupted' };
  assert.deepEqual(gathered('chat_completions', `${chat}${event({ error: failure })}`), {
    id: 'c1',
    object: 'chat.completion',
    created: 7,
    model: 'm',
    error: failure,
    choices: [
      {
        index: 0,
        finish_reason: null,
        logprobs: null,
        message: { role: 'assistant', content: 'one two', refusal: null },
      },
    ],
  });
  const item = { id: 'm1', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
  const response = [
    event({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } }),
    event({ type: 'response.output_item.added', output_index: 0, item }),
    event({
      type: 'response.content_part.added',
      output_index: 0,
      content_index: 0,
      part: { type: 'output_text', text: '', annotations: [] },
    }),
    event({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'half ' }),
    event({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'of it' }),
  ].join('');
  const content = [{ type: 'output_text', text: 'half of it', annotations: [] }];
  assert.deepEqual(gathered('responses', response), {
    id: 'resp_1',
    status: 'in_progress',
    output: [{ ...item, content }],
  });
  assert.equal(gathered('messages', ''), undefined);
});

test('pieces may be cut anywhere, and events that are no part of a dialect break nothing', () => {
  const all = (['chat', 'messages', 'responses'] as const).map((name) => fixture(name));
  const dialects = ['chat_completions', 'messages', 'responses'] as const;
  const property = fc.property(fc.nat(2), fc.array(fc.nat(100_000), { maxLength: 20 }), (which, cuts) => {
    assert.deepEqual(gathered(dialects[which]!, all[which]!, cuts), gathered(dialects[which]!, all[which]!));
  });
  fc.assert(property, { numRuns: runs(200) });
  const odd = [
    null,
    1,
    [],
    'text',
    { index: -1 },
    { index: 1e9 },
    { choices: [{ index: 1e9, delta: { content: 'x' } }] },
    { type: 'content_block_delta', index: 3, delta: 7 },
    { output_index: 'a', item: {} },
  ];
  for (const dialect of [...dialects, 'completions'] as const)
    for (const one of odd) gathered(dialect, `data: ${JSON.stringify(one)}\n\n`);
});

test('no more is taken than there is room for', () => {
  let left = 300;
  const stream = new GatheredStream({ dialect: 'chat_completions' } as never, (bytes) => {
    left -= bytes;
    return left >= 0;
  });
  for (let count = 0; count < 100; count += 1)
    stream.push(
      Buffer.from(chunk([{ index: 0, delta: { role: 'assistant', content: 'x' }, finish_reason: null }])),
    );
  assert.equal(stream.isCut, true);
  const { choices } = stream.answer() as { choices: { message: { content: string } }[] };
  assert.equal(choices[0]!.message.content, 'xxxx');
});
