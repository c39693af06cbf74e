/** The common parts of measurements: a folder, certificates, a backend, request bodies, and the installed programs. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeCertificates } from '../src/lib/tls/dev-cert.ts';
import { type Bodies, writeBodies } from './bodies.ts';
import { type Cores, divideCores, hasCommand } from './measure/cores.ts';
import type { Destination } from './measure/load.ts';
import { launch, type Running } from './measure/programs.ts';

/** The client's key, wherever one is checked. */
export const clientKey = 'sk-bench-0123456789abcdefghijklmnopqrstuv';

/** The headers of every request, for any proxy. */
export const clientHeaders: Readonly<Record<string, string>> = {
  authorization: `Bearer ${clientKey}`,
  'x-router-tags': 'streaming',
  accept: 'application/json',
  'user-agent': 'bench/1.0',
  'x-stainless-lang': 'js',
  'x-stainless-runtime': 'node',
};

export interface Lab {
  readonly dir: string;
  /**
   * The folder for the proxies' output during a measurement. Nothing else is in it: a gateway watches the folders of
   * its configuration and certificates, and every line would wake it.
   */
  readonly outputDir: string;
  readonly cores: Cores;
  readonly certFile: string;
  readonly keyFile: string;
  readonly bodies: Bodies;
  readonly backend: Running;
  readonly backendPort: number;
  /** To the backend without a proxy in between. */
  readonly direct: Destination;
  /** The `bin/gateway.js` of the build. */
  readonly gateway: string;
  readonly has: { readonly wrk: boolean; readonly nginx: boolean; readonly haproxy: boolean };
  /** The file that starts Portkey's gateway; undefined where it is not installed. */
  readonly portkey: string | undefined;
  /** The missing programs, and instructions for getting them. */
  readonly missing: readonly string[];
  close(): Promise<void>;
}

const here = fileURLToPath(new URL('.', import.meta.url));

/** Sets everything up. Throws where there is no build to measure. */
export async function openLab(): Promise<Lab> {
  const gateway = join(here, '../dist/bin/gateway.js');
  if (!existsSync(gateway)) throw new Error(`there is no build at ${gateway}; run npm run build first`);
  const has = { wrk: hasCommand('wrk'), nginx: hasCommand('nginx'), haproxy: hasCommand('haproxy') };
  const portkey = portkeyProgram();
  const missing = Object.entries(has).flatMap(([name, isThere]) =>
    isThere ? [] : [`${name}: apt-get install ${name}`],
  );
  if (portkey === undefined) missing.push("Portkey's gateway: npm ci --prefix bench");

  const dir = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
  const outputDir = join(dir, 'output');
  mkdirSync(outputDir);
  const certFile = join(dir, 'cert.pem');
  const keyFile = join(dir, 'key.pem');
  const { cert, key } = await makeCertificates();
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key, { mode: 0o600 });
  const cores = divideCores();
  const outputFile = join(outputDir, 'backend.out');
  const program = join(here, 'programs/upstream.mjs');
  const backend = launch({ command: [...cores.load, process.execPath, program], outputFile });
  const backendPort = await printedPort(outputFile);
  return {
    dir,
    outputDir,
    cores,
    certFile,
    keyFile,
    bodies: writeBodies(dir),
    backend,
    backendPort,
    direct: { port: backendPort, tls: false, headers: clientHeaders },
    gateway,
    has,
    portkey,
    missing,
    async close() {
      await backend.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function portkeyProgram(): string | undefined {
  try {
    const resolve = createRequire(import.meta.url).resolve;
    const manifest = resolve('@portkey-ai/gateway/package.json');
    return join(manifest, '../build/start-server.js');
  } catch {
    return undefined;
  }
}

/** The port that a program prints first. */
export async function printedPort(outputFile: string): Promise<number> {
  for (let tries = 0; tries < 500; tries += 1) {
    const text = statSync(outputFile).size > 0 ? readFileSync(outputFile, 'utf8') : '';
    if (text.endsWith('\n')) return Number(text);
    await sleep(10);
  }
  throw new Error('the backend of the bench did not start');
}
