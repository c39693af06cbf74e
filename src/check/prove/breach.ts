import type { KeyConfig } from '../../config/types/keys.ts';
import type { Asked } from './subject.ts';

/** A request that reaches what it may not. */
export interface Breach {
  readonly asked: Asked;
  readonly key: KeyConfig;
  /** How many keys can send one that is no longer. */
  readonly keys: number;
  /** Where it names something that is there: what has it, and whose key had it made; undefined where anybody's may have. */
  readonly kept?: { readonly backend: string; readonly madeBy: string | undefined };
}
