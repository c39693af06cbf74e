/** The questions in each dialect's form, and the checks of their answers. No question holds its own answer. */
import type { JsonObject } from '../../lib/json.ts';
import type { StreamDialect } from '../dialects/dialect.ts';
import type { Told, ToldCall } from './proof.ts';

/** Room for an answer: models that reason need some of it before they say the first word. */
export const answerTokens = 1024;

export const hello = 'Say hello.';

export const image = { word: 'HARBOR', question: 'Which word is in the image? Answer with that word alone.' };

export const document = {
  word: 'LANTERN',
  question: 'Which word is in the document? Answer with that word alone.',
};

export const sound = {
  tones: 4,
  question: 'How many separate tones are in the recording? Answer with one digit.',
};

export const puzzle =
  'How many of the whole numbers from 1 to 60 are divisible by 3 or by 4, but not by both? Answer with the number alone.';

/** A question, and the beginning of an answer that nobody but its own continuation would give. */
export const prefill = {
  question: 'What is the capital of France? Answer with one word.',
  beginning: 'I will not name that city. The colour of fresh grass, in one word, is',
  continuation: 'green',
};

export const search = 'Search the web: who maintains the HTTP Archive? Answer with one sentence.';

export const page = 'Fetch https://example.com/ and answer with its heading.';

export const screen = {
  width: 1024,
  height: 768,
  question: 'Take a screenshot of the screen with the computer tool.',
};

/** Function tools, with their parameters as a JSON Schema. Each call has a code that the question names. */
export const codes = ['7431', '2958'] as const;
const [firstCode, secondCode] = codes;

export const tools = {
  code: {
    name: 'note_code',
    description: 'Notes one code.',
    parameters: {
      type: 'object',
      properties: { code: { type: 'string', enum: [firstCode, secondCode] } },
      required: ['code'],
      additionalProperties: false,
    },
  },
  colour: {
    name: 'note_colour',
    description: 'Notes one colour.',
    parameters: {
      type: 'object',
      properties: { colour: { type: 'string' } },
      required: ['colour'],
      additionalProperties: false,
    },
  },
} as const;

export const callOnce = `Call the tool ${tools.code.name} with the code ${firstCode}.`;
export const callTwice = `Call the tool ${tools.code.name} twice in this one turn: with the code ${firstCode} and with the code ${secondCode}.`;

/** Long enough for every vendor's cache, of which some begin at 4096 tokens. */
export const longPrefix = Array.from(
  { length: 700 },
  (_, index) => `${index + 1}. apple river stone cloud`,
).join('\n');

/** True for a text with a word, in upper or lower case. */
function says(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}

export function lacksWord(text: string, word: string, where: string): string | undefined {
  return says(text, word) ? undefined : `the answer does not have the word that is in the ${where}`;
}

export function lacksTones(text: string, told: Told): string | undefined {
  if ((told.usage?.audioInput ?? 0) > 0) return undefined;
  const isCounted = /(?<!\d)4(?!\d)|\bfour\b/i.test(text);
  return isCounted ? undefined : 'the answer does not count the tones, and its usage has no audio tokens';
}

/** @param written Reasoning that stands in the answer itself. */
export function lacksReasoning(written: string, told: Told): string | undefined {
  if (written.trim() !== '' || (told.usage?.reasoning ?? 0) > 0) return undefined;
  return 'the answer has neither reasoning nor reasoning tokens in its usage';
}

export function lacksContinuation(text: string): string | undefined {
  return says(text, prefill.continuation) ? undefined : 'the answer does not go on from its given beginning';
}

export function lacksCall(calls: readonly ToldCall[]): string | undefined {
  const call = calls.find(({ name }) => name === tools.code.name);
  if (call === undefined) return `the answer does not call the tool ${tools.code.name}`;
  return call.arguments?.['code'] === firstCode
    ? undefined
    : 'the call of the tool does not have the code asked for';
}

export function lacksSecondCall(calls: readonly ToldCall[]): string | undefined {
  const noted = new Set(
    calls.filter(({ name }) => name === tools.code.name).map((call) => call.arguments?.['code']),
  );
  return codes.every((code) => noted.has(code))
    ? undefined
    : 'the answer does not have both calls of the tool in one turn';
}

export function lacksForcedCall(calls: readonly ToldCall[]): string | undefined {
  const isForced = calls.length > 0 && calls.every(({ name }) => name === tools.colour.name);
  return isForced
    ? undefined
    : `the answer does not call the tool that \`tool_choice\` names, ${tools.colour.name}`;
}

export function lacksCachedInput({ usage }: Told): string | undefined {
  return (usage?.cachedInput ?? 0) > 0
    ? undefined
    : 'asked twice, the second answer reports no tokens from the cache';
}

/** Content, and the mark that ends a stream. */
export function lacksStream({ events }: Told, dialect: StreamDialect): string | undefined {
  if (events === undefined) return 'the answer came whole, not as a stream';
  const signs = events.map(({ event, data, json }) => dialect.read(event, data, json));
  if (!signs.some(({ content }) => content)) return 'the stream has no event with content';
  return signs.some(({ terminal, finished }) => terminal || finished) ? undefined : 'the stream has no end';
}

/** The texts of a field that is text or a list of parts with text. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: JsonObject | null) => (typeof part?.['text'] === 'string' ? part['text'] : ''))
    .join(' ');
}
