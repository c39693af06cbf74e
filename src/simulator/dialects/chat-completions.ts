import { flagOf, limitOf, messagesOf, modelOf, numberOf, stopsOf } from '../asked-fields.ts';
import { asList, asObject } from '../json-values.ts';
import { promptOfMessages } from '../prompt.ts';
import { type Answer, type Asked, type Reply, type Tool, toolToCall } from '../reply.ts';
import { type Dialect, type Frame, frame, sse } from '../simulated-dialect.ts';
import { error, errorEvent, formatOf, logprobsOf, readChoice, systemFingerprint, usage } from './openai.ts';

/** `POST /v1/chat/completions`, after OpenAI's API reference. */
export const chatCompletions: Dialect = {
  requestIdHeader: 'x-request-id',
  error,
  errorEvent,
  read(body) {
    const prompt = promptOfMessages(messagesOf(body));
    const format = asObject(body['response_format']);
    return {
      model: modelOf(body),
      stream: flagOf(body, 'stream'),
      prompts: [prompt],
      copies: numberOf(body, 'n', 1, 128) ?? 1,
      maxTokens: limitOf(body, 'max_completion_tokens', 'max_tokens'),
      stop: stopsOf(body['stop']),
      call: toolToCall(asList(body['tools']).flatMap(readTool), readChoice(body['tool_choice']), prompt),
      format: formatOf(format, asObject(format['json_schema'])['schema']),
      topLogprobs: flagOf(body, 'logprobs') ? (numberOf(body, 'top_logprobs', 0, 20) ?? 0) : undefined,
    };
  },
  whole(asked, answer) {
    return {
      ...head(asked, answer, 'chat.completion'),
      choices: answer.replies.map((reply, index) => ({
        index,
        message: message(answer, reply, index),
        logprobs: logprobs(asked, reply, reply.tokens),
        finish_reason: finishReasons[reply.ending],
      })),
      usage: usage(answer),
    };
  },
  frames(asked, answer, body) {
    // With include_usage every chunk has the field, null but in the last.
    const withUsage = asObject(body['stream_options'])['include_usage'] === true;
    const common = head(asked, answer, 'chat.completion.chunk');
    const chunk = (choices: object[], total?: object): string =>
      sse({ ...common, choices, ...(withUsage && { usage: total ?? null }) });
    const frames = answer.replies.flatMap((reply, index) => choiceFrames(asked, answer, reply, index, chunk));
    if (withUsage) frames.push(frame('finish', chunk([], usage(answer))));
    frames.push(frame('mark', sse('[DONE]')));
    return frames;
  },
};

function readTool(value: unknown): Tool[] {
  const { name, parameters } = asObject(asObject(value)['function']);
  return typeof name === 'string' ? [{ name, parameters: parameters ?? { type: 'object' } }] : [];
}

const finishReasons = { stop: 'stop', stop_sequence: 'stop', length: 'length', call: 'tool_calls' } as const;

function head(asked: Asked, answer: Answer, object: string): object {
  return {
    id: `chatcmpl-${answer.id}`,
    object,
    created: answer.created,
    model: asked.model,
    service_tier: 'default',
    system_fingerprint: systemFingerprint,
  };
}

function message(answer: Answer, reply: Reply, index: number): object {
  const common = {
    role: 'assistant',
    content: reply.call ? null : reply.text,
    refusal: null,
    annotations: [],
  };
  if (reply.call === undefined) return common;
  const { name } = reply.call;
  const call = { id: callId(answer, index), type: 'function', function: { name, arguments: reply.text } };
  return { ...common, tool_calls: [call] };
}

function callId(answer: Answer, index: number): string {
  return `call_${answer.id}${index === 0 ? '' : `_${index}`}`;
}

function choiceFrames(
  asked: Asked,
  answer: Answer,
  reply: Reply,
  index: number,
  chunk: (choices: object[]) => string,
): Frame[] {
  const choice = (
    delta: object,
    tokens: readonly string[] = [],
    finish_reason: string | null = null,
  ): string =>
    chunk([
      { index, delta, logprobs: tokens.length === 0 ? null : logprobs(asked, reply, tokens), finish_reason },
    ]);
  const { call } = reply;
  const first =
    call === undefined
      ? { content: '' }
      : {
          content: null,
          tool_calls: [
            {
              index: 0,
              id: callId(answer, index),
              type: 'function',
              function: { name: call.name, arguments: '' },
            },
          ],
        };
  const delta = (token: string): object =>
    call === undefined ? { content: token } : { tool_calls: [{ index: 0, function: { arguments: token } }] };
  return [
    frame('opening', choice({ role: 'assistant', refusal: null, ...first })),
    ...reply.tokens.map((token) => frame('content', choice(delta(token), [token]), 1)),
    frame('finish', choice({}, [], finishReasons[reply.ending])),
  ];
}

/** Log-probabilities belong to texts; a tool call has none. */
function logprobs(asked: Asked, reply: Reply, tokens: readonly string[]): object | null {
  const { topLogprobs } = asked;
  if (topLogprobs === undefined || reply.call !== undefined) return null;
  return { content: logprobsOf(tokens, topLogprobs), refusal: null };
}
