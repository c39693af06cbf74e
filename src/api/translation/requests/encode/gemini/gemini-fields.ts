import type { Raw } from '../../../json/json-node.ts';
import { arrayOf, rawOf } from '../../../json/literal.ts';
import type { FieldRule, FieldRules } from '../../request-codec.ts';
import type { GeminiBody } from './gemini-body.ts';

/** More are refused there. */
const mostStops = 5;

/** A number that goes into `generationConfig` as the client wrote it. */
function generation(name: string): FieldRule<'temperature', GeminiBody> {
  return ({ value }, out) => {
    out.generation[name] = value;
  };
}

export const geminiFields: FieldRules<GeminiBody> = {
  maxTokens: ({ value }, out) => {
    out.generation['maxOutputTokens'] = rawOf(value);
  },
  otherMaxTokens: 'drop',
  temperature: generation('temperature'),
  topP: generation('topP'),
  topK: generation('topK'),
  frequencyPenalty: generation('frequencyPenalty'),
  presencePenalty: generation('presencePenalty'),
  seed: generation('seed'),
  stop: ({ path, value }, out, { report }) => {
    if (value.length > mostStops) report.refuse(path);
    else out.generation['stopSequences'] = arrayOf(value);
  },
  copies: 'refuse',
  logitBias: 'refuse',
  logprobs: ({ value }, out) => {
    out.generation['responseLogprobs'] = 'true' as Raw;
    if (value > 0) out.generation['logprobs'] = rawOf(value);
  },
  parallelCalls: ({ path, value }, _out, { report }) => {
    if (!value) report.refuse(path);
  },
  // The offer holds it, judged together with the tools.
  choice: 'nothing',
  format: ({ value }, out) => {
    out.generation['responseMimeType'] = '"application/json"' as Raw;
    if (value.kind === 'schema') out.generation['responseJsonSchema'] = value.schema;
  },
  // Both say how much is to be thought, and only one of them counts.
  effort: 'nothing',
  thinking: ({ path, value }, _out, { report }) => {
    if (value.mode === 'between_tools') report.drop(path);
  },
  verbosity: 'drop',
  user: 'drop',
  safetyIdentifier: 'drop',
  userId: 'drop',
  metadata: 'drop',
  store: 'drop',
  serviceTier: 'drop',
  cacheKey: 'drop',
  cacheRetention: 'drop',
  cacheOptions: 'drop',
  cacheAll: 'drop',
  prediction: 'drop',
  moderation: 'refuse',
  obfuscation: 'drop',
};
