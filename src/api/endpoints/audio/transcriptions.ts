import { defineEndpoint } from '../endpoint.ts';
import { soundEstimate, soundFile, soundUsage, textFiles } from './audio-file-forms.ts';

/** `POST /v1/audio/transcriptions`: what a sound file says, as JSON, as a text or as captions. */
export const transcriptions = defineEndpoint({
  name: 'transcriptions',
  methods: ['POST'],
  path: '/v1/audio/transcriptions',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: soundUsage,
  files: 'captions',
  events: { ends: ['transcript.text.done'] },
  body: soundFile,
  answer: ['json', 'events', 'binary'],
  besideObjects: 'string',
  answerChoices: [{ kind: 'events', field: 'stream', values: [true] }, textFiles.choice],
  mediaTypes: textFiles.mediaTypes,
  tags: { prefix: true, generic: 'when_called' },
  grant: 'by_name',
  isStateless: true,
  estimate: soundEstimate,
  failover: 'same_model',
  health: 'audio',
  operation: 'transcription',
  litellmMode: 'audio_transcription',
  sample: {
    request: { file: '@sound.wav' },
    answer: { text: 'Hello', usage: { type: 'duration', seconds: 1 } },
  },
});
