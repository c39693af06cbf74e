/** The response object, which stands in several events of a stream, and is a whole answer by itself. */
import { parseJson, type Raw } from '../../../json/json-node.ts';
import { arrayOf } from '../../../json/literal.ts';
import type { AnswerTokens } from '../../../neutral/answer-event.ts';
import { totalInput } from '../../../shared/answer-tokens.ts';
import type { AnswerContext } from '../../answer-codec.ts';
import type { AnswerSoFar } from '../answer-so-far.ts';

/** The fields that are always present; null if the client sent none. */
const always: Readonly<Record<string, string>> = {
  max_output_tokens: 'null',
  metadata: '{}',
  parallel_tool_calls: 'true',
  reasoning: 'null',
  temperature: 'null',
  text: '{"format":{"type":"text"}}',
  tool_choice: '"auto"',
  top_p: 'null',
  truncation: '"disabled"',
};

/** The fields that are repeated to clients that sent them. */
const onRequest = [
  'max_tool_calls',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'service_tier',
  'top_logprobs',
  'user',
];

/** Members that are there though the client left them out. */
const filled: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  reasoning: { effort: 'null', summary: 'null' },
  text: { format: '{"type":"text"}' },
};

/** The members of a response that repeat its request. Instructions and tools are not: they may be long. */
export function echoOf(echo: AnswerContext['echo']): string {
  let text = '"instructions":null,"tools":[],"previous_response_id":null,"store":false,"background":false';
  for (const name in always) {
    const sent = echo[name];
    text += `,"${name}":${sent === undefined ? always[name] : withMembers(sent, filled[name])}`;
  }
  for (const name of onRequest) if (echo[name] !== undefined) text += `,"${name}":${echo[name]}`;
  return text;
}

function withMembers(sent: Raw, members: Readonly<Record<string, string>> = {}): string {
  const node = parseJson(sent);
  if (node.kind !== 'object') return sent;
  let missing = '';
  for (const name in members) if (!node.members.has(name)) missing += `"${name}":${members[name]},`;
  return missing === '' ? sent : `{${missing}${sent.slice(1)}`.replace(/,\s*\}$/, '}');
}

export type ResponseStatus = 'in_progress' | 'completed' | 'incomplete' | 'failed';

/** The end of a response beside its content. */
export interface ResponseEnd {
  readonly status: ResponseStatus;
  readonly incompleteReason?: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly usage?: object;
}

/** JSON text of a response. */
export function responseBody(
  { id, created, model }: AnswerSoFar,
  echo: string,
  output: readonly string[],
  { status, incompleteReason, error, usage }: ResponseEnd,
): Raw {
  const head = JSON.stringify({
    id,
    object: 'response',
    created_at: created,
    ...(status === 'completed' && { completed_at: Math.max(created, Math.floor(Date.now() / 1000)) }),
    access_programs: null,
    status,
    error: error ?? null,
    incomplete_details: incompleteReason === undefined ? null : { reason: incompleteReason },
    model,
  });
  const told = usage === undefined ? '' : `,"usage":${JSON.stringify(usage)}`;
  return `${head.slice(0, -1)},${echo},"output":${arrayOf(output)}${told}}` as Raw;
}

/** Usage by the names of this dialect; 0 stands for what was not told. */
export function responseUsage(tokens: AnswerTokens = {}) {
  const { cachedRead = 0, cachedWrite = 0, output = 0, reasoning = 0 } = tokens;
  const input = totalInput(tokens) ?? 0;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cachedRead, cache_write_tokens: cachedWrite },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}

/** The end of a response: complete, unless it was cut or refused. */
export function endOf({ reason, tokens }: AnswerSoFar): ResponseEnd {
  const usage = responseUsage(tokens);
  if (reason === 'length' || reason === 'context') {
    return { status: 'incomplete', incompleteReason: 'max_output_tokens', usage };
  }
  if (reason === 'refused') return { status: 'incomplete', incompleteReason: 'content_filter', usage };
  return { status: 'completed', usage };
}
