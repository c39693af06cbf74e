import { commonChoices, commonGlob } from '../../lib/glob.ts';

/**
 * Globs whose ids every one of several lists allows. They need not have all such ids. But if any exist with some
 * beginning, the globs have one with it.
 */
export function globsOfAll(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(commonChoices(lists).map((choice) => commonGlob(choice)!))];
}
