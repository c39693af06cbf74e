import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../lib/packages/package-folder.ts';

export { packageFolder };

let version: string | undefined;

/** The version in package.json, as it was when this process first asked: an upgrade may lie there since. */
export function packageVersion(): string {
  version ??= versionThere();
  return version;
}

function versionThere(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/**
 * The path of a module that starts as a process of its own, as source or as built: the build keeps the place of
 * every `*-main.ts` and bundles all else.
 *
 * @param name its place below `src`, without its ending
 */
export function processFile(name: string): string {
  const [folder, ending] = import.meta.filename.endsWith('.ts') ? ['src', 'ts'] : ['dist/src', 'cjs'];
  return join(packageFolder(), folder, `${name}.${ending}`);
}
