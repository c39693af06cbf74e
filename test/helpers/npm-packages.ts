import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Packages of npm that only full runs need, in a folder of their own. */
export interface InstalledPackages {
  readonly folder: string;
  /** Imports a package of them. */
  load(name: string): Promise<unknown>;
  remove(): Promise<void>;
}

/** Installs packages, each as `NAME@VERSION`, whatever Node.js they say they want. */
export async function installPackages(packages: readonly string[]): Promise<InstalledPackages> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-packages-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    // What is imported from here is looked for here.
    await writeFile(join(folder, 'load.js'), 'export const load = (name) => import(name);\n');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false'];
    await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: folder });
    const { load } = (await import(pathToFileURL(join(folder, 'load.js')).href)) as Pick<
      InstalledPackages,
      'load'
    >;
    return { folder, load, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
