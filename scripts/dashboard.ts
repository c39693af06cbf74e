/** Bundles the dashboard into `dist/dashboard`, from where the admin listener serves it. */
import { cp, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeNotices } from './notices.ts';

const from = new URL('../dashboard/', import.meta.url);
const to = new URL('../dist/dashboard/', import.meta.url);

await mkdir(to, { recursive: true });
const { metafile } = await build({
  absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
  metafile: true,
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
writeNotices(fileURLToPath(new URL('THIRD-PARTY-NOTICES', to)), [metafile]);
