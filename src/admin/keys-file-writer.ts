import { shownPath } from '../config/text/files.ts';
import { createKey, keysFileAccess, revokeKey, rotateKey } from '../keys/keys-file.ts';
import type { GatewayView } from '../supervisor/gateway-view.ts';
import { AdminRefusal } from './http/admin-refusal.ts';
import type { KeysFileWriter } from './services.ts';

const advice =
  'Keys can be made here once the configuration names a file for them: add `keys_file: keys.yaml` and save it.';

/** Changes the `keys_file` that the configuration names at the moment. */
export function keysFileWriter(view: GatewayView): KeysFileWriter {
  /** What stands in the way of a change is for the operator to mend, in the file's own words. */
  async function inFile<T>(change: (file: string) => Promise<T>): Promise<T> {
    const { keysFile } = view.config;
    if (keysFile === undefined) throw new AdminRefusal('conflict', advice);
    try {
      return await change(keysFile);
    } catch (error) {
      throw new AdminRefusal('conflict', `${error instanceof Error ? error.message : String(error)}.`);
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
    create: ({ id, ...fields }) => inFile(async (file) => ({ secret: await createKey(file, id, fields) })),
    rotate: (id, overlapMs) => inFile(async (file) => ({ secret: await rotateKey(file, id, overlapMs) })),
    revoke: (id) => inFile((file) => revokeKey(file, id)),
  };
}
