import type { TestContext } from 'node:test';
import {
  document,
  image,
  longPrefix,
  prefill,
  sound,
  tools,
} from '../../../src/api/capability-proofs/questions.ts';
import type { EndpointName } from '../../../src/api/endpoints/index.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { type Answer, startBackend, type TestBackend } from '../../helpers/backend.ts';

/** A tool that is called, with its arguments. */
interface Call {
  readonly name: string;
  readonly input: JsonObject;
}

/** What an answer says, before its endpoint's form. */
interface Said {
  readonly text: string;
  readonly calls: readonly Call[];
  readonly reasons: boolean;
  readonly searches: boolean;
  readonly fetches: boolean;
  readonly usesComputer: boolean;
  readonly cached: number;
  readonly audio: number;
}

/**
 * A backend that can do all there is, on every endpoint, but for what it `lacks`: it takes such a request and answers it
 * as if nothing had been asked for. That is what a server does that passes over what it does not know.
 */
export function startTruthful(t: TestContext, ...lacks: readonly string[]): Promise<TestBackend> {
  return startBackend(t, truthful(...lacks));
}

export function truthful(...lacks: readonly string[]): Answer {
  let prefixes = 0;
  return ({ url, body }, response) => {
    const request = JSON.parse(body.toString()) as JsonObject;
    const written = body.toString();
    const has = (capability: string, ...marks: readonly string[]) =>
      !lacks.includes(capability) && marks.some((mark) => written.includes(mark));
    const texts = [
      has('vision', 'data:image/png', '"image/png"') ? image.word : '',
      has('pdf_input', 'application/pdf') ? `It says ${document.word}.` : '',
      has('assistant_prefill', prefill.beginning) ? ` ${prefill.continuation}.` : '',
    ];
    const isForced = written.includes('"tool_choice"') && written.includes(tools.colour.name);
    const calls: Call[] = [];
    const note = (code: string) => calls.push({ name: tools.code.name, input: { code } });
    if (has('function_calling', `Call the tool ${tools.code.name} with`)) note('7431');
    if (written.includes('twice in this one turn')) {
      note('7431');
      if (!lacks.includes('parallel_function_calling')) note('2958');
    }
    if (isForced && has('tool_choice', tools.colour.name)) {
      calls.push({ name: tools.colour.name, input: { colour: 'red' } });
    }
    prefixes += written.includes(JSON.stringify(longPrefix).slice(1, 100)) ? 1 : 0;
    const said: Said = {
      text: texts.find((text) => text !== '') ?? 'Hello.',
      calls,
      reasons: has('reasoning', '"reasoning_effort"', '"reasoning":', '"thinking":'),
      searches: has('web_search', 'web_search'),
      fetches: has('url_context', 'web_fetch'),
      usesComputer: has('computer_use', '"type":"computer'),
      cached: prefixes > 1 && has('prompt_caching', 'apple river') ? 4000 : 0,
      audio: has('audio_input', '"input_audio"') ? sound.tones : 0,
    };
    const endpoint = Object.entries(paths).find(([path]) => url.split('?')[0] === path)![1];
    const answer = forms[endpoint](said);
    if (request['stream'] === true && !lacks.includes('streaming')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(streams[endpoint](answer));
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  };
}

const paths: Readonly<Record<string, keyof typeof forms>> = {
  '/v1/chat/completions': 'chat_completions',
  '/v1/completions': 'completions',
  '/v1/messages': 'messages',
  '/v1/responses': 'responses',
};

function openaiUsage({ cached, reasons, audio }: Said): JsonObject {
  return {
    prompt_tokens: 5000,
    completion_tokens: 100,
    total_tokens: 5100,
    prompt_tokens_details: { cached_tokens: cached, audio_tokens: audio > 0 ? 40 : 0 },
    completion_tokens_details: { reasoning_tokens: reasons ? 64 : 0 },
  };
}

const forms = {
  chat_completions: (said: Said): JsonObject => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        finish_reason: said.calls.length > 0 ? 'tool_calls' : 'stop',
        message: {
          role: 'assistant',
          content: said.calls.length > 0 ? null : said.text,
          ...(said.calls.length > 0 && {
            tool_calls: said.calls.map(({ name, input }, index) => ({
              id: `call_${index}`,
              type: 'function',
              function: { name, arguments: JSON.stringify(input) },
            })),
          }),
          annotations: said.searches
            ? [{ type: 'url_citation', url_citation: { url: 'https://example.com/' } }]
            : [],
        },
      },
    ],
    usage: openaiUsage(said),
  }),
  completions: (said: Said): JsonObject => ({
    id: 'cmpl-1',
    object: 'text_completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, text: said.text, finish_reason: 'stop', logprobs: null }],
    usage: openaiUsage(said),
  }),
  messages: (said: Said): JsonObject => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    stop_reason: said.calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    content: [
      ...(said.reasons ? [{ type: 'thinking', thinking: 'Fifteen and ...', signature: 's' }] : []),
      ...(said.searches
        ? [{ type: 'web_search_tool_result', tool_use_id: 's', content: [{ type: 'web_search_result' }] }]
        : []),
      ...(said.fetches
        ? [{ type: 'web_fetch_tool_result', tool_use_id: 'f', content: { type: 'web_fetch_result' } }]
        : []),
      ...(said.usesComputer
        ? [{ type: 'tool_use', id: 'c', name: 'computer', input: { action: 'screenshot' } }]
        : []),
      ...said.calls.map(({ name, input }, index) => ({ type: 'tool_use', id: `t${index}`, name, input })),
      { type: 'text', text: said.text },
    ],
    usage: { input_tokens: 5000 - said.cached, cache_read_input_tokens: said.cached, output_tokens: 100 },
  }),
  responses: (said: Said): JsonObject => ({
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'm',
    output: [
      // The item is there even where nothing was thought.
      { type: 'reasoning', id: 'rs_1', summary: [] },
      ...(said.searches ? [{ type: 'web_search_call', id: 'ws_1', status: 'completed' }] : []),
      ...(said.usesComputer
        ? [{ type: 'computer_call', id: 'cu_1', call_id: 'c', action: { type: 'screenshot' } }]
        : []),
      ...said.calls.map(({ name, input }, index) => ({
        type: 'function_call',
        id: `fc_${index}`,
        call_id: `c${index}`,
        name,
        arguments: JSON.stringify(input),
      })),
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said.text }] },
    ],
    usage: {
      input_tokens: 5000,
      input_tokens_details: { cached_tokens: said.cached },
      output_tokens: 100,
      output_tokens_details: { reasoning_tokens: said.reasons ? 64 : 0 },
      total_tokens: 5100,
    },
  }),
} as const satisfies Partial<Record<EndpointName, (said: Said) => JsonObject>>;

function event(name: string, data: JsonObject): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The smallest streams of each form. */
const streams: Readonly<Record<keyof typeof forms, (answer: JsonObject) => string>> = {
  chat_completions: ({ usage }) => {
    const chunks = [
      { choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { choices: [], usage },
    ];
    const events = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`);
    return [...events, 'data: [DONE]\r\n\r\n'].join('');
  },
  completions: () =>
    `data: ${JSON.stringify({ choices: [{ index: 0, text: 'Hello', finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
  messages: (answer) =>
    event('message_start', { type: 'message_start', message: { ...answer, content: [] } }) +
    event('content_block_delta', {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: 'Hello' },
    }) +
    event('message_delta', {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: 2 },
    }) +
    event('message_stop', { type: 'message_stop' }),
  responses: (answer) =>
    event('response.created', { type: 'response.created', response: { id: 'resp_1' } }) +
    event('response.output_text.delta', { type: 'response.output_text.delta', delta: 'Hello' }) +
    event('response.completed', { type: 'response.completed', response: answer }),
};
