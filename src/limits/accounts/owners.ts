/**
 * The names of accounts that counters belong to. A key's account is its own name. No name of a file holds a space, so
 * all other accounts differ from it.
 */
import type { Meter, Meters, Owner } from '../rules.ts';

/** Counts for all keys of a group together. */
export function groupOwner(name: string): Owner {
  return { account: `group ${name}`, kind: 'group', name };
}

/** Counts for one end user of a key; for all unnamed ones if `name` is empty. */
export function endUserOwner(key: string, name: string): Owner {
  return { account: `user ${key} ${name}`, kind: 'end_user', name, key };
}

/** Counts for all requests to a deployment, `MODEL/NAME`. */
export function deploymentOwner(name: string): Owner {
  return { account: `deployment ${name}`, kind: 'deployment', name };
}

/** The name under which one of several equal servers is counted; the name itself for counts that all of them share. */
export function nameAt(name: string, replica: string | undefined): string {
  return replica === undefined ? name : `${name}@${replica}`;
}

/** The beginning of the names of accounts that count the requests of keys in flight in waiting rooms. */
export const shareAccounts = 'share ';

/** Counts the requests of a key in flight in the waiting room of a model. */
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
 * Counts for one of the callers that tokens name, by a claim whose values are counted separately; for all tokens
 * without that claim if `value` is empty. `by` has no spaces, and no key's name holds a `#`, so end users have other
 * names.
 */
export function callerOwner(key: string, by: string, value: string): Owner {
  const account = `user ${key}#${by} ${value}`;
  return { account, kind: 'end_user', name: value, key: `${key}#${by}` };
}

/** True if an owner's `key`, given as `ownerKey`, counts callers of a key. */
export function areCallersOf(key: string, ownerKey: string): boolean {
  return ownerKey.startsWith(`${key}#`);
}

/** The beginning of the names of the accounts of all callers of a key. */
export function callersPrefix(key: string): string {
  return `user ${key}#`;
}

/** The account of one of several meters. */
export function accountOf({ account }: Meters, { owner }: Meter): string {
  return owner === undefined ? account : owner.account;
}

/** True if some of the meters belong to one of several accounts; always true without a list. */
export function countsForAny({ accounts }: Meters, among: readonly string[] | undefined): boolean {
  return among === undefined || accounts.some((account) => among.includes(account));
}

/** True for a meter of a deployment, of its backend, or of the connections to it. */
export function isOfDeployment({ owner }: Meter): boolean {
  if (owner === undefined) return false;
  return owner.kind === 'deployment' || owner.kind === 'backend' || owner.kind === 'connections';
}
