import { defineEndpoint } from '../endpoint.ts';
import { soundFile, textFiles } from './sound-files.ts';

/** `POST /v1/audio/translations`: what a sound file says, in English. */
export const translations = defineEndpoint({
  name: 'translations',
  methods: ['POST'],
  path: '/v1/audio/translations',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: {
    input: '/usage/input_tokens',
    output: '/usage/output_tokens',
    seconds: ['/usage/seconds', '/duration'],
  },
  files: 'captions',
  body: soundFile,
  answer: ['json', 'binary'],
  answerChoices: [textFiles.choice],
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
  operation: 'translation',
  litellmMode: undefined,
  sample: { request: { file: '@sound.wav' }, answer: { text: 'Hello' } },
});
