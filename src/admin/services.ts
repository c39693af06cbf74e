import type { KeyTerms } from '../keys/keys-file.ts';
import type { KeysFileState, KeysStoreState, NewKey } from './contract/keys.ts';
import type { UsageSum } from './contract/usage.ts';
import type { UsageQuery } from './usage/usage-messages.ts';

/** Changes keys. Every method throws an Error in the operator's words where it can't be done. */
export interface KeysWriter {
  /** Says if the `keys_file` can take new keys, and otherwise how to fix that. */
  fileState(): Promise<KeysFileState>;
  /** The same for the `keys_store`: while there is one, keys are made there. */
  storeState(): KeysStoreState;
  /** The place of a key that can be changed here, served or not; undefined for any other. */
  placeOf(id: string): Promise<KeyPlaceName | undefined>;
  create(key: NewKey): Promise<{ readonly secret: string }>;
  /** The secrets before stay valid for so long beside the new one. */
  rotate(id: string, overlapMs: number): Promise<{ readonly secret: string }>;
  update(id: string, terms: KeyTerms): Promise<void>;
  setDisabled(id: string, isDisabled: boolean): Promise<void>;
  revoke(id: string): Promise<void>;
}

export type KeyPlaceName = 'file' | 'store';

/** The counted usage. */
export interface UsageView {
  /** Rejects where it can't be read. */
  usageByDay(query: UsageQuery): Promise<readonly UsageSum[]>;
}
