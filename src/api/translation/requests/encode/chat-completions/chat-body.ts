import type { ClientDialect } from '../../../neutral/dialects.ts';
import type { RequestTarget } from '../../request-codec.ts';
import type { Offer } from '../offered-tools.ts';

/** What a request of chat completions is made for. */
export interface ChatTarget extends RequestTarget {
  readonly client: ClientDialect;
}

/** What is to become one. */
export interface ChatBody {
  readonly offer: Offer;
  /** JSON text of its members, by their names. */
  readonly members: Record<string, string>;
}
