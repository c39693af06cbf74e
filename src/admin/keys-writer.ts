import { shownPath } from '../config/text/files.ts';
import { type KeyPlace, keysFilePlace, storePlace } from '../keys/key-place.ts';
import { KeysChangeRefused, type KeysGuard, keysFileAccess, listKeys } from '../keys/keys-file.ts';
import { readCopy } from '../keys/store/store-copy.ts';
import type { GatewayView } from '../supervisor/gateway-view.ts';
import { AdminRefusal } from './http/admin-refusal.ts';
import type { QueryProcess } from './query-process/query-process.ts';
import type { KeyPlaceName, KeysWriter } from './services.ts';

const advice =
  'Keys can be made here once the configuration names a file for them: add `keys_file: keys.yaml` and save it.';

/** Changes keys where the configuration of the moment keeps them: in its `keys_file`, and in its `keys_store`. */
export function keysWriter(view: GatewayView, queryProcess: QueryProcess): KeysWriter {
  /** Nothing is written that a reload would refuse: what is there then, no gateway serves. */
  function guardOf(path: string): KeysGuard {
    const { file } = view.config;
    return {
      config: file,
      async faultsWith(text, key) {
        const faults = await queryProcess.ask(view.transfer, 'change', { file, change: { path, text, key } });
        return faults.length === 0 ? undefined : faults.join('; ');
      },
    };
  }

  /** The operator has to fix a problem that prevents a change; the error quotes the file's own words. */
  async function within<T>(place: KeyPlaceName, change: (place: KeyPlace) => Promise<T>): Promise<T> {
    const { keysFile, keysStore } = view.config;
    try {
      if (place === 'store' && keysStore !== undefined) {
        const guard = guardOf(keysStore.copy);
        return await view.storeKeys.change((keys) => change(storePlace(keys, guard)));
      }
      if (keysFile === undefined) throw new AdminRefusal('conflict', advice);
      return await change(keysFilePlace(keysFile, guardOf(keysFile)));
    } catch (error) {
      if (error instanceof AdminRefusal) throw error;
      const code = error instanceof KeysChangeRefused ? 'bad_request' : 'conflict';
      throw new AdminRefusal(code, `${error instanceof Error ? error.message : String(error)}.`);
    }
  }

  async function placeOf(id: string): Promise<KeyPlaceName | undefined> {
    const { keysFile, keysStore } = view.config;
    if (keysFile !== undefined) {
      const keys = await listKeys(keysFile).catch(() => []); // the next change reports a problem of the file
      if (keys.some((key) => key.id === id)) return 'file';
    }
    const copy = keysStore && (await readCopy(keysStore.copy));
    return copy?.entries.has(id) ? 'store' : undefined;
  }

  const inPlace = async <T>(id: string, change: (place: KeyPlace) => Promise<T>) =>
    within((await placeOf(id)) ?? 'file', change);

  return {
    async fileState() {
      const { keysFile } = view.config;
      if (keysFile === undefined) return { kind: 'absent', file: null, advice };
      const access = await keysFileAccess(keysFile);
      return access.kind === 'writable'
        ? { kind: 'writable', file: shownPath(keysFile) }
        : { kind: 'read_only', file: shownPath(keysFile), advice: `${access.advice}.` };
    },
    storeState() {
      const { state } = view.storeKeys;
      if (state.kind !== 'down') return { kind: state.kind };
      return { kind: 'down', advice: `Keys stay as they are until it is back: ${state.reason}.` };
    },
    placeOf,
    create: ({ id, ...fields }) =>
      within(view.config.keysStore === undefined ? 'file' : 'store', async (place) => ({
        secret: await place.create(id, fields),
      })),
    rotate: (id, overlapMs) => inPlace(id, async (place) => ({ secret: await place.rotate(id, overlapMs) })),
    update: (id, terms) => inPlace(id, (place) => place.update(id, terms)),
    setDisabled: (id, isDisabled) => inPlace(id, (place) => place.setDisabled(id, isDisabled)),
    revoke: (id) => inPlace(id, (place) => place.revoke(id)),
  };
}
