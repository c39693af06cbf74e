import { createHash } from 'node:crypto';
import { askedOf, modelOf, numberOf, wrong } from '../asked-fields.ts';
import type { JsonObject } from '../json-values.ts';
import { type Dialect, frame } from '../simulated-dialect.ts';
import { countTokens } from '../tokens.ts';
import { error, errorEvent } from './openai.ts';

const defaultDimensions = 64;
const mostDimensions = 4096;
const mostInputs = 2048;

/**
 * `POST /v1/embeddings`, after OpenAI's API reference, and vLLM's for a conversation in place of texts: the same text has
 * the same vector, of length 1.
 */
export const embeddings: Dialect = {
  requestIdHeader: 'x-request-id',
  error,
  errorEvent,
  read(body) {
    inputsOf(body);
    dimensionsOf(body);
    formatOf(body);
    return askedOf(modelOf(body));
  },
  whole: ({ model }, _, body) => list(model, body),
  frames: ({ model }, _, body) => [frame('mark', JSON.stringify(list(model, body)))],
};

/** A text, or the tokens of one. */
type Input = string | readonly number[];

function list(model: string, body: JsonObject): object {
  const inputs = inputsOf(body);
  const dimensions = dimensionsOf(body);
  const isPacked = formatOf(body) === 'base64';
  const tokens = inputs.reduce((sum, input) => sum + tokensOf(input), 0);
  return {
    object: 'list',
    data: inputs.map((input, index) => {
      const vector = vectorOf(input, dimensions);
      return { object: 'embedding', index, embedding: isPacked ? packed(vector) : [...vector] };
    }),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function inputsOf({ input, messages }: JsonObject): readonly Input[] {
  if (input === undefined && Array.isArray(messages)) return [JSON.stringify(messages)];
  const inputs = isInput(input) ? [input] : input;
  if (Array.isArray(inputs) && inputs.length > 0 && inputs.length <= mostInputs && inputs.every(isInput)) {
    return inputs;
  }
  throw wrong(
    'input',
    `give a text, its tokens, or a list of up to ${mostInputs} of either, none of them empty`,
  );
}

function isInput(value: unknown): value is Input {
  if (typeof value === 'string') return value !== '';
  return Array.isArray(value) && value.length > 0 && value.every(Number.isInteger);
}

function dimensionsOf(body: JsonObject): number {
  return numberOf(body, 'dimensions', 1, mostDimensions) ?? defaultDimensions;
}

function formatOf({ encoding_format: format = 'float' }: JsonObject): 'float' | 'base64' {
  if (format !== 'float' && format !== 'base64') throw wrong('encoding_format', 'give "float" or "base64"');
  return format;
}

function tokensOf(input: Input): number {
  return typeof input === 'string' ? countTokens(input) : input.length;
}

function vectorOf(input: Input, dimensions: number): Float32Array {
  const digest = createHash('sha256').update(JSON.stringify(input)).digest();
  // Bytes of a digest, one after the other and turned by how often they came: none is 0, so that there is a length.
  const raw = Array.from({ length: dimensions }, (_, at) => digest[at % digest.length]! - 127.5 + at / 4096);
  const length = Math.hypot(...raw);
  return Float32Array.from(raw, (value) => value / length);
}

/** Little-endian, whatever this machine is. */
function packed(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4);
  return bytes.toString('base64');
}
