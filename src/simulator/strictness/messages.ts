/** Anthropic's refusals on messages. */
import { asList, asObject, asText, isObject, type JsonObject } from '../json-values.ts';
import { unseal } from '../seals.ts';
import { checkEffort, claudeEfforts } from './efforts.ts';
import { refuse } from './refuse.ts';

/** Of a body, in either version of the API and with every beta. */
const fields = new Set([
  ...['model', 'messages', 'max_tokens', 'system', 'stream', 'metadata', 'stop_sequences', 'temperature'],
  ...['top_k', 'top_p', 'tools', 'tool_choice', 'thinking', 'service_tier', 'container', 'output_config'],
  ...['output_format', 'cache_control', 'context_management', 'mcp_servers', 'speed', 'inference_geo'],
  ...['diagnostics', 'fallbacks', 'fallback_credit_token', 'billing_policy', 'compaction', 'thread'],
  ...['user_profile_id', 'workspace_id', 'safeguards', 'context_hint', 'anthropic_version', 'anthropic_beta'],
]);

const roles = ['user', 'assistant', 'system'];
const callId = /^[a-zA-Z0-9_-]+$/;
const toolName = /^[a-zA-Z0-9_-]{1,128}$/;
const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const leastBudget = 1024;

/** Of blocks that clients make themselves; what the vendor's own tools made is not looked at. */
const ownBlocks = new Set(['text', 'image', 'document', 'search_result', 'thinking', 'redacted_thinking']);
const callBlocks = new Set(['tool_use', 'tool_result']);
const vendorBlock =
  /(?:_tool_result|_tool_use|^container_upload|^tool_reference|^compaction|^tool_addition|^tool_removal|^mid_conv_system)/;

/** Throws a refusal where the vendor would. */
export function checkMessages(body: JsonObject, maxTokens: number): void {
  for (const field of Object.keys(body))
    if (!fields.has(field)) refuse(`${field}: Extra inputs are not permitted`);
  checkSampling(body);
  for (const [index, value] of asList(body['system']).entries())
    checkText(asObject(value), `system.${index}`);
  const messages = asList(body['messages']).map(asObject);
  for (const [index, message] of messages.entries())
    checkMessage(message, index, index === messages.length - 1);
  checkCalls(messages);
  asList(body['tools']).forEach(checkTool);
  checkThinking(body, messages, maxTokens);
}

function checkSampling(body: JsonObject): void {
  const { temperature } = body;
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 1))
    refuse('temperature: range: 0..1');
  if (asList(body['stop_sequences']).some((one) => typeof one === 'string' && one.trim() === ''))
    refuse('stop_sequences: each stop sequence must contain non-whitespace');
  checkEffort(asText(asObject(body['output_config'])['effort']), asText(body['model']), claudeEfforts);
  const user = asText(asObject(body['metadata'])['user_id']);
  if (user?.includes('@') === true) refuse('metadata.user_id: user_id appears to contain an email address');
}

function checkMessage({ role, content }: JsonObject, index: number, isLast: boolean): void {
  const at = `messages.${index}`;
  if (!roles.includes(asText(role) ?? ''))
    refuse(`${at}.role: Input should be 'user', 'assistant' or 'system'`);
  if (typeof content !== 'string' && !Array.isArray(content))
    refuse(`${at}.content: Input should be a valid list`);
  const isEmpty = typeof content === 'string' ? content === '' : content.length === 0;
  if (isEmpty && !(isLast && role === 'assistant'))
    refuse(`${at}: all messages must have non-empty content except for the optional final assistant message`);
  if (typeof content === 'string' && content !== '' && content.trim() === '')
    refuse(`${at}: text content blocks must contain non-whitespace text`);
  const blocks = asList(content).map(asObject);
  for (const [place, block] of blocks.entries()) checkBlock(block, `${at}.content.${place}`);
  const end = typeof content === 'string' ? content : asText(blocks.at(-1)?.['text']);
  if (isLast && role === 'assistant' && end !== undefined && /\s$/.test(end))
    refuse('messages: final assistant content cannot end with trailing whitespace');
}

function checkText({ type, text }: JsonObject, at: string): void {
  if (type !== 'text' || typeof text !== 'string') return;
  if (text === '') refuse(`${at}: text content blocks must be non-empty`);
  if (text.trim() === '') refuse(`${at}: text content blocks must contain non-whitespace text`);
}

