import { type RequestEdits, type WireConfig, wireHeaders } from '../../config/types.ts';
import { composedEdits } from './composed-edits.ts';
import type { Wire } from './wire.ts';

/**
 * Messages as Claude on Vertex AI takes them: the model stands in the path alone, and the version in the body. `stream`
 * stays in it. Answers, streams and errors are as the dialect has them.
 */
export function vertexWire(
  { anthropicVersion }: Extract<WireConfig, { kind: 'vertex' }>,
  own: RequestEdits | undefined,
): Wire {
  const edits = composedEdits({ remove: ['model'], defaults: { anthropic_version: anthropicVersion } }, own);
  return {
    withheld: wireHeaders.vertex,
    bodyEdits: () => edits,
    judgedStatus: (status) => status,
    frames: undefined,
    errorBody: undefined,
  };
}
