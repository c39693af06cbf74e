import { flagOf, limitOf, modelOf, numberOf, wrong } from '../asked-fields.ts';
import { asList, asObject, type JsonObject } from '../json-values.ts';
import { mannersOf } from '../manners.ts';
import { type Prompt, promptOfMessages, promptOfText } from '../prompt.ts';
import {
  type Answer,
  type Asked,
  isCut,
  onlyReply,
  type Part,
  type Reply,
  type Tool,
  toolsToCall,
} from '../reply.ts';
import { seal } from '../seals.ts';
import { type Dialect, type Frame, frame, type Phase, sse } from '../simulated-dialect.ts';
import { checkResponses } from '../strictness/responses.ts';
import { error, formatOf, logprobsOf, readChoice } from './openai.ts';

/** `POST /v1/responses`, after OpenAI's API reference. */
export const responses: Dialect = {
  requestIdHeader: 'x-request-id',
  error,
  errorEvent: ({ message, param, code }) =>
    sse({ type: 'error', code, message, param, sequence_number: 0 }, 'error'),
  read(body) {
    const prompt = promptOf(body);
    const model = modelOf(body);
    checkResponses(body);
    const format = asObject(asObject(body['text'])['format']);
    const wantsLogprobs = asList(body['include']).includes('message.output_text.logprobs');
    const topLogprobs = numberOf(body, 'top_logprobs', 0, 20);
    return {
      model,
      stream: flagOf(body, 'stream'),
      prompts: [prompt],
      copies: 1,
      maxTokens: limitOf(body, 'max_output_tokens'),
      stop: [],
      calls: toolsToCall(toolsOf(body), prompt, {
        model,
        choice: readChoice(body['tool_choice']),
        inParallel: body['parallel_tool_calls'] !== false,
      }),
      thinks: thinks(body) || mannersOf(model).has('thinks'),
      format: formatOf(format, format['schema']),
      topLogprobs: wantsLogprobs ? (topLogprobs ?? 0) : undefined,
    };
  },
  whole(asked, answer, body) {
    return finished(asked, answer, body);
  },
  frames(asked, answer, body) {
    let sequence = 0;
    const event = (phase: Phase, type: string, fields: object, tokens = 0): Frame =>
      frame(phase, sse({ type, sequence_number: sequence++, ...fields }, type), tokens);
    const reply = onlyReply(answer);
    const begun = response(asked, answer, body, 'in_progress', []);
    const end = finished(asked, answer, body);
    const atEnd = mannersOf(asked.model).has('output-at-end');
    const [first, ...more] = atEnd ? [] : reply.parts;
    return [
      event('opening', 'response.created', { response: begun }),
      event('opening', 'response.in_progress', { response: begun }),
      ...(first === undefined ? [] : itemFrames(asked, answer, body, first, 0, event)),
      ...more.flatMap((part, index) => itemFrames(asked, answer, body, part, index + 1, event)),
      event('mark', reply.ending === 'length' ? 'response.incomplete' : 'response.completed', {
        response: end,
      }),
    ];
  },
};

/** A model that reasons does so where the request has any wish for how. */
function thinks(body: JsonObject): boolean {
  const reasoning = body['reasoning'] ?? undefined;
  return reasoning !== undefined && asObject(reasoning)['effort'] !== 'none';
}

type MakeEvent = (phase: Phase, type: string, fields: object, tokens?: number) => Frame;

export function promptOf(body: JsonObject): Prompt {
  const { input, instructions } = body;
  if (typeof input === 'string' && instructions === undefined) return promptOfText(input);
  if (typeof input === 'string') return promptOfMessages([{ role: 'user', content: input }], instructions);
  if (Array.isArray(input) && input.length > 0) return promptOfMessages(input, instructions);
  throw wrong('input', 'give a string or a list of input items');
}

/** The tools that can be called, those of namespaces and of items among them. */
function toolsOf(body: JsonObject): Tool[] {
  const added = asList(body['input'])
    .map(asObject)
    .filter(({ type }) => type === 'additional_tools')
    .flatMap((item) => asList(item['tools']));
  return [...asList(body['tools']), ...added].flatMap((tool) => readTool(tool));
}

