import { defineEndpoint } from '../endpoint.ts';

/**
 * `POST /v1/realtime/client_secrets`: a secret of the vendor's with which a browser opens a session there, past the gateway
 * (`ClientSecretCreateParams` and `ClientSecretCreateResponse` of OpenAI's SDK). What is used with it nobody sees here, and
 * whoever has it may choose another model: only keys with `client_secrets: allow` may have one made.
 */
export const realtimeClientSecrets = defineEndpoint({
  name: 'realtime_client_secrets',
  methods: ['POST'],
  path: '/v1/realtime/client_secrets',
  family: 'openai',
  answeredBy: 'deployments',
  dialect: 'json',
  usage: 'none',
  body: { kind: 'json', fields: {} },
  modelAt: ['session', 'model'],
  nests: [
    { at: ['session', 'model'] },
    { at: ['session', 'audio', 'input', 'transcription', 'model'], as: 'transcriptions' },
  ],
  answer: ['json'],
  answersSecrets: true,
  tags: { prefix: true, generic: 'when_called' },
  grant: { with: 'realtime' },
  isStateless: true,
  estimate: { input: 'none', output: 0 },
  failover: 'same_model',
  health: 'realtime',
  operation: 'create_client_secret',
  litellmMode: undefined,
  sample: {
    request: {},
    answer: {
      value: 'ek_1',
      expires_at: 0,
      session: { type: 'realtime', object: 'realtime.session', id: 'sess_1' },
    },
  },
});
