import { commonChoices, commonGlob } from '../../lib/glob.ts';

/**
 * Globs whose ids every one of several lists allows. They need not have all such ids, but wherever there are some that
 * begin in a certain way, they have one that does.
 */
export function globsOfAll(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(commonChoices(lists).map((choice) => commonGlob(choice)!))];
}
