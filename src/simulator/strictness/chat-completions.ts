/** OpenAI's refusals on chat completions. */
import { asList, asObject, asText, isObject, type JsonObject } from '../json-values.ts';
import type { Manner } from '../manners.ts';
import { checkEffort, openaiEfforts } from './efforts.ts';
import { refuse } from './refuse.ts';

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];
const parts = ['text', 'image_url', 'input_audio', 'refusal', 'audio', 'file'];
const toolName = /^[a-zA-Z0-9_-]{1,64}$/;
const mostStops = 4;

/** Throws a refusal where the vendor would. */
export function checkChatCompletions(body: JsonObject, manners: ReadonlySet<Manner>): void {
  const messages = asList(body['messages']).map(asObject);
  messages.forEach(checkMessage);
  checkCalls(messages);
  asList(body['tools']).forEach(checkTool);
  if (asList(body['stop']).length > mostStops)
    refuse(`Invalid 'stop': array too long. Expected at most ${mostStops} elements.`, { param: 'stop' });
  checkEffort(asText(body['reasoning_effort']), asText(body['model']), openaiEfforts);
  if (manners.has('reasoning-required')) checkReasoning(messages);
}

function checkMessage({ role, content }: JsonObject, index: number): void {
  const param = `messages[${index}]`;
  if (!roles.includes(asText(role) ?? ''))
    refuse(`Invalid value: '${role}'. Supported values are: ${roles.join(', ')}.`, {
      param: `${param}.role`,
    });
  asList(content).forEach((value, at) => {
    const { type } = asObject(value);
    if (!parts.includes(asText(type) ?? ''))
      refuse(`Invalid value: '${type}'. Supported values are: ${parts.join(', ')}.`, {
        param: `${param}.content[${at}].type`,
      });
  });
}

/** Every call is followed by its result, and every result follows its call. */
function checkCalls(messages: readonly JsonObject[]): void {
  const waiting = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    const param = `messages[${index}]`;
    if (message['role'] === 'tool') {
      if (!waiting.delete(message['tool_call_id']))
        refuse("Messages with role 'tool' must be a response to a preceding message with 'tool_calls'.", {
          param: `${param}.role`,
        });
      continue;
    }
    refuseWaiting(waiting, param);
    for (const call of asList(message['tool_calls']).map(asObject)) {
      const { arguments: given } = asObject(call['function']);
      if (call['type'] === 'function' && typeof given !== 'string')
        refuse("Invalid type for 'arguments': expected a string.", { param: `${param}.tool_calls` });
      waiting.add(call['id']);
    }
  }
  refuseWaiting(waiting, 'messages');
}

function refuseWaiting(waiting: ReadonlySet<unknown>, param: string): void {
  if (waiting.size === 0) return;
  refuse(
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
      `The following tool_call_ids did not have response messages: ${[...waiting].join(', ')}`,
    { param },
  );
}

function checkTool(value: unknown, index: number): void {
  const tool = asObject(value);
  const inner = tool['function'] ?? tool['custom'];
  if (!isObject(inner)) return;
  if (!toolName.test(asText(inner['name']) ?? ''))
    refuse(`Invalid 'tools[${index}].${tool['type']}.name': string does not match pattern ${toolName}.`, {
      param: `tools[${index}]`,
    });
}

/** As DeepSeek: what was thought before the calls of this turn has to come back with them. */
function checkReasoning(messages: readonly JsonObject[]): void {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  for (const message of messages.slice(lastUser + 1)) {
    if (asList(message['tool_calls']).length > 0 && typeof message['reasoning_content'] !== 'string')
      refuse('The `reasoning_content` in the thinking mode must be passed back to the API.');
  }
}
