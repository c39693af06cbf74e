import type { Effort } from '../../../../../config/translation-settings.ts';
import type { Raw } from '../../../json/json-node.ts';
import type { Field } from '../../../neutral/turn-request.ts';
import type { Offer } from '../offered-tools.ts';

/** What is to become a request of messages. */
export interface MessagesBody {
  readonly offer: Offer;
  /** JSON text of its members, by their names. */
  readonly members: Record<string, string>;
  /** The same of `output_config`. */
  readonly outputConfig: Record<string, Raw>;
  maxTokens: number | undefined;
  effort: Field<Effort> | undefined;
  isParallel: boolean;
}
