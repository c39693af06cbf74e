import { openaiStream } from '../dialects/openai/openai-stream.ts';
import { type Proofs, proof } from './proof.ts';
import { answerTokens, hello, lacksCachedInput, lacksStream, longPrefix } from './questions.ts';

/** A text goes in and a text comes out: what else there is of capabilities has no request in this dialect. */
export const completionsProofs: Proofs = {
  streaming: proof(
    [{ body: { prompt: hello, max_tokens: answerTokens, stream: true }, headers: {} }],
    (told) => lacksStream(told, openaiStream),
  ),
  prompt_caching: proof(
    [{ body: { prompt: `${longPrefix}\n${hello}`, max_tokens: answerTokens }, headers: {} }],
    lacksCachedInput,
    { times: 2, isCached: true },
  ),
};
