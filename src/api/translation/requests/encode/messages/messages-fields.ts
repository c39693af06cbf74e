import type { Literal } from '../../../json/json-node.ts';
import { arrayOf, isBlankText, isEmptyText, objectOf } from '../../../json/literal.ts';
import type { Field } from '../../../neutral/turn-request.ts';
import type { FieldRules, RequestTarget } from '../../request-codec.ts';
import { askedInWords } from '../json-object.ts';
import { isPersonal } from '../user-ids.ts';
import { cacheControl } from './cache-control.ts';
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
  // The vendor refuses one that has nothing but white space.
  stop: ({ path, value }, out, { report }) => {
    const said = value.filter((sequence) => !isBlankText(sequence));
    if (said.length < value.length && value.some((one) => !isEmptyText(one) && isBlankText(one)))
      report.refuse(path);
    else if (said.length < value.length) report.drop(path);
    if (said.length > 0) out.members['stop_sequences'] = arrayOf(said);
  },
  copies: 'refuse',
  logitBias: 'refuse',
  logprobs: 'refuse',
  parallelCalls: ({ value }, out) => {
    out.isParallel = value;
  },
  // The offer holds it, judged together with the tools.
  choice: 'nothing',
  format: (field, out, target) => {
    const { path, value } = field;
    if (value.kind === 'json') {
      out.lastSystem = askedInWords(field, target);
      return;
    }
    // A schema is followed to the letter there, whether that was wanted or not.
    if (value.strict === false) target.report.change(path);
    out.outputConfig['format'] = objectOf({ type: '"json_schema"', schema: value.schema });
  },
  effort: (field, out) => {
    out.effort = field;
  },
  thinking: (field, out) => {
    out.thinking = field;
  },
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
  cacheAll: ({ value }, out, { report }) => {
    const mark = cacheControl(value, report);
    if (mark !== undefined) out.members['cache_control'] = mark;
  },
  prediction: 'drop',
  moderation: 'refuse',
  obfuscation: 'drop',
};
