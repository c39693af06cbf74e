import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { stringify } from 'yaml';
import { temporaryFolder } from '../../config/fixtures.ts';
import { gateway } from '../recorder.ts';

/** What `--format json` says of one capability. */
export interface Cell {
  readonly endpoint: string;
  readonly capability: string;
  readonly result: string;
  readonly at?: string;
  readonly why?: string;
}

export interface ProbeJson {
  readonly deployments: readonly {
    readonly model: string;
    readonly name: string;
    readonly capabilities: readonly Cell[];
  }[];
  readonly cost: { estimated_usd: number; spent_usd: number; is_complete: boolean };
  readonly lock: string;
}

export interface Setup {
  readonly file: string;
  readonly lock: string;
}

/** Writes a configuration; its `listen` is filled in. */
export async function configured(t: TestContext, config: Readonly<Record<string, unknown>>): Promise<Setup> {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'gateway.yaml');
  const listen = { address: '127.0.0.1:8443', tls: { self_signed: true } };
  const routing = { generic_tags: 'called_endpoint' };
  await writeFile(file, stringify({ version: 1, listen, routing, ...config }), { mode: 0o640 });
  return { file, lock: join(folder, 'capabilities.lock') };
}

/** A configuration with one deployment, `fast/vendor`. */
export function oneDeployment(
  t: TestContext,
  url: string,
  endpoints: Readonly<Record<string, readonly string[]>>,
  more: Readonly<Record<string, unknown>> = {},
  backend: Readonly<Record<string, unknown>> = {},
): Promise<Setup> {
  return configured(t, {
    backends: { vendor: { url, ...backend } },
    models: { fast: { deployments: [{ backend: 'vendor', endpoints, ...more }] } },
  });
}

/** Runs `gateway probe --format json`. */
export async function probed(file: string, ...args: readonly string[]) {
  const { exitCode, out, err } = await gateway(['probe', '--config', file, '--format', 'json', ...args]);
  const answer = out === '' ? undefined : (JSON.parse(out) as ProbeJson);
  const cells = answer?.deployments.flatMap(({ capabilities }) => capabilities) ?? [];
  return { exitCode, err, out, answer, cells };
}

/** The entries of the first deployment of a lock. */
export async function lockedIn(file: string): Promise<Record<string, Record<string, { result: string }>>> {
  const lock = JSON.parse(await readFile(file, 'utf8')) as {
    deployments: { endpoints: Record<string, Record<string, { result: string }>> }[];
  };
  return lock.deployments[0]!.endpoints;
}
