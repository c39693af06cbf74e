import { shownPath } from '../config/text/files.ts';
import {
  createKey,
  KeysChangeRefused,
  type KeysGuard,
  keysFileAccess,
  listKeys,
  revokeKey,
  rotateKey,
} from '../keys/keys-file.ts';
import type { GatewayView } from '../supervisor/gateway-view.ts';
import { AdminRefusal } from './http/admin-refusal.ts';
import type { QueryProcess } from './query-process/query-process.ts';
import type { KeysFileWriter } from './services.ts';

const advice =
  'Keys can be made here once the configuration names a file for them: add `keys_file: keys.yaml` and save it.';

/** Changes the `keys_file` that the configuration names at the moment. */
export function keysFileWriter(view: GatewayView, queryProcess: QueryProcess): KeysFileWriter {
  /** Nothing is written that a reload would refuse: what the file has then, no gateway serves. */
  function guardOf(keysFile: string): KeysGuard {
    const { file } = view.config;
    return {
      config: file,
      async faultsWith(text, key) {
        const faults = await queryProcess.ask(view.transfer, 'change', {
          file,
          change: { path: keysFile, text, key },
        });
        return faults.length === 0 ? undefined : faults.join('; ');
      },
    };
  }

  /** What stands in the way of a change is for the operator to mend, in the file's own words. */
  async function inFile<T>(change: (file: string, guard: KeysGuard) => Promise<T>): Promise<T> {
    const { keysFile } = view.config;
    if (keysFile === undefined) throw new AdminRefusal('conflict', advice);
    try {
      return await change(keysFile, guardOf(keysFile));
    } catch (error) {
      const code = error instanceof KeysChangeRefused ? 'bad_request' : 'conflict';
      throw new AdminRefusal(code, `${error instanceof Error ? error.message : String(error)}.`);
    }
  }

  return {
    async state() {
      const { keysFile } = view.config;
      if (keysFile === undefined) return { kind: 'absent', file: null, advice };
      const access = await keysFileAccess(keysFile);
      return access.kind === 'writable'
        ? { kind: 'writable', file: shownPath(keysFile) }
        : { kind: 'read_only', file: shownPath(keysFile), advice: `${access.advice}.` };
    },
    async has(id) {
      const { keysFile } = view.config;
      if (keysFile === undefined) return false;
      const keys = await listKeys(keysFile).catch(() => []); // what is wrong with it is told by a change
      return keys.some((key) => key.id === id);
    },
    create: ({ id, ...fields }) =>
      inFile(async (file, guard) => ({ secret: await createKey(file, id, fields, Date.now(), guard) })),
    rotate: (id, overlapMs) =>
      inFile(async (file, guard) => ({ secret: await rotateKey(file, id, overlapMs, Date.now(), guard) })),
    revoke: (id) => inFile((file, guard) => revokeKey(file, id, guard)),
  };
}
