/** The parts of a message, whole or in its events. */
import type { AnswerTokens, CallHead, FinishReason } from '../../../neutral/answer-event.ts';
import type { AnswerSoFar } from '../answer-so-far.ts';

const stopReasons: Readonly<Record<Exclude<FinishReason, 'failed'>, string>> = {
  stop: 'end_turn',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  context: 'model_context_window_exceeded',
  calls: 'tool_use',
  refused: 'refusal',
  paused: 'pause_turn',
};

/** Why the message ended. */
export function stopOf({ reason, sequence, explanation, hasRefusal }: AnswerSoFar) {
  const isRefusal = reason === 'refused' || (hasRefusal && reason === 'stop');
  return {
    stop_reason: isRefusal ? 'refusal' : stopReasons[reason === 'failed' ? 'stop' : reason],
    stop_sequence: sequence ?? null,
    stop_details: isRefusal ? { type: 'refusal', category: null, explanation: explanation ?? null } : null,
  };
}

/** All figures are cumulative; 0 stands for what was not told. */
export function deltaUsage({
  input = 0,
  cachedRead = 0,
  cachedWrite = 0,
  output = 0,
  reasoning,
}: AnswerTokens) {
  return {
    input_tokens: input,
    cache_creation_input_tokens: cachedWrite,
    cache_read_input_tokens: cachedRead,
    output_tokens: output,
    output_tokens_details: reasoning === undefined ? null : { thinking_tokens: reasoning },
    server_tool_use: null,
  };
}

export function messageUsage(tokens: AnswerTokens, tier: string | undefined) {
  return {
    ...deltaUsage(tokens),
    cache_creation: null,
    inference_geo: null,
    service_tier: tier === 'default' || tier === 'standard' ? 'standard' : null,
    speed: null,
  };
}

/** The parts of a message before and beside its blocks. */
export function messageHead({ id, model }: AnswerSoFar) {
  return { id, type: 'message', role: 'assistant', model };
}

export function toolUse({ id, name }: CallHead) {
  return { type: 'tool_use', id, name, input: {}, caller: { type: 'direct' } };
}
