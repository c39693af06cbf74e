import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { UndecodableRequest } from '../../../../src/api/translation/requests/request-codec.ts';
import type { TranslatedEndpoint } from '../../../../src/config/translation-settings.ts';
import { decoded, type Json } from './translated.ts';

/** The members that an official client has in a type of a request, or of a part of one. */
function membersOf(file: string, type: string): string[] {
  const text = readFileSync(`node_modules/${file}`, 'utf8').replaceAll(/\/\*\*.*?\*\//gs, '');
  const [, body] =
    new RegExp(`^export interface ${type} (?:extends \\w+ )?\\{\\n(.*?)^\\}`, 'ms').exec(text) ?? [];
  assert.ok(body !== undefined, `${type} is in ${file}`);
  return [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name]) => name!);
}

const chat = 'openai/resources/chat/completions/completions.d.ts';
const responses = 'openai/resources/responses/responses.d.ts';
const messages = '@anthropic-ai/sdk/resources/messages/messages.d.ts';

/** Puts a member of a part into a request that has such a part; all of it has to be there for the decoder to come by. */
type Place = (part: Json) => Json;

const user = (content: Json): Json => ({ role: 'user', content: [content] });
const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
const image = { type: 'image', source: { type: 'url', url: 'u' } };
const document = { type: 'document', source: { type: 'url', url: 'u' } };

const places: readonly (readonly [TranslatedEndpoint, string, string, Json, Place])[] = [
  ['chat_completions', chat, 'ChatCompletionCreateParamsBase', { messages: [] }, (body) => body],
  ['chat_completions', chat, 'ChatCompletionAssistantMessageParam', { role: 'assistant' }, inMessages],
  ['chat_completions', chat, 'ChatCompletionUserMessageParam', { role: 'user', content: 'x' }, inMessages],
  [
    'chat_completions',
    chat,
    'ChatCompletionSystemMessageParam',
    { role: 'system', content: 'x' },
    inMessages,
  ],
  [
    'chat_completions',
    chat,
    'ChatCompletionToolMessageParam',
    { role: 'tool', content: 'x', tool_call_id: 'a' },
    inMessages,
  ],
  [
    'chat_completions',
    chat,
    'ChatCompletionMessageFunctionToolCall',
    call,
    (part) => inMessages({ role: 'assistant', tool_calls: [part] }),
  ],
  ['chat_completions', chat, 'ChatCompletionContentPartText', { type: 'text', text: 'x' }, inUser],
  [
    'chat_completions',
    chat,
    'ChatCompletionContentPartImage',
    { type: 'image_url', image_url: { url: 'u' } },
    inUser,
  ],
  [
    'chat_completions',
    chat,
    'ChatCompletionContentPartInputAudio',
    { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } },
    inUser,
  ],
  ['messages', messages, 'MessageCreateParamsBase', { messages: [] }, (body) => body],
  ['messages', messages, 'TextBlockParam', { type: 'text', text: 'x' }, inUser],
  ['messages', messages, 'ImageBlockParam', image, inUser],
  ['messages', messages, 'DocumentBlockParam', document, inUser],
  [
    'messages',
    messages,
    'SearchResultBlockParam',
    { type: 'search_result', title: 'T', source: 's', content: [] },
    inUser,
  ],
  ['messages', messages, 'ToolReferenceBlockParam', { type: 'tool_reference', tool_name: 'f' }, inUser],
  ['messages', messages, 'ThinkingBlockParam', { type: 'thinking', thinking: 'x' }, inUser],
  ['messages', messages, 'ToolUseBlockParam', { type: 'tool_use', id: 'a', name: 'f' }, inUser],
  ['messages', messages, 'ToolResultBlockParam', { type: 'tool_result', tool_use_id: 'a' }, inUser],
  ['messages', messages, 'Tool', { name: 'f', input_schema: {} }, inTools],
  ['responses', responses, 'ResponseCreateParamsBase', { input: 'x' }, (body) => body],
  ['responses', responses, 'EasyInputMessage', { role: 'user', content: 'x' }, inInput],
  ['responses', responses, 'ResponseOutputMessage', { role: 'assistant', content: [] }, inInput],
  ['responses', responses, 'ResponseReasoningItem', { type: 'reasoning', summary: [] }, inInput],
  [
    'responses',
    responses,
    'ResponseFunctionToolCall',
    { type: 'function_call', call_id: 'a', name: 'f', arguments: '' },
    inInput,
  ],
  [
    'responses',
    responses,
    'ResponseCustomToolCall',
    { type: 'custom_tool_call', call_id: 'a', name: 'f', input: '' },
    inInput,
  ],
  [
    'responses',
    responses,
    'ResponseCustomToolCallOutput',
    { type: 'custom_tool_call_output', call_id: 'a', output: '' },
    inInput,
  ],
  ['responses', responses, 'ResponseInputText', { type: 'input_text', text: 'x' }, inContent],
  ['responses', responses, 'ResponseOutputText', { type: 'output_text', text: 'x' }, inContent],
  ['responses', responses, 'ResponseInputImage', { type: 'input_image', image_url: 'u' }, inContent],
  ['responses', responses, 'ResponseInputFile', { type: 'input_file', file_url: 'u' }, inContent],
  ['responses', responses, 'FunctionTool', { type: 'function', name: 'f' }, inTools],
  ['responses', responses, 'CustomTool', { type: 'custom', name: 'f' }, inTools],
  ['responses', responses, 'NamespaceTool', { type: 'namespace', name: 'n', tools: [] }, inTools],
];

function inMessages(message: Json): Json {
  return { messages: [message] };
}

function inUser(part: Json): Json {
  return inMessages(user(part));
}

function inInput(item: Json): Json {
  return { input: [item] };
}

function inContent(part: Json): Json {
  return inInput(user(part));
}

function inTools(tool: Json): Json {
  return { messages: [], tools: [tool] };
}

/** What a decoder notes as unknown of a body; nothing where it does not take the value, for which it has to know it. */
function unknownIn(endpoint: TranslatedEndpoint, body: Json): string[] {
  try {
    return decoded(endpoint, body)
      .unsaid.filter(({ isUnknown }) => isUnknown)
      .map(({ path }) => path);
  } catch (error) {
    if (error instanceof UndecodableRequest) return [];
    throw error;
  }
}

for (const [endpoint, file, type, part, place] of places) {
  test(`every member that the official client has in ${type} of ${endpoint} is known`, () => {
    const names = membersOf(file, type);
    assert.ok(names.length > 0);
    assert.doesNotThrow(() => decoded(endpoint, place(part)));
    for (const name of names) {
      const value = part[name] ?? { some: 'value' };
      const unknown = unknownIn(endpoint, place({ ...part, [name]: value }));
      assert.deepEqual(
        unknown.filter((path) => path.split('.').at(-1) === name),
        [],
        `${type}.${name}`,
      );
    }
  });
}
