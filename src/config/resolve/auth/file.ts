import type { TokenCredentialConfig } from '../../types/credentials.ts';
import { type AuthPlace, refuse } from './place.ts';
import { tokenCredential } from './token.ts';
import { fileOfField } from './watched-file.ts';

/** `file`: a token that somebody else keeps fresh. */
export function resolveFileAuth(place: AuthPlace): TokenCredentialConfig {
  const { file, text } = fileOfField(place, ['file'], place.auth.file!);
  const fault = text === undefined ? undefined : tokenFault(text);
  if (fault !== undefined) refuse(place, ['file'], 'secret_file', fault);
  return tokenCredential(place, { kind: 'file', file });
}

/** The fault of a text that is neither a token nor JSON with one. */
function tokenFault(text: string): string | undefined {
  if (!text.startsWith('{')) {
    return /^[\x20-\x7e]+$/.test(text)
      ? undefined
      : 'the file holds no token: more than one line, or characters that no header can carry';
  }
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return 'the file begins as JSON does, and is none';
  }
}
