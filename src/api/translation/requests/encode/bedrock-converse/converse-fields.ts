import { isObject } from '../../../../../lib/json.ts';
import type { Raw } from '../../../json/json-node.ts';
import { arrayOf, literalOf, objectOf, parsedRaw, rawOf } from '../../../json/literal.ts';
import type { FieldRules } from '../../request-codec.ts';
import { askedInWords } from '../json-object.ts';
import type { ConverseBody } from './converse-body.ts';

/** Temperatures of OpenAI's dialects go on to 2. */
const highestTemperature = 1;
const mostPairs = 16;
/** The values that Amazon takes in `requestMetadata`. */
const metadataText = /^[a-zA-Z0-9\s:_@$#=/+,\-.]{1,256}$/;
const tiers = ['default', 'flex', 'priority'];

export const converseFields: FieldRules<ConverseBody> = {
  maxTokens: ({ value }, out) => {
    out.inference['maxTokens'] = rawOf(value);
  },
  otherMaxTokens: 'drop',
  temperature: ({ path, value }, out, { report }) => {
    if (Number(value) > highestTemperature) report.refuse(path);
    else out.inference['temperature'] = value;
  },
  topP: ({ value }, out) => {
    out.inference['topP'] = value;
  },
  topK: ({ path, value }, out, { settings, report }) => {
    if (settings.reasoning === 'anthropic') out.additional['top_k'] = value;
    else report.refuse(path);
  },
  frequencyPenalty: 'refuse',
  presencePenalty: 'refuse',
  seed: 'drop',
  stop: ({ value }, out) => {
    out.inference['stopSequences'] = arrayOf(value);
  },
  copies: 'refuse',
  logitBias: 'refuse',
  logprobs: 'refuse',
  parallelCalls: ({ path, value }, _out, { report }) => {
    if (!value) report.refuse(path);
  },
  // The offer holds it, judged together with the tools.
  choice: 'nothing',
  format: (field, out, target) => {
    const { value } = field;
    if (value.kind === 'json') {
      out.lastSystem = askedInWords(field, target);
      return;
    }
    const { name, description, schema } = value;
    const jsonSchema = objectOf({ schema: literalOf(schema), name, description });
    const textFormat = objectOf({ type: '"json_schema"', structure: objectOf({ jsonSchema }) });
    out.members['outputConfig'] = objectOf({ textFormat });
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
  metadata: ({ path, value }, out, { report }) => {
    if (isFitting(value)) out.members['requestMetadata'] = value;
    else report.drop(path);
  },
  store: 'drop',
  serviceTier: ({ path, value }, out, { report }) => {
    if (tiers.includes(value)) out.members['serviceTier'] = objectOf({ type: literalOf(value) });
    else report.drop(path);
  },
  cacheKey: 'drop',
  cacheRetention: 'drop',
  cacheOptions: 'drop',
  cacheAll: ({ value }, out) => {
    out.cacheAll = value;
  },
  prediction: 'drop',
  moderation: 'refuse',
  obfuscation: 'drop',
};

function isFitting(metadata: Raw): boolean {
  const value = parsedRaw(metadata);
  if (!isObject(value)) return false;
  const pairs = Object.entries(value);
  const isText = (text: unknown) => typeof text === 'string' && metadataText.test(text);
  return pairs.length <= mostPairs && pairs.every(([name, text]) => isText(name) && isText(text));
}
