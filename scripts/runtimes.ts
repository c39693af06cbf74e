/**
 * Other versions of Node.js, from the packages `node-<platform>-<arch>` of npm, kept in the cache folder of
 * node_modules. `runtimes.ts 24` prints the path of a Node 24; `runtimes.ts 24 -- test/run.ts gateway` runs that
 * file, TypeScript and all, under it and ends with its exit code. Fetched once a version: `rm -r` the folder to
 * get a newer one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

const usage = 'usage: node --import tsx scripts/runtimes.ts 22|24|26 [-- FILE [ARGUMENT...]]';

/** It takes the types out by itself; those before need a loader. */
const runsTypeScriptFrom = 24;

/** Path of the binary of this major version; fetched when it is not there. Throws when npm can't get it. */
function runtime(major: string): string {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = resolve(import.meta.dirname, '../node_modules/.cache/runtimes', major);
  const binary = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  const install = ['install', '--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts'];
  // Standard output is for the path alone, so npm talks on standard error.
  const { status } = spawnSync('npm', [...install, `${name}@${major}`], { stdio: ['ignore', 2, 2] });
  if (status !== 0 || !existsSync(binary)) throw new Error(`npm could not install ${name}@${major}`);
  return binary;
}

function main([major, separator, ...command]: string[]): number {
  if (!major || !/^\d+$/.test(major) || (separator !== undefined && (separator !== '--' || !command[0]))) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const binary = runtime(major);
  if (separator === undefined) {
    process.stdout.write(`${binary}\n`);
    return 0;
  }
  // First in PATH, so that a test that starts `node` stays on the same version.
  const env = { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env['PATH'] ?? ''}` };
  const loader = Number(major) < runsTypeScriptFrom ? ['--import', 'tsx'] : [];
  return spawnSync(binary, [...loader, ...command], { stdio: 'inherit', env }).status ?? 1;
}

process.exitCode = main(process.argv.slice(2));
