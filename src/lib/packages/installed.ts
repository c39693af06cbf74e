import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** True for a package that this one can load. Nothing of it is loaded. */
export function isPackageThere(name: string): boolean {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'node_modules', name, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) return false;
    folder = parent;
  }
  return true;
}
