/**
 * Requests and answers as the attributes of OpenTelemetry's GenAI event have them (`gen_ai.input.messages`,
 * `gen_ai.output.messages`, `gen_ai.system_instructions`): texts, reasoning, tool calls and their results as their own
 * kinds of parts, all else as the part that it was.
 */
import { isObject, type JsonObject, objectsOf } from '../../lib/json.ts';
import { isShallow } from '../json-depth.ts';

type Part = JsonObject & { readonly type: string };

export interface Message {
  readonly role: string;
  readonly parts: readonly Part[];
  readonly finish_reason?: string;
}

/** The conversation in the words of the conventions. */
export interface SaidMessages {
  readonly system: readonly Part[];
  readonly input: readonly Message[];
  readonly output: readonly Message[];
}

/** Undefined for endpoints whose bodies are no conversations. */
export function saidMessages(endpoint: string, request: unknown, answer: unknown): SaidMessages | undefined {
  const asked = isObject(request) ? request : {};
  const answered = isObject(answer) ? answer : {};
  switch (endpoint) {
    case 'chat_completions':
      return {
        system: [],
        input: objectsOf(asked['messages']).map(messageOf),
        output: objectsOf(answered['choices']).map((choice) => ({
          ...messageOf(isObject(choice['message']) ? choice['message'] : {}, 'assistant'),
          finish_reason: reason(choice['finish_reason']),
        })),
      };
    case 'messages':
      return {
        system: partsOf(asked['system']),
        input: objectsOf(asked['messages']).map(messageOf),
        output: Array.isArray(answered['content'])
          ? [{ ...messageOf(answered, 'assistant'), finish_reason: reason(answered['stop_reason']) }]
          : [],
      };
    case 'responses':
      return {
        system: partsOf(asked['instructions']),
        input:
          typeof asked['input'] === 'string'
            ? [{ role: 'user', parts: partsOf(asked['input']) }]
            : objectsOf(asked['input']).map((item) => itemOf(item, 'user')),
        output: objectsOf(answered['output']).map((item) => ({
          ...itemOf(item, 'assistant'),
          finish_reason: reason(item['status'] ?? answered['status']),
        })),
      };
    default:
      return undefined;
  }
}

const reasons: Readonly<Record<string, string>> = {
  tool_calls: 'tool_call',
  function_call: 'tool_call',
  tool_use: 'tool_call',
  end_turn: 'stop',
  stop_sequence: 'stop',
  completed: 'stop',
  max_tokens: 'length',
  incomplete: 'length',
  refusal: 'content_filter',
  failed: 'error',
};

function reason(told: unknown): string {
  return typeof told === 'string' ? (reasons[told] ?? told) : 'error';
}

/** A message of a chat completion or of Anthropic's. */
function messageOf(message: JsonObject, otherwise: unknown = 'user'): Message {
  const role = typeof message['role'] === 'string' ? message['role'] : String(otherwise);
  if (typeof message['tool_call_id'] === 'string') {
    const { tool_call_id: id, content } = message;
    return { role, parts: [{ type: 'tool_call_response', id, response: content ?? null }] };
  }
  const reasoning = message['reasoning_content'] ?? message['reasoning'];
  return {
    role,
    parts: [
      ...(typeof reasoning === 'string' ? [{ type: 'reasoning', content: reasoning }] : []),
      ...partsOf(message['content']),
      ...(typeof message['refusal'] === 'string' ? [{ type: 'refusal', content: message['refusal'] }] : []),
      ...objectsOf(message['tool_calls']).map(toolCall),
    ],
  };
}

function toolCall({ id, function: said, ...rest }: JsonObject): Part {
  if (!isObject(said)) return { ...rest, id, type: String(rest['type'] ?? 'tool_call') };
  return {
    type: 'tool_call',
    id: id ?? null,
    name: String(said['name'] ?? ''),
    arguments: parsed(said['arguments']),
  };
}

/** An item of a response. */
function itemOf(item: JsonObject, otherwise: string): Message {
  const role = typeof item['role'] === 'string' ? item['role'] : otherwise;
  const { type, call_id: id } = item;
  switch (type) {
    case 'function_call':
      return {
        role: 'assistant',
        parts: [
          {
            type: 'tool_call',
            id: id ?? null,
            name: String(item['name'] ?? ''),
            arguments: parsed(item['arguments']),
          },
        ],
      };
    case 'function_call_output':
      return {
        role: 'tool',
        parts: [{ type: 'tool_call_response', id: id ?? null, response: item['output'] ?? null }],
      };
    case 'message':
    case undefined:
      return { role, parts: partsOf(item['content']) };
    default:
      return { role, parts: [{ ...item, type: String(type) }] };
  }
}

function partsOf(content: unknown): readonly Part[] {
  if (typeof content === 'string') return [{ type: 'text', content }];
  return objectsOf(content).map(partOf);
}

function partOf(part: JsonObject): Part {
  const { type, text, thinking, id, name, input, tool_use_id: toolId, content } = part;
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return { type: 'text', content: String(text ?? '') };
    case 'thinking':
      return { type: 'reasoning', content: String(thinking ?? '') };
    case 'tool_use':
      return { type: 'tool_call', id: id ?? null, name: String(name ?? ''), arguments: input ?? null };
    case 'tool_result':
      return { type: 'tool_call_response', id: toolId ?? null, response: content ?? null };
    default:
      return { ...part, type: String(type ?? 'unknown') };
  }
}

function parsed(text: unknown): unknown {
  try {
    if (typeof text !== 'string') return text ?? null;
    return isShallow(Buffer.from(text)) ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}
