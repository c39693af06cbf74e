/** Bundles the dashboard into `dist/dashboard`, from where the admin listener serves it. */
import { cp, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const from = new URL('../dashboard/', import.meta.url);
const to = new URL('../dist/dashboard/', import.meta.url);

await mkdir(to, { recursive: true });
await build({
  entryPoints: { app: fileURLToPath(new URL('main.tsx', from)) },
  outdir: fileURLToPath(to),
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['chrome123', 'firefox121', 'safari17.5'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
});
for (const name of ['index.html', 'icon.svg']) await cp(new URL(name, from), new URL(name, to));
