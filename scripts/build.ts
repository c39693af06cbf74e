/**
 * Builds the gateway into `dist`, where few files start several times faster than the many of the sources, and so do the
 * packages that each start needs.
 *
 * What runs in the processes of `serve` keeps its place: `NAME.bundle.cjs` with all that it needs, which the starter
 * `NAME.cjs` runs with the compiled code that lies beside it. They have no files in common, and are CommonJS: what
 * several share would be cut into as many small ones as there are ways to share it, and modules of the language take
 * longer to load. The command line loads what a command needs from `dist/shared`.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const processes = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('-main.ts'))
  .map((path) => join('src', path));

/** Packages that most starts do not load, or that look for files of their own. They stay what was installed. */
const loadedLater = ['@opentelemetry/*', '@peculiar/x509', 'node-sqlite3-wasm', 'prom-client', 'redis'];

/**
 * What packages load as they start, for a part of theirs that the gateway never calls: http-proxy-3 for a server of its
 * own that speaks HTTP/2, pino for a log that is written in another thread. It is a fifteenth of a worker's start.
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

/** Parts of `serve`, in the order in which it loads them, and what it takes of each. */
const serving = { serve: 'serve', serving: 'startServing' };

/**
 * They are asked for as CommonJS: to import such a file would look through it for its exports, which takes longer than
 * to run it.
 *
 * @param folder theirs, as seen by what asks
 */
function loadedApart(folder: string): Plugin {
  return {
    name: 'loaded apart',
    setup({ onResolve, onLoad }) {
      const namespace = 'apart';
      for (const [name, exported] of Object.entries(serving)) {
        onResolve({ filter: new RegExp(`^\\./${name}\\.ts$`) }, ({ kind }) =>
          kind === 'dynamic-import'
            ? { path: `${folder}/${name}.cjs`, namespace, pluginData: exported }
            : undefined,
        );
      }
      onResolve({ filter: /./, namespace }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /./, namespace }, ({ path, pluginData }) => ({
        contents: `export const { ${pluginData} } = require('${path}');`,
      }));
    },
  };
}

const common: BuildOptions = {
  absWorkingDir: root,
  outbase: '.',
  outdir: 'dist',
  bundle: true,
  external: loadedLater,
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  logLevel: 'warning',
};
const asCommonJs: BuildOptions = {
  ...common,
  format: 'cjs',
  plugins: [neverCalled, loadedApart('.')],
  define: {
    'import.meta.dirname': '__dirname',
    'import.meta.filename': '__filename',
    // With "true" http-proxy-3 would send by `fetch`; it asks the environment anew for each request.
    'process.env.FORCE_FETCH_PATH': 'undefined',
  },
  supported: { 'dynamic-import': false },
};
const starting = 'dist/src/runtime/compiled.cjs';
const bundled = ['src/cli/serving.ts', ...processes];

rmSync(join(root, 'dist'), { recursive: true, force: true });
await build({ ...asCommonJs, entryPoints: bundled, outExtension: { '.js': '.bundle.cjs' } });
await build({
  ...asCommonJs,
  entryPoints: ['src/cli/serve.ts', 'src/runtime/compiled.ts'],
  outExtension: { '.js': '.cjs' },
});
await build({
  ...common,
  entryPoints: ['bin/gateway.ts'],
  chunkNames: 'shared/[name]-[hash]',
  splitting: true,
  plugins: [neverCalled, loadedApart('../src/cli')],
  // What CommonJS packages ask for of Node.js itself.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  format: 'esm',
});
for (const path of bundled) {
  const file = join('dist', path.replace(/\.ts$/, ''));
  const compiled = JSON.stringify(`./${relative(dirname(file), starting)}`);
  const bundle = `__dirname + '/${basename(file)}.bundle.cjs'`;
  writeFileSync(join(root, `${file}.cjs`), `require(${compiled}).compiled(${bundle}).run(module);\n`);
  const command = ['--import', 'tsx', 'scripts/compile.ts', join(root, `${file}.bundle.cjs`)];
  execFileSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
}
