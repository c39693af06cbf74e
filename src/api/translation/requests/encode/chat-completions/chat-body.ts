import type { ClientDialect } from '../../../neutral/dialects.ts';
import type { RequestTarget } from '../../request-codec.ts';
import type { Offer } from '../offered-tools.ts';

/** The target of a request of chat completions. */
export interface ChatTarget extends RequestTarget {
  readonly client: ClientDialect;
}

/** The parts of a future request. */
export interface ChatBody {
  readonly offer: Offer;
  /** JSON text of its members, by their names. */
  readonly members: Record<string, string>;
}
