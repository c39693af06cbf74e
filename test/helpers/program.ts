import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/**
 * The command line as it is delivered. `npm test` builds it first: it starts in a quarter of the time that the sources
 * take, and it is what operators run.
 */
export const gatewayProgram = join(root, 'dist/bin/gateway.js');

assert.ok(existsSync(gatewayProgram), 'there is no build to test; run npm run build');
const builtMs = statSync(gatewayProgram).mtimeMs;
/** What is built; an editor's own files beside them are not. */
const source = /\.(?:tsx?|js|json|css|html|svg)$/;
for (const folder of ['bin', 'src', 'dashboard', 'schemas']) {
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!source.test(name)) continue;
    const { mtimeMs } = statSync(join(root, folder, name));
    assert.ok(mtimeMs <= builtMs, `the build is older than ${folder}/${name}; run npm run build`);
  }
}
