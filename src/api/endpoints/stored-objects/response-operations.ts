import type { Operation, SignedPlaces } from '../endpoint.ts';
import { citedInResponses } from './cited-ids.ts';
import { get, listed, post, remove } from './operation.ts';

const own: SignedPlaces = {
  id: 'response',
  previous_response_id: 'response',
  conversation: 'conversation',
  'conversation.id': 'conversation',
  'output.*.encrypted_content': 'encrypted_content',
  'output.*.id': 'item',
};

/** The ids in a response object, and what only the account that made it can read. */
export const signedInResponses: SignedPlaces = { ...own, ...citedInResponses };

/** The same in the events of a stream. */
export const signedInEvents: SignedPlaces = {
  ...Object.fromEntries(Object.entries(own).map(([place, what]) => [`response.${place}`, what])),
  ...citedInResponses,
  response_id: 'response',
  'item.encrypted_content': 'encrypted_content',
  'item.id': 'item',
  item_id: 'item',
};

/** The operations on an existing response. */
export const responseOperations: readonly Operation[] = [
  get('/{id}', {
    ids: ['response'],
    answer: ['json', 'events'],
    signs: signedInResponses,
    saysUseOf: 'response',
  }),
  remove('/{id}', { ids: ['response'], signs: signedInResponses }),
  post('/{id}/cancel', { ids: ['response'], signs: signedInResponses, saysUseOf: 'response' }),
  get('/{id}/input_items', {
    ids: ['response'],
    signs: {
      'data.*.encrypted_content': 'encrypted_content',
      ...listed({ id: 'item' }),
      ...citedInResponses,
    },
  }),
];
