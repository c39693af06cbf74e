import { isLoopback } from '../../addresses.ts';
import { isMetadataUrl } from '../../backend-url.ts';
import type { Path } from '../../text/tree.ts';
import type { GoogleSource, TokenCredentialConfig } from '../../types/credentials.ts';
import { isAbsent } from '../context.ts';
import { checkOrigin } from '../secrets.ts';
import { googleKeyFault } from './google-key.ts';
import { type AuthPlace, refuse } from './place.ts';
import { tokenCredential } from './token.ts';
import { fileOfField, fileOfVariable, type WatchedFile } from './watched-file.ts';

/** Headers that Google's interfaces take credentials in. */
const withheld = ['authorization', 'x-goog-user-project', 'x-goog-api-key'];

/** `google`: access tokens of a service account, a federated identity, a user or the machine. */
export function resolveGoogleAuth(place: AuthPlace): TokenCredentialConfig {
  const { impersonate, quota_project: quotaProject, scope } = place.auth.google!;
  if (impersonate !== undefined && !/^[^@\s/]+@[^@\s/]+\.[^@\s/]+$/.test(impersonate)) {
    const message = 'must be the e-mail of a service account, such as llm@my-project.iam.gserviceaccount.com';
    refuse(place, ['google', 'impersonate'], 'wrong_value', message);
  }
  if (quotaProject !== undefined && !/^[A-Za-z0-9][A-Za-z0-9:.-]*$/.test(quotaProject)) {
    refuse(place, ['google', 'quota_project'], 'wrong_value', 'must be the id or number of a project');
  }
  const source: GoogleSource = { kind: 'google', key: resolveKey(place), scope, impersonate };
  const beside = quotaProject === undefined ? {} : { 'x-goog-user-project': quotaProject };
  return tokenCredential(place, source, { beside, withheld });
}

function resolveKey(place: AuthPlace): GoogleSource['key'] {
  const { context, path, env } = place;
  const steps = ['google', 'credentials'];
  const { credentials } = place.auth.google!;
  if (credentials !== undefined && isAbsent(context, [...path, ...steps])) return { kind: 'metadata' };
  if (credentials?.trimStart().startsWith('{')) {
    checkOrigin(context, [...path, ...steps]);
    checkKey(place, steps, 'this', credentials);
    return { kind: 'json', json: credentials };
  }
  if (credentials !== undefined) return keyOf(place, steps, fileOfField(place, steps, credentials));
  const variable = 'GOOGLE_APPLICATION_CREDENTIALS';
  const named = env[variable];
  if (named) return keyOf(place, ['google'], fileOfVariable(place, ['google'], variable, named));
  checkMetadataHost(place);
  return { kind: 'metadata' };
}

function keyOf(place: AuthPlace, steps: Path, { file, text }: WatchedFile): GoogleSource['key'] {
  if (text !== undefined) checkKey(place, steps, 'the file', text);
  return { kind: 'file', file };
}

function checkKey(place: AuthPlace, steps: Path, what: string, text: string): void {
  const fault = googleKeyFault(text);
  if (fault !== undefined)
    refuse(place, steps, 'bad_key_file', `${what} ${fault.message}`, { hint: fault.hint });
}

/** The machine's metadata server is asked over plain HTTP, so nobody else may stand in for it. */
function checkMetadataHost(place: AuthPlace): void {
  const host = place.env['GCE_METADATA_HOST'];
  if (!host) return;
  const url = `http://${host}/`;
  if (isMetadataUrl(url) || (URL.canParse(url) && isLoopback(new URL(url).hostname))) return;
  const message = 'the variable GCE_METADATA_HOST leads to something other than a metadata server';
  refuse(place, ['google'], 'bad_url', message, {
    hint: 'unset it, or let it name metadata.google.internal',
  });
}
