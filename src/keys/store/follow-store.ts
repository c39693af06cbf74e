import { createHash } from 'node:crypto';
import type { KeysStoreConfig } from '../../config/types/state.ts';
import { RedisKeys } from './redis-keys.ts';
import { type Copy, readCopy, writeCopy } from './store-copy.ts';

/** The result of a look at the store. */
export interface Look {
  readonly outcome:
    | 'same'
    /** The copy has what is new. */
    | 'copied'
    /** The store had lost what the copy has, and has it again. */
    | 'put back';
  /** The present copy. */
  readonly copy: Copy | undefined;
}

/**
 * Brings the copy to what the store has. A store that has seen fewer changes than the copy, or none at all, has lost them:
 * it was started without what it had, or from something older. It is given them again, for otherwise every key would be
 * refused at once. A store that calls itself by another name is another one, and is taken as it is.
 *
 * Rejects with an Error where the store does not answer.
 */
export async function lookAtStore(
  keys: RedisKeys,
  config: KeysStoreConfig,
  copy: Copy | undefined,
): Promise<Look> {
  const place = placeOf(config);
  const seen = await keys.version();
  if (seen === undefined) {
    if (copy === undefined || copy.id === '' || copy.place !== place) return { outcome: 'same', copy };
    return { outcome: (await keys.restore(copy)) ? 'put back' : 'same', copy };
  }
  if (copy?.id === seen.id) {
    if (copy.version === seen.version && copy.place === place) return { outcome: 'same', copy };
    if (copy.version > seen.version) {
      return { outcome: (await keys.restore(copy)) ? 'put back' : 'same', copy };
    }
  }
  const content = await keys.read();
  await writeCopy(config.copy, content, place);
  return { outcome: 'copied', copy: { ...content, place } };
}

/** Looks once, before anything is served. Whether the copy is another one now; rejects as above. */
export async function refreshCopy(config: KeysStoreConfig): Promise<boolean> {
  const keys = await RedisKeys.open(config);
  try {
    const { outcome } = await lookAtStore(keys, config, await readCopy(config.copy));
    return outcome === 'copied';
  } finally {
    keys.close();
  }
}

/** The store's place, without credentials. */
function placeOf({ url, prefix }: KeysStoreConfig): string {
  const { host, pathname } = new URL(url);
  return createHash('sha256').update(`${host}${pathname}\n${prefix}`).digest('hex').slice(0, 16);
}
