/** OpenAI's refusals on responses. */
import { asList, asObject, asText, type JsonObject } from '../json-values.ts';
import { unseal } from '../seals.ts';
import { checkEffort, openaiEfforts } from './efforts.ts';
import { refuse } from './refuse.ts';

const roles = ['user', 'assistant', 'system', 'developer'];
const partsOfAssistant = ['output_text', 'refusal'];
const partsOfOthers = ['input_text', 'input_image', 'input_file', 'input_audio'];
const outputs: Readonly<Record<string, string>> = {
  function_call_output: 'function_call',
  custom_tool_call_output: 'custom_tool_call',
};

/** Throws a refusal where the vendor would. */
export function checkResponses(body: JsonObject): void {
  asList(body['tools']).forEach(checkTool);
  checkEffort(asText(asObject(body['reasoning'])['effort']), asText(body['model']), openaiEfforts);
  const items = asList(body['input']).map(asObject);
  items.forEach(checkItem);
  checkOrder(items);
  // A request that refers to earlier turns has their calls there.
  if ((body['previous_response_id'] ?? body['conversation'] ?? undefined) === undefined) checkCalls(items);
}

function checkTool(value: unknown, index: number): void {
  const { type, name } = asObject(value);
  if ((type === 'function' || type === 'custom' || type === 'namespace') && typeof name !== 'string')
    refuse(`Missing required parameter: 'tools[${index}].name'.`, { param: `tools[${index}].name` });
  if (type === undefined)
    refuse(`Missing required parameter: 'tools[${index}].type'.`, { param: `tools[${index}].type` });
}

function checkItem(item: JsonObject, index: number): void {
  const at = `input[${index}]`;
  const type = item['type'] ?? 'message';
  if (type === 'message') checkMessage(item, at);
  if (type === 'reasoning') checkReasoning(item, at);
  if (type === 'function_call' && typeof item['arguments'] !== 'string')
    refuse(`Missing required parameter: '${at}.arguments'.`, { param: `${at}.arguments` });
}

function checkMessage({ role, content }: JsonObject, at: string): void {
  if (!roles.includes(asText(role) ?? ''))
    refuse(`Invalid value: '${role}'. Supported values are: ${roles.join(', ')}.`, { param: `${at}.role` });
  const allowed = role === 'assistant' ? partsOfAssistant : partsOfOthers;
  asList(content).forEach((value, index) => {
    const { type } = asObject(value);
    if (!allowed.includes(asText(type) ?? ''))
      refuse(`Invalid value: '${type}'. Supported values are: ${allowed.join(', ')}.`, {
        param: `${at}.content[${index}].type`,
      });
  });
}

/** A thought has to come back unchanged. */
function checkReasoning({ id, encrypted_content: sealed }: JsonObject, at: string): void {
  if (sealed === undefined || sealed === null) return;
  const text = unseal('responses', asText(sealed) ?? '');
  if (text === undefined || (id !== undefined && text.slice(0, text.indexOf(' ')) !== id))
    refuse(
      'The encrypted content could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
      {
        param: `${at}.encrypted_content`,
        code: 'invalid_encrypted_content',
      },
    );
}

/** A thought stands before what came of it. */
function checkOrder(items: readonly JsonObject[]): void {
  for (const [index, { type, id }] of items.entries()) {
    if (type !== 'reasoning') continue;
    const next = items[index + 1];
    const follows =
      next !== undefined &&
      (next['role'] === 'assistant' || /call$|^reasoning$/.test(asText(next['type']) ?? ''));
    if (!follows)
      refuse(`Item '${id}' of type 'reasoning' was provided without its required following item.`, {
        param: 'input',
      });
  }
}

/** Every call has its output, and every output its call before it. */
function checkCalls(items: readonly JsonObject[]): void {
  const waiting = new Map<unknown, unknown>();
  for (const { type, call_id: id } of items) {
    const of = outputs[asText(type) ?? ''];
    if (of === undefined) {
      if (type === 'function_call' || type === 'custom_tool_call') waiting.set(id, type);
      continue;
    }
    if (waiting.get(id) !== of)
      refuse(`No tool call found for ${of} output with call_id ${id}.`, { param: 'input' });
    waiting.delete(id);
  }
  const [left] = waiting.keys();
  if (left !== undefined) refuse(`No tool output found for function call ${left}.`, { param: 'input' });
}
