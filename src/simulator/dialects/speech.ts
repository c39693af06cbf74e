import { askedOf, modelOf, wrong } from '../asked-fields.ts';
import { asObject, asText, type JsonObject } from '../json-values.ts';
import { promptOfText } from '../prompt.ts';
import type { Answer } from '../reply.ts';
import { type Dialect, frame, type SimulatedFile, sse } from '../simulated-dialect.ts';
import { error, errorEvent } from './openai.ts';

/** Media types by `response_format`, and what files of each begin with; the first is what comes unasked. */
const formats: Readonly<Record<string, { readonly mediaType: string; readonly magic: Buffer }>> = {
  mp3: { mediaType: 'audio/mpeg', magic: Buffer.from('ID3\u0004\0\0\0\0\0\0') },
  opus: { mediaType: 'audio/ogg', magic: Buffer.from('OggS\0') },
  aac: { mediaType: 'audio/aac', magic: Buffer.from([0xff, 0xf1]) },
  flac: { mediaType: 'audio/flac', magic: Buffer.from('fLaC') },
  wav: { mediaType: 'audio/wav', magic: Buffer.alloc(0) },
  pcm: { mediaType: 'audio/pcm', magic: Buffer.alloc(0) },
};

const samplesPerSecond = 24_000;
const bytesPerSample = 2;
/** So much sound for each character. */
const bytesPerCharacter = 960;
const bytesPerEvent = 4800;

/**
 * `POST /v1/audio/speech`, after OpenAI's API reference: silence, longer with the text. A `wav` can be played, and so can
 * `pcm`; what else is named begins as its format does, and is nothing behind that.
 */
export const speech: Dialect = {
  requestIdHeader: 'x-request-id',
  error,
  errorEvent,
  read(body) {
    if ((asText(body['voice']) ?? asText(asObject(body['voice'])['id'])) === undefined)
      throw wrong('voice', 'name a voice');
    formatOf(body);
    return askedOf(modelOf(body), {
      stream: body['stream_format'] === 'sse',
      prompts: [promptOfText(inputOf(body))],
    });
  },
  file: (_, __, body) => fileOf(body),
  whole: () => ({}),
  frames(_, answer, body) {
    const { data } = fileOf(body);
    const pieces = Array.from({ length: Math.ceil(data.length / bytesPerEvent) }, (_, at) =>
      data.subarray(at * bytesPerEvent, (at + 1) * bytesPerEvent),
    );
    return [
      ...pieces.map((piece) =>
        frame('content', sse({ type: 'speech.audio.delta', audio: piece.toString('base64') }), 1),
      ),
      frame('mark', sse({ type: 'speech.audio.done', usage: usageOf(answer, pieces.length) })),
    ];
  },
};

function usageOf({ inputTokens }: Answer, outputTokens: number): object {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

function inputOf(body: JsonObject): string {
  const input = asText(body['input']);
  if (input === undefined || input === '') throw wrong('input', 'give the text to speak');
  return input;
}

function formatOf(body: JsonObject): string {
  const format = asText(body['response_format']) ?? 'mp3';
  if (formats[format] === undefined)
    throw wrong('response_format', `give one of ${Object.keys(formats).join(', ')}`);
  return format;
}

function fileOf(body: JsonObject): SimulatedFile {
  const name = formatOf(body);
  const { mediaType, magic } = formats[name]!;
  const sound = Buffer.alloc(inputOf(body).length * bytesPerCharacter);
  return { mediaType, data: Buffer.concat([name === 'wav' ? waveHeader(sound.length) : magic, sound]) };
}

/** Of one channel of 16 bits. */
function waveHeader(bytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(samplesPerSecond, 24);
  header.writeUInt32LE(samplesPerSecond * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(bytesPerSample * 8, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  return header;
}
