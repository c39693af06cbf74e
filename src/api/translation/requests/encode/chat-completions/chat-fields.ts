import { arrayOf, objectOf, rawOf } from '../../../json/literal.ts';
import type { FieldName, FieldValues, Format } from '../../../neutral/turn-request.ts';
import type { FieldRule, FieldRules } from '../../request-codec.ts';
import { safetyIdentifier } from '../user-ids.ts';
import type { ChatBody } from './chat-body.ts';
import { chatEffort, chatThinking } from './chat-effort.ts';
import { chatChoice } from './chat-tools.ts';

/** Fields whose values are JSON text. */
type WrittenName = { [Name in FieldName]: FieldValues[Name] extends string ? Name : never }[FieldName];

function say<Name extends WrittenName>(member: string): FieldRule<Name, ChatBody> {
  return ({ value }, out) => {
    out.members[member] = value;
  };
}

/** The fields that only OpenAI's own service takes. */
function sayToOpenai<Name extends WrittenName>(
  member: string,
  otherwise: 'drop' | 'refuse' = 'drop',
): FieldRule<Name, ChatBody> {
  return ({ path, value }, out, { settings, report }) => {
    if (settings.flavor.openaiFields) out.members[member] = value;
    else if (otherwise === 'drop') report.drop(path);
    else report.refuse(path);
  };
}

/** Other servers take more. */
const mostStops = 4;

export const chatFields: FieldRules<ChatBody> = {
  maxTokens: ({ value }, out, { settings }) => {
    out.members[settings.tokenField] = String(value);
  },
  otherMaxTokens: 'drop',
  temperature: say('temperature'),
  topP: say('top_p'),
  topK: ({ path, value }, out, { settings, report }) => {
    if (settings.flavor.topK) out.members['top_k'] = value;
    else report.refuse(path);
  },
  frequencyPenalty: say('frequency_penalty'),
  presencePenalty: say('presence_penalty'),
  seed: say('seed'),
  stop: ({ path, value }, out, { settings, report }) => {
    if (value.length > mostStops && !settings.flavor.manyStops) report.refuse(path);
    else out.members['stop'] = arrayOf(value);
  },
  copies: 'refuse',
  logitBias: say('logit_bias'),
  logprobs: ({ value }, out) => {
    out.members['logprobs'] = 'true';
    if (value > 0) out.members['top_logprobs'] = String(value);
  },
  parallelCalls: ({ value }, out) => {
    // Without tools there is nothing to be parallel, and some servers refuse it.
    if (out.offer.tools.length > 0) out.members['parallel_tool_calls'] = String(value);
  },
  choice: (_field, out, target) => chatChoice(out, target),
  format: ({ value }, out) => {
    out.members['response_format'] = formatOf(value);
  },
  effort: chatEffort,
  thinking: chatThinking,
  verbosity: sayToOpenai('verbosity'),
  user: sayToOpenai('user'),
  safetyIdentifier: sayToOpenai('safety_identifier'),
  userId: ({ path, value }, out, { settings, report }) => {
    if (!settings.flavor.openaiFields) {
      report.drop(path);
      return;
    }
    const { id, isHashed } = safetyIdentifier(value);
    if (isHashed) report.change(path);
    out.members['safety_identifier'] = id;
  },
  metadata: sayToOpenai('metadata'),
  // The clients of other dialects that it could come from want nothing kept that a deployment could keep for them.
  store: 'drop',
  serviceTier: ({ path, value }, out, { settings, report }) => {
    if (settings.flavor.openaiFields) out.members['service_tier'] = rawOf(value);
    else report.drop(path);
  },
  cacheKey: sayToOpenai('prompt_cache_key'),
  cacheRetention: sayToOpenai('prompt_cache_retention'),
  cacheOptions: sayToOpenai('prompt_cache_options'),
  cacheAll: 'drop',
  prediction: 'drop',
  moderation: sayToOpenai('moderation', 'refuse'),
  obfuscation: 'drop',
};

function formatOf(format: Format): string {
  if (format.kind === 'json') return '{"type":"json_object"}';
  const { name, description, schema, strict } = format;
  return objectOf({
    type: '"json_schema"',
    json_schema: objectOf({
      name: name ?? '"output"',
      description,
      schema,
      strict: strict === undefined ? undefined : String(strict),
    }),
  });
}
