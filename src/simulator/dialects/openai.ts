import { asObject, asText, type JsonObject } from '../json-values.ts';
import type { Answer, ToolChoice } from '../reply.ts';
import { sse } from '../simulated-dialect.ts';
import type { Failure } from '../simulator-refusal.ts';
import { alternatives, type Likelihood, likelihood } from '../tokens.ts';

/** The common parts of the OpenAI family's three endpoints. */

const errorTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

/** The error object that stands under `error`. */
export function openaiError({ status, message, param, code }: Failure): object {
  const type = errorTypes[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
  return { message, type, param, code };
}

/** `Dialect.error` of the family. */
export function error(failure: Failure): object {
  return { error: openaiError(failure) };
}

/** `Dialect.errorEvent` of the two endpoints whose streams are data alone. */
export function errorEvent(failure: Failure): string {
  return sse(error(failure));
}

/** Usage in the words of chat completions and completions. */
export function usage({ inputTokens, cachedTokens, outputTokens, thoughtTokens }: Answer): object {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: thoughtTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

/** The configuration that the simulator claims to run with; it never changes. */
export const systemFingerprint = 'fp_simulator';

/** The schema of the answer where a format other than text is asked for. */
export function formatOf(format: JsonObject, schema: unknown): unknown {
  if (format['type'] === 'json_schema') return schema ?? {};
  return format['type'] === 'json_object' ? { properties: { answer: {} } } : undefined;
}

/** `tool_choice` as the OpenAI family spells it; `allowed_tools` counts as its mode. */
export function readChoice(value: unknown): ToolChoice {
  if (value === 'none' || value === 'required') return value;
  const choice = asObject(value);
  const allowed =
    choice['type'] === 'allowed_tools' ? asObject(choice['allowed_tools'] ?? choice) : undefined;
  if (allowed !== undefined) return allowed['mode'] === 'required' ? 'required' : 'auto';
  const name = asText(choice['name']) ?? asText(asObject(choice['function'])['name']);
  return name === undefined ? 'auto' : { name };
}

/** Log-probabilities of tokens, each with so many alternatives, as chat completions and responses give them. */
export function logprobsOf(tokens: readonly string[], alternativesEach: number): object[] {
  return tokens.map((token) => ({
    ...withBytes(likelihood(token)),
    top_logprobs: alternatives(token, alternativesEach).map(withBytes),
  }));
}

function withBytes({ token, logprob }: Likelihood): object {
  return { token, logprob, bytes: [...Buffer.from(token)] };
}
