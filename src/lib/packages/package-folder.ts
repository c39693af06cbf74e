import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this package. Sources and what is built lie at different depths below it. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error(`no package.json above ${import.meta.dirname}; install the gateway again`);
    folder = parent;
  }
  return folder;
}
