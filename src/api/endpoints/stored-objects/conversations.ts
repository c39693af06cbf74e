import type { SignedPlaces } from '../endpoint.ts';
import { citedInResponses } from './cited-ids.ts';
import { keptByBackends } from './kept-by-backends.ts';
import { get, listed, post, remove } from './operation.ts';

const conversation: SignedPlaces = { id: 'conversation' };
const items: SignedPlaces = {
  encrypted_content: 'encrypted_content',
  'data.*.encrypted_content': 'encrypted_content',
  id: 'item',
  ...listed({ id: 'item' }),
  ...citedInResponses,
};

/** `/v1/conversations`: turns that a backend keeps, for responses to go on with. */
export const conversations = keptByBackends({
  name: 'conversations',
  path: '/v1/conversations',
  family: 'openai',
  keeps: 'conversation',
  operation: 'conversation',
  takesItems: true,
  operations: [
    post('', { ids: [], signs: conversation }),
    get('/{id}', { ids: ['conversation'], signs: conversation }),
    post('/{id}', { ids: ['conversation'], signs: conversation }),
    remove('/{id}', { ids: ['conversation'], signs: conversation }),
    get('/{id}/items', { ids: ['conversation'], signs: items }),
    post('/{id}/items', { ids: ['conversation'], signs: items }),
    get('/{id}/items/{id}', { ids: ['conversation', 'item'], signs: items }),
    // The rest is the conversation.
    remove('/{id}/items/{id}', { ids: ['conversation', 'item'], signs: conversation }),
  ],
});
