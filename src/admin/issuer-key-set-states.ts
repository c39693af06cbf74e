import type { GatewayView } from '../supervisor/gateway-view.ts';
import type { KeySet } from './contract/issuer-key-sets.ts';

/** The states of the issuers' key sets at this moment, in the order of the file. */
export function keySetStates({ keySets }: Pick<GatewayView, 'keySets'>): readonly KeySet[] {
  return keySets.states.map(({ issuer, keys, ageMs, problem }) => ({
    issuer,
    keys,
    age_s: ageMs === undefined ? null : Math.round(ageMs / 100) / 10,
    error: problem ?? null,
  }));
}
