import type { KeyConfig } from '../../config/types/keys.ts';
import type { Asked } from './subject.ts';

/** A request that reaches something forbidden. */
export interface Breach {
  readonly asked: Asked;
  readonly key: KeyConfig;
  /** The number of keys that can send one of the same length. */
  readonly keys: number;
  /** If it names a stored object: its backend, and the key that had it made; undefined for any key. */
  readonly kept?: { readonly backend: string; readonly madeBy: string | undefined };
}
