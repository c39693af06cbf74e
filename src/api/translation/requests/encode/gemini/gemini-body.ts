import type { Raw } from '../../../json/json-node.ts';
import type { Offer } from '../offered-tools.ts';

/** The parts of a future `GenerateContentRequest`. */
export interface GeminiBody {
  readonly offer: Offer;
  /** JSON text of the members of `generationConfig`. */
  readonly generation: Record<string, Raw>;
}
