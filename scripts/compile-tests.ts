/**
 * Compiles tests and the programs that they start, all in one go, so that none of their processes has to: with a
 * loader in each of them a run of all tests takes about twice as long. Stack traces name the sources, and `import.meta`
 * is what it is there.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

/** Tells each source where it lies, which `import.meta` of what is made of it does not know. */
const placeOfSource: Plugin = {
  name: 'place of the source',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta.')) return;
      const places = { urlOfSource: pathToFileURL(path), folderOfSource: dirname(path), pathOfSource: path };
      const told = Object.entries(places).map(([name, place]) => `const ${name} = ${JSON.stringify(place)};`);
      // On the first line, so that every line keeps its number.
      return { contents: `${told.join(' ')} ${text}`, loader: 'ts' };
    });
  },
};

const common: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
};

export interface CompiledTests {
  /** The options of Node.js with which a process runs what was compiled, as do those that it starts with its own. */
  readonly options: readonly string[];
  /** The sources that make up a test file, itself included. */
  sourcesOf(test: string): ReadonlySet<string>;
}

/**
 * Compiles them into a folder of this process below `node_modules/.cache`, which goes with it.
 *
 * @param root of the project, with `test` and perhaps `src` in it
 * @param tests paths of the files that are to be run, from there
 */
export async function compileTests(root: string, tests: readonly string[]): Promise<CompiledTests> {
  const compiled = freshFolder(join(root, 'node_modules/.cache/tests'));
  const starter = join(compiled, 'run-compiled.cjs');
  const [{ metafile }] = await Promise.all([
    build({
      ...common,
      absWorkingDir: root,
      entryPoints: [...tests, ...programs(root)],
      outbase: '.',
      outdir: compiled,
      format: 'esm',
      outExtension: { '.js': '.mjs' },
      splitting: true, // code that two of them use is compiled once
      packages: 'external',
      sourcemap: true,
      sourcesContent: false,
      metafile: true,
      define: {
        'import.meta.url': 'urlOfSource',
        'import.meta.dirname': 'folderOfSource',
        'import.meta.filename': 'pathOfSource',
      },
      plugins: [placeOfSource],
    }),
    build({
      ...common,
      entryPoints: [resolve(import.meta.dirname, 'run-compiled.ts')],
      outfile: starter,
      format: 'cjs',
      define: { sourceRoot: JSON.stringify(root), compiledRoot: JSON.stringify(compiled) },
    }),
  ]);
  return {
    options: ['--enable-source-maps', '--require', starter],
    sourcesOf: (test) => reachedFrom(test, metafile.inputs, new Set()),
  };
}

function reachedFrom(source: string, inputs: Metafile['inputs'], reached: Set<string>): Set<string> {
  if (reached.has(source)) return reached;
  reached.add(source);
  for (const { path } of inputs[source]?.imports ?? []) reachedFrom(path, inputs, reached);
  return reached;
}

/** The programs that tests may start: the processes of the gateway, and everything beside the tests. */
function programs(root: string): readonly string[] {
  return [...sourcesBelow(root, 'src', /-main\.ts$/), ...sourcesBelow(root, 'test', /(?<!\.test)\.ts$/)];
}

function sourcesBelow(root: string, folder: string, pattern: RegExp): readonly string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => pattern.test(path) && !path.startsWith('fixtures'))
      .map((path) => join(folder, path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A folder named after this process. Those of processes that were ended before they could take theirs away go too. */
function freshFolder(parent: string): string {
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) if (!isRunning(Number(name))) remove(join(parent, name));
  const folder = join(parent, String(process.pid));
  process.on('exit', () => remove(folder));
  return folder;
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
