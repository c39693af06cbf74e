import { askedOf, modelOf, wrong } from '../asked-fields.ts';
import { asObject, asText, type JsonObject } from '../json-values.ts';
import { promptOfText } from '../prompt.ts';
import { type Dialect, frame } from '../simulated-dialect.ts';
import { error, errorEvent } from './openai.ts';

/** Each by the word that flags it here; images are judged for some of them only. */
const categories: Readonly<Record<string, { readonly word: string; readonly ofImages: boolean }>> = {
  harassment: { word: 'idiot', ofImages: false },
  'harassment/threatening': { word: 'threaten', ofImages: false },
  sexual: { word: 'sex', ofImages: true },
  hate: { word: 'hate', ofImages: false },
  'hate/threatening': { word: 'lynch', ofImages: false },
  illicit: { word: 'shoplift', ofImages: false },
  'illicit/violent': { word: 'bomb', ofImages: false },
  'self-harm/intent': { word: 'suicide', ofImages: true },
  'self-harm/instructions': { word: 'noose', ofImages: true },
  'self-harm': { word: 'self-harm', ofImages: true },
  'sexual/minors': { word: 'underage', ofImages: false },
  violence: { word: 'kill', ofImages: true },
  'violence/graphic': { word: 'gore', ofImages: true },
};

/** `POST /v1/moderations`, after OpenAI's API reference: a text is flagged by a few words that stand in it. */
export const moderations: Dialect = {
  requestIdHeader: 'x-request-id',
  error,
  errorEvent,
  read: (body) =>
    askedOf(modelOf(body, 'omni-moderation-latest'), {
      prompts: inputsOf(body).map(({ text }) => promptOfText(text)),
      maxTokens: 0,
    }),
  whole: ({ model }, { id }, body) => answerOf(id, model, body),
  frames: ({ model }, { id }, body) => [frame('mark', JSON.stringify(answerOf(id, model, body)))],
};

function answerOf(id: string, model: string, body: JsonObject): object {
  return { id: `modr-${id}`, model, results: inputsOf(body).map(resultOf) };
}

interface Input {
  readonly text: string;
  readonly hasImage: boolean;
}

/** A text, a list of them, or the parts of one input. */
function inputsOf({ input }: JsonObject): readonly Input[] {
  if (typeof input === 'string') return [{ text: input, hasImage: false }];
  if (!Array.isArray(input) || input.length === 0) throw wrong('input', 'give a text, texts or parts');
  if (input.every((one) => typeof one === 'string')) {
    return input.map((text: string) => ({ text, hasImage: false }));
  }
  const parts = input.map(asObject);
  return [
    {
      text: parts.map(({ text }) => asText(text) ?? '').join('\n'),
      hasImage: parts.some(({ type }) => type === 'image_url'),
    },
  ];
}

function resultOf({ text, hasImage }: Input): object {
  const lower = text.toLowerCase();
  const each = <Value>(make: (category: (typeof categories)[string]) => Value) =>
    Object.fromEntries(Object.entries(categories).map(([name, category]) => [name, make(category)]));
  const flags = each(({ word }) => lower.includes(word));
  return {
    flagged: Object.values(flags).includes(true),
    categories: flags,
    category_scores: each(({ word }) => (lower.includes(word) ? 0.95 : 0.001)),
    category_applied_input_types: each(({ ofImages }) => [
      'text',
      ...(ofImages && hasImage ? ['image'] : []),
    ]),
  };
}
