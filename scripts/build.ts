/**
 * Builds the gateway into `dist`: `NAME.bundle.cjs` with all that a start needs, the packages included, and the starter
 * `NAME.cjs`, which runs it with the compiled code that lies beside it. Few files start several times faster than many,
 * and CommonJS faster than modules of the language.
 *
 * What runs in the processes of `serve` keeps its place below `dist/src`. The command line is cut in two: what every
 * command needs, `serve` included, and all other commands.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { compileAll } from './compile.ts';
import { loadedLater } from './loaded-later.ts';
import { makeCode } from './make-code.ts';
import { writeNotices } from './notices.ts';

const root = resolve(import.meta.dirname, '..');
const commandLine = 'src/cli/main.ts';
/** The modules that `serve` loads once it has started the first worker. */
const serving = 'src/cli/serving.ts';
/** All other commands: made here, as no source needs it. */
const commands = 'src/cli/commands.ts';
const processes = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('-main.ts'))
  .sort()
  .map((path) => join('src', path));

/**
 * The modules that packages load for a part that the gateway never calls: http-proxy-3 for an HTTP/2 server of its own,
 * pino for a log that is written in another thread. They are a fifteenth of a worker's start.
 */
const neverCalled: Plugin = {
  name: 'never called',
  setup({ onResolve, onLoad }) {
    const namespace = 'never-called';
    const isOf = (name: string, importer: string) => importer.includes(join('node_modules', name, ''));
    onResolve({ filter: /^node:http2$/ }, ({ path, importer }) =>
      isOf('http-proxy-3', importer) ? { path, namespace } : undefined,
    );
    onResolve({ filter: /^thread-stream$/ }, ({ path, importer }) =>
      isOf('pino', importer) ? { path, namespace } : undefined,
    );
    onLoad({ filter: /./, namespace }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Files that the command line loads when a command is called, found while it is built. */
const called = new Set<string>();

/** Leaves out of the command line what it loads when a command is called, except for `serve` itself. */
const commandsApart: Plugin = {
  name: 'commands apart',
  setup({ onResolve, onLoad }) {
    const namespace = 'apart';
    onResolve({ filter: /\.ts$/ }, ({ path, kind, resolveDir }) => {
      const file = relative(root, join(resolveDir, path));
      if (kind !== 'dynamic-import' || file === 'src/cli/serve/serve.ts') return;
      if (file !== serving) called.add(file);
      return { path: file, namespace };
    });
    onResolve({ filter: /./, namespace }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents:
        path === serving
          ? "module.exports = require('./serving.cjs');"
          : `module.exports = require('./commands.cjs')['${path}']();`,
    }));
  },
};

/** The file of the command line asks for what it starts with. */
const startersApart: Plugin = {
  name: 'starters apart',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: starterOf(path), external: true },
    );
  },
};

const common = {
  absWorkingDir: root,
  metafile: true,
  outbase: '.',
  outdir: 'dist',
  bundle: true,
  external: loadedLater,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  supported: { 'dynamic-import': false },
  define: {
    'import.meta.dirname': '__dirname',
    'import.meta.filename': '__filename',
    // With "true" http-proxy-3 would send by `fetch`; it asks the environment anew for each request.
    'process.env.FORCE_FETCH_PATH': 'undefined',
  },
  logLevel: 'warning',
} satisfies BuildOptions;
/** The bundle for `compiled-code.ts`. Every byte of it is read at each start. */
const asBundle = {
  ...common,
  outExtension: { '.js': '.bundle.cjs' },
  plugins: [neverCalled],
  banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
  footer: { js: '})' },
  charset: 'ascii',
  legalComments: 'none',
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 160, // so that the place of an error says something
  sourcemap: true,
} satisfies BuildOptions;

await makeCode();
rmSync(join(root, 'dist'), { recursive: true, force: true });
const built: { readonly metafile: Metafile }[] = [
  await build({ ...asBundle, entryPoints: [serving, ...processes] }),
  await build({ ...asBundle, entryPoints: [commandLine], plugins: [commandsApart] }),
];
// In the order of the alphabet: they are found in the order in which files happen to be read.
const contents = [...called]
  .sort()
  .map((file) => `exports['${file}'] = () => require('./${file}');`)
  .join('\n');
built.push(
  await build({
    ...asBundle,
    stdin: { contents, resolveDir: root },
    outdir: '',
    outfile: join('dist', commands.replace(/\.ts$/, '.bundle.cjs')),
  }),
);
await build({
  ...common,
  entryPoints: ['src/process/node/compiled-code.ts', 'src/process/node/compile-bundles.ts'],
  outExtension: { '.js': '.cjs' },
});
await build({ ...common, entryPoints: ['bin/gateway.ts'], plugins: [startersApart] });
writeNotices(
  join(root, 'dist/THIRD-PARTY-NOTICES'),
  built.map(({ metafile }) => metafile),
);
// Beside it, what says that it is CommonJS: the package itself is not.
writeFileSync(join(root, 'dist/bin/package.json'), '{ "type": "commonjs" }\n');

const sources = [commandLine, commands, serving, ...processes];
for (const source of sources) {
  const starter = starterOf(source);
  const starting = JSON.stringify(`./${relative(dirname(starter), 'src/process/node/compiled-code.cjs')}`);
  const bundle = basename(starter).replace('.cjs', '.bundle.cjs');
  const text = `require(${starting}).compiled(__dirname + '/${bundle}').run(module);\n`;
  writeFileSync(join(root, 'dist', starter), text);
}
const starters = sources.map((source) => join(root, 'dist', starterOf(source)));
await compileAll(join(root, 'dist/bin/gateway.js'), starters);

/** The starter of a source, below `dist`. */
function starterOf(source: string): string {
  return source.replace(/\.ts$/, '.cjs');
}
