import type { SignedPlaces } from '../endpoint.ts';
import { keptByBackends } from './kept-by-backends.ts';
import { largestUpload, post } from './operation.ts';

const upload: SignedPlaces = { id: 'upload', 'file.id': 'file' };

/** `/v1/uploads`: a file that is uploaded in parts. */
export const uploads = keptByBackends({
  name: 'uploads',
  path: '/v1/uploads',
  family: 'openai',
  keeps: 'upload',
  with: 'files',
  operation: 'file',
  operations: [
    post('', { ids: [], signs: upload }),
    post('/{id}/parts', { ids: ['upload'], body: largestUpload, signs: { id: 'part', upload_id: 'upload' } }),
    post('/{id}/complete', { ids: ['upload'], signs: upload }),
    post('/{id}/cancel', { ids: ['upload'], signs: upload }),
  ],
});