function checkBlock(block: JsonObject, at: string): void {
  const type = asText(block['type']) ?? '';
  if (!ownBlocks.has(type) && !callBlocks.has(type) && !vendorBlock.test(type))
    refuse(`${at}: Input tag '${type}' found using 'type' does not match any of the expected tags`);
  checkText(block, at);
  if (type === 'image') checkImage(asObject(block['source']), `${at}.image.source`);
  if (type === 'tool_use') {
    if (!callId.test(asText(block['id']) ?? ''))
      refuse(`${at}.tool_use.id: String should match pattern '${callId.source}'`);
    if (!isObject(block['input'])) refuse(`${at}.tool_use.input: Input should be a valid dictionary`);
  }
  if (type === 'tool_result')
    for (const [index, inner] of asList(block['content']).entries())
      checkBlock(asObject(inner), `${at}.tool_result.content.${index}`);
  checkSeal(block, at);
}

function checkImage({ type, media_type: mediaType }: JsonObject, at: string): void {
  if (type === 'base64' && !imageTypes.includes(asText(mediaType) ?? ''))
    refuse(`${at}.base64.media_type: Input should be ${imageTypes.map((one) => `'${one}'`).join(', ')}`);
}

/** A thought has to come back unchanged, or without its text. */
function checkSeal(block: JsonObject, at: string): void {
  if (block['type'] === 'thinking') {
    const text = unseal('messages', asText(block['signature']) ?? '');
    if (text === undefined || (block['thinking'] !== '' && block['thinking'] !== text))
      refuse(`${at}: Invalid \`signature\` in \`thinking\` block`);
  }
  if (
    block['type'] === 'redacted_thinking' &&
    unseal('messages redacted', asText(block['data']) ?? '') === undefined
  )
    refuse(`${at}: Invalid \`data\` in \`redacted_thinking\` block`);
}

function idsOf(message: JsonObject | undefined, type: string, field: string): string[] {
  return asList(message?.['content'])
    .map(asObject)
    .filter((block) => block['type'] === type)
    .map((block) => asText(block[field]) ?? '');
}

/** Every call has its result in the next turn, and every result its call in the one before. */
function checkCalls(messages: readonly JsonObject[]): void {
  const known = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const calls = message['role'] === 'assistant' ? idsOf(message, 'tool_use', 'id') : [];
    for (const id of calls) {
      if (known.has(id)) refuse(`messages.${index}: \`tool_use\` ids must be unique`);
      known.add(id);
    }
    const results = idsOf(messages[index + 1], 'tool_result', 'tool_use_id');
    const missing = calls.filter((id) => !results.includes(id));
    if (missing.length > 0 && index < messages.length - 1)
      refuse(
        `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
          `${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      );
    const before = idsOf(messages[index - 1], 'tool_use', 'id');
    const orphan = idsOf(message, 'tool_result', 'tool_use_id').find((id) => !before.includes(id));
    if (orphan !== undefined)
      refuse(
        `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${orphan}. ` +
          'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
      );
  }
}

function checkTool(value: unknown, index: number): void {
  const tool = asObject(value);
  if (tool['type'] !== undefined && tool['type'] !== null && tool['type'] !== 'custom') return;
  if (!toolName.test(asText(tool['name']) ?? ''))
    refuse(`tools.${index}.custom.name: String should match pattern '${toolName.source}'`);
  const schema = tool['input_schema'];
  if (!isObject(schema)) refuse(`tools.${index}.custom.input_schema: Field required`);
  if (schema['type'] !== 'object')
    refuse(`tools.${index}.custom.input_schema.type: Input should be 'object'`);
}

function checkThinking(body: JsonObject, messages: readonly JsonObject[], maxTokens: number): void {
  const { type, budget_tokens: budget } = asObject(body['thinking']);
  const choice = asObject(body['tool_choice'])['type'];
  if ((type === 'enabled' || type === 'adaptive') && (choice === 'any' || choice === 'tool'))
    refuse('Thinking may not be enabled when tool_choice forces tool use.');
  if (type !== 'enabled') return;
  if (typeof budget !== 'number' || budget < leastBudget)
    refuse(`thinking.enabled.budget_tokens: Input should be greater than or equal to ${leastBudget}`);
  if (budget >= maxTokens) refuse('`max_tokens` must be greater than `thinking.budget_tokens`');
  checkLoop(messages);
}

/** In the loop of calls that is in flight each of the model's turns begins with what it thought. */
function checkLoop(messages: readonly JsonObject[]): void {
  const isResult = (message: JsonObject) => idsOf(message, 'tool_result', 'tool_use_id').length > 0;
  const begun = messages.findLastIndex((message) => message['role'] === 'user' && !isResult(message));
  for (const [index, message] of messages.entries()) {
    if (index <= begun || message['role'] !== 'assistant' || idsOf(message, 'tool_use', 'id').length === 0)
      continue;
    const first = asObject(asList(message['content'])[0])['type'];
    if (first !== 'thinking' && first !== 'redacted_thinking')
      refuse(
        `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`. ` +
          'When `thinking` is enabled, a final `assistant` message must start with a thinking block.',
      );
  }
}
