/** The parts of an answer of chat completions, whole or in its chunks. */
import type { Raw } from '../../../json/json-node.ts';
import type { AnswerTokens, CallHead, Citation, FinishReason } from '../../../neutral/answer-event.ts';
import type { Seal } from '../../../neutral/seal.ts';
import { totalInput } from '../../../shared/answer-tokens.ts';
import { sealText } from '../../../shared/seals.ts';
import { probabilitiesIn } from '../token-probabilities.ts';

export const chatFinishReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  stop_sequence: 'stop',
  length: 'length',
  context: 'length',
  calls: 'tool_calls',
  refused: 'content_filter',
  paused: 'stop',
  failed: 'stop',
};

/** Usage as far as it is known; undefined where nothing is. */
export function chatUsage(tokens: AnswerTokens | undefined) {
  if (tokens === undefined) return undefined;
  const { cachedRead, cachedWrite, output = 0, reasoning } = tokens;
  const input = totalInput(tokens) ?? 0;
  const knowsCache = cachedRead !== undefined || cachedWrite !== undefined;
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(knowsCache && {
      prompt_tokens_details: { cached_tokens: cachedRead ?? 0, cache_write_tokens: cachedWrite ?? 0 },
    }),
    ...(reasoning !== undefined && { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}

/** The tier of service by OpenAI's names; undefined for one that they do not have. */
export function chatTier(tier: string | undefined): string | undefined {
  return tier === undefined
    ? undefined
    : { standard: 'default', default: 'default', priority: 'priority' }[tier];
}

/** A call, before its arguments. */
export function chatCall({ id, name, isCustom }: CallHead, given = '') {
  return isCustom
    ? { id, type: 'custom', custom: { name, input: given } }
    : { id, type: 'function', function: { name, arguments: given } };
}

/** An image in `images` of a message or delta, as OpenRouter has it. */
export function chatImage(url: string | undefined, index: number) {
  return { type: 'image_url', index, image_url: { url } };
}

/** The field of Google's own servers of this dialect for a call's signature. */
export function signedCall(seal: Seal | undefined) {
  return seal === undefined ? {} : { extra_content: { google: { thought_signature: seal.data } } };
}

/**
 * The client's form of the model's reasoning, to send back.
 *
 * @param index The place of the reasoning in its turn, where all text is one and each call stands for itself.
 */
export function reasoningDetail(seal: Seal, text: string, index: number) {
  const envelope = sealText(seal);
  return text === ''
    ? { type: 'reasoning.encrypted', data: envelope, format: 'gw1', index }
    : { type: 'reasoning.text', text, signature: envelope, format: 'gw1', index };
}

/**
 * @param start Characters of the content before the text that it is of.
 * @param length Of that text.
 */
export function annotation({ url, title = '', from, to }: Citation, start: number, length: number) {
  const span = { start_index: start + (from ?? 0), end_index: start + (to ?? length) };
  return { type: 'url_citation', url_citation: { ...span, title, url } };
}

/** Probabilities of tokens as this dialect has them, in which `bytes` is never left out. */
export function chatLogprobs(tokens: Raw): readonly object[] {
  return probabilitiesIn(tokens).map(({ token, logprob, bytes = null, top }) => ({
    token,
    logprob,
    bytes,
    top_logprobs: top.map((other) => ({ ...other, bytes: other.bytes ?? null })),
  }));
}
