import { fileOperations } from './files.ts';
import { keptByBackends } from './kept-by-backends.ts';

/** Anthropic's Files API, at the path of OpenAI's ("Files API" of its API reference): what messages name by `file_id`. */
export const anthropicFiles = keptByBackends({
  name: 'anthropic_files',
  path: '/v1/files',
  isForAnthropic: true,
  family: 'anthropic',
  keeps: 'file',
  operation: 'file',
  operations: fileOperations,
});
