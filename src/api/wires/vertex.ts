import { wireHeaders } from '../../config/derived/wire-headers.ts';
import type { RequestEdits, WireConfig } from '../../config/types/backends.ts';
import { composedEdits } from './composed-edits.ts';
import type { Wire } from './wire.ts';

type Vertex = Extract<WireConfig, { kind: 'vertex' }>;

const asTheDialect = {
  judgedStatus: (status: number) => status,
  frames: undefined,
  errorBody: undefined,
} as const;

/**
 * Messages as Claude on Vertex AI takes them: the model stands in the path alone, and the version in the body. `stream`
 * stays in it. Answers, streams and errors are as the dialect has them.
 */
export function vertexWire({ anthropicVersion }: Vertex, own: RequestEdits | undefined): Wire {
  const edits = composedEdits({ remove: ['model'], defaults: { anthropic_version: anthropicVersion } }, own);
  return { ...asTheDialect, withheld: wireHeaders.vertex, writesModel: false, bodyEdits: () => edits };
}

/**
 * Counting of tokens on Vertex AI: one path for all models, so that the body names the one. Betas that messages there
 * pass over are refused here, and change nothing in a count.
 */
export function vertexCountWire({ anthropicVersion }: Vertex, own: RequestEdits | undefined): Wire {
  const edits = composedEdits({ remove: [], defaults: { anthropic_version: anthropicVersion } }, own);
  const withheld = [...wireHeaders.vertex, 'anthropic-beta'];
  return { ...asTheDialect, withheld, writesModel: true, bodyEdits: () => edits };
}
