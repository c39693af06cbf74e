import { askedOf, flagOf, modelOf, wrong } from '../asked-fields.ts';
import { asText, type JsonObject } from '../json-values.ts';
import { filesIn } from '../multipart-form.ts';
import { promptOfText } from '../prompt.ts';
import type { Answer, Asked } from '../reply.ts';
import { type Dialect, frame, type SimulatedFile, sse } from '../simulated-dialect.ts';
import { error, errorEvent } from './openai.ts';

/** The assumed bytes of a second of sound: 128 kbit/s. */
const bytesPerSecond = 16_000;
const tokensPerSecond = 10;

/** Models that count tokens, as OpenAI's newer ones do; the others count seconds. */
const countsTokens = /transcribe/;

/** By `response_format`; undefined where the answer is JSON. */
const files: Readonly<Record<string, ((answer: Answer, seconds: number) => string) | undefined>> = {
  json: undefined,
  verbose_json: undefined,
  text: (answer) => `${textOf(answer)}\n`,
  srt: (answer, seconds) => `1\n00:00:00,000 --> ${clock(seconds, ',')}\n${textOf(answer)}\n\n`,
  vtt: (answer, seconds) => `WEBVTT\n\n00:00:00.000 --> ${clock(seconds, '.')}\n${textOf(answer)}\n\n`,
};

/** `POST /v1/audio/transcriptions`, after OpenAI's API reference: the sound has said what the prompt says. */
export const transcriptions: Dialect = {
  requestIdHeader: 'x-request-id',
  error,
  errorEvent,
  read: (body) => read(body, flagOf(body, 'stream')),
  file: fileOf,
  whole: wholeOf,
  frames: framesOf,
};

/** `POST /v1/audio/translations`: the same without streams. */
export const translations: Dialect = { ...transcriptions, read: (body) => read(body, false) };

function textOf({ replies }: Answer): string {
  return replies[0]!.text;
}

function read(body: JsonObject, stream: boolean): Asked {
  if (filesIn(body, 'file').length !== 1) throw wrong('file', 'give one sound file');
  formatOf(body);
  const { filename } = filesIn(body, 'file')[0]!;
  return askedOf(modelOf(body), { stream, prompts: [promptOfText(asText(body['prompt']) ?? filename)] });
}

function fileOf(_asked: Asked, answer: Answer, body: JsonObject): SimulatedFile | undefined {
  const text = files[formatOf(body)]?.(answer, secondsOf(body));
  return text === undefined ? undefined : { mediaType: 'text/plain; charset=utf-8', data: Buffer.from(text) };
}

function wholeOf(asked: Asked, answer: Answer, body: JsonObject): object {
  const seconds = secondsOf(body);
  const text = textOf(answer);
  const usage = usageOf(asked, answer, seconds);
  if (formatOf(body) === 'json') return { text, usage };
  const segment = {
    id: 0,
    seek: 0,
    start: 0,
    end: seconds,
    text,
    tokens: [],
    temperature: 0,
    avg_logprob: 0,
    compression_ratio: 1,
    no_speech_prob: 0,
  };
  const duration = { type: 'duration', seconds };
  return {
    task: 'transcribe',
    language: 'english',
    duration: seconds,
    text,
    segments: [segment],
    usage: duration,
  };
}

function framesOf(asked: Asked, answer: Answer, body: JsonObject) {
  const text = textOf(answer);
  const pieces = text.split(/(?<= )/);
  return [
    ...pieces.map((delta) => frame('content', sse({ type: 'transcript.text.delta', delta }), 1)),
    frame(
      'mark',
      sse({
        type: 'transcript.text.done',
        text,
        usage: usageOf(asked, answer, secondsOf(body)),
      }),
    ),
  ];
}

function usageOf({ model, stream }: Asked, { outputTokens }: Answer, seconds: number): object {
  if (!stream && !countsTokens.test(model)) return { type: 'duration', seconds };
  const input = seconds * tokensPerSecond;
  return {
    type: 'tokens',
    input_tokens: input,
    input_token_details: { text_tokens: 0, audio_tokens: input },
    output_tokens: outputTokens,
    total_tokens: input + outputTokens,
  };
}

function formatOf(body: JsonObject): string {
  const format = asText(body['response_format']) ?? 'json';
  if (!Object.hasOwn(files, format))
    throw wrong('response_format', `give one of ${Object.keys(files).join(', ')}`);
  return format;
}

/** Whole ones, at least one. */
function secondsOf(body: JsonObject): number {
  return Math.max(1, Math.ceil(filesIn(body, 'file')[0]!.bytes / bytesPerSecond));
}

function clock(seconds: number, mark: ',' | '.'): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${mark}000`;
}
