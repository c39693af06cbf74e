import { crc32, deflateSync } from 'node:zlib';
import { askedOf, flagOf, modelOf, numberOf, wrong } from '../asked-fields.ts';
import { asText, type JsonObject } from '../json-values.ts';
import { promptOfText } from '../prompt.ts';
import type { Answer, Asked } from '../reply.ts';
import { type Dialect, type Frame, frame, sse } from '../simulated-dialect.ts';
import { error, errorEvent } from './openai.ts';

const mostImages = 10;
const mostPartials = 3;
const tokensPerImage = 272;

/**
 * `POST /v1/images/generations`, after OpenAI's API reference: pictures of one point, of a colour that depends on the
 * prompt. They come as base64, or as URLs that lead nowhere where those are asked for or a model of the first
 * generation is.
 */
export const images: Dialect = {
  requestIdHeader: 'x-request-id',
  error,
  errorEvent,
  read(body) {
    const prompt = promptTextOf(body);
    numberOf(body, 'partial_images', 0, mostPartials);
    return askedOf(modelOf(body, 'dall-e-2'), {
      stream: flagOf(body, 'stream'),
      prompts: [promptOfText(prompt)],
      copies: numberOf(body, 'n', 1, mostImages) ?? 1,
    });
  },
  whole(asked, answer, body) {
    const { size, quality, background, output_format } = looksOf(body);
    const isUrl = wantsUrl(asked, body);
    return {
      created: answer.created,
      data: Array.from({ length: asked.copies }, (_, copy) =>
        isUrl
          ? { url: `https://images.invalid/${answer.id}-${copy}.png`, revised_prompt: promptTextOf(body) }
          : { b64_json: picture(asked, copy) },
      ),
      ...(!isUrl && { size, quality, background, output_format, usage: usageOf(asked, answer) }),
    };
  },
  frames(asked, answer, body) {
    const partials = numberOf(body, 'partial_images', 0, mostPartials) ?? 0;
    return Array.from({ length: asked.copies }, (_, copy) => copy).flatMap((copy) => [
      ...Array.from({ length: partials }, (_, index) =>
        event('content', 'image_generation.partial_image', {
          ...looksOf(body),
          b64_json: picture(asked, copy),
          created_at: answer.created,
          partial_image_index: index,
        }),
      ),
      event(copy === asked.copies - 1 ? 'mark' : 'content', 'image_generation.completed', {
        ...looksOf(body),
        b64_json: picture(asked, copy),
        created_at: answer.created,
        usage: usageOf(asked, answer),
      }),
    ]);
  },
};

function event(phase: 'content' | 'mark', type: string, fields: object): Frame {
  return frame(phase, sse({ type, ...fields }, type), tokensPerImage);
}

function promptTextOf(body: JsonObject): string {
  const prompt = asText(body['prompt']);
  if (prompt === undefined || prompt === '') throw wrong('prompt', 'describe the image, as a text');
  return prompt;
}

function wantsUrl({ model }: Asked, { response_format: format }: JsonObject): boolean {
  return format === 'url' || (format === undefined && model.startsWith('dall-e'));
}

function looksOf(body: JsonObject): Readonly<Record<string, string>> {
  const chosen = (field: string, values: readonly string[]) => {
    const value = asText(body[field]);
    return value !== undefined && values.includes(value) ? value : values[0]!;
  };
  return {
    size: chosen('size', ['1024x1024', '1024x1536', '1536x1024']),
    quality: chosen('quality', ['high', 'medium', 'low']),
    background: chosen('background', ['opaque', 'transparent']),
    output_format: 'png',
  };
}

function usageOf({ copies }: Asked, { inputTokens }: Answer): object {
  const output = tokensPerImage * copies;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { text_tokens: inputTokens, image_tokens: 0 },
    output_tokens: output,
    total_tokens: inputTokens + output,
  };
}

function picture({ prompts }: Asked, copy: number): string {
  const colour = Buffer.from(prompts[0]!.digest, 'hex').subarray(0, 3);
  colour[0] = (colour[0]! + copy) % 256;
  return png(colour).toString('base64');
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** One point wide and high, eight bits each of red, green and blue. */
const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);

function png(colour: Buffer): Buffer {
  const row = Buffer.concat([Buffer.alloc(1), colour]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(row)), chunk('IEND')]);
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(content.length + 8);
  framed.writeUInt32BE(data.length);
  content.copy(framed, 4);
  framed.writeUInt32BE(crc32(content), content.length + 4);
  return framed;
}
