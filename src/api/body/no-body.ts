import type { CapabilityName } from '../dialects/needs.ts';
import type { ServedEndpoint } from '../endpoints/index.ts';
import { requestUnits, type UnitSource } from './billable-units.ts';
import type { BodySummary } from './body-summary.ts';
import type { EncodedBody } from './rewrite-body.ts';

const nothing: readonly never[] = [];

const nothingSent: UnitSource = { field: () => undefined, partBytes: () => 0 };

/** Of a request that names no model, and has nothing that counts. */
export function summaryOfNoModel(endpoint: ServedEndpoint): BodySummary {
  return {
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
    bytes: 0,
    blocks: 0,
    blockBytes: 0,
    units: requestUnits(endpoint.estimate.units, nothingSent),
  };
}

/** The body of a request that has none: what it asks for stands in its head. */
export class NoBody {
  readonly kind = 'none';
  readonly summary: BodySummary;

  /**
   * @param query With its `?`, or empty.
   * @param model What the head names.
   */
  constructor(endpoint: ServedEndpoint, query = '', model?: string) {
    const stream = endpoint.answer.includes('events') && asksForStream(query);
    const usual = { ...summaryOfNoModel(endpoint), model };
    this.summary = stream ? { ...usual, answer: 'events', stream } : usual;
  }

  needs(): readonly CapabilityName[] {
    return nothing;
  }

  encode(): EncodedBody {
    return { chunks: [], length: 0 };
  }
}

function asksForStream(query: string): boolean {
  return query !== '' && new URLSearchParams(query).get('stream') === 'true';
}
