import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** What `npm pack` would put into the package. */
function packed(): readonly string[] {
  const told = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root });
  const [{ files }] = Object.values(JSON.parse(told.toString())) as [
    { readonly files: readonly { readonly path: string }[] },
  ];
  return files.map(({ path }) => path);
}

/** Packages that lie in a bundle, by its map. */
function bundledIn(map: string): readonly string[] {
  const { sources } = JSON.parse(read(map)) as { readonly sources: readonly string[] };
  const names = sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
  return [...new Set(names)];
}

test('the package holds what runs and the notices of what is bundled, and nothing of the machine that built it', () => {
  const files = packed();
  for (const name of [
    'dist/bin/gateway.js',
    'dist/THIRD-PARTY-NOTICES',
    'dist/dashboard/THIRD-PARTY-NOTICES',
    'data/catalogue-by-hand.json',
    'data/catalogue.json',
    'data/LICENSE.models-dev',
    // What `gateway docs` prints.
    'docs/README.md',
    'docs/limits.md',
    'docs/reference/log.md',
  ])
    assert.ok(files.includes(name), name);
  assert.deepEqual(
    files.filter((path) => path.endsWith('.map') || /\.cjs\.v\d/.test(path)),
    [],
  );
  for (const path of files.filter((each) => each.startsWith('dist/')))
    assert.ok(!read(path).includes(root), `${path} names a folder of this machine`);
});

test('every package in a bundle has its licence in the notices', () => {
  const notices = read('dist/THIRD-PARTY-NOTICES');
  const maps = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.bundle.cjs.map'),
  );
  assert.ok(maps.length > 3);
  for (const map of maps) {
    for (const name of bundledIn(join('dist', map)))
      assert.match(notices, new RegExp(`^${name} [\\d.]+ \\(`, 'm'), name);
  }
  assert.match(notices, /^ajv .*\n\n.*MIT License[\s\S]*Copyright \(c\) 2015-\d+ Evgeny Poberezkin/m);
  assert.match(read('dist/dashboard/THIRD-PARTY-NOTICES'), /^preact .*\n\nThe MIT License/m);
});

test('what .dockerignore lets through is enough to build from', (t) => {
  const [first, ...taken] = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  assert.equal(first, '*');
  const dir = mkdtempSync(join(tmpdir(), 'gateway-image-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  for (const line of taken) {
    assert.match(line, /^![\w.-]+$/);
    cpSync(join(root, line.slice(1)), join(dir, line.slice(1)), { recursive: true });
  }
  // `npm ci` in the image.
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: dir });
  const dockerfile = read('examples/deploy/docker/Dockerfile');
  assert.match(
    dockerfile,
    /^COPY --from=build \/src\/docs \.\/docs$/m,
    'the image brings the pages of `gateway docs`',
  );
  for (const [, paths = ''] of dockerfile.matchAll(/^COPY --from=build (.*) \S+$/gm))
    for (const path of paths.split(' ')) assert.ok(existsSync(join(dir, path.replace('/src/', ''))), path);
});

test('one version stands in the package, its lockfile, the chart and the changelog', () => {
  const { version } = JSON.parse(read('package.json'));
  const lock = JSON.parse(read('package-lock.json'));
  const chart = parse(read('deploy/helm/Chart.yaml'));
  const [, released] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/m.exec(read('CHANGELOG.md')) ?? [];
  assert.deepEqual(
    [lock.version, lock.packages[''].version, chart.version, chart.appVersion, released],
    Array.from({ length: 5 }, () => version),
  );
});

test('actions are named by a commit, with the version beside it', () => {
  const used = [...read('examples/ci/github-actions.yaml').matchAll(/uses: (.*)$/gm)].map(
    ([, name = '']) => name,
  );
  assert.equal(used.length, 3);
  for (const name of used) assert.match(name, /^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes
function manifest(kind: string): any {
  const all = parseAllDocuments(read('examples/deploy/kubernetes/gateway.yaml')).map((each) => each.toJS());
  return all.find((each) => each.kind === kind);
}

const mib = (size: string) => Number.parseInt(size, 10) * (size.includes('G') ? 1024 : 1);

test('the memory of the pod holds the buffers of all workers, and what the processes need themselves', () => {
  const { listen } = parse(manifest('ConfigMap').data['gateway.yaml']);
  const { limits } = manifest('StatefulSet').spec.template.spec.containers[0].resources;
  const workers = Number(limits.cpu);
  const processesMib = 120 * (workers + 2);
  assert.ok(workers * mib(listen.max_buffered) + processesMib <= mib(limits.memory));
});

test('the pod is reached at its two ports only, the admin listener from the monitoring alone', () => {
  const { spec } = manifest('NetworkPolicy');
  const { selector, template } = manifest('StatefulSet').spec;
  assert.deepEqual(spec.podSelector, selector);
  assert.deepEqual(spec.policyTypes, ['Ingress', 'Egress']);
  const names = template.spec.containers[0].ports.map(({ name }: { name: string }) => name);
  const open = spec.ingress.flatMap((rule: { ports: { port: string }[] }) =>
    rule.ports.map(({ port }) => port),
  );
  assert.deepEqual(open, names);
  const [, admin] = spec.ingress;
  assert.deepEqual(Object.keys(admin.from[0]), ['namespaceSelector']);
});

test('the package writes into the folder of its user as that user alone', () => {
  const script = read('deploy/debian/postinst').replaceAll('|\n', '| ');
  const lines = script
    .split('\n')
    .filter((line) => /\$(?:\{?(?:token|keys|state))\b/.test(line) || line.includes('key create'));
  const writing = lines.filter((line) =>
    /\b(?:install|chown|chmod|mv|cp|tee|touch|cat|create)\b|[^2]>/.test(line),
  );
  assert.ok(writing.length >= 3, writing.join('\n'));
  // The folder itself stands in one of root's.
  const asRoot = writing.filter(
    (line) => !line.includes('as_gateway ') && !/install -d .* "\$state"$/.test(line),
  );
  assert.deepEqual(
    asRoot.filter((line) => !line.includes('useradd')),
    [],
  );
});
