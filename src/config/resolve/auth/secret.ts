import type { Path } from '../../text/tree.ts';
import { checkSecret } from '../secrets.ts';
import { type AuthPlace, refuse } from './place.ts';

/** Secrets of vendors stay far below. */
const maxSecretLength = 4096;

/** Checks a secret that proves who we are where credentials are given out, which may have spaces in it. */
export function checkProof(place: AuthPlace, steps: Path, secret: string): void {
  checkSecret(place.context, [...place.path, ...steps], secret, 'inside');
  if (secret.length > maxSecretLength) {
    refuse(place, steps, 'secret_shape', 'the secret is longer than 4 KiB', {
      hint: 'does the file hold something else? A private key goes into `private_key`',
    });
  }
}
