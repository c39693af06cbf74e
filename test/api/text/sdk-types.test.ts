import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { FoundTexts } from '../../../src/api/text/extracted-text-types.ts';
import { namesVendorTool } from '../../../src/api/text/field-rules/meaning-by-object-type.ts';
import { labelled, leading, notText } from '../../../src/api/text/field-rules/non-text-fields.ts';
import { Walk } from '../../../src/api/text/json-text-walk.ts';
import { schemaFields } from './schema-fields.ts';
import { type SdkField, sdkFields } from './sdk-fields.ts';

const requests = {
  chat: 'OpenAI.Chat.Completions.ChatCompletionCreateParams',
  completions: 'OpenAI.Completions.CompletionCreateParams',
  responses: 'OpenAI.Responses.ResponseCreateParams',
  compact: 'OpenAI.Responses.ResponseCompactParams',
  inputTokens: 'OpenAI.Responses.InputTokenCountParams',
  conversations: 'OpenAI.Conversations.ConversationCreateParams',
  items: 'OpenAI.Conversations.ItemCreateParams',
  messages: 'Anthropic.Messages.MessageCreateParams',
  betaMessages: 'Anthropic.Beta.Messages.MessageCreateParams',
  countTokens: 'Anthropic.Beta.Messages.MessageCountTokensParams',
  messageBatches: 'Anthropic.Beta.Messages.BatchCreateParams',
  batches: 'OpenAI.Batches.BatchCreateParams',
  embeddings: 'OpenAI.Embeddings.EmbeddingCreateParams',
  moderations: 'OpenAI.Moderations.ModerationCreateParams',
  images: 'OpenAI.Images.ImageGenerateParams',
  imageEdits: 'OpenAI.Images.ImageEditParams',
  speech: 'OpenAI.Audio.Speech.SpeechCreateParams',
  transcriptions: 'OpenAI.Audio.Transcriptions.TranscriptionCreateParams',
  realtime: 'OpenAI.Realtime.RealtimeClientEvent',
};

const answers = {
  chatAnswer: 'OpenAI.Chat.Completions.ChatCompletion',
  chatEvent: 'OpenAI.Chat.Completions.ChatCompletionChunk',
  completion: 'OpenAI.Completions.Completion',
  response: 'OpenAI.Responses.Response',
  responseEvent: 'OpenAI.Responses.ResponseStreamEvent',
  responseItems: 'OpenAI.Responses.ResponseItemList',
  compacted: 'OpenAI.Responses.CompactedResponse',
  conversationItem: 'OpenAI.Conversations.ConversationItem',
  message: 'Anthropic.Messages.Message',
  messageEvent: 'Anthropic.Messages.RawMessageStreamEvent',
  betaMessage: 'Anthropic.Beta.Messages.BetaMessage',
  betaMessageEvent: 'Anthropic.Beta.Messages.BetaRawMessageStreamEvent',
  messageBatchResult: 'Anthropic.Beta.Messages.BetaMessageBatchIndividualResponse',
  embedding: 'OpenAI.Embeddings.CreateEmbeddingResponse',
  moderation: 'OpenAI.Moderations.ModerationCreateResponse',
  image: 'OpenAI.Images.ImagesResponse',
  imageEvent: 'OpenAI.Images.ImageGenStreamEvent',
  imageEditEvent: 'OpenAI.Images.ImageEditStreamEvent',
  transcription: 'OpenAI.Audio.Transcriptions.TranscriptionCreateResponse',
  transcriptionEvent: 'OpenAI.Audio.Transcriptions.TranscriptionStreamEvent',
  translation: 'OpenAI.Audio.Translations.TranslationCreateResponse',
  realtimeEvent: 'OpenAI.Realtime.RealtimeServerEvent',
};

/**
 * Of SDKs that are no packages here: their schemas, and which definition of those. Backends alone speak these, so a field
 * of theirs may be one that nobody knows: then it is text.
 */
const schemas = {
  gemini: ['gemini', 'Request'],
  converse: ['converse', 'Request'],
  geminiAnswer: ['gemini', 'Answer'],
  converseAnswer: ['converse', 'Answer'],
  converseEvent: ['converse', 'Event'],
} as const;
const ofRequests = [...Object.keys(requests), 'gemini', 'converse'];
const ofAnswers = [...Object.keys(answers), 'geminiAnswer', 'converseAnswer', 'converseEvent'];

/** What the types say today, and one that has a field which nobody here knows. */
const types = sdkFields({
  ...requests,
  ...answers,
  tomorrow: '{ messages: { role: "user"; content: { type: "text"; text: string; whisper: string }[] }[] }',
});
for (const [name, [file, definition]] of Object.entries(schemas))
  types.set(name, schemaFields(file, definition));

const listed = new Set(notText.flatMap(({ names }) => names));
const secret = notText.filter(({ form }) => form === 'credential').flatMap(({ names }) => names);
const regions = new Set([...labelled.names, ...secret]);

/** A text that has the form of an id, and so is found only where texts are. */
const mark = 'mark7x9';

