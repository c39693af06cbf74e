import type { SignedPlaces } from '../endpoint.ts';
import { nestedInMessages } from '../nested-models.ts';
import { keptByBackends } from './kept-by-backends.ts';
import { get, listed, post, remove } from './operation.ts';

const batch: SignedPlaces = { id: 'message_batch', results_url: 'results_url' };

/** `/v1/messages/batches`: many messages in one request, of whatever models are served where they go. */
export const messageBatches = keptByBackends({
  name: 'message_batches',
  path: '/v1/messages/batches',
  family: 'anthropic',
  keeps: 'message_batch',
  operation: 'batch',
  operations: [
    post('', {
      ids: [],
      signs: batch,
      models: { of: 'messages', at: ['requests', 'params', 'model'], nests: nestedInMessages },
    }),
    get('', { ids: [], signs: listed(batch), listsAll: true }),
    get('/{id}', { ids: ['message_batch'], signs: batch }),
    remove('/{id}', { ids: ['message_batch'], signs: batch }),
    post('/{id}/cancel', { ids: ['message_batch'], signs: batch }),
    get('/{id}/results', { ids: ['message_batch'], signs: {}, answer: ['binary'], saysUseOf: 'results' }),
  ],
});
