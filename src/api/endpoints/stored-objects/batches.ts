import type { SignedPlaces } from '../endpoint.ts';
import { keptByBackends } from './kept-by-backends.ts';
import { get, listed, post } from './operation.ts';

const batch: SignedPlaces = {
  id: 'batch',
  input_file_id: 'file',
  output_file_id: 'file',
  error_file_id: 'file',
};

/** `/v1/batches`: many requests in a file, which go where that is. */
export const batches = keptByBackends({
  name: 'batches',
  path: '/v1/batches',
  family: 'openai',
  keeps: 'batch',
  operation: 'batch',
  operations: [
    // The models stand in the file, where nobody looks for them.
    post('', { ids: [], signs: batch, needsAllModels: true }),
    get('', { ids: [], signs: listed(batch), listsAll: true }),
    get('/{id}', { ids: ['batch'], signs: batch, saysUseOf: 'batch' }),
    post('/{id}/cancel', { ids: ['batch'], signs: batch }),
  ],
});
