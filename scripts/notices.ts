/** The licences of packages whose code a build puts into its own files: they ask to be told to whoever gets it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const licenceFile = /^(?:licen[cs]e|notice|copying)(?:[.-].*)?$/i;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/**
 * Writes the notices of what the builds took in. Throws where a package has no file with its licence: then somebody has
 * to look.
 */
export function writeNotices(file: string, metafiles: readonly Metafile[]): void {
  const notices = bundledPackages(metafiles).map(noticeOf);
  const head = 'The files beside this one contain code of these packages.\n';
  writeFileSync(file, [head, ...notices].join(`\n${'='.repeat(80)}\n\n`));
}

/** The folders of packages from which a byte came into an output. */
function bundledPackages(metafiles: readonly Metafile[]): readonly string[] {
  const folders = new Set<string>();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
        if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
      }
    }
  }
  return [...folders].sort();
}

function noticeOf(folder: string): string {
  const path = join(root, folder);
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest;
  const files = readdirSync(path).filter((each) => licenceFile.test(each));
  if (files.length === 0) throw new Error(`${folder} has no file with its licence (${license})`);
  const texts = files.map((each) => readFileSync(join(path, each), 'utf8').trim());
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}