function readTool(value: unknown, namespace?: string): Tool[] {
  const tool = asObject(value);
  const { type, name, parameters } = tool;
  if (typeof name !== 'string') return [];
  if (type === 'namespace') return asList(tool['tools']).flatMap((inner) => readTool(inner, name));
  const place = namespace === undefined ? {} : { namespace };
  if (type === 'custom') return [{ name, parameters: {}, isCustom: true, ...place }];
  return type === 'function' ? [{ name, parameters: parameters ?? { type: 'object' }, ...place }] : [];
}

/** The events of an item: that it is there, what is in it, and all of it at its end. */
function itemFrames(
  asked: Asked,
  answer: Answer,
  body: JsonObject,
  one: Part,
  index: number,
  event: MakeEvent,
): Frame[] {
  const reply = onlyReply(answer);
  const opening = index === 0 ? 'opening' : 'content';
  const inside = { thought: thoughtFrames, text: textFrames, call: callFrames }[one.kind];
  return [
    event(opening, 'response.output_item.added', {
      output_index: index,
      item: item(asked, answer, body, reply, index, true),
    }),
    ...inside(asked, answer, body, index, event),
    event('content', 'response.output_item.done', {
      output_index: index,
      item: item(asked, answer, body, reply, index, false),
    }),
  ];
}

function partAt(answer: Answer, index: number): Part {
  return onlyReply(answer).parts[index]!;
}

function textFrames(
  asked: Asked,
  answer: Answer,
  _body: JsonObject,
  index: number,
  event: MakeEvent,
): Frame[] {
  const { tokens, text } = partAt(answer, index);
  const place = { item_id: itemId(answer, 'msg', index), output_index: index, content_index: 0 };
  return [
    event(index === 0 ? 'opening' : 'content', 'response.content_part.added', {
      ...place,
      part: part(asked, '', []),
    }),
    ...tokens.map((token) =>
      event(
        'content',
        'response.output_text.delta',
        { ...place, delta: token, logprobs: logprobs(asked, [token]) },
        1,
      ),
    ),
    event('content', 'response.output_text.done', { ...place, text, logprobs: logprobs(asked, tokens) }),
    event('content', 'response.content_part.done', { ...place, part: part(asked, text, tokens) }),
  ];
}

/** Thoughts are only summed up, and only on request. */
function thoughtFrames(
  _asked: Asked,
  answer: Answer,
  body: JsonObject,
  index: number,
  event: MakeEvent,
): Frame[] {
  if (!wantsSummary(body)) return [];
  const { tokens, text } = partAt(answer, index);
  const place = { item_id: itemId(answer, 'rs', index), output_index: index, summary_index: 0 };
  const type = 'response.reasoning_summary';
  return [
    event('content', `${type}_part.added`, { ...place, part: { type: 'summary_text', text: '' } }),
    ...tokens.map((token) => event('content', `${type}_text.delta`, { ...place, delta: token }, 1)),
    event('content', `${type}_text.done`, { ...place, text }),
    event('content', `${type}_part.done`, { ...place, part: { type: 'summary_text', text } }),
  ];
}

function wantsSummary(body: JsonObject): boolean {
  return (asObject(body['reasoning'])['summary'] ?? null) !== null;
}

function callFrames(
  _asked: Asked,
  answer: Answer,
  _body: JsonObject,
  index: number,
  event: MakeEvent,
): Frame[] {
  const { tokens, text, tool } = partAt(answer, index);
  const isCustom = tool?.isCustom === true;
  const type = `response.${isCustom ? 'custom_tool_call_input' : 'function_call_arguments'}`;
  const place = { item_id: itemId(answer, isCustom ? 'ctc' : 'fc', index), output_index: index };
  const whole = isCustom ? { input: text } : { name: tool?.name, arguments: text };
  return [
    ...tokens.map((token) => event('content', `${type}.delta`, { ...place, delta: token }, 1)),
    event('content', `${type}.done`, { ...place, ...whole }),
  ];
}

