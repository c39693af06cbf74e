import { compileGlobs } from '../../lib/glob.ts';
import type { ContentLogConfig } from '../types/contents.ts';
import type { Config } from '../types/gateway.ts';
import { globReaches } from './model-names.ts';

/** Whose contents a configuration keeps: `all` that their requests say, or what is said to some models. */
export type KeptModels = 'all' | readonly string[];

/** Of a key by its id: for which models of the file its contents are kept, in part or in full; undefined for none. */
export function keptModelsOf(
  { contentLog, models }: Pick<Config, 'contentLog' | 'models'>,
  key: string,
): KeptModels | undefined {
  if (contentLog === undefined || !mayKeep(contentLog, key)) return undefined;
  if (contentLog.models.includes('*')) return 'all';
  const kept = [...models.keys()].filter((id) => contentLog.models.some((glob) => meets(glob, id)));
  return kept.length === 0 ? undefined : kept;
}

function mayKeep({ keys, sample }: ContentLogConfig, key: string): boolean {
  return sample > 0 && compileGlobs(keys)(key);
}

/** Whether a glob takes an id of the file, or one that its wildcard takes. */
function meets(glob: string, id: string): boolean {
  return id.endsWith('*') ? globReaches(glob, id) : compileGlobs([glob])(id);
}

/** Whether contents of a request for a model may be kept; without a model whether those of any are. */
export function keepsContents(
  { contentLog, models }: Pick<Config, 'contentLog' | 'models'>,
  key: string,
  asked: string | undefined,
): boolean {
  if (contentLog === undefined) return false;
  if (asked !== undefined) return mayKeep(contentLog, key) && compileGlobs(contentLog.models)(asked);
  return keptModelsOf({ contentLog, models }, key) !== undefined;
}
