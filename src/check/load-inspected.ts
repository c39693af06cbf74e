import { type LoadOptions, type LoadResult, loadConfig } from '../config/load.ts';
import { inspectConfig } from './lints/inspect.ts';

/**
 * Loads a configuration, and finds its errors and all that is valid and probably not meant. `check`, `serve` and a
 * reload all load through here, so they report the same findings. Never throws for the content of the files.
 */
export function loadInspected(file: string, options: Omit<LoadOptions, 'inspect'>): Promise<LoadResult> {
  return loadConfig(file, { ...options, inspect: inspectConfig });
}