function itemId(answer: Answer, prefix: string, index: number): string {
  return `${prefix}_${answer.id}${index === 0 ? '' : `_${index}`}`;
}

function part(asked: Asked, text: string, tokens: readonly string[]): object {
  return { type: 'output_text', text, annotations: [], logprobs: logprobs(asked, tokens) };
}

function logprobs(asked: Asked, tokens: readonly string[]): object[] {
  return asked.topLogprobs === undefined ? [] : logprobsOf(tokens, asked.topLogprobs);
}

/** An output item; in `output_item.added` it stands empty. */
function item(
  asked: Asked,
  answer: Answer,
  body: JsonObject,
  reply: Reply,
  index: number,
  empty: boolean,
): object {
  const one = partAt(answer, index);
  const { kind, text, tokens, tool } = one;
  const status = empty ? 'in_progress' : isCut(reply, one) ? 'incomplete' : 'completed';
  if (kind === 'text') {
    const content = empty ? [] : [part(asked, text, tokens)];
    return { id: itemId(answer, 'msg', index), type: 'message', status, role: 'assistant', content };
  }
  if (kind === 'thought') {
    const id = itemId(answer, 'rs', index);
    const summary = empty || !wantsSummary(body) ? [] : [{ type: 'summary_text', text }];
    const isSealed = asList(body['include']).includes('reasoning.encrypted_content');
    return {
      id,
      type: 'reasoning',
      summary,
      ...(isSealed && { encrypted_content: seal(reasoningSeal, `${id} ${text}`) }),
    };
  }
  const call = {
    call_id: `call_${answer.id}${index === 0 ? '' : `_${index}`}`,
    name: tool?.name,
    ...(tool?.namespace !== undefined && { namespace: tool.namespace }),
  };
  if (tool?.isCustom === true)
    return {
      id: itemId(answer, 'ctc', index),
      type: 'custom_tool_call',
      status,
      ...call,
      input: empty ? '' : text,
    };
  return {
    id: itemId(answer, 'fc', index),
    type: 'function_call',
    status,
    ...call,
    arguments: empty ? '' : text,
  };
}

/** Thoughts are encrypted under this name, with the id of their item before it. */
export const reasoningSeal = 'responses';

function finished(asked: Asked, answer: Answer, body: JsonObject): object {
  const reply = onlyReply(answer);
  const status = reply.ending === 'length' ? 'incomplete' : 'completed';
  const output = reply.parts.map((_, index) => item(asked, answer, body, reply, index, false));
  return response(asked, answer, body, status, output);
}

/** The response object: what the request set is repeated in it, what it left out stands at the vendor's default. */
function response(asked: Asked, answer: Answer, body: JsonObject, status: string, output: object[]): object {
  return {
    id: `resp_${answer.id}`,
    object: 'response',
    created_at: answer.created,
    access_programs: null,
    status,
    background: body['background'] ?? false,
    completed_at: status === 'completed' ? answer.created : null,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    instructions: body['instructions'] ?? null,
    max_output_tokens: body['max_output_tokens'] ?? null,
    max_tool_calls: body['max_tool_calls'] ?? null,
    model: asked.model,
    output,
    parallel_tool_calls: body['parallel_tool_calls'] ?? true,
    previous_response_id: body['previous_response_id'] ?? null,
    reasoning: { effort: null, summary: null, ...asObject(body['reasoning']) },
    service_tier: 'default',
    store: body['store'] ?? true,
    temperature: body['temperature'] ?? 1,
    text: { format: { type: 'text' }, ...asObject(body['text']) },
    tool_choice: body['tool_choice'] ?? 'auto',
    tools: body['tools'] ?? [],
    top_logprobs: body['top_logprobs'] ?? 0,
    top_p: body['top_p'] ?? 1,
    truncation: body['truncation'] ?? 'disabled',
    ...(status !== 'in_progress' && { usage: usage(answer) }),
    ...('user' in body && { user: body['user'] }),
    metadata: body['metadata'] ?? {},
  };
}

function usage({ inputTokens, cachedTokens, outputTokens, thoughtTokens }: Answer): object {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens, cache_write_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: thoughtTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
