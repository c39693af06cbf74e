/** Amazon's refusals on Converse. */
import { asList, asObject, asText, isObject, type JsonObject } from '../json-values.ts';
import { unseal } from '../seals.ts';
import { refuse } from './refuse.ts';

const fields = new Set([
  ...['messages', 'system', 'inferenceConfig', 'toolConfig', 'guardrailConfig', 'requestMetadata'],
  ...['additionalModelRequestFields', 'additionalModelResponseFieldPaths', 'promptVariables'],
  ...['performanceConfig', 'serviceTier', 'outputConfig'],
]);

const blockKinds = [
  ...['text', 'image', 'document', 'video', 'audio', 'toolUse', 'toolResult', 'guardContent', 'cachePoint'],
  ...['reasoningContent', 'citationsContent', 'searchResult'],
];

const callId = /^[a-zA-Z0-9_.:-]{1,64}$/;
const toolName = /^[a-zA-Z0-9_-]{1,64}$/;
const documentName = /^[\p{L}\p{N}\s()[\]-]{1,200}$/u;
const imageFormats = ['png', 'jpeg', 'gif', 'webp'];
const documentFormats = ['pdf', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'html', 'txt', 'md'];

/** Throws a refusal where the vendor would. */
export function checkConverse(body: JsonObject): void {
  for (const field of Object.keys(body))
    if (!fields.has(field)) refuse(`Malformed input request: extraneous key [${field}] is not permitted`);
  const messages = asList(body['messages']).map(asObject);
  if (messages.length === 0) refuse('A conversation must have at least one message.');
  for (const [index, block] of asList(body['system']).entries())
    checkBlank(asObject(block), `system.${index}`);
  checkTurns(messages);
  for (const [index, message] of messages.entries()) checkContent(message, `messages.${index}.content`);
  checkCalls(messages);
  checkTools(body, messages);
}

function checkTurns(messages: readonly JsonObject[]): void {
  for (const [index, { role }] of messages.entries()) {
    if (role !== 'user' && role !== 'assistant')
      refuse(
        `Value '${role}' at 'messages.${index}.role' failed to satisfy enum value set: [user, assistant]`,
      );
    if (index === 0 && role !== 'user') refuse('A conversation must start with a user message.');
    if (index > 0 && role === messages[index - 1]?.['role'])
      refuse(
        'A conversation must alternate between user and assistant roles. Make sure the conversation alternates ' +
          'between user and assistant roles and try again.',
      );
  }
}

function checkContent({ content }: JsonObject, at: string): void {
  const blocks = asList(content).map(asObject);
  if (blocks.length === 0) refuse(`The content field in the Message object at ${at} is empty.`);
  for (const [index, block] of blocks.entries()) checkBlock(block, `${at}.${index}`);
  const hasText = blocks.some((block) => block['text'] !== undefined);
  if (!hasText && blocks.some((block) => block['document'] !== undefined))
    refuse(`The document at ${at} needs a text block beside it.`);
  const names = blocks.map((block) => asObject(block['document'])['name']).filter(Boolean);
  if (new Set(names).size < names.length) refuse(`Documents at ${at} have the same name.`);
}

function checkBlank({ text }: JsonObject, at: string): void {
  if (typeof text === 'string' && text.trim() === '')
    refuse(
      `The text field in the ContentBlock object at ${at} is blank. Add text to the text field, and try again.`,
    );
}

function checkBlock(block: JsonObject, at: string): void {
  const kinds = Object.keys(block);
  if (kinds.length !== 1 || !blockKinds.includes(kinds[0]!))
    refuse(`The ContentBlock object at ${at} must set one of the following keys: ${blockKinds.join(', ')}.`);
  checkBlank(block, at);
  checkSource(block, at);
  checkReasoning(asObject(block['reasoningContent']), at);
  if (block['toolUse'] !== undefined) {
    const { toolUseId, name, input } = asObject(block['toolUse']);
    checkPattern(toolUseId, callId, `${at}.toolUse.toolUseId`);
    checkPattern(name, toolName, `${at}.toolUse.name`);
    if (!isObject(input))
      refuse(`The format of the value at ${at}.toolUse.input is invalid. Provide a json object.`);
  }
  if (block['toolResult'] !== undefined) {
    const { toolUseId, content } = asObject(block['toolResult']);
    checkPattern(toolUseId, callId, `${at}.toolResult.toolUseId`);
    if (asList(content).length === 0) refuse(`The content field at ${at}.toolResult is empty.`);
    for (const [index, inner] of asList(content).entries()) {
      checkBlank(asObject(inner), `${at}.toolResult.content.${index}`);
      checkSource(asObject(inner), `${at}.toolResult.content.${index}`);
    }
  }
}

