import type { ServedEndpoint } from '../endpoints/index.ts';
import type { BodySummary } from './body-summary.ts';
import { summaryOfNoModel } from './no-body.ts';
import type { EncodedBody } from './rewrite-body.ts';
import type { BodySource } from './streamed-body-source.ts';

const nothing: readonly never[] = [];

/** The body of a request of which nothing is read on the way: what it asks for stands in its head. */
export class StreamedBody {
  readonly kind = 'streamed';
  readonly summary: BodySummary;
  readonly #source: BodySource;

  /** @param model What the head names. */
  constructor(endpoint: ServedEndpoint, source: BodySource, model?: string) {
    this.#source = source;
    const bytes = source.length ?? 0;
    this.summary = { ...summaryOfNoModel(endpoint), model, bytes, blockBytes: bytes };
  }

  needs(): readonly string[] {
    return nothing;
  }

  /** Nothing of it is changed. */
  encode(): EncodedBody {
    return { chunks: [], length: this.summary.bytes, source: this.#source };
  }
}
