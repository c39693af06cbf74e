import { reportsError } from '../../../lib/json.ts';
import type { Dialect } from '../dialect.ts';
import { isInterrupted } from '../openai/interrupted-stream.ts';
import { openaiHeld, openaiStream } from '../openai/openai-stream.ts';
import { openaiUsage } from '../openai/openai-usage.ts';

/** The legacy text completions, after OpenAI's API reference. */
export const completions: Dialect = {
  usageOnRequest: true,
  stream: openaiStream,
  held: openaiHeld,
  usage: openaiUsage,
  isError: (json) => reportsError(json) || isInterrupted(json),
  readNeeds() {
    // A prompt is text, and nothing else of the body asks for a capability.
  },
};
