import { flagOf, limitFrom, messagesOf, modelOf, stopsOf, wrong } from '../asked-fields.ts';
import { asList, asObject, asText, type JsonObject } from '../json-values.ts';
import { mannersOf } from '../manners.ts';
import { type Prompt, promptOfMessages } from '../prompt.ts';
import {
  type Answer,
  type Asked,
  isCut,
  onlyReply,
  type Part,
  type Reply,
  type Tool,
  type ToolChoice,
  toolsToCall,
} from '../reply.ts';
import { seal } from '../seals.ts';
import { type Dialect, type Frame, frame, sse } from '../simulated-dialect.ts';
import type { Failure } from '../simulator-refusal.ts';
import { checkMessages } from '../strictness/messages.ts';

/** `POST /v1/messages`, after Anthropic's API reference. */
export const messages: Dialect = {
  requestIdHeader: 'request-id',
  error,
  errorEvent: (failure, requestId) => sse(error(failure, requestId), 'error'),
  read: (body) => readMessages(body, modelOf(body), flagOf(body, 'stream')),
  whole(asked, answer, body) {
    const reply = onlyReply(answer);
    const content = reply.parts.map((part, index) =>
      block(asked, answer, body, part, index, isCut(reply, part)),
    );
    return message(asked, answer, content, ending(reply), true);
  },
  frames(asked, answer, body) {
    const reply = onlyReply(answer);
    const unknownYet = { stop_reason: null, stop_sequence: null, ...nothingSpecial };
    const [first, ...more] = reply.parts.map((part, index) => blockFrames(asked, answer, body, part, index));
    return [
      event('opening', 'message_start', { message: message(asked, answer, [], unknownYet, false) }),
      ...first!.slice(0, 1).map((opened) => ({ ...opened, phase: 'opening' as const })),
      event('opening', 'ping', {}),
      ...first!.slice(1),
      ...more.flat(),
      event('finish', 'message_delta', { delta: ending(reply), usage: finalUsage(answer) }),
      event('mark', 'message_stop', {}),
    ];
  },
};

/** The content of a body of messages. The model and the wish for a stream come from the caller. */
export function readMessages(body: JsonObject, model: string, stream: boolean): Asked {
  const prompt = promptOf(body);
  const maxTokens = limitFrom(0, body, 'max_tokens');
  if (maxTokens === undefined) throw wrong('max_tokens', 'give a whole number of at least 0');
  checkMessages(body, maxTokens);
  const format = asObject(asObject(body['output_config'])['format']);
  const choice = asObject(body['tool_choice']);
  const manners = mannersOf(model);
  const thinking = asObject(body['thinking'])['type'];
  return {
    model,
    stream,
    prompts: [prompt],
    copies: 1,
    maxTokens,
    stop: stopsOf(body['stop_sequences']),
    calls: toolsToCall(asList(body['tools']).flatMap(readTool), prompt, {
      model,
      choice: readChoice(choice),
      inParallel: choice['disable_parallel_tool_use'] !== true,
    }),
    thinks:
      thinking === 'enabled' ||
      thinking === 'adaptive' ||
      manners.has('thinks') ||
      manners.has('redacted') ||
      manners.has('signature-only'),
    format: format['type'] === 'json_schema' ? (format['schema'] ?? {}) : undefined,
    topLogprobs: undefined,
  };
}

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

function message(asked: Asked, answer: Answer, content: object[], end: object, isWhole: boolean): object {
  return {
    id: `msg_${answer.id}`,
    type: 'message',
    role: 'assistant',
    model: asked.model,
    content,
    ...end,
    diagnostics: null,
    usage: {
      ...inputUsage(answer),
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      output_tokens: isWhole ? answer.outputTokens : 1,
      output_tokens_details: isWhole ? outputDetails(answer) : null,
      server_tool_use: null,
      service_tier: 'standard',
      inference_geo: null,
      speed: null,
    },
  };
}

/** Thoughts are signed under this name. */
export const thoughtSeal = 'messages';

/** A content block, whole. */
function block(
  asked: Asked,
  answer: Answer,
  body: JsonObject,
  part: Part,
  index: number,
  isCutOff: boolean,
): object {
  const { kind, text } = part;
  if (kind === 'text') return { type: 'text', text, citations: null };
  if (kind === 'thought') return thought(asked, body, part);
  // Arguments that were cut off are no JSON: the whole form has no way to show them.
  return { ...callHead(answer, part, index), input: isCutOff ? {} : JSON.parse(text) };
}

function callHead(answer: Answer, { tool }: Part, index: number): object {
  const id = `toolu_${answer.id}${index === 0 ? '' : `_${index}`}`;
  return { type: 'tool_use', id, name: tool?.name, input: {}, caller: { type: 'direct' } };
}

/** A thought as it may be shown: with its text, with a signature alone, or not at all. */
function thought(asked: Asked, body: JsonObject, { text }: Part): object {
  if (mannersOf(asked.model).has('redacted'))
    return { type: 'redacted_thinking', data: seal(`${thoughtSeal} redacted`, text) };
  return { type: 'thinking', thinking: isShown(asked, body) ? text : '', signature: seal(thoughtSeal, text) };
}

function isShown(asked: Asked, body: JsonObject): boolean {
  return asObject(body['thinking'])['display'] !== 'omitted' && !mannersOf(asked.model).has('signature-only');
}

/** The events of a block: its start, what is in it, and its end. */
function blockFrames(asked: Asked, answer: Answer, body: JsonObject, part: Part, index: number): Frame[] {
  const delta = (fields: object, tokens: number): Frame =>
    event('content', 'content_block_delta', { index, delta: fields }, tokens);
  const around = (start: object, deltas: readonly Frame[]): Frame[] => [
    event('content', 'content_block_start', { index, content_block: start }),
    ...deltas,
    event('content', 'content_block_stop', { index }),
  ];
  const { kind, tokens, text } = part;
  if (kind === 'text')
    return around(
      { type: 'text', text: '', citations: null },
      tokens.map((token) => delta({ type: 'text_delta', text: token }, 1)),
    );
  if (kind === 'call')
    return around(
      callHead(answer, part, index),
      tokens.map((token) => delta({ type: 'input_json_delta', partial_json: token }, 1)),
    );
  const whole = asObject(thought(asked, body, part));
  if (whole['type'] === 'redacted_thinking') return around(whole, []);
  const signed = delta({ type: 'signature_delta', signature: seal(thoughtSeal, text) }, 0);
  const shown = isShown(asked, body) ? tokens : [];
  return around({ type: 'thinking', thinking: '', signature: '' }, [
    ...shown.map((token) => delta({ type: 'thinking_delta', thinking: token }, 1)),
    signed,
  ]);
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

function inputUsage({ inputTokens, cachedTokens }: Answer): object {
  return {
    input_tokens: inputTokens - cachedTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedTokens,
  };
}

function outputDetails({ thoughtTokens }: Answer): object | null {
  return thoughtTokens === 0 ? null : { thinking_tokens: thoughtTokens };
}

function finalUsage(answer: Answer): object {
  return {
    ...inputUsage(answer),
    output_tokens: answer.outputTokens,
    output_tokens_details: outputDetails(answer),
    server_tool_use: null,
  };
}

function event(phase: Frame['phase'], type: string, fields: object, tokens = 0): Frame {
  return frame(phase, sse({ type, ...fields }, type), tokens);
}
