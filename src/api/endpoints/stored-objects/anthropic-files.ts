import type { SignedPlaces } from '../endpoint.ts';
import { keptByBackends } from './kept-by-backends.ts';
import { get, largestUpload, listed, post, remove } from './operation.ts';

const file: SignedPlaces = { id: 'file' };

/** Anthropic's Files API, at the path of OpenAI's ("Files API" of its API reference): what messages name by `file_id`. */
export const anthropicFiles = keptByBackends({
  name: 'anthropic_files',
  path: '/v1/files',
  isForAnthropic: true,
  family: 'anthropic',
  keeps: 'file',
  operation: 'file',
  operations: [
    post('', { ids: [], body: largestUpload, signs: file }),
    get('', { ids: [], signs: listed(file), listsAll: true }),
    get('/{id}', { ids: ['file'], signs: file }),
    remove('/{id}', { ids: ['file'], signs: file }),
    get('/{id}/content', { ids: ['file'], signs: {}, answer: ['binary'] }),
  ],
});
