import { compileGlobs } from '../../lib/glob.ts';
import type { ContentLogConfig } from '../types/contents.ts';
import type { Config } from '../types/gateway.ts';
import { globReaches } from './model-names.ts';

/** The kept contents of a key: `all`, or those of requests to some models. */
export type KeptModels = 'all' | readonly string[];

/** Of a key by its id: for which models of the file its contents are kept, in part or in full; undefined for none. */
export type KeptContents = (key: string) => KeptModels | undefined;

type Kept = Pick<Config, 'contentLog' | 'models'>;

/**
 * The keys whose contents are kept. Computed once for a configuration: afterwards each question about a key is a
 * look-up of its id.
 */
export function keptContents({ contentLog, models }: Kept): KeptContents {
  if (contentLog === undefined) return () => undefined;
  const kept = keptModels(contentLog, models);
  if (kept.length === 0) return () => undefined;
  const mayKeep = keysOf(contentLog);
  return (key) => (mayKeep(key) ? kept : undefined);
}

/** By the id of a key, whether contents of its requests for a model may be kept; without a model whether those of any are. */
export function keepsContents(config: Kept, asked: string | undefined): (key: string) => boolean {
  const { contentLog } = config;
  if (contentLog !== undefined && asked !== undefined)
    return compileGlobs(contentLog.models)(asked) ? keysOf(contentLog) : () => false;
  const keptOf = keptContents(config);
  return (key) => keptOf(key) !== undefined;
}

function keysOf({ keys, sample }: ContentLogConfig): (key: string) => boolean {
  return sample > 0 ? compileGlobs(keys) : () => false;
}

function keptModels({ models: globs }: ContentLogConfig, models: Kept['models']): KeptModels {
  if (globs.includes('*')) return 'all';
  const matches = compileGlobs(globs);
  // Of a wildcard's entry an id that it takes is enough.
  const isKept = (id: string) =>
    id.endsWith('*') ? globs.some((glob) => globReaches(glob, id)) : matches(id);
  return [...models.keys()].filter(isKept);
}
