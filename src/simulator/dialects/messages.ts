import { flagOf, limitFrom, messagesOf, modelOf, stopsOf, wrong } from '../asked-fields.ts';
import { asList, asObject, asText, type JsonObject } from '../json-values.ts';
import { type Prompt, promptOfMessages } from '../prompt.ts';
import { type Answer, type Asked, type Reply, type Tool, type ToolChoice, toolToCall } from '../reply.ts';
import { type Dialect, type Frame, frame, sse } from '../simulated-dialect.ts';
import type { Failure } from '../simulator-refusal.ts';

/** `POST /v1/messages`, after Anthropic's API reference. */
export const messages: Dialect = {
  requestIdHeader: 'request-id',
  error,
  errorEvent: (failure, requestId) => sse(error(failure, requestId), 'error'),
  read(body) {
    const prompt = promptOf(body);
    const maxTokens = limitFrom(0, body, 'max_tokens');
    if (maxTokens === undefined) throw wrong('max_tokens', 'give a whole number of at least 0');
    const format = asObject(asObject(body['output_config'])['format']);
    return {
      model: modelOf(body),
      stream: flagOf(body, 'stream'),
      prompts: [prompt],
      copies: 1,
      maxTokens,
      stop: stopsOf(body['stop_sequences']),
      call: toolToCall(asList(body['tools']).flatMap(readTool), readChoice(body['tool_choice']), prompt),
      format: format['type'] === 'json_schema' ? (format['schema'] ?? {}) : undefined,
      topLogprobs: undefined,
    };
  },
  whole(asked, answer) {
    const reply = onlyReply(answer);
    return message(asked, answer, [block(answer, reply, false)], ending(reply), answer.outputTokens);
  },
  frames(asked, answer) {
    const reply = onlyReply(answer);
    const unknownYet = { stop_reason: null, stop_sequence: null, ...nothingSpecial };
    const delta = (token: string): object =>
      reply.call === undefined
        ? { type: 'text_delta', text: token }
        : { type: 'input_json_delta', partial_json: token };
    return [
      event('opening', 'message_start', { message: message(asked, answer, [], unknownYet, 1) }),
      event('opening', 'content_block_start', { index: 0, content_block: block(answer, reply, true) }),
      event('opening', 'ping', {}),
      ...reply.tokens.map((token) =>
        event('content', 'content_block_delta', { index: 0, delta: delta(token) }, 1),
      ),
      event('content', 'content_block_stop', { index: 0 }),
      event('finish', 'message_delta', { delta: ending(reply), usage: finalUsage(answer) }),
      event('mark', 'message_stop', {}),
    ];
  },
};

/** Reads a conversation. Throws a refusal where the body has no messages. */
export function promptOf(body: JsonObject): Prompt {
  return promptOfMessages(messagesOf(body), body['system']);
}

const errorTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

function error({ status, message }: Failure, requestId: string): object {
  const type = errorTypes[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  return { type: 'error', error: { type, message }, request_id: requestId };
}

function readTool(value: unknown): Tool[] {
  // Tools that the vendor runs itself (web search and so on) have a type of their own and no schema.
  const { name, input_schema: parameters } = asObject(value);
  return typeof name === 'string' && parameters !== undefined ? [{ name, parameters }] : [];
}

function readChoice(value: unknown): ToolChoice {
  const choice = asObject(value);
  const name = asText(choice['name']);
  if (choice['type'] === 'tool' && name !== undefined) return { name };
  if (choice['type'] === 'any') return 'required';
  return choice['type'] === 'none' ? 'none' : 'auto';
}

/** The endpoint gives one answer, so there is one reply. */
function onlyReply(answer: Answer): Reply {
  const [reply] = answer.replies;
  if (reply === undefined) throw new Error('an answer on messages has exactly one reply');
  return reply;
}

function message(asked: Asked, answer: Answer, content: object[], end: object, outputTokens: number): object {
  return {
    id: `msg_${answer.id}`,
    type: 'message',
    role: 'assistant',
    model: asked.model,
    content,
    ...end,
    diagnostics: null,
    usage: {
      input_tokens: answer.inputTokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: null,
      server_tool_use: null,
      service_tier: 'standard',
      inference_geo: null,
      speed: null,
    },
  };
}

/** The one content block; in `content_block_start` it stands empty. */
function block(answer: Answer, reply: Reply, empty: boolean): object {
  const { call, text, ending } = reply;
  if (call === undefined) return { type: 'text', text: empty ? '' : text, citations: null };
  // Arguments that were cut off are no JSON: the whole form has no way to show them.
  const input: unknown = empty || ending === 'length' ? {} : JSON.parse(text);
  return { type: 'tool_use', id: `toolu_${answer.id}`, name: call.name, input, caller: { type: 'direct' } };
}

const stopReasons = {
  stop: 'end_turn',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  call: 'tool_use',
} as const;

function ending({ ending, stopSequence }: Reply): object {
  return { stop_reason: stopReasons[ending], stop_sequence: stopSequence, ...nothingSpecial };
}

/** Fields that are there and always null here. */
const nothingSpecial = { stop_details: null, container: null };

function finalUsage(answer: Answer): object {
  return {
    input_tokens: answer.inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: answer.outputTokens,
    output_tokens_details: null,
    server_tool_use: null,
  };
}

function event(phase: Frame['phase'], type: string, fields: object, tokens = 0): Frame {
  return frame(phase, sse({ type, ...fields }, type), tokens);
}
