import type { SignedPlaces } from '../endpoint.ts';

/**
 * Ids that stand within what a model said: in citations, in what tools found or made, and in the tools of the request. The
 * types of OpenAI's SDK name them (`resources/responses/responses`: `file_citation`, `container_file_citation`,
 * `file_path`, `file_search_call`, `code_interpreter_call`).
 */
export const citedInResponses: SignedPlaces = {
  '**.file_id': 'file',
  '**.file_ids.*': 'file',
  '**.container_id': 'container',
  '**.tools.*.container': 'container',
};

/**
 * The same in messages (`resources/beta/messages/messages` of Anthropic's SDK). What tools are called with is the
 * client's, whatever it is named.
 */
export const citedInMessages: SignedPlaces = {
  'container.id': 'container',
  'content.*.file_id': 'file',
  'content.*.content.content.*.file_id': 'file',
  'content.*.content.*.file_id': 'file',
  'content.*.citations.*.file_id': 'file',
};

/** The same in the events of a stream. */
export const citedInMessageEvents: SignedPlaces = {
  'message.container.id': 'container',
  'delta.container.id': 'container',
  'content_block.file_id': 'file',
  'content_block.content.content.*.file_id': 'file',
  'content_block.content.*.file_id': 'file',
  'content_block.citations.*.file_id': 'file',
  'delta.citation.file_id': 'file',
};
