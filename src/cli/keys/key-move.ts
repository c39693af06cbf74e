import { putKey, revokeKey, type WholeKey, wholeKeys } from '../../keys/keys-file.ts';
import { RedisKeys } from '../../keys/store/redis-keys.ts';
import type { StoreEntry } from '../../keys/store/store-entry.ts';
import { counted, type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { keysPlace, storeOf } from './keys-place.ts';

export interface MoveOptions {
  readonly config: string;
  readonly to: 'redis' | 'file';
}

/**
 * Moves keys between the two places of a configuration. Each is written where it goes before it is taken away where it
 * was; meanwhile the file goes before the store, so that its secrets answer all the while. Throws an Error that says at
 * which key it ended.
 */
export async function keyMove(
  ids: readonly string[],
  { config, to }: MoveOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const store = await storeOf(config, terminal);
  if (store === undefined)
    throw new Error('the configuration has no `keys_store: redis` to move keys to or from');
  const { file, shown } = keysPlace(config);
  const keys = await RedisKeys.open(store);
  try {
    const moved = to === 'redis' ? await intoStore(file, keys, ids) : await intoFile(file, keys, ids);
    const where = to === 'redis' ? 'the keys_store' : shown;
    terminal.err(
      `${counted(moved.length, 'key')} moved to ${where}${moved.length === 0 ? '' : `: ${moved.join(', ')}`}\n`,
    );
    return exitCodes.good;
  } finally {
    keys.close();
  }
}

async function intoStore(file: string, store: RedisKeys, ids: readonly string[]): Promise<readonly string[]> {
  const chosen = chosenOf(await wholeKeys(file), ids, 'keys file');
  for (const [id, { secrets, terms }] of chosen) {
    const entry: StoreEntry = {
      secrets: secrets.map(({ hash, hint, until }) => ({
        hash,
        ...(hint === undefined ? {} : { hint }),
        ...(until === undefined ? {} : { until }),
      })),
      terms,
    };
    if (!(await store.change(id, undefined, entry)))
      throw new Error(`there is a key "${id}" in the keys_store already`);
    await revokeKey(file, id);
  }
  return chosen.map(([id]) => id);
}

async function intoFile(file: string, store: RedisKeys, ids: readonly string[]): Promise<readonly string[]> {
  const { entries } = await store.read();
  const chosen = chosenOf(entries, ids, 'keys_store');
  for (const [id, entry] of chosen) {
    const secrets = entry.secrets.map(({ hash, hint, until }) => ({ hash, hint, until }));
    const whole: WholeKey = { secrets, terms: entry.terms };
    await putKey(file, id, whole);
    if (!(await store.change(id, entry, undefined))) {
      throw new Error(`the key "${id}" has been changed in the keys_store meanwhile; it is in both now`);
    }
  }
  return chosen.map(([id]) => id);
}

function chosenOf<T>(
  all: ReadonlyMap<string, T>,
  ids: readonly string[],
  where: string,
): readonly (readonly [string, T])[] {
  const missing = ids.find((id) => !all.has(id));
  if (missing !== undefined) throw new Error(`there is no key "${missing}" with a hash in the ${where}`);
  return ids.length === 0 ? [...all] : ids.map((id) => [id, all.get(id)!] as const);
}
