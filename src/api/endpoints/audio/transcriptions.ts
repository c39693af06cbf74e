import { defineEndpoint } from '../endpoint.ts';
import { soundFile, textFiles } from './sound-files.ts';

/** `POST /v1/audio/transcriptions`: what a sound file says, as JSON, as a text or as captions. */
export const transcriptions = defineEndpoint({
  name: 'transcriptions',
  methods: ['POST'],
  path: '/v1/audio/transcriptions',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: {
    input: '/usage/input_tokens',
    output: '/usage/output_tokens',
    audioInput: ['/usage/input_token_details/audio_tokens', '/usage/input_tokens_details/audio_tokens'],
    seconds: ['/usage/seconds', '/duration'],
  },
  files: 'captions',
  events: { ends: ['transcript.text.done'] },
  body: soundFile,
  answer: ['json', 'events', 'binary'],
  answerChoices: [{ kind: 'events', field: 'stream', values: [true] }, textFiles.choice],
  mediaTypes: textFiles.mediaTypes,
  tags: { prefix: true, generic: 'when_called' },
  grant: 'by_name',
  isStateless: true,
  estimate: {
    input: 'by_size',
    output: 0,
    units: { seconds: { from: 'bytes', part: 'file', perUnit: 750 } },
  },
  failover: 'same_model',
  health: 'audio',
  operation: 'transcription',
  litellmMode: 'audio_transcription',
  sample: {
    request: { file: '@sound.wav' },
    answer: { text: 'Hello', usage: { type: 'duration', seconds: 1 } },
  },
});
