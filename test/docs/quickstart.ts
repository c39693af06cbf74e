/** The quickstart as pages tell of it, on ports and with files of its own. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { loadConfig } from '../../src/config/load.ts';
import { formatProblems } from '../../src/config/problems.ts';
import { startGateway } from '../../src/embedded/embedded-gateway.ts';
import { scratchFolder } from '../helpers/scratch.ts';
import { root } from './markdown.ts';

/** Where it listens, as pages write it. */
export const quickstartUrl = 'https://127.0.0.1:8443';

/** Its file elsewhere. */
export function quickstartElsewhere(t: TestContext): string {
  const file = join(scratchFolder(t), 'gateway.yaml');
  const yaml = readFileSync(join(root, 'examples/quickstart.yaml'), 'utf8');
  const elsewhere = yaml.replace(':8443', ':0').replace(':9901', ':0');
  writeFileSync(file, `${elsewhere}\nlog: { level: silent }\nstate: { dir: state }\n`);
  return file;
}

/** Serves it on a free port. Resolves to its address, and to the file of its CA. */
export async function serveQuickstart(t: TestContext) {
  const file = quickstartElsewhere(t);
  const { config, problems } = await loadConfig(file, { requireSecrets: true });
  assert.ok(config, formatProblems(problems));
  const gateway = await startGateway(config);
  t.after(() => gateway.stop());
  assert.ok(gateway.caFile);
  return { url: `https://127.0.0.1:${gateway.address.port}`, caFile: gateway.caFile };
}

/** Runs a program to its end. Resolves to what it wrote on standard output; fails unless it exits with 0. */
export async function output(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((done, fail) => child.on('close', done).on('error', fail));
  const [code, out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  assert.equal(code, 0, `${command} ${args.join(' ')}\n${out}${err}`);
  return out;
}
