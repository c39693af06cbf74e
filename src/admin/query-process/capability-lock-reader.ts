/**
 * The entries of each deployment in the `capabilities.lock` beside the configuration, cached until the file changes.
 */
import { statSync } from 'node:fs';
import { type CapabilityLock, identityOf, lockFileOf } from '../../check/capability-lock/capability-lock.ts';
import { proofStatesOf } from '../../check/capability-lock/proof-states.ts';
import { readLock } from '../../check/capability-lock/read-lock.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';
import type { Deployment, DeploymentProof } from '../contract/deployments.ts';

/** Gives null where there is no lock, or one that can not be read. */
export type ProofsOf = (deployment: DeploymentConfig) => Deployment['proofs'];

/** The lock as it was read last. */
export class CapabilityLockReader {
  #stamp = '';
  #lock: CapabilityLock | undefined;

  /** @param now Milliseconds since the epoch. */
  proofsOf(config: Config, now: number): ProofsOf {
    const lock = this.#current(lockFileOf(config.file));
    if (lock === undefined) return () => null;
    return (deployment) => {
      const identity = identityOf(deployment, config.backends.get(deployment.backend)!);
      const terms = { now, maxAgeMs: Number.POSITIVE_INFINITY };
      const proofs: Partial<Record<string, Partial<Record<string, DeploymentProof>>>> = {};
      for (const { endpoint, capability, state, at } of proofStatesOf(deployment, identity, lock, terms)) {
        const of = proofs[endpoint] ?? {};
        proofs[endpoint] = of;
        // However old, it is shown with its date.
        const shown = state === 'stale' ? 'proven' : state;
        of[capability] = { state: shown, at: at === undefined ? null : new Date(at).toISOString() };
      }
      return proofs;
    };
  }

  #current(file: string): CapabilityLock | undefined {
    const stamp = stampOf(file);
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#lock = stamp.endsWith('absent') ? undefined : readLock(file).lock;
    }
    return this.#lock;
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? `${file} absent` : `${file} ${stat.ino} ${stat.mtimeNs} ${stat.size}`;
}
