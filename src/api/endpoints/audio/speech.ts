import { defineEndpoint } from '../endpoint.ts';

/** `POST /v1/audio/speech`: a file of sound, or events with pieces of it where `stream_format` asks for them. */
export const speech = defineEndpoint({
  name: 'speech',
  methods: ['POST'],
  path: '/v1/audio/speech',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: { input: '/usage/input_tokens', output: '/usage/output_tokens' },
  events: { ends: ['speech.audio.done'] },
  body: {
    kind: 'json',
    required: ['input'],
    fields: { input: { schema: { type: 'string' }, must: 'a string' } },
  },
  answer: ['binary', 'events'],
  answerChoices: [{ kind: 'events', field: 'stream_format', values: ['sse'] }],
  mediaTypes: ['audio/*', 'application/octet-stream'],
  tags: { prefix: true, generic: 'when_called' },
  grant: 'by_name',
  isStateless: true,
  estimate: {
    input: 'by_size',
    output: 0,
    units: { characters: { from: 'characters', field: 'input' }, areExact: true },
  },
  failover: 'full',
  health: 'audio',
  operation: 'speech',
  litellmMode: 'audio_speech',
  sample: { request: { input: 'Hello', voice: 'alloy' }, answer: {} },
});