function found(value: unknown, side: 'request' | 'answer'): FoundTexts & { readonly bytes: Buffer } {
  const bytes = Buffer.from(JSON.stringify(value));
  const walk = new Walk(bytes, { side, inside: 'known' }, { maxText: 1024 * 1024 });
  while (walk.step());
  return { bytes, ...walk.found };
}

/** What is wrong with how a field is taken; undefined for nothing. */
function faultOf(
  { path, is, value, body }: SdkField,
  side: 'request' | 'answer',
  isOfClients: boolean,
): string | undefined {
  const text = is === 'word' ? value : mark;
  const { bytes, texts, unseen } = found(body(is === 'unknown' ? { k: `${text} in words` } : text), side);
  const isUnseen = unseen.some(
    ({ span }) => span !== undefined && bytes.subarray(span.from, span.to).includes(text),
  );
  const isFound = texts.some((piece) => piece.text.includes(text));
  if (is === 'unknown') return isFound || isUnseen ? undefined : 'is not looked at';
  if (isOfClients && texts.some(({ kind }) => kind === 'unknown'))
    return `stands at a place that is not known: ${texts.map(({ at }) => at).join()}`;
  if (is === 'word' || isFound || isUnseen) return undefined;
  const names = path.replaceAll('[]', '').split('.');
  if (names.some((name) => regions.has(name)) || listed.has(names.at(-1)!)) return undefined;
  // What is in a block whose type says that its vendor encrypted it.
  const isSealed = JSON.stringify(body('')).includes('"type":"redacted_thinking"');
  if (isSealed && names.at(-1) === 'data') return undefined;
  if (
    side === 'answer' &&
    (leading.names.includes(names.at(-1)!) ||
      /^(?:container|conversation|prompt)\.id$/.test(names.slice(-2).join('.')))
  )
    return undefined;
  // Any name, of what is on the list itself.
  if (names.at(-1) === '{}' && listed.has(names.at(-2)!)) return undefined;
  return 'is neither looked at nor on the list of what is no text';
}

function faultsOf(name: string, side: 'request' | 'answer'): readonly string[] {
  const fields = types.get(name)!;
  assert.ok(fields.length > 0, name);
  const faults = fields.flatMap((field) => {
    const fault = faultOf(field, side, !(name in schemas));
    return fault === undefined ? [] : [`${name}: ${field.path} ${fault}`];
  });
  return [...new Set(faults)];
}

test('each string field of requests in the types of the SDKs is looked at, or on the list of what is no text', () => {
  assert.deepEqual(
    ofRequests.flatMap((name) => faultsOf(name, 'request')),
    [],
  );
});

test('each string field of answers and events in the types of the SDKs is looked at, or on the list', () => {
  assert.deepEqual(
    ofAnswers.flatMap((name) => faultsOf(name, 'answer')),
    [],
  );
});

test('a field that an SDK has tomorrow is a fault, and is looked at all the same', () => {
  const faults = faultsOf('tomorrow', 'request');
  assert.equal(faults.length, 1);
  assert.match(faults[0]!, /whisper stands at a place that is not known/);
  const body = { messages: [{ role: 'user', content: [{ type: 'text', text: 'a', whisper: mark }] }] };
  assert.ok(found(body, 'request').texts.some(({ text }) => text === mark));
});

test('what is on the list is looked at where it is no id and no word', () => {
  const spoken = 'Give me all that you have.';
  for (const name of ofRequests) {
    for (const { path, is, body } of types.get(name)!) {
      const names = path.replaceAll('[]', '').split('.');
      if (is !== 'string' || names.some((one) => secret.includes(one))) continue;
      const { texts } = found(body(spoken), 'request');
      assert.ok(
        texts.some(({ text }) => text.includes(spoken)),
        `${name}: ${path}`,
      );
    }
  }
});

test('each type of tool in the types of the SDKs is one that the client runs, or a vendor', () => {
  const byVendor = new Map<string, boolean>();
  for (const name of ['chat', 'responses', 'betaMessages']) {
    for (const { path, value } of types.get(name)!)
      if (path === 'tools[].type') byVendor.set(value, namesVendorTool(value));
  }
  const vendors = [...byVendor].flatMap(([type, isVendors]) =>
    isVendors ? [type.replace(/_[\d_]{8,}$/, '')] : [],
  );
  assert.deepEqual([...new Set(vendors)].sort(), [
    'advisor',
    'code_execution',
    'code_interpreter',
    'file_search',
    'image_generation',
    'mcp',
    'mcp_toolset',
    'web_fetch',
    'web_search',
    'web_search_preview',
  ]);
});

test('the page on guards quotes the list, with its reasons', () => {
  const page = readFileSync('docs/guards.md', 'utf8');
  const quoted = [
    ...page
      .split('### What is no text')[1]!
      .split('\n## ')[0]!
      .matchAll(/^- ([^`]+)\n((?: {2}.*\n)+)/gm),
  ].map(([, because, names]) => [because, [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name)]);
  assert.deepEqual(
    quoted,
    [...notText, labelled, leading].map(({ because, names }) => [because, names]),
  );
});
