import type { SignedPlaces } from '../endpoint.ts';
import { keptByBackends } from './kept-by-backends.ts';
import { get, listed, post, remove } from './operation.ts';

const container: SignedPlaces = { id: 'container' };
const file: SignedPlaces = { id: 'file', container_id: 'container' };

/**
 * `/v1/containers`: where tools run code, and the files that they leave there (`resources/containers` of OpenAI's SDK). A
 * file goes into one by its id alone: a form is not read, and could name the file of somebody else.
 */
export const containers = keptByBackends({
  name: 'containers',
  path: '/v1/containers',
  family: 'openai',
  keeps: 'container',
  operation: 'container',
  operations: [
    post('', { ids: [], signs: container }),
    get('', { ids: [], signs: listed(container), listsAll: true }),
    get('/{id}', { ids: ['container'], signs: container }),
    remove('/{id}', { ids: ['container'], signs: container }),
    post('/{id}/files', { ids: ['container'], signs: file }),
    get('/{id}/files', { ids: ['container'], signs: listed(file) }),
    get('/{id}/files/{id}', { ids: ['container', 'file'], signs: file }),
    remove('/{id}/files/{id}', { ids: ['container', 'file'], signs: file }),
    get('/{id}/files/{id}/content', { ids: ['container', 'file'], signs: {}, answer: ['binary'] }),
  ],
});
