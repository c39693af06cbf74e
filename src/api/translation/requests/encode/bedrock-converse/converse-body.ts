import type { Literal, Raw } from '../../../json/json-node.ts';
import type { CacheMark } from '../../../neutral/turn-request.ts';
import type { Offer } from '../offered-tools.ts';

/** The parts of a future `ConverseRequest`: JSON text of the members of each of its objects. */
export interface ConverseBody {
  readonly offer: Offer;
  readonly members: Record<string, Raw>;
  readonly inference: Record<string, Raw>;
  /** Of the model alone. */
  readonly additional: Record<string, Raw>;
  /** The gateway's own text behind the client's instructions. */
  lastSystem: Literal | undefined;
  /** All that comes before the answer is to be cached. */
  cacheAll: CacheMark | undefined;
}
