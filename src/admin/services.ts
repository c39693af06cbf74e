import type { KeysFileState, NewKey } from './contract/keys.ts';
import type { UsageSum } from './contract/usage.ts';
import type { UsageQuery } from './usage/usage-messages.ts';

/** Changes the `keys_file`. Every method throws an Error in the operator's words where it can't be done. */
export interface KeysFileWriter {
  /** Whether keys can be made here, and if not what to do. */
  state(): Promise<KeysFileState>;
  /** Whether a key stands in the file, served or not. */
  has(id: string): Promise<boolean>;
  create(key: NewKey): Promise<{ readonly secret: string }>;
  /** The secrets before stay valid for so long beside the new one. */
  rotate(id: string, overlapMs: number): Promise<{ readonly secret: string }>;
  revoke(id: string): Promise<void>;
}

/** What was used, as far as it is counted. */
export interface UsageView {
  /** Rejects where it can't be read. */
  usageByDay(query: UsageQuery): Promise<readonly UsageSum[]>;
}
