import type { Effort } from '../../../../../config/translation-settings.ts';
import { objectOf, rawOf } from '../../../json/literal.ts';
import type { Field, FieldName, FieldValues, Format, Thinking } from '../../../neutral/turn-request.ts';
import { effortOfBudget } from '../../../shared/budgets.ts';
import type { FieldRule, FieldRules } from '../../request-codec.ts';
import { safetyIdentifier } from '../user-ids.ts';
import type { ResponsesBody } from './responses-body.ts';
import { responsesChoice } from './responses-tools.ts';

/** Fields whose values are JSON text. */
type WrittenName = { [Name in FieldName]: FieldValues[Name] extends string ? Name : never }[FieldName];

function say<Name extends WrittenName>(member: string): FieldRule<Name, ResponsesBody> {
  return ({ value }, out) => {
    out.members[member] = value;
  };
}

export const responsesFields: FieldRules<ResponsesBody> = {
  maxTokens: ({ value }, out) => {
    out.members['max_output_tokens'] = String(value);
  },
  otherMaxTokens: 'drop',
  temperature: say('temperature'),
  topP: say('top_p'),
  topK: 'refuse',
  frequencyPenalty: 'refuse',
  presencePenalty: 'refuse',
  seed: 'drop',
  stop: 'refuse',
  copies: 'refuse',
  logitBias: 'refuse',
  logprobs: ({ value }, out) => {
    out.include.push('"message.output_text.logprobs"');
    if (value > 0) out.members['top_logprobs'] = String(value);
  },
  parallelCalls: ({ value }, out) => {
    out.members['parallel_tool_calls'] = String(value);
  },
  choice: (_field, out, target) => responsesChoice(out, target),
  format: ({ value }, out) => {
    out.text['format'] = formatOf(value);
  },
  effort: ({ value }: Field<Effort>, out) => {
    out.reasoning['effort'] = rawOf(value);
  },
  thinking: ({ path, value }, out, { report }, { fields }) => {
    if (value.mode === 'auto') return;
    if (value.mode === 'between_tools' && fields.effort === undefined) report.drop(path);
    else {
      // Where there is an effort, that is the more exact word.
      if (fields.effort === undefined) out.reasoning['effort'] = rawOf(effortOf(value));
      if (fields.effort !== undefined || value.mode === 'budget') report.change(path);
    }
  },
  verbosity: ({ value }, out) => {
    out.text['verbosity'] = value;
  },
  user: say('user'),
  safetyIdentifier: say('safety_identifier'),
  userId: ({ path, value }, out, { report }) => {
    const { id, isHashed } = safetyIdentifier(value);
    if (isHashed) report.change(path);
    out.members['safety_identifier'] = id;
  },
  metadata: say('metadata'),
  store: (_field, out) => {
    out.members['store'] = 'true';
  },
  serviceTier: ({ value }, out) => {
    out.members['service_tier'] = rawOf(value);
  },
  cacheKey: say('prompt_cache_key'),
  cacheRetention: say('prompt_cache_retention'),
  cacheOptions: say('prompt_cache_options'),
  cacheAll: 'drop',
  prediction: 'drop',
  moderation: say('moderation'),
  obfuscation: 'drop',
};

function effortOf(thinking: Thinking): Effort {
  return thinking.mode === 'budget' ? effortOfBudget(thinking.budget) : 'none';
}

function formatOf(format: Format): string {
  if (format.kind === 'json') return '{"type":"json_object"}';
  const { name, description, schema, strict } = format;
  return objectOf({
    type: '"json_schema"',
    name: name ?? '"output"',
    description,
    schema,
    strict: strict === undefined ? undefined : String(strict),
  });
}
