import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { Agent, get as httpGet } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import type { Status } from '../../src/admin/status.ts';
import { devCertificate } from '../../src/lib/tls/dev-cert.ts';
import { until } from './gate.ts';
import { begin, type CallOptions, type LogLine, newConnections, type Reply, readReply } from './gateway.ts';
import { gatewayProgram } from './program.ts';

/** Whoever takes what is to be done at the end: a test, a file of them, or a benchmark. */
export interface Owner {
  after(done: () => void | Promise<void>): void;
}

/** Whatever all tests of a file use; ended when they are through. To be called outside of any test. */
export function ownerOfFile(): Owner {
  const ends: (() => void | Promise<void>)[] = [];
  after(async () => {
    for (const end of ends.reverse()) await end();
  });
  return { after: (end) => void ends.push(end) };
}

/** Reads the admin listener of every configuration that `liveText` makes. */
export const readToken = 'live-read-token-0123';

export interface ServeOptions {
  /** Further files beside the configuration. */
  readonly files?: Readonly<Record<string, string>>;
  /** Where the configuration stands, instead of a folder of its own. */
  readonly file?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The words that run the command line; those of the build by default. */
  readonly program?: readonly string[];
  /** What is put before the command, such as `sh -c 'ulimit ...'`; it ends in the command's own words. */
  readonly wrap?: readonly string[];
  /** More for the command. */
  readonly args?: readonly string[];
  /** Where standard output goes; by default to `logs`. */
  readonly stdout?: number;
}

/** A gateway as an operator runs it, in processes of its own. */
export interface Served {
  readonly child: ChildProcess;
  readonly dir: string;
  readonly file: string;
  readonly port: number;
  readonly ca: string;
  /** What it said to people. */
  readonly said: { err: string };
  readonly logs: readonly LogLine[];
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Replaces a file of its folder as most editors do: written beside it, then renamed. */
  save(text: string, name?: string): Promise<void>;
  status(): Promise<Status>;
  /** A path of the admin listener. */
  admin(path: string): Promise<{ readonly status: number; readonly text: string }>;
  /** Resolves when a reload later than the ones before has this outcome; to its record. */
  reloaded(outcome: 'applied' | 'unchanged' | 'rejected', withinMs?: number): Promise<Status['last_reload']>;
  call(path: string, options?: CallOptions & { readonly port?: number }): Promise<Reply>;
}

const startLimitMs = 30_000;

// One development certificate for all gateways of this process, each of which has a folder of its own.
const stateDirs = mkdtempSync(join(tmpdir(), 'gateway-live-state-'));
process.on('exit', () => rmSync(stateDirs, { recursive: true, force: true }));
const certificate = devCertificate(join(stateDirs, 'certificate'));
const certificateFiles = ['dev-ca.pem', 'dev-server.pem'] as const;

async function newStateDir(): Promise<string> {
  const { caFile } = await certificate;
  const dir = mkdtempSync(join(stateDirs, 'gateway-'));
  for (const name of certificateFiles) copyFileSync(join(dirname(caFile), name), join(dir, name));
  return dir;
}

/** Starts `gateway serve` and waits until it serves. Ended with its owner. */
export async function serve(owner: Owner, text: string, options: ServeOptions = {}): Promise<Served> {
  const file = options.file ?? join(mkdtempSync(join(tmpdir(), 'gateway-live-')), 'gateway.yaml');
  const dir = dirname(file);
  const stateDir = options.env?.['STATE_DIRECTORY'] ?? (await newStateDir());
  for (const [name, content] of Object.entries(options.files ?? {})) writeFileSync(join(dir, name), content);
  if (options.file === undefined) writeFileSync(file, text);
  const command = [
    ...(options.wrap ?? []),
    ...(options.program ?? [process.execPath, gatewayProgram]),
    'serve',
    '--config',
    file,
    ...(options.args ?? []),
  ];
  const child = spawn(command[0]!, command.slice(1), {
    env: { PATH: process.env['PATH'], STATE_DIRECTORY: stateDir, ...options.env },
    stdio: ['ignore', options.stdout ?? 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  owner.after(async () => {
    child.kill('SIGKILL');
    await ended;
    if (options.file === undefined) rmSync(dir, { recursive: true, force: true });
  });
  const said = { err: '' };
  const logs: LogLine[] = [];
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    said.err += part;
  });
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) logs.push(JSON.parse(line));
  });
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  await until(() => isOver || said.err.includes('listens on'), 'the gateway starts', startLimitMs);
  const [, port, adminPort] =
    /listens on \w+:\/\/[^ ]*?:(\d+)(?:, admin on \w+:\/\/.*?:(\d+))?/.exec(said.err) ?? [];
  assert.ok(port !== undefined, `it did not start:\n${said.err}`);
  const ca = readIfThere(join(options.env?.['STATE_DIRECTORY'] ?? stateDir, 'dev-ca.pem'));
  const agent = newConnections(ca);
  let seen = 0;

  const served: Served = {
    child,
    dir,
    file,
    port: Number(port),
    ca,
    said,
    logs,
    ended,
    async save(content, name = 'gateway.yaml') {
      const draft = join(dir, `.${name}.draft`);
      await writeFile(draft, content);
      await rename(draft, join(dir, name));
    },
    admin: (path) => ask(Number(adminPort), path),
    async status() {
      return JSON.parse((await served.admin('/status')).text) as Status;
    },
    async reloaded(outcome, withinMs = 20_000) {
      let found: Status['last_reload'] = null;
      await until(
        async () => {
          const status = await served.status();
          const { reloads, recent_reloads: recent } = status;
          const count = reloads.applied + reloads.rejected + reloads.unchanged;
          found = recent.slice(0, count - seen).find((record) => record.outcome === outcome) ?? null;
          if (found !== null) seen = count;
          return found !== null;
        },
        `a reload is ${outcome}`,
        withinMs,
      );
      return found;
    },
    call: async (path, { port: other, ...call } = {}) =>
      readReply(await begin({ port: other ?? Number(port), ca, agent }, path, call)),
  };
  return served;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const adminAgent = new Agent({ keepAlive: false });

function ask(port: number, path: string): Promise<{ status: number; text: string }> {
  return new Promise((done, reject) => {
    const headers = { authorization: `Bearer ${readToken}` };
    httpGet({ host: '127.0.0.1', port, path, headers, agent: adminAgent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => done({ status: response.statusCode ?? 0, text }));
    }).on('error', reject);
  });
}
