import type { ServedEndpoint } from '../endpoints/index.ts';
import type { BodySource } from './body-source.ts';
import type { BodySummary } from './body-summary.ts';
import type { EncodedBody } from './rewrite-body.ts';

const nothing: readonly never[] = [];

/** The body of a request of which nothing is read on the way: what it asks for stands in its head. */
export class StreamedBody {
  readonly kind = 'streamed';
  readonly summary: BodySummary;
  readonly #source: BodySource;

  constructor(endpoint: ServedEndpoint, source: BodySource) {
    this.#source = source;
    const bytes = source.length ?? 0;
    this.summary = {
      endpoint,
      model: undefined,
      models: nothing,
      tags: undefined,
      answer: endpoint.answer[0]!,
      stream: false,
      isOneAnswer: true,
      maxTokens: undefined,
      answers: 1,
      copies: 1,
      includeUsage: undefined,
      cacheKey: undefined,
      bytes,
      blocks: 0,
      blockBytes: bytes,
      units: undefined,
    };
  }

  needs(): readonly string[] {
    return nothing;
  }

  /** Nothing of it is changed. */
  encode(): EncodedBody {
    return { chunks: [], length: this.summary.bytes, source: this.#source };
  }
}
