/**
 * Has this engine compile the bundles of an installation, for `compiled-code.ts`: a program of its own, which the Debian
 * package runs when it is installed. Packages bring no compiled code, since that is for one engine on one kind of processor.
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Script } from 'node:vm';
import { codeFile } from './compiled-code.ts';

const ending = '.bundle.cjs';

/**
 * Leaves the code of all bundles below a folder beside them, of the functions that run as a bundle is loaded. Throws where a
 * bundle can't be read or the code can't be written.
 */
export function compileBundles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith(ending)) continue;
    const bundle = join(folder, name);
    const script = new Script(readFileSync(bundle, 'latin1'), { filename: bundle });
    const file = codeFile(bundle);
    // A process that starts meanwhile finds all of it or none.
    writeFileSync(`${file}.new`, script.createCachedData(), { mode: 0o644 });
    renameSync(`${file}.new`, file);
  }
}

if (process.argv[1] === import.meta.filename) compileBundles(resolve(import.meta.dirname, '../..'));