function checkSource({ image, document }: JsonObject, at: string): void {
  if (image !== undefined) {
    const { format, source } = asObject(image);
    checkAmong(format, imageFormats, `${at}.image.format`);
    if (!isObject(source)) refuse(`${at}.image.source is required.`);
  }
  if (document === undefined) return;
  const { format, name, source } = asObject(document);
  checkAmong(format, documentFormats, `${at}.document.format`);
  checkPattern(name, documentName, `${at}.document.name`);
  if (/\s\s/.test(asText(name) ?? ''))
    refuse('The file name can only contain no more than one consecutive whitespace character.');
  if (!isObject(source)) refuse(`${at}.document.source is required.`);
}

/** A thought has to come back unchanged, or without its text. */
function checkReasoning({ reasoningText, redactedContent }: JsonObject, at: string): void {
  if (reasoningText !== undefined) {
    const { text, signature } = asObject(reasoningText);
    const signed = unseal('converse', asText(signature) ?? '');
    if (signed === undefined || (text !== '' && text !== signed))
      refuse(`${at}: Invalid \`signature\` in \`thinking\` block`);
  }
  if (
    redactedContent !== undefined &&
    unseal('converse redacted', asText(redactedContent) ?? '') === undefined
  )
    refuse(`${at}: Invalid \`data\` in \`redacted_thinking\` block`);
}

function checkPattern(value: unknown, pattern: RegExp, at: string): void {
  if (pattern.test(asText(value) ?? '')) return;
  refuse(
    `1 validation error detected: Value '${value}' at '${at}' failed to satisfy constraint: ` +
      `Member must satisfy regular expression pattern: ${pattern.source}`,
  );
}

function checkAmong(value: unknown, allowed: readonly string[], at: string): void {
  if (allowed.includes(asText(value) ?? '')) return;
  refuse(
    `1 validation error detected: Value '${value}' at '${at}' failed to satisfy enum value set: [${allowed.join(', ')}]`,
  );
}

function idsOf(message: JsonObject | undefined, kind: 'toolUse' | 'toolResult'): unknown[] {
  return asList(message?.['content'])
    .map((block) => asObject(block)[kind])
    .filter((one) => one !== undefined)
    .map((one) => asObject(one)['toolUseId']);
}

/** All results of a turn's calls stand in the next turn, and no others. */
function checkCalls(messages: readonly JsonObject[]): void {
  for (const [index, message] of messages.entries()) {
    const calls = idsOf(message, 'toolUse');
    const results = idsOf(messages[index + 1], 'toolResult');
    const missing = calls.filter((id) => !results.includes(id));
    if (missing.length > 0 && index < messages.length - 1)
      refuse(
        `Expected toolResult blocks at messages.${index + 1}.content for the following Ids: ${missing.join(', ')}`,
      );
    const before = idsOf(messages[index - 1], 'toolUse');
    if (idsOf(message, 'toolResult').some((id) => !before.includes(id)))
      refuse(
        `The number of toolResult blocks at messages.${index}.content exceeds the number of toolUse blocks of previous turn.`,
      );
  }
}

function checkTools(body: JsonObject, messages: readonly JsonObject[]): void {
  const tools = asList(asObject(body['toolConfig'])['tools']);
  const isUsed = messages.some((one) => idsOf(one, 'toolUse').length + idsOf(one, 'toolResult').length > 0);
  if (isUsed && tools.length === 0)
    refuse('The toolConfig field must be defined when using toolUse and toolResult content blocks.');
  if (body['toolConfig'] !== undefined && tools.length === 0)
    refuse(
      "1 validation error detected: Value at 'toolConfig.tools' must have length greater than or equal to 1",
    );
  for (const [index, value] of tools.entries()) {
    const { toolSpec } = asObject(value);
    if (toolSpec === undefined) continue;
    const { name, description, inputSchema } = asObject(toolSpec);
    checkPattern(name, toolName, `toolConfig.tools.${index}.toolSpec.name`);
    if (description === '')
      refuse(
        `1 validation error detected: Value at 'toolConfig.tools.${index}.toolSpec.description' has length 0`,
      );
    if (asObject(asObject(inputSchema)['json'])['type'] !== 'object')
      refuse(
        `The value at toolConfig.tools.${index}.toolSpec.inputSchema.json.type must be one of the following: object.`,
      );
  }
}
