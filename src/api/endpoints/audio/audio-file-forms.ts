import type { AnswerChoice, FormBodyRules, UnitEstimates, UsagePlaces } from '../endpoint.ts';

/** A form with one sound file. */
export const soundFile: FormBodyRules = {
  kind: 'multipart',
  required: ['file'],
  fields: { file: { must: 'a sound file' } },
};

/** Answers that are no JSON: what was said, alone or in captions. */
export const textFiles: { readonly choice: AnswerChoice; readonly mediaTypes: readonly string[] } = {
  choice: { kind: 'binary', field: 'response_format', values: ['text', 'srt', 'vtt'] },
  mediaTypes: ['text/plain', 'text/vtt', 'text/srt', 'application/x-subrip', 'application/octet-stream'],
};

/** The place of usage in answers about a sound file. */
export const soundUsage: UsagePlaces = {
  input: '/usage/input_tokens',
  output: '/usage/output_tokens',
  audioInput: ['/usage/input_token_details/audio_tokens', '/usage/input_tokens_details/audio_tokens'],
  seconds: ['/usage/seconds', '/duration'],
};

/** The assumed usage until then: a second has at least 750 bytes. */
export const soundEstimate = {
  input: 'by_size',
  output: 0,
  units: { seconds: { from: 'bytes', part: 'file', perUnit: 750 } } satisfies UnitEstimates,
} as const;
