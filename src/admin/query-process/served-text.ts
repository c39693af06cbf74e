import { effectiveYaml } from '../../config/effective.ts';
import { loadConfig } from '../../config/load.ts';
import type { ProgramRuns } from '../../config/program-secrets.ts';
import { shownPath } from '../../config/text/files.ts';
import type { Queries } from './queries.ts';

/**
 * The file of a revision as it takes effect, as `gateway check --print` has it. It is read again, since nobody keeps
 * text: where the files have changed since they were taken there is nothing to show, and it says so.
 */
export async function servedText(
  file: string,
  revision: string,
  programs: ProgramRuns,
): Promise<Queries['text']['answer']> {
  const { config, trees } = await loadConfig(file, {
    requireSecrets: true,
    leavesOutStoreKeys: true,
    programs,
  });
  if (config?.revision !== revision) {
    return {
      files: [],
      unavailable: 'The files are not what is served at the moment, so there is no text to show.',
    };
  }
  const text = effectiveYaml(trees, 110);
  return { files: [{ file: shownPath(file), text }], unavailable: null };
}
