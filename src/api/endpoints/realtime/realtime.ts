import { defineEndpoint } from '../endpoint.ts';

/**
 * `GET /v1/realtime` over a WebSocket: a session with a model, whose events pass in both directions. Opening it is a
 * request, and so is each response within it, as whose body and answer `pipeline/sockets` says what of its events counts.
 */
export const realtime = defineEndpoint({
  name: 'realtime',
  methods: ['GET'],
  path: '/v1/realtime',
  otherPaths: ['/v1/realtime/translations'],
  family: 'openai',
  answeredBy: 'deployments',
  socket: 'session',
  dialect: 'json',
  usage: {
    input: '/usage/input_tokens',
    cachedInput: '/usage/cached_tokens',
    audioInput: '/usage/audio_input_tokens',
    imageInput: '/usage/image_input_tokens',
    output: '/usage/output_tokens',
    audioOutput: '/usage/audio_output_tokens',
    seconds: '/usage/seconds',
  },
  events: { ends: ['response.done'] },
  body: { kind: 'json', fields: {} },
  nests: [
    { at: ['session', 'model'] },
    { at: ['session', 'audio', 'input', 'transcription', 'model'], as: 'transcriptions' },
    { at: ['session', 'input_audio_transcription', 'model'], as: 'transcriptions' },
  ],
  answer: ['events'],
  tags: { prefix: true, generic: 'when_called' },
  grant: 'by_name',
  isStateless: true,
  estimate: { input: 1024, output: 1024, maximum: ['max_output_tokens'] },
  failover: 'full',
  health: 'realtime',
  operation: 'realtime',
  litellmMode: 'realtime',
  sample: { request: {}, answer: { type: 'response.done', usage: { input_tokens: 1, output_tokens: 1 } } },
});
