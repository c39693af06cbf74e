/**
 * Has the engine compile the bundles of a build, for `src/process/node/compiled-code.ts`. Each is loaded once, and the gateway is
 * run as operators run it, so that what is called then is compiled too: it checks a file, starts, and answers a request.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { makeCertificates } from '../src/lib/tls/dev-cert.ts';
import { startSimulator } from '../src/simulator/index.ts';

const root = resolve(import.meta.dirname, '..');
const limitMs = 60_000;
const secret = 'sk-of-the-build-0123456789';

/**
 * Leaves the code of bundles beside them. Rejects where one can't be loaded, or where the gateway does not do what it is
 * started for, with what it said.
 *
 * @param program the gateway's own
 * @param starters those of the bundles
 */
export async function compileAll(program: string, starters: readonly string[]): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-build-'));
  const backend = await startSimulator();
  try {
    const options = leavingCode(dir);
    const file = await writeConfig(dir, backend.url);
    for (const command of [...starters.map((starter) => [starter]), [program, 'check', file]])
      execFileSync(process.execPath, [...options, ...command], {
        cwd: dir,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    await serveOnce([...options, program, 'serve', '--config', file], dir);
  } finally {
    await backend.close();
    rmSync(dir, { recursive: true });
  }
}

async function serveOnce(command: readonly string[], dir: string): Promise<void> {
  const gateway = spawn(process.execPath, command, {
    cwd: dir,
    env: { ...process.env, STATE_DIRECTORY: dir },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: limitMs,
  });
  const ended = once(gateway, 'exit');
  let said = '';
  let status: number | undefined;
  try {
    for await (const piece of gateway.stderr.setEncoding('utf8')) {
      said += piece;
      const port = /listens on https:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port === undefined) continue;
      status = await answer(Number(port));
      break;
    }
  } finally {
    gateway.kill('SIGTERM');
  }
  const [exitCode] = await ended;
  if (exitCode !== 0 || status !== 200)
    throw new Error(
      `the gateway that was built does not serve (exit code ${exitCode}, status ${status}): ${said}`,
    );
}

/**
 * The options of a process that leaves its code at its end, and of those that it starts.
 *
 * @param dir where to put what they name
 */
export function leavingCode(dir: string): readonly string[] {
  const outfile = join(dir, 'leave-code.cjs');
  const entryPoints = [join(root, 'scripts/leave-code.ts')];
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'warning' });
  return ['--require', outfile];
}

/** A usual configuration: a certificate from files, an admin listener, limits and prices. */
async function writeConfig(dir: string, backend: string): Promise<string> {
  const { cert, key } = await makeCertificates();
  writeFileSync(join(dir, 'cert.pem'), cert);
  writeFileSync(join(dir, 'key.pem'), key, { mode: 0o600 });
  const file = join(dir, 'gateway.yaml');
  writeFileSync(
    file,
    `# What most files have.
version: 1
workers: 1
listen: { address: "127.0.0.1:0", tls: { cert: cert.pem, key: key.pem } }
admin: { address: "127.0.0.1:0", token: "token-of-the-build-0123456789" }
backends:
  one: { url: "${backend}", auth: { bearer: "${secret}" }, headers: { x-team: build } }
models:
  first:
    balance: least_busy
    fallbacks: [second]
    deployments:
      - backend: one
        capabilities: [streaming, function_calling]
        endpoints: { chat_completions: [vision], responses: [] }
        price: { input: 0.15, output: 0.60 }
  second:
    deployments:
      - { backend: one, capabilities: [streaming], endpoints: { chat_completions: [], messages: [] } }
rate_limits:
  usual: { requests: 1000/min, tokens: 1000000/min, concurrency: 100 }
keys:
  build: { secret: "${secret}", models: ["*"], rate_limit: usual, expires: 2099-01-01T00:00:00Z }
`,
  );
  return file;
}

/** The status of a chat completion. */
async function answer(port: number): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const path = '/v1/chat/completions';
  const sent = request({ port, path, method: 'POST', headers, rejectUnauthorized: false });
  sent.end(JSON.stringify({ model: 'first', messages: [{ role: 'user', content: 'Hello' }] }));
  const [reply] = await once(sent, 'response');
  reply.resume();
  await once(reply, 'end');
  return reply.statusCode;
}
