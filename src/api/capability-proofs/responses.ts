import { type JsonObject, objectsOf, parseObject } from '../../lib/json.ts';
import { responsesStream } from '../dialects/responses/responses-stream.ts';
import { oneLinePdf, wordImage } from './attachments.ts';
import { type Ask, type Proofs, proof, type Told, type ToldCall } from './proof.ts';
import * as questions from './questions.ts';

const { image, document, prefill, screen, tools, answerTokens } = questions;

/** Nothing of it is to be kept by the vendor. */
function ask(body: JsonObject): Ask {
  return { body: { store: false, max_output_tokens: answerTokens, ...body }, headers: {} };
}

function user(...content: readonly JsonObject[]): JsonObject {
  return { role: 'user', content };
}

function says(text: string): JsonObject {
  return { type: 'input_text', text };
}

const functions = {
  code: { type: 'function', ...tools.code, strict: false },
  colour: { type: 'function', ...tools.colour, strict: false },
};

function itemsOf({ body }: Told, type: string): readonly JsonObject[] {
  return objectsOf(body['output']).filter((item) => item['type'] === type);
}

function textOf(told: Told): string {
  return itemsOf(told, 'message')
    .map(({ content }) => questions.textOf(content))
    .join(' ');
}

function callsOf(told: Told): readonly ToldCall[] {
  return itemsOf(told, 'function_call').map(({ name, arguments: given }) => ({
    name: typeof name === 'string' ? name : '',
    arguments: typeof given === 'string' ? parseObject(given) : undefined,
  }));
}

/** An item may be there although nothing was thought. */
function reasoningOf(told: Told): string {
  return itemsOf(told, 'reasoning')
    .flatMap(({ summary, content }) => [summary, content])
    .map(questions.textOf)
    .join('');
}

function lacksSearch(told: Told): string | undefined {
  const isDone = itemsOf(told, 'web_search_call').some(({ status }) => status !== 'failed');
  return isDone ? undefined : 'the answer has no search that was made';
}

function lacksAction(told: Told): string | undefined {
  return itemsOf(told, 'computer_call').length > 0 ? undefined : 'the answer does not use the computer';
}

const preview = {
  type: 'computer_use_preview',
  display_width: screen.width,
  display_height: screen.height,
  environment: 'browser',
};

/** `audio_input` and `url_context` have no request in this dialect. */
export const responsesProofs: Proofs = {
  vision: proof(
    [
      ask({
        input: [
          user(says(image.question), {
            type: 'input_image',
            detail: 'auto',
            image_url: `data:image/png;base64,${wordImage(image.word).toString('base64')}`,
          }),
        ],
      }),
    ],
    (told) => questions.lacksWord(textOf(told), image.word, 'image'),
  ),
  pdf_input: proof(
    [
      ask({
        input: [
          user(says(document.question), {
            type: 'input_file',
            filename: 'document.pdf',
            file_data: `data:application/pdf;base64,${oneLinePdf(document.word).toString('base64')}`,
          }),
        ],
      }),
    ],
    (told) => questions.lacksWord(textOf(told), document.word, 'document'),
    { moreInput: 2000 },
  ),
  reasoning: proof([ask({ input: questions.puzzle, reasoning: { effort: 'low' } })], (told) =>
    questions.lacksReasoning(reasoningOf(told), told),
  ),
  streaming: proof([ask({ input: questions.hello, stream: true })], (told) =>
    questions.lacksStream(told, responsesStream),
  ),
  function_calling: proof([ask({ input: questions.callOnce, tools: [functions.code] })], (told) =>
    questions.lacksCall(callsOf(told)),
  ),
  parallel_function_calling: proof(
    [ask({ input: questions.callTwice, tools: [functions.code], parallel_tool_calls: true })],
    (told) => questions.lacksSecondCall(callsOf(told)),
  ),
  tool_choice: proof(
    [
      ask({
        input: questions.hello,
        tools: [functions.code, functions.colour],
        tool_choice: { type: 'function', name: tools.colour.name },
      }),
    ],
    (told) => questions.lacksForcedCall(callsOf(told)),
  ),
  computer_use: proof(
    [{ type: 'computer' }, preview].map((tool) =>
      ask({ input: screen.question, tools: [tool], truncation: 'auto' }),
    ),
    lacksAction,
    { moreInput: 1000 },
  ),
  assistant_prefill: proof(
    [
      ask({
        input: [
          { role: 'user', content: prefill.question },
          { role: 'assistant', content: prefill.beginning },
        ],
      }),
    ],
    (told) => questions.lacksContinuation(textOf(told)),
  ),
  prompt_caching: proof(
    [ask({ instructions: questions.longPrefix, input: questions.hello })],
    questions.lacksCachedInput,
    { times: 2, isCached: true },
  ),
  web_search: proof(
    ['web_search', 'web_search_preview'].map((type) =>
      ask({ input: questions.search, tools: [{ type, search_context_size: 'low' }] }),
    ),
    lacksSearch,
    { moreInput: 12_000 },
  ),
};
