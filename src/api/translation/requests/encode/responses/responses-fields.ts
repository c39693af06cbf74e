import { objectOf, rawOf } from '../../../json/literal.ts';
import type { FieldName, FieldValues, Format } from '../../../neutral/turn-request.ts';
import type { FieldRule, FieldRules } from '../../request-codec.ts';
import { effortOfThinking } from '../asked-effort.ts';
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
  effort: ({ value }, out, _target, { client, shows }) => {
    out.reasoning['effort'] = rawOf(value);
    // Clients of chat completions can't ask to see reasoning; what they say of effort is for models that have some.
    if (client === 'chat_completions' && shows !== 'nothing' && value !== 'none')
      out.reasoning['summary'] = '"auto"';
  },
  thinking: (field, out, { report }, request) => {
    const effort = effortOfThinking(field, request, report);
    if (effort !== undefined) out.reasoning['effort'] = rawOf(effort);
    // A request has to ask for visible thoughts.
    if (request.shows === 'text' && field.value.mode !== 'off') out.reasoning['summary'] = '"auto"';
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
