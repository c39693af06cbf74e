import type { StaticCredentialConfig } from '../../types.ts';
import { wrong } from '../context.ts';
import { checkSecret } from '../secrets.ts';
import type { AuthPlace } from './place.ts';
import { tokenHeader } from './token.ts';

/** `bearer`. */
export function resolveBearer({ context, path, auth: { bearer = '' } }: AuthPlace): StaticCredentialConfig {
  if (!/^bearer\s/i.test(bearer)) checkSecret(context, [...path, 'bearer'], bearer);
  else {
    wrong(context, [...path, 'bearer'], 'secret_shape', 'the word "Bearer" is added by itself', {
      hint: 'give the key alone',
    });
  }
  return { kind: 'static', header: 'authorization', value: `Bearer ${bearer}` };
}

/** `header` with `value`. */
export function resolveHeaderAuth(place: AuthPlace): StaticCredentialConfig {
  const { context, path, auth } = place;
  const { value = '' } = auth;
  checkSecret(context, [...path, 'value'], value, 'inside');
  return { kind: 'static', header: tokenHeader(place), value };
}
