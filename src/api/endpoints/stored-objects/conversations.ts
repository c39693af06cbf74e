import type { SignedPlaces } from '../endpoint.ts';
import { keptByBackends } from './kept-by-backends.ts';
import { get, post, remove } from './operation.ts';

const conversation: SignedPlaces = { id: 'conversation' };
const items: SignedPlaces = {
  encrypted_content: 'encrypted_content',
  'data.*.encrypted_content': 'encrypted_content',
};

/** `/v1/conversations`: turns that a backend keeps, for responses to go on with. */
export const conversations = keptByBackends({
  name: 'conversations',
  path: '/v1/conversations',
  family: 'openai',
  keeps: 'conversation',
  operation: 'conversation',
  operations: [
    post('', { ids: [], signs: conversation }),
    get('/{id}', { ids: ['conversation'], signs: conversation }),
    post('/{id}', { ids: ['conversation'], signs: conversation }),
    remove('/{id}', { ids: ['conversation'], signs: conversation }),
    get('/{id}/items', { ids: ['conversation'], signs: items }),
    post('/{id}/items', { ids: ['conversation'], signs: items }),
    get('/{id}/items/{id}', { ids: ['conversation', 'inner'], signs: items }),
    // What is left is the conversation.
    remove('/{id}/items/{id}', { ids: ['conversation', 'inner'], signs: conversation }),
  ],
});
