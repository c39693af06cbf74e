import type { Effort } from '../../../../../config/translation-settings.ts';
import type { Literal, Raw } from '../../../json/json-node.ts';
import type { Field, Thinking } from '../../../neutral/turn-request.ts';
import type { Offer } from '../offered-tools.ts';

/** The parts of a future request of messages. */
export interface MessagesBody {
  readonly offer: Offer;
  /** JSON text of its members, by their names. */
  readonly members: Record<string, string>;
  /** The same of `output_config`. */
  readonly outputConfig: Record<string, Raw>;
  /** The gateway's own text behind the client's instructions. */
  lastSystem: Literal | undefined;
  maxTokens: number | undefined;
  effort: Field<Effort> | undefined;
  /** A chat completions client's request for thinking, in words of this dialect. */
  thinking: Field<Thinking> | undefined;
  isParallel: boolean;
}
