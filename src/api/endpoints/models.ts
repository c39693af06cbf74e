import { defineEndpoint } from './endpoint.ts';

/** `GET /v1/models` and `GET /v1/models/{id}`: what the key may use. */
export const models = defineEndpoint({
  name: 'models',
  methods: ['GET', 'HEAD'],
  path: '/v1/models',
  family: 'openai',
  answeredBy: 'gateway',
  hasItems: true,
});
