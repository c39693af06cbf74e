import { basename } from 'node:path';
import { compileGlob } from '../glob.ts';

/** True for a path that names files of a folder by a pattern, in which `*` matches any characters. */
export function isFileGlob(path: string): boolean {
  return basename(path).includes('*');
}

/**
 * The names in a folder that a pattern matches, in order. As in a shell, those that begin with a dot (what editors and
 * volumes of Kubernetes put there) are matched only by a pattern that does.
 */
export function namesMatching(pattern: string, names: readonly string[]): readonly string[] {
  const matches = compileGlob(pattern);
  const takesHidden = pattern.startsWith('.');
  return names.filter((name) => (takesHidden || !name.startsWith('.')) && matches(name)).sort();
}
