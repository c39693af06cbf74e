import type { GatewayView } from '../supervisor/gateway-view.ts';
import type { Credential } from './contract/credentials.ts';

/** The states of the credential sources at this moment, in the order of the file. */
export function credentialStates({ credentials }: Pick<GatewayView, 'credentials'>): readonly Credential[] {
  return credentials.states.map(
    ({ name, backends, kind, subject, region, state, validForMs, generation, error }) => ({
      name,
      backends,
      kind,
      subject: subject ?? null,
      region: region ?? null,
      state,
      valid_for_s: validForMs === undefined ? null : Math.round(validForMs / 100) / 10,
      generation,
      error: error === undefined ? null : { code: error.code, reason: error.message },
    }),
  );
}
