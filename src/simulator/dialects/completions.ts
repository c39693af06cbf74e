import { flagOf, limitOf, modelOf, numberOf, stopsOf, wrong } from '../asked-fields.ts';
import { asObject, type JsonObject } from '../json-values.ts';
import { type Prompt, promptOfText } from '../prompt.ts';
import type { Answer, Asked } from '../reply.ts';
import { type Dialect, type Frame, frame, sse } from '../simulated-dialect.ts';
import { alternatives, likelihood } from '../tokens.ts';
import { error, errorEvent, systemFingerprint, usage } from './openai.ts';

/** `POST /v1/completions`, after OpenAI's API reference (legacy). */
export const completions: Dialect = {
  requestIdHeader: 'x-request-id',
  error,
  errorEvent,
  read(body) {
    return {
      model: modelOf(body),
      stream: flagOf(body, 'stream'),
      prompts: promptsOf(body),
      copies: numberOf(body, 'n', 1, 128) ?? 1,
      maxTokens: limitOf(body, 'max_tokens'),
      stop: stopsOf(body['stop']),
      calls: [],
      thinks: false,
      format: undefined,
      topLogprobs: numberOf(body, 'logprobs', 0, 5),
    };
  },
  whole(asked, answer) {
    return {
      ...head(asked, answer),
      choices: answer.replies.map((reply, index) => ({
        text: reply.text,
        index,
        logprobs: logprobs(asked, reply.tokens, 0),
        finish_reason: finishReason(reply.ending),
      })),
      usage: usage(answer),
    };
  },
  frames(asked, answer, body) {
    const withUsage = asObject(body['stream_options'])['include_usage'] === true;
    const chunk = (choices: object[], total?: object): string =>
      sse({ ...head(asked, answer), choices, ...(withUsage && { usage: total ?? null }) });
    const frames: Frame[] = [];
    for (const [index, reply] of answer.replies.entries()) {
      let offset = 0;
      for (const token of reply.tokens) {
        const choice = {
          text: token,
          index,
          logprobs: logprobs(asked, [token], offset),
          finish_reason: null,
        };
        frames.push(frame('content', chunk([choice]), 1));
        offset += token.length;
      }
      frames.push(
        frame(
          'finish',
          chunk([{ text: '', index, logprobs: null, finish_reason: finishReason(reply.ending) }]),
        ),
      );
    }
    if (withUsage) frames.push(frame('finish', chunk([], usage(answer))));
    frames.push(frame('mark', sse('[DONE]')));
    return frames;
  },
};

function head(asked: Asked, answer: Answer): object {
  return {
    id: `cmpl-${answer.id}`,
    object: 'text_completion',
    created: answer.created,
    model: asked.model,
    system_fingerprint: systemFingerprint,
  };
}

function finishReason(ending: string): string {
  return ending === 'length' ? 'length' : 'stop';
}

/** A string, strings, a prompt of token numbers, or several of those. */
function promptsOf(body: JsonObject): readonly Prompt[] {
  const prompt = body['prompt'] ?? undefined;
  if (prompt === undefined || (Array.isArray(prompt) && prompt.length === 0)) {
    throw wrong('prompt', 'give a string or a list of strings');
  }
  const several = Array.isArray(prompt) && typeof prompt[0] !== 'number' ? prompt : [prompt];
  return several.map((one: unknown) => promptOfText(Array.isArray(one) ? one.join(' ') : String(one)));
}

function logprobs(asked: Asked, tokens: readonly string[], offset: number): object | null {
  const { topLogprobs } = asked;
  if (topLogprobs === undefined) return null;
  let next = offset;
  const textOffset = tokens.map((token) => {
    const at = next;
    next += token.length;
    return at;
  });
  return {
    tokens,
    token_logprobs: tokens.map((token) => likelihood(token).logprob),
    top_logprobs: tokens.map((token) =>
      Object.fromEntries(alternatives(token, topLogprobs).map(({ token, logprob }) => [token, logprob])),
    ),
    text_offset: textOffset,
  };
}
