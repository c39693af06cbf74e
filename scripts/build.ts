/**
 * Builds the gateway into `dist`: the command line, `serve` and each module that starts as a process of its own keep
 * their places, what they load later lies in `dist/shared`. Few files start several times faster than the many of the
 * sources, and so do the packages that each start needs. For the same reason these have no files in common: what several
 * of them share would be cut into as many small ones as there are ways to share it.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

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

/** `serve` from the command line's own file, which lies as deep as the shared ones. */
const serveApart: Plugin = {
  name: 'serve apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/serve\.ts$/ }, ({ kind, resolveDir }) =>
      kind === 'dynamic-import' && resolveDir === join(root, 'src/cli')
        ? { path: '../src/cli/serve.js', external: true }
        : undefined,
    );
  },
};

rmSync(join(root, 'dist'), { recursive: true, force: true });
for (const entry of ['bin/gateway.ts', 'src/cli/serve.ts', ...processes]) {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outbase: '.',
    outdir: 'dist',
    chunkNames: 'shared/[name]-[hash]',
    bundle: true,
    splitting: true,
    external: loadedLater,
    plugins: [neverCalled, serveApart],
    // What CommonJS packages ask for of Node.js itself.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'warning',
  });
}
