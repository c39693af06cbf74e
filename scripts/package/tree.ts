/** The installed tree, in any place: the runtime, the output of the build, and the packages outside it. */
import { chmodSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installedPackages } from './bill-of-materials.ts';
import type { Runtime } from './runtime.ts';

const root = resolve(import.meta.dirname, '../..');

/** `--disable-proto`: what a body or a file names `__proto__` is a name like any other. */
const starter = `#!/bin/sh
here=$(dirname "$(dirname "$(readlink -f "$0")")")
exec "$here/node" --disable-proto=delete "$here/dist/bin/gateway.js" "$@"
`;

/** Files of packages that no program reads. */
const unread = /\.(?:d\.[cm]?ts|map)$/;

/** Writes the folder. */
export function writeTree(tree: string, { folder }: Runtime): void {
  mkdirSync(join(tree, 'bin'), { recursive: true });
  // As it comes, symbols included: what strips one architecture can't do it for another, and each version does it otherwise.
  cpSync(join(folder, 'bin/node'), join(tree, 'node'));
  cpSync(join(folder, 'LICENSE'), join(tree, 'LICENSE.node'));
  writeFileSync(join(tree, 'bin/gateway'), starter);
  for (const name of ['dist', 'schemas', 'data', 'examples', 'docs', 'deploy/systemd']) {
    cpSync(join(root, name), join(tree, name), {
      recursive: true,
      // Compiled code is for the Node.js that built it; maps are three fifths of the rest.
      filter: (path) => !/\.map$|\.cjs\.v\d/.test(path),
    });
  }
  for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', 'package.json'])
    cpSync(join(root, name), join(tree, name));
  for (const path of installedPackages()) copyPackage(path, tree);
  for (const name of ['', ...readdirSync(tree, { recursive: true, encoding: 'utf8' })]) {
    const path = join(tree, name);
    chmodSync(path, isExecutable(path) ? 0o755 : 0o644);
  }
}

function copyPackage(path: string, tree: string): void {
  const from = join(root, path);
  cpSync(from, join(tree, path), {
    recursive: true,
    // Packages within it are named by themselves.
    filter: (file) => !unread.test(file) && file !== join(from, 'node_modules'),
  });
}

function isExecutable(path: string): boolean {
  return statSync(path).isDirectory() || /\/(?:bin\/gateway|node)$/.test(path);
}
