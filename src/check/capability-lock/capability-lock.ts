/**
 * `capabilities.lock`: the declared capabilities that deployments have proven, and when. It lies beside the
 * configuration and goes through review with it. Each capability has a line of its own, so a diff shows each change.
 */

import { dirname, join } from 'node:path';
import { hostInUrl } from '../../config/derived/host-in-url.ts';
import type { BackendConfig } from '../../config/types/backends.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';

/** `failed`: the backend refused a valid request. */
export const provenResults = ['proven', 'not_proven', 'failed'] as const;
export type ProvenResult = (typeof provenResults)[number];

export interface ProvenEntry {
  readonly result: ProvenResult;
  /** Milliseconds since the epoch, whole seconds. */
  readonly at: number;
  /** The reason why it is not proven; undefined if it is. */
  readonly why: string | undefined;
}

/** The identity of the deployment that was asked: with another host or model behind it nothing is proven. */
export interface DeploymentIdentity {
  readonly model: string;
  readonly name: string;
  /** The host of the backend's URL, with a port other than the protocol's own; `simulator` for the built-in one. */
  readonly host: string;
  readonly upstreamModel: string;
}

/** Capabilities by endpoint. The configuration may no longer have either. */
export type ProvenEndpoints = ReadonlyMap<string, ReadonlyMap<string, ProvenEntry>>;

export interface LockedDeployment extends DeploymentIdentity {
  readonly endpoints: ProvenEndpoints;
}

export type CapabilityLock = readonly LockedDeployment[];

export const lockVersion = 1;

/** The path of a configuration's lock. */
export function lockFileOf(configFile: string): string {
  return join(dirname(configFile), 'capabilities.lock');
}

export function identityOf(
  { model, name, upstreamModel }: DeploymentConfig,
  { address }: BackendConfig,
): DeploymentIdentity {
  const host = address.kind === 'simulator' ? 'simulator' : hostInUrl(address);
  return { model, name, host, upstreamModel };
}

export function isSameDeployment(a: DeploymentIdentity, b: DeploymentIdentity): boolean {
  return a.model === b.model && a.name === b.name && a.host === b.host && a.upstreamModel === b.upstreamModel;
}

/** The entries of deployments that a configuration does not have: of other names, or of an earlier identity. */
export function foreignDeployments(lock: CapabilityLock, config: Config): CapabilityLock {
  const own = [...config.models.values()].flatMap(({ deployments }) =>
    deployments.map((deployment) => identityOf(deployment, config.backends.get(deployment.backend)!)),
  );
  return lock.filter((locked) => !own.some((identity) => isSameDeployment(identity, locked)));
}

/** The lock with a deployment's new results; other entries stay unchanged. */
export function withProven(
  lock: CapabilityLock,
  identity: DeploymentIdentity,
  endpoints: ProvenEndpoints,
): CapabilityLock {
  const before = lock.find((locked) => isSameDeployment(locked, identity))?.endpoints ?? new Map();
  const merged = new Map<string, ReadonlyMap<string, ProvenEntry>>(before);
  for (const [endpoint, capabilities] of endpoints) {
    merged.set(endpoint, new Map([...(merged.get(endpoint) ?? []), ...capabilities]));
  }
  const others = lock.filter((locked) => !isSameDeployment(locked, identity));
  return [...others, { ...identity, endpoints: merged }];
}

/** The lock without entries that a deployment no longer declares. */
export function withoutUndeclared(
  lock: CapabilityLock,
  identity: DeploymentIdentity,
  { endpoints }: DeploymentConfig,
): CapabilityLock {
  const declared: Readonly<Record<string, readonly string[] | undefined>> = endpoints;
  return lock.map((locked) =>
    isSameDeployment(locked, identity)
      ? {
          ...locked,
          endpoints: new Map(
            [...locked.endpoints].map(([endpoint, capabilities]) => [
              endpoint,
              new Map([...capabilities].filter(([name]) => declared[endpoint]?.includes(name))),
            ]),
          ),
        }
      : locked,
  );
}

/** The text of a lock: the same for the same content, in any order. */
export function lockText(lock: CapabilityLock): string {
  const deployments = [...lock].sort(
    (a, b) =>
      compare(a.model, b.model) ||
      compare(a.name, b.name) ||
      compare(a.host, b.host) ||
      compare(a.upstreamModel, b.upstreamModel),
  );
  const blocks = deployments.map(({ model, name, host, upstreamModel, endpoints }) => {
    const lists = sorted(endpoints)
      .filter(([, capabilities]) => capabilities.size > 0)
      .map(([endpoint, capabilities]) => {
        const lines = sorted(capabilities).map(
          ([capability, entry]) => `          ${JSON.stringify(capability)}: ${entryText(entry)}`,
        );
        return `        ${JSON.stringify(endpoint)}: {\n${lines.join(',\n')}\n        }`;
      });
    const identity = Object.entries({ model, name, host, upstream_model: upstreamModel }).map(
      ([field, value]) => `      "${field}": ${JSON.stringify(value)},`,
    );
    const content = lists.length === 0 ? '{}' : `{\n${lists.join(',\n')}\n      }`;
    return `    {\n${identity.join('\n')}\n      "endpoints": ${content}\n    }`;
  });
  const list = blocks.length === 0 ? '[]' : `[\n${blocks.join(',\n')}\n  ]`;
  return `{\n  "version": ${lockVersion},\n  "deployments": ${list}\n}\n`;
}

function entryText({ result, at, why }: ProvenEntry): string {
  const fields = [`"result": "${result}"`, `"at": "${secondText(at)}"`];
  if (why !== undefined) fields.push(`"why": ${JSON.stringify(why)}`);
  return `{ ${fields.join(', ')} }`;
}

/** A moment to the second, in UTC: `2026-11-26T16:00:00Z`. */
export function secondText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

function sorted<Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  return [...map].sort(([a], [b]) => compare(a, b));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
