import type { Inspect } from '../../../config/inspection.ts';

/** A `content_log` that keeps nothing, or that names a missing key. */
export const idleContentLog: Inspect = ({ contentLog, keys }, found) => {
  if (contentLog === undefined) return;
  if (contentLog.keys.length === 0) {
    found.atKey(['content_log'], 'idle_content_log', 'keeps the contents of no key', {
      hint: 'name the keys: `keys: [team-a]`; `"*"` is all of them',
    });
    return;
  }
  // Keys of a store, or of the API, may appear at any time.
  if (found.has(['keys_store']) || found.has(['keys_file'])) return;
  for (const [index, glob] of contentLog.keys.entries()) {
    // A pattern may match something later.
    if (glob.includes('*') || keys.has(glob)) continue;
    found.atValue(['content_log', 'keys', index], 'idle_content_log', 'no key has such a name', {
      hint: 'name a key of the file, or take it out',
    });
  }
};
