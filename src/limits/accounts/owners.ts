/** The names that counters stand under. That of a key is its own; no name of a file holds a space, so all others are apart. */
import type { Meter, Meters, Owner } from '../rules.ts';

/** Counts for all keys of a group together. */
export function groupOwner(name: string): Owner {
  return { account: `group ${name}`, kind: 'group', name };
}

/** Counts for one end user of a key; for all that are not named where `name` is empty. */
export function endUserOwner(key: string, name: string): Owner {
  return { account: `user ${key} ${name}`, kind: 'end_user', name, key };
}

/** Counts for all requests that are sent to a deployment, `MODEL/NAME`. */
export function deploymentOwner(name: string): Owner {
  return { account: `deployment ${name}`, kind: 'deployment', name };
}

/** The name that one of several equal servers counts under; the name itself for what all of them share. */
export function nameAt(name: string, replica: string | undefined): string {
  return replica === undefined ? name : `${name}@${replica}`;
}

/** What the names of accounts begin with that count what keys have under way in waiting rooms. */
export const shareAccounts = 'share ';

/** Counts what a key has under way in the waiting room of a model. */
export function shareOwner(model: string, key: string): Owner {
  return { account: `${shareAccounts}${key} ${model}`, kind: 'share', name: key };
}

/** Counts the connections of one worker to a backend. */
export function connectionsOwner(backend: string, worker: string): Owner {
  return { account: `connections ${worker} ${backend}`, kind: 'connections', name: backend };
}

/** Counts for all deployments of a backend together. */
export function backendOwner(name: string): Owner {
  return { account: `backend ${name}`, kind: 'backend', name };
}

/**
 * Counts for one of those whom tokens name, by a claim that counts each of its values; for all that it says nothing of
 * where `value` is empty. `by` has no spaces, and no key's name holds a `#`: end users are apart.
 */
export function callerOwner(key: string, by: string, value: string): Owner {
  const account = `user ${key}#${by} ${value}`;
  return { account, kind: 'end_user', name: value, key: `${key}#${by}` };
}

/** Whether those who are counted under `ownerKey`, the `key` of an owner, are callers of a key. */
export function areCallersOf(key: string, ownerKey: string): boolean {
  return ownerKey.startsWith(`${key}#`);
}

/** What the names of the accounts of all callers of a key begin with. */
export function callersPrefix(key: string): string {
  return `user ${key}#`;
}

/** The account that one of several meters is of. */
export function accountOf({ account }: Meters, { owner }: Meter): string {
  return owner === undefined ? account : owner.account;
}

/** Whether some of the meters are of one of several accounts, or of any where none is named. */
export function countsForAny({ accounts }: Meters, among: readonly string[] | undefined): boolean {
  return among === undefined || accounts.some((account) => among.includes(account));
}

/** Whether a meter is one of a deployment, or of its backend and the connections to it. */
export function isOfDeployment({ owner }: Meter): boolean {
  if (owner === undefined) return false;
  return owner.kind === 'deployment' || owner.kind === 'backend' || owner.kind === 'connections';
}
