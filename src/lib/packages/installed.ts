import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether a package is installed where this one can load it from. Nothing of it is loaded. */
export function isPackageThere(name: string): boolean {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'node_modules', name, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) return false;
    folder = parent;
  }
  return true;
}
