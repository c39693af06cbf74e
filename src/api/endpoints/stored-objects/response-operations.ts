import type { Operation, SignedPlaces } from '../endpoint.ts';
import { get, post, remove } from './operation.ts';

/** The ids in a response object, and what only the account that made it can read. */
export const signedInResponses: SignedPlaces = {
  id: 'response',
  previous_response_id: 'response',
  conversation: 'conversation',
  'conversation.id': 'conversation',
  'output.*.encrypted_content': 'encrypted_content',
};

/** The same in the events of a stream. */
export const signedInEvents: SignedPlaces = {
  ...Object.fromEntries(
    Object.entries(signedInResponses).map(([place, what]) => [`response.${place}`, what]),
  ),
  response_id: 'response',
  'item.encrypted_content': 'encrypted_content',
};

/** What can be done with a response that is there. */
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
    signs: { 'data.*.encrypted_content': 'encrypted_content' },
  }),
];
