import { flagOf, limitOf, modelOf, numberOf, wrong } from '../asked-fields.ts';
import { asList, asObject, type JsonObject } from '../json-values.ts';
import { type Prompt, promptOfMessages, promptOfText } from '../prompt.ts';
import { type Answer, type Asked, type Reply, type Tool, toolToCall } from '../reply.ts';
import { type Dialect, type Frame, frame, type Phase, sse } from '../simulated-dialect.ts';
import { error, formatOf, logprobsOf, readChoice } from './openai.ts';

/** `POST /v1/responses`, after OpenAI's API reference. */
export const responses: Dialect = {
  requestIdHeader: 'x-request-id',
  error,
  errorEvent: ({ message, param, code }) =>
    sse({ type: 'error', code, message, param, sequence_number: 0 }, 'error'),
  read(body) {
    const prompt = promptOf(body);
    const format = asObject(asObject(body['text'])['format']);
    const wantsLogprobs = asList(body['include']).includes('message.output_text.logprobs');
    const topLogprobs = numberOf(body, 'top_logprobs', 0, 20);
    return {
      model: modelOf(body),
      stream: flagOf(body, 'stream'),
      prompts: [prompt],
      copies: 1,
      maxTokens: limitOf(body, 'max_output_tokens'),
      stop: [],
      call: toolToCall(asList(body['tools']).flatMap(readTool), readChoice(body['tool_choice']), prompt),
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
    return [
      event('opening', 'response.created', { response: begun }),
      event('opening', 'response.in_progress', { response: begun }),
      event('opening', 'response.output_item.added', {
        output_index: 0,
        item: item(asked, answer, reply, true),
      }),
      ...(reply.call === undefined
        ? textFrames(asked, answer, reply, event)
        : callFrames(answer, reply, reply.call, event)),
      event('content', 'response.output_item.done', {
        output_index: 0,
        item: item(asked, answer, reply, false),
      }),
      event('mark', reply.ending === 'length' ? 'response.incomplete' : 'response.completed', {
        response: end,
      }),
    ];
  },
};

type MakeEvent = (phase: Phase, type: string, fields: object, tokens?: number) => Frame;

export function promptOf(body: JsonObject): Prompt {
  const { input, instructions } = body;
  if (typeof input === 'string' && instructions === undefined) return promptOfText(input);
  if (typeof input === 'string') return promptOfMessages([{ role: 'user', content: input }], instructions);
  if (Array.isArray(input) && input.length > 0) return promptOfMessages(input, instructions);
  throw wrong('input', 'give a string or a list of input items');
}

function readTool(value: unknown): Tool[] {
  const { type, name, parameters } = asObject(value);
  return type === 'function' && typeof name === 'string'
    ? [{ name, parameters: parameters ?? { type: 'object' } }]
    : [];
}

/** The endpoint gives one answer, so there is one reply. */
function onlyReply(answer: Answer): Reply {
  const [reply] = answer.replies;
  if (reply === undefined) throw new Error('an answer on responses has exactly one reply');
  return reply;
}

function textFrames(asked: Asked, answer: Answer, reply: Reply, event: MakeEvent): Frame[] {
  const place = { item_id: `msg_${answer.id}`, output_index: 0, content_index: 0 };
  return [
    event('opening', 'response.content_part.added', { ...place, part: part(asked, '', []) }),
    ...reply.tokens.map((token) =>
      event(
        'content',
        'response.output_text.delta',
        { ...place, delta: token, logprobs: logprobs(asked, [token]) },
        1,
      ),
    ),
    event('content', 'response.output_text.done', {
      ...place,
      text: reply.text,
      logprobs: logprobs(asked, reply.tokens),
    }),
    event('content', 'response.content_part.done', { ...place, part: part(asked, reply.text, reply.tokens) }),
  ];
}

function callFrames(answer: Answer, reply: Reply, { name }: Tool, event: MakeEvent): Frame[] {
  const type = 'response.function_call_arguments';
  const place = { item_id: `fc_${answer.id}`, output_index: 0 };
  return [
    ...reply.tokens.map((token) => event('content', `${type}.delta`, { ...place, delta: token }, 1)),
    event('content', `${type}.done`, { ...place, name, arguments: reply.text }),
  ];
}

function part(asked: Asked, text: string, tokens: readonly string[]): object {
  return { type: 'output_text', text, annotations: [], logprobs: logprobs(asked, tokens) };
}

function logprobs(asked: Asked, tokens: readonly string[]): object[] {
  return asked.topLogprobs === undefined ? [] : logprobsOf(tokens, asked.topLogprobs);
}

/** The one output item; in `output_item.added` it stands empty. */
function item(asked: Asked, answer: Answer, reply: Reply, empty: boolean): object {
  const status = empty ? 'in_progress' : reply.ending === 'length' ? 'incomplete' : 'completed';
  if (reply.call === undefined) {
    const content = empty ? [] : [part(asked, reply.text, reply.tokens)];
    return { id: `msg_${answer.id}`, type: 'message', status, role: 'assistant', content };
  }
  return {
    id: `fc_${answer.id}`,
    type: 'function_call',
    status,
    call_id: `call_${answer.id}`,
    name: reply.call.name,
    arguments: empty ? '' : reply.text,
  };
}

function finished(asked: Asked, answer: Answer, body: JsonObject): object {
  const reply = onlyReply(answer);
  const status = reply.ending === 'length' ? 'incomplete' : 'completed';
  return response(asked, answer, body, status, [item(asked, answer, reply, false)]);
}

/** The response object: what the request set is repeated in it, what it left out stands at the vendor's default. */
function response(asked: Asked, answer: Answer, body: JsonObject, status: string, output: object[]): object {
  return {
    id: `resp_${answer.id}`,
    object: 'response',
    created_at: answer.created,
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

function usage({ inputTokens, outputTokens }: Answer): object {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
