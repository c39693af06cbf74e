import type { SignedPlaces } from '../endpoint.ts';
import { keptByBackends } from './kept-by-backends.ts';
import { get, largestUpload, listed, post, remove } from './operation.ts';

const file: SignedPlaces = { id: 'file' };

/** The operations on files, which both vendors have alike. */
export const fileOperations = [
  post('', { ids: [], body: largestUpload, signs: file }),
  get('', { ids: [], signs: listed(file), listsAll: true }),
  get('/{id}', { ids: ['file'], signs: file }),
  remove('/{id}', { ids: ['file'], signs: file }),
  get('/{id}/content', { ids: ['file'], signs: {}, answer: ['binary'] }),
];

/** `/v1/files`: what is uploaded to a backend, for later requests to name. */
export const files = keptByBackends({
  name: 'files',
  path: '/v1/files',
  family: 'openai',
  keeps: 'file',
  operation: 'file',
  operations: fileOperations,
});
