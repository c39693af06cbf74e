import { nodeAt } from '../../text/tree.ts';
import type { StaticCredentialConfig } from '../../types/credentials.ts';
import { wrong } from '../context.ts';
import { checkSecret } from '../secrets.ts';
import type { AuthPlace } from './place.ts';
import { tokenHeader } from './token.ts';

/** `bearer`. */
export function resolveBearer(place: AuthPlace): StaticCredentialConfig {
  const {
    context,
    path,
    auth: { bearer = '' },
  } = place;
  checkMounted(place, 'bearer', '');
  if (!/^bearer\s/i.test(bearer)) checkSecret(context, [...path, 'bearer'], bearer);
  else {
    wrong(context, [...path, 'bearer'], 'secret_shape', 'the gateway adds the word "Bearer" itself', {
      hint: 'give the key alone',
    });
  }
  return { kind: 'static', header: 'authorization', value: `Bearer ${bearer}` };
}

/** `header` with `value`. */
export function resolveHeaderAuth(place: AuthPlace): StaticCredentialConfig {
  const { context, path, auth } = place;
  const { header, value = '' } = auth;
  checkMounted(place, 'value', `, header: ${header}, prefix: ""`);
  checkSecret(context, [...path, 'value'], value, 'inside');
  return { kind: 'static', header: tokenHeader(place), value };
}

/** Files in which a cluster keeps tokens fresh. */
const mountedFile = /^\$\{file:\s*((?:\/var\/run\/secrets|\/run\/secrets\/kubernetes\.io)\/[^}]+)\}$/;

/** A reference to a file is part of the configuration, which is loaded anew with each token. */
function checkMounted({ context, path }: AuthPlace, field: 'bearer' | 'value', more: string): void {
  const at = [...path, field];
  const [, file] = mountedFile.exec(nodeAt(context.tree, at)?.expansion?.written ?? '') ?? [];
  if (file === undefined) return;
  const message = 'whenever the token in this file is renewed, the whole configuration is loaded again';
  wrong(context, at, 'mounted_token', message, {
    hint: `write \`auth: { file: ${file}${more} }\`, which follows new tokens`,
  });
}
