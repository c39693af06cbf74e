import { parseDocument } from '../../../lib/json.ts';
import { readKeySet } from '../../../lib/tokens/key-set.ts';
import type { Issuer } from '../../schema/generated/file.generated.ts';
import { fileFault } from '../../text/files.ts';
import type { Path } from '../../text/tree.ts';
import type { KeySetSource } from '../../types/identity.ts';
import { type Context, fileAt, isAbsent, shown, wrong } from '../context.ts';
import { httpsFault } from './https-url.ts';

/** The source of an issuer's keys. A file is read at once, so that one without keys is an error here. */
export function resolveKeySet(context: Context, path: Path, { issuer, jwks }: Issuer): KeySetSource {
  if (jwks === undefined || isAbsent(context, path)) return { kind: 'discovery', issuer };
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(jwks)) return keySetFile(context, path, jwks);
  const fault = httpsFault(jwks);
  if (fault !== undefined) wrong(context, path, 'bad_issuer', fault.message, { hint: fault.hint });
  return { kind: 'url', url: jwks };
}

/** The bound on its size. */
const maxKeySetBytes = 1024 * 1024;

/** It is read again while the gateway serves, and may come to this host later: the gateway starts without it. */
function keySetFile(context: Context, path: Path, jwks: string): KeySetSource {
  const file = fileAt(context, jwks);
  const content = context.files.peek(file, maxKeySetBytes);
  const words = `the file ${shown(context, path, jwks)}`;
  if (content.kind === 'content') {
    const keys = readKeySet(parseDocument(content.bytes.toString('utf8')));
    if (typeof keys === 'string') bad(`${words} ${keys}`);
    return { kind: 'file', file };
  }
  const fault = fileFault(content.kind, maxKeySetBytes);
  if (content.kind === 'directory' || content.kind === 'too_large') bad(`${words} ${fault}`);
  else {
    const message = `${words} ${fault}: until it can be read tokens of this issuer are answered with 503`;
    wrong(context, path, 'key_set_file', message, {
      severity: context.requireSecrets ? 'warning' : 'note',
      hint: "put the issuer's key set (JWKS) there, or name its URL",
    });
    context.files.await(file);
  }
  return { kind: 'file', file };

  function bad(message: string): void {
    context.files.await(file);
    wrong(context, path, 'bad_key_set', message, {
      hint: 'write what the issuer publishes there, `{"keys": [...]}`, or name its URL',
    });
  }
}
