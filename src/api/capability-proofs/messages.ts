import { isObject, type JsonObject, objectsOf } from '../../lib/json.ts';
import { messagesStream } from '../dialects/messages/messages-stream.ts';
import { oneLinePdf, wordImage } from './attachments.ts';
import { type Ask, type Proofs, proof, type Told, type ToldCall } from './proof.ts';
import * as questions from './questions.ts';

const { image, document, prefill, screen, tools, answerTokens } = questions;

/** @param beta What the vendor wants named in `anthropic-beta` for it. */
function ask(body: JsonObject, beta?: string): Ask {
  return {
    body: { max_tokens: answerTokens, ...body },
    headers: {
      'anthropic-version': '2023-06-01',
      ...(beta === undefined ? {} : { 'anthropic-beta': beta }),
    },
  };
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

function base64(type: string, data: Buffer): JsonObject {
  return { type: 'base64', media_type: type, data: data.toString('base64') };
}

const { code, colour } = tools;
const functions = {
  code: { name: code.name, description: code.description, input_schema: code.parameters },
  colour: { name: colour.name, description: colour.description, input_schema: colour.parameters },
};

function blocksOf({ body }: Told, type: string): readonly JsonObject[] {
  return objectsOf(body['content']).filter((block) => block['type'] === type);
}

function textOf(told: Told): string {
  return questions.textOf(blocksOf(told, 'text'));
}

function callsOf(told: Told): readonly ToldCall[] {
  return blocksOf(told, 'tool_use').map(({ name, input }) => ({
    name: typeof name === 'string' ? name : '',
    arguments: isObject(input) ? input : undefined,
  }));
}

/** A redacted thought is a thought nevertheless. */
function reasoningOf(told: Told): string {
  const thought = blocksOf(told, 'thinking').map(({ thinking, signature }) => thinking || signature);
  const redacted = blocksOf(told, 'redacted_thinking').map(({ data }) => data);
  return [...thought, ...redacted].map(questions.textOf).join('');
}

function lacksResults(told: Told): string | undefined {
  const isFound = blocksOf(told, 'web_search_tool_result').some(
    ({ content }) => Array.isArray(content) && content.length > 0,
  );
  return isFound ? undefined : 'the answer has no result of a search';
}

function lacksPage(told: Told): string | undefined {
  const isFetched = blocksOf(told, 'web_fetch_tool_result').some(
    ({ content }) => isObject(content) && content['type'] === 'web_fetch_result',
  );
  return isFetched ? undefined : 'the answer has no page that was fetched';
}

function lacksAction(told: Told): string | undefined {
  const isUsed = callsOf(told).some(
    (call) => call.name === 'computer' && call.arguments?.['action'] !== undefined,
  );
  return isUsed ? undefined : 'the answer does not use the computer';
}

function computer(type: string, beta: string): Ask {
  const display = { display_width_px: screen.width, display_height_px: screen.height };
  return ask({ messages: [said(screen.question)], tools: [{ type, name: 'computer', ...display }] }, beta);
}

const fetching = {
  messages: [said(questions.page)],
  tools: [{ type: 'web_fetch_20250910', name: 'web_fetch', max_uses: 1 }],
};

/** `audio_input` has no request in this dialect. */
export const messagesProofs: Proofs = {
  vision: proof(
    [
      ask({
        messages: [
          user(says(image.question), { type: 'image', source: base64('image/png', wordImage(image.word)) }),
        ],
      }),
    ],
    (told) => questions.lacksWord(textOf(told), image.word, 'image'),
  ),
  pdf_input: proof(
    [
      ask({
        messages: [
          user(says(document.question), {
            type: 'document',
            source: base64('application/pdf', oneLinePdf(document.word)),
          }),
        ],
      }),
    ],
    (told) => questions.lacksWord(textOf(told), document.word, 'document'),
    { moreInput: 2000 },
  ),
  reasoning: proof(
    [{ type: 'enabled', budget_tokens: answerTokens }, { type: 'adaptive' }].map((thinking) =>
      ask({ max_tokens: 2 * answerTokens, messages: [said(questions.puzzle)], thinking }),
    ),
    (told) => questions.lacksReasoning(reasoningOf(told), told),
  ),
  streaming: proof([ask({ messages: [said(questions.hello)], stream: true })], (told) =>
    questions.lacksStream(told, messagesStream),
  ),
  function_calling: proof([ask({ messages: [said(questions.callOnce)], tools: [functions.code] })], (told) =>
    questions.lacksCall(callsOf(told)),
  ),
  parallel_function_calling: proof(
    [
      ask({
        messages: [said(questions.callTwice)],
        tools: [functions.code],
        tool_choice: { type: 'auto', disable_parallel_tool_use: false },
      }),
    ],
    (told) => questions.lacksSecondCall(callsOf(told)),
  ),
  tool_choice: proof(
    [
      ask({
        messages: [said(questions.hello)],
        tools: [functions.code, functions.colour],
        tool_choice: { type: 'tool', name: colour.name },
      }),
    ],
    (told) => questions.lacksForcedCall(callsOf(told)),
  ),
  computer_use: proof(
    [
      computer('computer_20251124', 'computer-use-2025-11-24'),
      computer('computer_20250124', 'computer-use-2025-01-24'),
    ],
    lacksAction,
    { moreInput: 1000 },
  ),
  assistant_prefill: proof(
    [ask({ messages: [said(prefill.question), { role: 'assistant', content: prefill.beginning }] })],
    (told) => questions.lacksContinuation(textOf(told)),
  ),
  prompt_caching: proof(
    [
      ask({
        system: [{ type: 'text', text: questions.longPrefix, cache_control: { type: 'ephemeral' } }],
        messages: [said(questions.hello)],
      }),
    ],
    questions.lacksCachedInput,
    { times: 2, isCached: true },
  ),
  web_search: proof(
    [
      ask({
        messages: [said(questions.search)],
        tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 1 }],
      }),
    ],
    lacksResults,
    { moreInput: 12_000 },
  ),
  url_context: proof([ask(fetching), ask(fetching, 'web-fetch-2025-09-10')], lacksPage, {
    moreInput: 3000,
  }),
};
