import type { AnswerChoice, FormBodyRules } from '../endpoint.ts';

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
