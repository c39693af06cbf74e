import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export interface LogLine {
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** A gateway that a script has started. */
export interface ServedGateway {
  readonly url: string;
  /** Of the supervisor. */
  readonly pid: number;
  /** The authority for clients. */
  readonly caFile: string;
  /** A folder of its own, which goes with it. */
  readonly folder: string;
  /** The log so far. */
  readonly lines: readonly LogLine[];
  stop(): Promise<void>;
}

/**
 * Starts the build with a configuration.
 *
 * @throws {Error} It ended before it served.
 */
export async function serveBuild(configuration: string): Promise<ServedGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'served-gateway-'));
  const file = join(folder, 'gateway.yaml');
  writeFileSync(file, configuration);
  const program = resolve(import.meta.dirname, '../dist/bin/gateway.js');
  const state = join(folder, 'state');
  const child = spawn(process.execPath, [program, 'serve', '--config', file], {
    env: { PATH: process.env['PATH'], STATE_DIRECTORY: state },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines: LogLine[] = [];
  const reader = createInterface({ input: child.stdout });
  const address = new Promise<string>((found, failed) => {
    child.once('exit', (code) => failed(new Error(`the gateway ended with ${code}`)));
    reader.on('line', (text) => {
      const line = JSON.parse(text) as LogLine;
      lines.push(line);
      if (line.msg === 'the gateway is ready') found(`https://${String(line['address'])}`);
    });
  });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: await address, pid: child.pid!, caFile: join(state, 'dev-ca.pem'), folder, lines, stop };
}
