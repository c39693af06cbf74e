import { flagOf, limitOf, messagesOf, modelOf, numberOf, stopsOf } from '../asked-fields.ts';
import { asList, asObject } from '../json-values.ts';
import { mannersOf } from '../manners.ts';
import { promptOfMessages } from '../prompt.ts';
import { type Answer, type Asked, type Reply, type Tool, toolsToCall } from '../reply.ts';
import { type Dialect, type Frame, frame, sse } from '../simulated-dialect.ts';
import { checkChatCompletions } from '../strictness/chat-completions.ts';
import { callOf, choiceDeltas, thoughtsOf } from './chat-deltas.ts';
import { error, errorEvent, formatOf, logprobsOf, readChoice, systemFingerprint, usage } from './openai.ts';

const latePauseMs = 50;

/** `POST /v1/chat/completions`, after OpenAI's API reference. */
export const chatCompletions: Dialect = {
  requestIdHeader: 'x-request-id',
  error,
  errorEvent,
  read(body) {
    const prompt = promptOfMessages(messagesOf(body));
    const format = asObject(body['response_format']);
    const model = modelOf(body);
    const manners = mannersOf(model);
    checkChatCompletions(body, manners);
    return {
      model,
      stream: flagOf(body, 'stream'),
      prompts: [prompt],
      copies: numberOf(body, 'n', 1, 128) ?? 1,
      maxTokens: limitOf(body, 'max_completion_tokens', 'max_tokens'),
      stop: stopsOf(body['stop']),
      calls: toolsToCall(asList(body['tools']).flatMap(readTool), prompt, {
        model,
        choice: readChoice(body['tool_choice']),
        inParallel: body['parallel_tool_calls'] !== false,
      }),
      thinks: [...manners].some((manner) => manner === 'thinks' || manner.startsWith('reasoning')),
      format: formatOf(format, asObject(format['json_schema'])['schema']),
      topLogprobs: flagOf(body, 'logprobs') ? (numberOf(body, 'top_logprobs', 0, 20) ?? 0) : undefined,
    };
  },
  whole(asked, answer) {
    return {
      ...head(asked, answer, 'chat.completion'),
      choices: answer.replies.map((reply, index) => ({
        index,
        message: message(asked, answer, reply, index),
        logprobs: logprobs(asked, reply, reply.tokens),
        finish_reason: finishReason(asked, reply),
      })),
      ...(!mannersOf(asked.model).has('usage-never') && { usage: usage(answer) }),
    };
  },
  frames(asked, answer, body) {
    const manners = mannersOf(asked.model);
    // With include_usage every chunk has the field, null but in the last.
    const isAsked = asObject(body['stream_options'])['include_usage'] === true;
    const withUsage = isAsked && !manners.has('usage-never');
    const everywhere = manners.has('usage-everywhere');
    const common = head(asked, answer, 'chat.completion.chunk');
    const chunk = (choices: object[], total: object | null): string =>
      sse({ ...common, choices, ...((withUsage || everywhere) && { usage: total }) });
    const used = usage(answer);
    const frames = answer.replies.flatMap((reply, index) =>
      choiceFrames(asked, answer, reply, index, (choices) => chunk(choices, everywhere ? used : null)),
    );
    if (withUsage) {
      const last = frame('finish', chunk([], used));
      frames.push(manners.has('usage-late') ? { ...last, pauseMs: latePauseMs } : last);
    }
    if (!manners.has('no-done')) frames.push(frame('mark', sse('[DONE]')));
    return frames;
  },
};

function readTool(value: unknown): Tool[] {
  const tool = asObject(value);
  if (tool['type'] === 'custom') {
    const { name } = asObject(tool['custom']);
    return typeof name === 'string' ? [{ name, parameters: {}, isCustom: true }] : [];
  }
  const { name, parameters } = asObject(tool['function']);
  return typeof name === 'string' ? [{ name, parameters: parameters ?? { type: 'object' } }] : [];
}

const finishReasons = { stop: 'stop', stop_sequence: 'stop', length: 'length', call: 'tool_calls' } as const;

function finishReason(asked: Asked, { ending }: Reply): string {
  const manners = mannersOf(asked.model);
  if (ending === 'call' && manners.has('stop-with-calls')) return 'stop';
  if (ending === 'stop' && manners.has('calls-without-call')) return 'tool_calls';
  return finishReasons[ending];
}

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

function message(asked: Asked, answer: Answer, reply: Reply, index: number): object {
  const calls = reply.parts.filter(({ kind }) => kind === 'call');
  const hasText = reply.parts.some(({ kind }) => kind === 'text');
  const thoughts = reply.parts.filter(({ kind }) => kind === 'thought').map(({ text }) => text);
  return {
    role: 'assistant',
    content: hasText || calls.length === 0 ? reply.text : null,
    refusal: null,
    annotations: [],
    ...thoughtsOf(asked, thoughts),
    ...(calls.length > 0 && {
      tool_calls: calls.map((part, place) => callOf(asked, answer, part, { choice: index, place })),
    }),
  };
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
  const role = mannersOf(asked.model).has('no-role') ? {} : { role: 'assistant', refusal: null };
  const [first, ...more] = choiceDeltas(asked, answer, reply, index);
  return [
    frame('opening', choice({ ...role, ...first?.delta })),
    ...more.map(({ delta, tokens, logged }) => frame('content', choice(delta, logged), tokens)),
    frame('finish', choice({}, [], finishReason(asked, reply))),
  ];
}

/** Log-probabilities belong to texts; a tool call has none. */
function logprobs(asked: Asked, reply: Reply, tokens: readonly string[]): object | null {
  const { topLogprobs } = asked;
  if (topLogprobs === undefined || reply.parts.some(({ kind }) => kind === 'call')) return null;
  return { content: logprobsOf(tokens, topLogprobs), refusal: null };
}
