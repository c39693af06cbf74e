import type { Literal } from '../../../json/json-node.ts';
import { arrayOf, objectOf } from '../../../json/literal.ts';
import type { Field } from '../../../neutral/turn-request.ts';
import type { FieldRules, RequestTarget } from '../../request-codec.ts';
import { isPersonal } from '../user-ids.ts';
import type { MessagesBody } from './messages-body.ts';

function user({ path, value }: Field<Literal>, out: MessagesBody, { report }: RequestTarget): void {
  if (isPersonal(value)) report.drop(path);
  else out.members['metadata'] = objectOf({ user_id: value });
}

/** Its temperatures end where those of OpenAI's dialects are in the middle. */
const highestTemperature = 1;

export const messagesFields: FieldRules<MessagesBody> = {
  maxTokens: ({ value }, out) => {
    out.maxTokens = value;
  },
  otherMaxTokens: 'drop',
  temperature: ({ path, value }, out, { report }) => {
    if (Number(value) > highestTemperature) report.refuse(path);
    else out.members['temperature'] = value;
  },
  topP: ({ value }, out) => {
    out.members['top_p'] = value;
  },
  topK: ({ value }, out) => {
    out.members['top_k'] = value;
  },
  frequencyPenalty: 'refuse',
  presencePenalty: 'refuse',
  seed: 'drop',
  stop: ({ value }, out) => {
    out.members['stop_sequences'] = arrayOf(value);
  },
  copies: 'refuse',
  logitBias: 'refuse',
  logprobs: 'refuse',
  parallelCalls: ({ value }, out) => {
    out.isParallel = value;
  },
  // The offer holds it, judged together with the tools.
  choice: 'nothing',
  format: ({ path, value }, out, { report }) => {
    if (value.kind === 'json') {
      report.never(path, 'an answer that is some JSON or other can not be asked for: send a schema');
      return;
    }
    // A schema is followed to the letter there, whether that was wanted or not.
    if (value.strict === false) report.change(path);
    out.outputConfig['format'] = objectOf({ type: '"json_schema"', schema: value.schema });
  },
  effort: (field, out) => {
    out.effort = field;
  },
  thinking: 'nothing',
  verbosity: 'drop',
  user: (field, out, target, { fields }) => {
    if (fields.safetyIdentifier === undefined) user(field, out, target);
    else target.report.drop(field.path);
  },
  safetyIdentifier: user,
  userId: 'nothing',
  metadata: 'drop',
  store: 'drop',
  serviceTier: ({ path, value }, out, { report }) => {
    if (value === 'default') out.members['service_tier'] = '"standard_only"';
    else report.drop(path);
  },
  cacheKey: 'drop',
  cacheRetention: 'drop',
  cacheOptions: 'drop',
  cacheAll: 'nothing',
  prediction: 'drop',
  moderation: 'refuse',
  obfuscation: 'drop',
};
