import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '..');

/** What each part of `src` may import beside itself and the ground that all stand on: the table of docs/architecture.md. */
const sees = new Map(
  [
    ...readFileSync(join(root, 'docs/architecture.md'), 'utf8')
      .split('## Where things live')[0]!
      .matchAll(/^\| (ground|`[\w-]+`)(?::[^|]*)? \|(.*)\|$/gm),
  ].map(([, part = '', seen = '']) => [
    part.replaceAll('`', ''),
    [...seen.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!),
  ]),
);

/** The part that a file of `src` belongs to: its folder, or the file's own name at the top. */
function partOf(file: string): string {
  if (file === 'errors.ts' || /^config\/(?:translation-settings|capability-names)\.ts$/.test(file))
    return 'ground';
  if (/^(?:lib|observe|api\/endpoints|config\/(?:target-dialects|types|derived))\//.test(file))
    return 'ground';
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : file.replace(/\.ts$/, '');
}

/** Imports and re-exports, types too, wherever they can stand: `from`, for effect only, and `import()`. */
const specifiers =
  /^(?:import|export)\s[^;'"]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

function importsOf(text: string): string[] {
  return [...text.matchAll(specifiers)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function filesBelow(folder: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...filesBelow(path));
    else if (entry.isFile()) found.push(path);
  }
  return found;
}

interface Source {
  readonly text: string;
  /** Files of `src` that it imports, relative to `src`. */
  readonly inside: readonly string[];
  /** Relative imports that leave `src`, relative to the project. */
  readonly outside: readonly string[];
  readonly packages: readonly string[];
  /** Of Node.js. */
  readonly modules: readonly string[];
}

function readSource(path: string): Source {
  const text = readFileSync(path, 'utf8');
  const all = importsOf(text);
  const files = all.filter((name) => name.startsWith('.')).map((name) => resolve(dirname(path), name));
  const inSrc = (file: string) => file.startsWith(join(root, 'src/'));
  return {
    text,
    inside: files.filter(inSrc).map((file) => relative(join(root, 'src'), file)),
    outside: files.filter((file) => !inSrc(file)).map((file) => relative(root, file)),
    packages: all.filter((name) => !name.startsWith('.') && !name.startsWith('node:')).map(packageOf),
    modules: all.filter((name) => name.startsWith('node:')),
  };
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

const sources = new Map(
  filesBelow(join(root, 'src'))
    .filter((path) => /\.[jt]s$/.test(path))
    .map((path) => [relative(join(root, 'src'), path), readSource(path)]),
);

test('every import inside src leads to a file', () => {
  for (const [file, source] of sources) {
    for (const target of source.inside)
      assert.ok(existsSync(join(root, 'src', target)), `${file}: ${target}`);
  }
});

test('arrows between the parts of src only point down', () => {
  const wrong: string[] = [];
  for (const [file, source] of sources) {
    const from = partOf(file);
    const allowed = sees.get(from);
    assert.ok(allowed, `src/${file}: "${from}" has no place in the table of docs/architecture.md`);
    for (const target of source.inside) {
      const to = partOf(target);
      if (to !== from && to !== 'ground' && !allowed.includes(to)) wrong.push(`${file} -> ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('endpoints are plain data: they import nothing but each other, and the units that they are counted by', () => {
  for (const [file, source] of sources) {
    if (!/^(?:api\/endpoints|observe\/units)\//.test(file)) continue;
    assert.deepEqual(
      source.inside.filter((target) => !/^(?:api\/endpoints|observe\/units)\//.test(target)),
      [],
      file,
    );
    assert.deepEqual([source.packages, source.modules], [[], []], file);
  }
});

test('no file imports itself round a circle, types counted', () => {
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    assert.equal(start, -1, [...trail.slice(start), file].join(' -> '));
    if (done.has(file)) return;
    for (const target of sources.get(file)?.inside ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of sources.keys()) visit(file, []);
});

test('every name in the table of folders is one of a folder or file there, and no folder of src is left out', () => {
  const table = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    .split('## Where things live')[1]!
    .split('\n## ')[0]!;
  const rows = [...table.matchAll(/^\| `([\w-]+)` \|(.*)\|$/gm)].map(([, folder = '', holds = '']) => ({
    folder,
    holds,
  }));
  const folders = new Set([...sources.keys()].filter((file) => file.includes('/')).map(partFolder));
  assert.deepEqual(rows.map(({ folder }) => folder).toSorted(), [...folders].toSorted());
  const gone = rows.flatMap(({ folder, holds }) =>
    [...holds.matchAll(/`([\w.-]+)`/g)]
      .map(([, name]) => `${folder}/${name}`)
      .filter((path) => /^[\w/-]+(?:\.ts)?$/.test(path) && !existsSync(join(root, 'src', path))),
  );
  assert.deepEqual(gone, []);
});

function partFolder(file: string): string {
  return file.slice(0, file.indexOf('/'));
}

test('a folder of src holds at most twenty files', () => {
  const counts = new Map<string, number>();
  for (const file of sources.keys()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  assert.deepEqual(
    [...counts].filter(([, files]) => files > 20),
    [],
  );
});

test('only one file knows the proxy library', () => {
  const knowing = [...sources].filter(([, source]) => source.packages.includes('http-proxy-3'));
  assert.deepEqual(
    knowing.map(([file]) => file),
    ['http/client/carrier.ts'],
  );
});

test('src imports no package but the dependencies, which are installed with it', () => {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>;
  const installed = { ...dependencies, ...optionalDependencies };
  for (const [file, source] of sources) {
    for (const name of source.packages) assert.ok(Object.hasOwn(installed, name), `${file}: ${name}`);
  }
});

test('src imports nothing of the tests, the benchmarks or the scripts', () => {
  for (const [file, source] of sources) {
    const strays = source.outside.filter((path) => path !== 'package.json' && !path.startsWith('schemas/'));
    assert.deepEqual(strays, [], file);
  }
});

test('nothing in src has a default export', () => {
  for (const [file, source] of sources) {
    assert.doesNotMatch(source.text, /^export default\b|^export\s*\{[^}]*\bas default\b/m, file);
  }
});

/** Of what Node.js and its engine keep to themselves, or give without saying so. */
const privateParts =
  /\._[a-z]\w*|getOwnPropertySymbols|\b(?:internalBinding|internalMessage|setFlagsFromString|addRequest|onSocket|freeSockets|chunkedEncoding|shouldKeepAlive)\b|process\.binding|globalThis\.gc|\.prototype\.\w+\.(?:call|apply)\b/;

test('private parts of Node.js stand in two folders, whose README has a line for each file', () => {
  const rooms = ['http/node/', 'process/node/'];
  const isInside = (file: string) => rooms.some((room) => file.startsWith(room));
  const strays = [...sources]
    .filter(([file]) => !isInside(file) && !file.includes('/generated/'))
    .flatMap(([file, { text }]) => (privateParts.exec(text) ?? []).map((part) => `${file}: ${part}`));
  assert.deepEqual(strays, []);
  const table = readFileSync(join(root, 'src/http/node/README.md'), 'utf8');
  const untold = [...sources.keys()].filter((file) => isInside(file) && !table.includes(`\`${file}\``));
  assert.deepEqual(untold, []);
  const canaries = rooms
    .map((room) => readFileSync(join(root, `test/${room}canary.test.ts`), 'utf8'))
    .join('');
  const named = [...canaries.matchAll(/^test\('([\w-]+\.ts):/gm)].map(([, file]) => file!);
  const files = [...sources.keys()].filter(isInside).map((file) => file.slice(file.lastIndexOf('/') + 1));
  assert.deepEqual(
    named.filter((name) => !files.includes(name)),
    [],
    'canaries of files that are not there',
  );
  assert.deepEqual(
    files.filter((name) => !named.includes(name)),
    [],
    'files without a canary',
  );
});

/** Where lists of models of a key or a group are read by themselves: the function that joins them, and what shows them. */
const listReaders = new Set([
  'config/derived/allowed-models.ts',
  'config/types/keys.ts',
  'config/resolve/keys.ts',
  'admin/query-process/written-entries.ts',
  'check/written-fields.ts',
  'check/prove/key-groups.ts',
  'check/prove/without-model.ts',
  'check/diff/servable.ts',
  'pipeline/guards/model-caller.ts', // has a key of nobody's
]);

test('what models a key may use is asked of one function, which knows its groups', () => {
  const strays = [...sources].filter(
    ([file, { text }]) =>
      !listReaders.has(file) && /\bgroupModels\b|\bkey[!?]?\.(?:config\.)?models\b/.test(text),
  );
  assert.deepEqual(
    strays.map(([file]) => file),
    ['check/lints/fallbacks.ts'], // says whether the key's own list is what is at fault
  );
});

/** Written so that no pattern matches its own text. */
const strangers = {
  'a folder of one machine': /(?<![\w.])\/(?:home|root|work|Users)\/[\w.-]/,
  'the host of a package registry': /\bregistry\.(?:npmjs|yarnpkg)\b/,
  'a document that is not part of the project':
    /\b(?:DESIGN|STYLE|RELIABILITY|LIBRARIES|PERFORMANCE)(?:\.md|'s| section)/,
};

test('the project speaks of itself alone', () => {
  const skipped = new Set(['node_modules', 'dist', '.git', '.gateway']);
  const paths = readdirSync(root, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(root, entry.name)) : [join(root, entry.name)]))
    .filter((path) => !path.includes('/node_modules/'));
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    for (const [what, pattern] of Object.entries(strangers)) {
      const match = pattern.exec(text);
      assert.equal(match, null, `${relative(root, path)} names ${what}: ${match?.[0]}`);
    }
  }
});
