import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/helpers/ports.ts';
import { clientHeaders, clientKey, type Lab } from '../lab.ts';
import { launch } from '../measure/programs.ts';
import { answering, type Contender, type RunningProxy } from './proxy.ts';

/** A file under `configs/`. */
export type ConfigName = 'everything' | 'lean' | 'translated';

/** This gateway with one of the configurations under `configs/`. */
export function gateway(config: ConfigName): Contender {
  const name = config === 'everything' ? 'gateway' : `gateway, ${config}`;
  return { name, start: (lab) => startGateway(lab, { name, file: configFile(config) }) };
}

export interface GatewayStart {
  readonly name: string;
  /** The configuration. It finds addresses and secrets in `BENCH_...` variables. */
  readonly file: string;
  readonly program?: string;
  /** Options of Node.js, which its processes hand on to each other. */
  readonly nodeOptions?: readonly string[];
  readonly cores?: number;
}

/** Starts a build of the gateway and waits for its first 200. */
export async function startGateway(
  lab: Lab,
  { name, file, program, nodeOptions = [], cores }: GatewayStart,
): Promise<RunningProxy> {
  const port = await freePort();
  const adminPort = await freePort();
  const stateDir = mkdtempSync(join(lab.dir, 'state-'));
  const outputFile = outputOf(lab, port);
  const running = launch({
    command: [
      ...lab.cores.proxy(cores),
      ...[process.execPath, ...nodeOptions, program ?? lab.gateway, 'serve', '--config', file],
    ],
    env: {
      ...environment(lab),
      BENCH_PORT: String(port),
      BENCH_ADMIN_PORT: String(adminPort),
      STATE_DIRECTORY: stateDir,
    },
    outputFile,
  });
  return answering(
    name,
    { port, tls: true, headers: clientHeaders },
    { process: running, bodyFile: lab.bodies.small, outputFile },
  );
}

/** The output file of the gateway's processes at this port. */
export function outputOf(lab: Lab, port: number): string {
  return join(lab.outputDir, `gateway-${port}.out`);
}

/** The environment for the configurations of the bench. */
export function environment(lab: Lab): Record<string, string> {
  return {
    BENCH_CERT: lab.certFile,
    BENCH_KEY: lab.keyFile,
    BENCH_UPSTREAM: String(lab.backendPort),
    BENCH_SECRET: clientKey,
    BENCH_ADMIN_TOKEN: 'bench-admin-token-0123456789',
  };
}

/** The path of a configuration. */
export function configFile(config: ConfigName): string {
  return fileURLToPath(new URL(`../configs/${config}.yaml`, import.meta.url));
}
