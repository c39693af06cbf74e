import { type LoadOptions, type LoadResult, loadConfig } from '../config/load.ts';
import { inspectConfig } from './lints/inspect.ts';

/**
 * Loads a configuration and finds, beyond what makes it invalid, what is valid and hardly meant. `check`, `serve`
 * and a reload all load through here, so that they find the same and say the same. Never throws for what is in
 * the files.
 */
export function loadInspected(file: string, options: Omit<LoadOptions, 'inspect'>): Promise<LoadResult> {
  return loadConfig(file, { ...options, inspect: inspectConfig });
}
