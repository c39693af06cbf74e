/** The fields that LiteLLM adds to an entry's requests: `temperature` and the like as defaults, `extra_body` always. */

import type { TargetDialect } from '../../config/target-dialects/index.ts';
import { targetDefinitions } from '../../config/target-dialects/index.ts';
import { isObject } from '../../lib/json.ts';
import { type Fields, literal, number } from './read-litellm.ts';

export interface NewRequest {
  /** The line of the backend; undefined where requests go as they are. */
  readonly line: string | undefined;
  /** The fields exist in one form of requests only. */
  readonly isOfOneForm: boolean;
  readonly notes: readonly string[];
}

export const nothingPut: NewRequest = { line: undefined, isOfOneForm: false, notes: [] };

/** Parameters of OpenAI's chat completions, and those that servers of open models take beside them. */
const chatFields = [
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'max_tokens',
  'max_completion_tokens',
  'stop',
  'seed',
  'n',
  'presence_penalty',
  'frequency_penalty',
  'repetition_penalty',
  'reasoning_effort',
  'verbosity',
  'thinking',
  'response_format',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'parallel_tool_calls',
  'service_tier',
  'user',
  'metadata',
  'chat_template_kwargs',
  'web_search_options',
  'dimensions',
  'encoding_format',
  'input_type',
  'voice',
  'quality',
  'size',
] as const;

/** Parameters of an entry that requests get. */
export const requestFields: ReadonlySet<string> = new Set([...chatFields, 'extra_body']);

/** The fields with the same name in chat completions and responses. */
const inBoth = new Set(['temperature', 'top_p', 'user', 'metadata', 'service_tier']);
const counts = new Set(['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'dimensions']);
const routed = new Set(['model', 'models', 'stream', 'stream_options', 'tags']);
const maxValueBytes = 4096;

/**
 * @param target The form in which the backend is asked
 * @param isReasoning Of OpenAI's models that take `max_completion_tokens` alone
 */
export function requestOf(params: Fields, target: TargetDialect, isReasoning: boolean): NewRequest {
  const notes: string[] = [];
  const defaults: Record<string, unknown> = {};
  const set: Record<string, unknown> = {};
  for (const name of chatFields) {
    const value = params[name];
    // The bound of Claude's answers stands in its `translation`.
    const isBound = name === 'max_tokens' || name === 'max_completion_tokens';
    if (value === undefined || value === null || (target === 'messages' && isBound)) continue;
    const own = target === 'chat_completions' ? name : targetDefinitions[target].litellm[name];
    if (own === undefined) notes.push(`litellm_params.${name} has no place in ${target}: clients send it`);
    else {
      const written = isReasoning && name === 'max_tokens' ? 'max_completion_tokens' : own;
      put(defaults, name, written, asList(written, value), notes);
    }
  }
  const extra = params['extra_body'];
  if (isObject(extra)) {
    for (const [name, value] of Object.entries(extra)) put(set, `extra_body.${name}`, name, value, notes);
    for (const name of Object.keys(set)) delete defaults[name];
  } else if (extra !== undefined && extra !== null) notes.push('litellm_params.extra_body is no map');
  const parts = [mapOf('set', set), mapOf('default', defaults)].filter((part) => part !== undefined);
  return {
    line: parts.length === 0 ? undefined : `request: { ${parts.join(', ')} }`,
    isOfOneForm: [...Object.keys(set), ...Object.keys(defaults)].some((name) => !inBoth.has(name)),
    notes,
  };
}

/** Stop sequences are a list everywhere but in OpenAI's form, where one may stand alone. */
function asList(field: string, value: unknown): unknown {
  return /stop_?sequences$/i.test(field) && typeof value === 'string' ? [value] : value;
}

function put(
  into: Record<string, unknown>,
  theirs: string,
  field: string,
  value: unknown,
  notes: string[],
): void {
  const [root = ''] = field.split('.');
  const number_ =
    typeof value === 'string' && !/^(?:stop|user|voice|size|quality)/.test(field) ? number(value) : undefined;
  const told = number_ ?? value;
  const left = (why: string) => void notes.push(`litellm_params.${theirs} is left out: ${why}`);
  if (routed.has(root)) left(`the gateway writes ${root} itself`);
  else if (/^extra_body\./.test(theirs) && field.includes('.')) left('a dot leads into objects here');
  else if (!/^[^.\s*]+(?:\.[^.\s*]+)*$/.test(field) || field.includes('__proto__'))
    left('no field can have this name');
  else if (/os\.environ\//.test(JSON.stringify(told)))
    left('bodies end up in logs, so nothing of a variable is put into them; write the value itself');
  else if (
    counts.has(field.split('.').at(-1) ?? '') &&
    !(Number.isSafeInteger(told) && (told as number) >= 1)
  )
    left('it is no whole number of at least 1');
  else if ((field === 'n' || field === 'best_of') && told !== 1) left('only clients ask for several answers');
  else if (Buffer.byteLength(JSON.stringify(told)) > maxValueBytes) left('it is more than 4 KiB as JSON');
  else into[field] = told;
}

function mapOf(name: string, values: Readonly<Record<string, unknown>>): string | undefined {
  const parts = Object.entries(values).map(
    ([field, value]) =>
      `${/^[a-z_]\w*(?:\.\w+)*$/i.test(field) ? field : JSON.stringify(literal(field))}: ${yaml(value)}`,
  );
  return parts.length === 0 ? undefined : `${name}: { ${parts.join(', ')} }`;
}

/** Any JSON as YAML on one line, whose texts are taken as they stand. */
function yaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yaml).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(typeof value === 'string' ? literal(value) : value);
  const parts = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${yaml(one)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}
