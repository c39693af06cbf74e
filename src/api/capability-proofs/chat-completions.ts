import { isObject, type JsonObject, objectsOf, parseObject } from '../../lib/json.ts';
import { openaiStream } from '../dialects/openai/openai-stream.ts';
import { oneLinePdf, toneRecording, wordImage } from './attachments.ts';
import { type Ask, type Proofs, proof, type Told, type ToldCall } from './proof.ts';
import * as questions from './questions.ts';

const { image, document, sound, prefill, tools, answerTokens } = questions;

/** Older servers know the bound by its older name, and newer models refuse that. */
function asks(body: JsonObject): readonly Ask[] {
  return ['max_completion_tokens', 'max_tokens'].map((bound) => ({
    body: { ...body, [bound]: answerTokens },
    headers: {},
  }));
}

function user(...content: readonly JsonObject[]): JsonObject {
  return { role: 'user', content };
}

function says(text: string): JsonObject {
  return { type: 'text', text };
}

function said(text: string): JsonObject {
  return { role: 'user', content: text };
}

const functions = {
  code: { type: 'function', function: tools.code },
  colour: { type: 'function', function: tools.colour },
};

/** Only the first choice: no proof asks for more. */
function messageOf({ body }: Told): JsonObject {
  const [choice] = objectsOf(body['choices']);
  return isObject(choice?.['message']) ? choice['message'] : {};
}

function textOf(told: Told): string {
  return questions.textOf(messageOf(told)['content']);
}

function callsOf(told: Told): readonly ToldCall[] {
  return objectsOf(messageOf(told)['tool_calls']).map(({ function: called }) => {
    const { name, arguments: given } = isObject(called) ? called : {};
    return {
      name: typeof name === 'string' ? name : '',
      arguments: typeof given === 'string' ? parseObject(given) : undefined,
    };
  });
}

/** Under the names that servers have for it. */
function reasoningOf(told: Told): string {
  const { reasoning_content: content, reasoning, reasoning_details: details } = messageOf(told);
  return [content, reasoning, details].map(questions.textOf).join('');
}

/** Most put the sources beside the text, some beside the choices. */
function lacksSources(told: Told): string | undefined {
  const annotations = objectsOf(messageOf(told)['annotations']);
  const { citations, search_results: results } = told.body;
  const isCited =
    annotations.some(({ type }) => type === 'url_citation') ||
    [citations, results].some((list) => Array.isArray(list) && list.length > 0);
  return isCited ? undefined : 'the answer cites no page of the web';
}

/** `computer_use` and `url_context` have no request in this dialect. */
export const chatCompletionsProofs: Proofs = {
  vision: proof(
    asks({
      messages: [
        user(says(image.question), {
          type: 'image_url',
          image_url: { url: `data:image/png;base64,${wordImage(image.word).toString('base64')}` },
        }),
      ],
    }),
    (told) => questions.lacksWord(textOf(told), image.word, 'image'),
  ),
  pdf_input: proof(
    asks({
      messages: [
        user(says(document.question), {
          type: 'file',
          file: {
            filename: 'document.pdf',
            file_data: `data:application/pdf;base64,${oneLinePdf(document.word).toString('base64')}`,
          },
        }),
      ],
    }),
    (told) => questions.lacksWord(textOf(told), document.word, 'document'),
    { moreInput: 2000 },
  ),
  audio_input: proof(
    asks({
      messages: [
        user(says(sound.question), {
          type: 'input_audio',
          input_audio: { data: toneRecording(sound.tones).toString('base64'), format: 'wav' },
        }),
      ],
    }),
    (told) => questions.lacksTones(textOf(told), told),
  ),
  reasoning: proof(asks({ messages: [said(questions.puzzle)], reasoning_effort: 'low' }), (told) =>
    questions.lacksReasoning(reasoningOf(told), told),
  ),
  streaming: proof(asks({ messages: [said(questions.hello)], stream: true }), (told) =>
    questions.lacksStream(told, openaiStream),
  ),
  function_calling: proof(asks({ messages: [said(questions.callOnce)], tools: [functions.code] }), (told) =>
    questions.lacksCall(callsOf(told)),
  ),
  parallel_function_calling: proof(
    asks({ messages: [said(questions.callTwice)], tools: [functions.code], parallel_tool_calls: true }),
    (told) => questions.lacksSecondCall(callsOf(told)),
  ),
  tool_choice: proof(
    asks({
      messages: [said(questions.hello)],
      tools: [functions.code, functions.colour],
      tool_choice: { type: 'function', function: { name: tools.colour.name } },
    }),
    (told) => questions.lacksForcedCall(callsOf(told)),
  ),
  assistant_prefill: proof(
    asks({ messages: [said(prefill.question), { role: 'assistant', content: prefill.beginning }] }),
    (told) => questions.lacksContinuation(textOf(told)),
  ),
  prompt_caching: proof(
    asks({ messages: [{ role: 'system', content: questions.longPrefix }, said(questions.hello)] }),
    questions.lacksCachedInput,
    { times: 2, isCached: true },
  ),
  web_search: proof(
    asks({ messages: [said(questions.search)], web_search_options: { search_context_size: 'low' } }),
    lacksSources,
    { moreInput: 12_000 },
  ),
};
