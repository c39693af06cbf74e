/** What clients are told, read by hand: the raw text of inputs, too, which the vendors' clients lose. */
import { type JsonNode, parseJson } from '../../../src/api/translation/json/json-node.ts';
import { asList, asObject, type JsonObject } from '../../../src/simulator/json-values.ts';
import type { SaidTokens } from './arbitrary-answers.ts';
import { sseEvents } from './sse-events.ts';

type Client = 'chat_completions' | 'messages' | 'responses';

export interface ReadCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

export interface ReadAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ReadCall[];
  readonly finish: string;
  /** Those that the answer tells, whether the backend knew them or not. */
  readonly tokens: Partial<SaidTokens>;
}

const finishes: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  tool_calls: 'calls',
  tool_use: 'calls',
  max_tokens: 'length',
};

/** Reads the body of a whole answer. */
export function readBody(client: Client, body: string): ReadAnswer {
  const answer = asObject(JSON.parse(body));
  if (client === 'chat_completions') return chatBody(answer);
  return client === 'messages' ? messagesBody(answer, body) : responsesBody(answer);
}

/** Reads the events of a stream. */
export function readStream(client: Client, stream: string): ReadAnswer {
  const events = sseEvents(stream).map(({ data }) => data);
  if (client === 'chat_completions') return chatEvents(events);
  if (client === 'messages') return messagesEvents(events);
  return responsesBody(asObject(events.at(-1)?.['response']));
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Those of the tokens that are told. */
function told(tokens: Readonly<Record<keyof SaidTokens, number | undefined>>): Partial<SaidTokens> {
  return Object.fromEntries(Object.entries(tokens).filter(([, tokens]) => tokens !== undefined));
}

// Chat completions

function chatTokens(value: unknown): Partial<SaidTokens> {
  const usage = asObject(value);
  const input = asObject(usage['prompt_tokens_details']);
  const cachedRead = count(input['cached_tokens']);
  const cachedWrite = count(input['cache_write_tokens']);
  const all = count(usage['prompt_tokens']);
  return told({
    input: all === undefined ? undefined : all - (cachedRead ?? 0) - (cachedWrite ?? 0),
    cachedRead,
    cachedWrite,
    output: count(usage['completion_tokens']),
    reasoning: count(asObject(usage['completion_tokens_details'])['reasoning_tokens']),
  });
}

function chatBody(answer: JsonObject): ReadAnswer {
  const choice = asObject(asList(answer['choices'])[0]);
  const message = asObject(choice['message']);
  const finish = text(choice['finish_reason']);
  return {
    text: text(message['content']),
    reasoning: text(message['reasoning_content']),
    calls: asList(message['tool_calls']).map((value) => {
      const { id, function: called } = asObject(value);
      const { name, arguments: input } = asObject(called);
      return { id: text(id), name: text(name), input: text(input) };
    }),
    finish: finishes[finish] ?? finish,
    tokens: chatTokens(answer['usage']),
  };
}

function chatEvents(events: readonly JsonObject[]): ReadAnswer {
  const choices = events.map((event) => asObject(asList(event['choices'])[0]));
  const deltas = choices.map((choice) => asObject(choice['delta']));
  const all = (field: string) => deltas.map((delta) => text(delta[field])).join('');
  const calls: { id: string; name: string; input: string }[] = [];
  for (const value of deltas.flatMap((delta) => asList(delta['tool_calls']))) {
    const { index, id, function: called } = asObject(value);
    const { name, arguments: input } = asObject(called);
    const place = Number(index);
    calls[place] ??= { id: text(id), name: text(name), input: '' };
    calls[place].input += text(input);
  }
  const finish = choices.map((choice) => text(choice['finish_reason'])).join('');
  return {
    text: all('content'),
    reasoning: all('reasoning_content'),
    calls,
    finish: finishes[finish] ?? finish,
    tokens: chatTokens(events.findLast((event) => typeof event['usage'] === 'object')?.['usage']),
  };
}

// Messages

function messagesTokens(value: unknown): Partial<SaidTokens> {
  const usage = asObject(value);
  return told({
    input: count(usage['input_tokens']),
    cachedRead: count(usage['cache_read_input_tokens']),
    cachedWrite: count(usage['cache_creation_input_tokens']),
    output: count(usage['output_tokens']),
    reasoning: count(asObject(usage['output_tokens_details'])['thinking_tokens']),
  });
}

function joined(blocks: readonly JsonObject[], field: string): string {
  return blocks.map((block) => text(block[field])).join('');
}

function messagesBody(answer: JsonObject, body: string): ReadAnswer {
  const blocks = asList(answer['content']).map(asObject);
  const finish = text(answer['stop_reason']);
  return {
    text: joined(blocks, 'text'),
    reasoning: joined(blocks, 'thinking'),
    calls: blocks.flatMap(({ type, id, name }, index) =>
      type === 'tool_use'
        ? [{ id: text(id), name: text(name), input: rawAt(parseJson(body), 'content', index, 'input') }]
        : [],
    ),
    finish: finishes[finish] ?? finish,
    tokens: messagesTokens(answer['usage']),
  };
}

function rawAt(node: JsonNode | undefined, ...path: readonly (string | number)[]): string {
  const [step, ...rest] = path;
  if (step === undefined) return node?.raw ?? '';
  if (node?.kind === 'object') return rawAt(node.members.get(String(step)), ...rest);
  return node?.kind === 'array' ? rawAt(node.items[Number(step)], ...rest) : '';
}

function messagesEvents(events: readonly JsonObject[]): ReadAnswer {
  const deltas = events.map((event) => asObject(event['delta']));
  const calls: { id: string; name: string; input: string }[] = [];
  for (const event of events) {
    const { type, id, name } = asObject(event['content_block']);
    if (type === 'tool_use') calls.push({ id: text(id), name: text(name), input: '' });
    const last = calls.at(-1);
    if (last !== undefined) last.input += text(asObject(event['delta'])['partial_json']);
  }
  const end = events.find(({ type }) => type === 'message_delta');
  const finish = text(asObject(end?.['delta'])['stop_reason']);
  return {
    text: joined(deltas, 'text'),
    reasoning: joined(deltas, 'thinking'),
    // No delta at all stands for an input of nothing.
    calls: calls.map((call) => ({ ...call, input: call.input === '' ? '{}' : call.input })),
    finish: finishes[finish] ?? finish,
    tokens: messagesTokens(end?.['usage']),
  };
}

// Responses

function responsesBody(answer: JsonObject): ReadAnswer {
  const items = asList(answer['output']).map(asObject);
  const parts = (type: string, field: string) =>
    items
      .filter((item) => item['type'] === type)
      .flatMap((item) => asList(item[field]))
      .map(asObject);
  const calls = items
    .filter(({ type }) => type === 'function_call')
    .map(({ call_id: id, name, arguments: input }) => ({
      id: text(id),
      name: text(name),
      input: text(input),
    }));
  const usage = asObject(answer['usage']);
  const input = asObject(usage['input_tokens_details']);
  const cachedRead = count(input['cached_tokens']);
  const cachedWrite = count(input['cache_write_tokens']);
  const isCutOff = answer['status'] === 'incomplete';
  return {
    text: joined(parts('message', 'content'), 'text'),
    reasoning: joined([...parts('reasoning', 'summary'), ...parts('reasoning', 'content')], 'text'),
    calls,
    finish: isCutOff ? 'length' : calls.length > 0 ? 'calls' : 'stop',
    tokens: told({
      input: Number(usage['input_tokens']) - (cachedRead ?? 0) - (cachedWrite ?? 0),
      cachedRead,
      cachedWrite,
      output: count(usage['output_tokens']),
      reasoning: count(asObject(usage['output_tokens_details'])['reasoning_tokens']),
    }),
  };
}
