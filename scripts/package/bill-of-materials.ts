/** The contents of a package, by the lockfile: the copied packages, and its bill of materials. */

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadedLater } from '../loaded-later.ts';
import { buildTime } from './reproducible-archive.ts';
import type { Runtime } from './runtime.ts';

const root = resolve(import.meta.dirname, '../..');

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

/** The folders of the packages outside the bundles, and all that they need: `node_modules/redis`. */
export function installedPackages(): readonly string[] {
  const { dependencies, optionalDependencies } = packages['']!;
  const named = Object.keys({ ...dependencies, ...optionalDependencies });
  const apart = named.filter((name) =>
    loadedLater.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each)),
  );
  const found = new Set<string>();
  const add = (path: string | undefined): void => {
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path]!;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      add(resolved(name, path));
  };
  for (const name of apart) add(`node_modules/${name}`);
  return [...found].sort();
}

/** The package that `require` finds from another one. */
function resolved(name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (at === '') return undefined;
  }
}

/** Packages of which there is code in the bundles and in the dashboard: the builds say so in their notices. */
function bundledPackages(): readonly string[] {
  return ['dist/THIRD-PARTY-NOTICES', 'dist/dashboard/THIRD-PARTY-NOTICES'].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^(\S+) (\d\S*) \(/gm)].map(([, name, version]) => {
      const path = Object.keys(packages).find(
        (each) => each.endsWith(`node_modules/${name}`) && packages[each]!.version === version,
      );
      if (path === undefined) throw new Error(`${file} names ${name} ${version}, which the lockfile has not`);
      return path;
    }),
  );
}

/** Writes the bill of materials (CycloneDX 1.6, JSON). */
export function writeBill(file: string, version: string, runtime: Runtime): void {
  const paths = [...new Set([...installedPackages(), ...bundledPackages()])].sort();
  const components = [
    component(runtime.name, { ...runtime, license: 'MIT' }),
    ...paths.map((path) => component(path.slice(path.lastIndexOf('node_modules/') + 13), packages[path]!)),
  ];
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    // The same materials, the same number.
    serialNumber: `urn:uuid:${digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')}`,
    version: 1,
    metadata: {
      timestamp: new Date(buildTime() * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': `gateway@${version}`,
        name: 'gateway',
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components,
    dependencies: [
      {
        ref: `gateway@${version}`,
        dependsOn: [...new Set(components.map((each) => each['bom-ref']))].sort(),
      },
    ],
  };
  writeFileSync(file, `${JSON.stringify(bill, undefined, 2)}\n`);
}

function component(name: string, { version, license, integrity }: LockedPackage) {
  const [, group, own = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  const purl = `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${own}@${version}`;
  const [algorithm, hash = ''] = integrity?.split('-', 2) ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: own,
    version,
    purl,
    ...(license === undefined ? {} : { licenses: [licenceOf(license)] }),
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }
      : {}),
  };
}

/** One licence of the SPDX list, or an expression of several. */
function licenceOf(license: string): object {
  return /^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license };
}
