import { defineEndpoint } from '../endpoint.ts';
import { soundEstimate, soundFile, soundUsage, textFiles } from './audio-file-forms.ts';

/** `POST /v1/audio/translations`: what a sound file says, in English. */
export const translations = defineEndpoint({
  name: 'translations',
  methods: ['POST'],
  path: '/v1/audio/translations',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: soundUsage,
  files: 'captions',
  body: soundFile,
  answer: ['json', 'binary'],
  besideObjects: 'string',
  answerChoices: [textFiles.choice],
  mediaTypes: textFiles.mediaTypes,
  tags: { prefix: true, generic: 'when_called' },
  grant: 'by_name',
  isStateless: true,
  estimate: soundEstimate,
  failover: 'same_model',
  health: 'audio',
  operation: 'translation',
  litellmMode: undefined,
  sample: { request: { file: '@sound.wav' }, answer: { text: 'Hello' } },
});
