import type { ClientDialect } from '../../../neutral/dialects.ts';
import type { RequestTarget } from '../../request-codec.ts';
import type { Offer } from '../offered-tools.ts';

/** The target of a request of responses. */
export interface ResponsesTarget extends RequestTarget {
  readonly client: ClientDialect;
}

/** The parts of a future request. */
export interface ResponsesBody {
  readonly offer: Offer;
  /** JSON text of its members, by their names; of those of `text` and of `reasoning` too, and of items of `include`. */
  readonly members: Record<string, string>;
  readonly text: Record<string, string>;
  readonly reasoning: Record<string, string>;
  readonly include: string[];
}
