import { type AuthForm, authForms as fieldsOfForms } from '../../schema/generated/shape.generated.js';
import type { CredentialConfig } from '../../types/credentials.ts';
import { resolveAwsAuth } from './aws.ts';
import { resolveAzureAuth } from './azure.ts';
import { resolveExecAuth } from './exec.ts';
import { resolveFileAuth } from './file.ts';
import { resolveGoogleAuth } from './google.ts';
import { resolveOauth2Auth } from './oauth2.ts';
import type { AuthPlace } from './place.ts';
import { resolveBearer, resolveHeaderAuth } from './static.ts';

/** One for each form that the schema has: a form that nothing resolves does not compile. */
const forms: Readonly<Record<AuthForm, (place: AuthPlace) => CredentialConfig>> = {
  bearer: resolveBearer,
  header: resolveHeaderAuth,
  file: resolveFileAuth,
  exec: resolveExecAuth,
  oauth2: resolveOauth2Auth,
  aws: resolveAwsAuth,
  google: resolveGoogleAuth,
  azure: resolveAzureAuth,
};

/** The credential of a backend, in whichever form it stands in the file. */
export function resolveAuth(place: AuthPlace): CredentialConfig {
  const fields: Readonly<Record<string, unknown>> = { ...place.auth };
  for (const [form, needed] of Object.entries(fieldsOfForms) as [AuthForm, readonly string[]][]) {
    if (needed.every((field) => fields[field] !== undefined)) return forms[form](place);
  }
  throw new Error('a form of `auth` that the schema takes is not among its forms');
}
