/** Google's key files, as far as this source can use them; what they say of where to ask is not judged here. */
import { isObject, type JsonObject, parseObject } from '../../../lib/json.ts';
import { RenewalFailure } from '../source.ts';

/** Signs for itself. */
export interface ServiceAccountKey {
  readonly type: 'service_account';
  readonly email: string;
  /** PEM. */
  readonly privateKey: string;
  readonly keyId: string | undefined;
  readonly tokenUri: string;
}

/** The source of another identity provider's token (workload identity federation). */
export interface SubjectTokenSource {
  readonly from:
    | { readonly kind: 'file'; readonly file: string }
    | { readonly kind: 'url'; readonly url: string; readonly headers: Readonly<Record<string, string>> };
  /** The field of a JSON object that it stands in; undefined where it is the whole text. */
  readonly field: string | undefined;
}

/** Shows the token of another identity provider. */
export interface ExternalAccountKey {
  readonly type: 'external_account';
  readonly audience: string;
  readonly subjectTokenType: string;
  readonly tokenUrl: string;
  readonly subjectToken: SubjectTokenSource;
  readonly client: { readonly id: string; readonly secret: string } | undefined;
  readonly workforceProject: string | undefined;
  readonly impersonation: { readonly url: string; readonly lifetimeS: number } | undefined;
}

/** Of a person, made by `gcloud auth application-default login`. */
export interface AuthorizedUserKey {
  readonly type: 'authorized_user';
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  readonly tokenUri: string;
}

export type GoogleKey = (ServiceAccountKey | ExternalAccountKey | AuthorizedUserKey) & {
  /** The key's place, for operators. */
  readonly from: string;
  /** The ending of Google's hosts. */
  readonly universe: string;
};

export const tokenUri = 'https://oauth2.googleapis.com/token';
export const defaultUniverse = 'googleapis.com';
export const defaultImpersonationS = 3600;

/** Google has more of them, and says what to do with those. */
const notSupported: Readonly<Record<string, string>> = {
  impersonated_service_account: 'use the key that it was made from, and name the account in `impersonate`',
  external_account_authorized_user: 'it is a login of a person in a workforce pool; use a service account',
  gdch_service_account: 'it is of Google Distributed Cloud',
};

/** @throws RenewalFailure where it is no key, or one that this source cannot use */
export function parseKey(text: string, from: string): GoogleKey {
  const wrong = (what: string) => invalidKey(from, what);
  const json = parseObject(text);
  if (json === undefined) throw wrong('is no key of Google: it is no JSON object');
  const universe = optional(json, 'universe_domain', wrong) ?? defaultUniverse;
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(universe)) throw wrong('has a universe_domain that is no domain');
  return { ...keyOf(json, wrong), from, universe };
}

type Wrong = (what: string) => RenewalFailure;

function keyOf(json: JsonObject, wrong: Wrong): ServiceAccountKey | ExternalAccountKey | AuthorizedUserKey {
  const { type } = json;
  switch (type) {
    case 'service_account':
      return {
        type,
        email: required(json, 'client_email', wrong),
        privateKey: required(json, 'private_key', wrong),
        keyId: optional(json, 'private_key_id', wrong),
        tokenUri: optional(json, 'token_uri', wrong) ?? tokenUri,
      };
    case 'external_account':
      return externalAccount(json, wrong);
    case 'authorized_user':
      return {
        type,
        clientId: required(json, 'client_id', wrong),
        clientSecret: required(json, 'client_secret', wrong),
        refreshToken: required(json, 'refresh_token', wrong),
        tokenUri: optional(json, 'token_uri', wrong) ?? tokenUri,
      };
  }
  if (isObject(json['installed']) || isObject(json['web']))
    throw wrong('is the file of an OAuth client, not a key: download the key of a service account');
  const hint = typeof type === 'string' && Object.hasOwn(notSupported, type) ? notSupported[type] : undefined;
  if (hint !== undefined) throw wrong(`has type ${type}, which is not supported: ${hint}`);
  throw wrong('has no type that is known: service_account, external_account or authorized_user');
}

function externalAccount(json: JsonObject, wrong: Wrong): ExternalAccountKey {
  const id = optional(json, 'client_id', wrong);
  const secret = optional(json, 'client_secret', wrong);
  const url = optional(json, 'service_account_impersonation_url', wrong);
  const options = json['service_account_impersonation'];
  const lifetime = isObject(options) ? options['token_lifetime_seconds'] : undefined;
  return {
    type: 'external_account',
    audience: required(json, 'audience', wrong),
    subjectTokenType: required(json, 'subject_token_type', wrong),
    tokenUrl: required(json, 'token_url', wrong),
    subjectToken: subjectTokenSource(json['credential_source'], wrong),
    client: id === undefined || secret === undefined ? undefined : { id, secret },
    workforceProject: optional(json, 'workforce_pool_user_project', wrong),
    impersonation:
      url === undefined
        ? undefined
        : { url, lifetimeS: typeof lifetime === 'number' ? lifetime : defaultImpersonationS },
  };
}

function subjectTokenSource(source: unknown, wrong: Wrong): SubjectTokenSource {
  if (!isObject(source)) throw wrong('has no credential_source');
  const file = optional(source, 'file', wrong);
  const url = optional(source, 'url', wrong);
  if (source['executable'] !== undefined)
    throw wrong('has a credential_source of type executable, which is not supported: use exec');
  if (source['environment_id'] !== undefined)
    throw wrong('has a credential_source of AWS, which is not supported: use a file or a url');
  if (source['certificate'] !== undefined)
    throw wrong('has a credential_source of type certificate, which is not supported: use a file or a url');
  if (file !== undefined && file !== '')
    return { from: { kind: 'file', file }, field: fieldOf(source, wrong) };
  if (url === undefined) throw wrong('has a credential_source without file and url');
  const headers = source['headers'] ?? {};
  if (!isObject(headers) || !Object.values(headers).every((value) => typeof value === 'string'))
    throw wrong('has headers of the credential_source that are no texts');
  const texts = headers as Readonly<Record<string, string>>;
  return { from: { kind: 'url', url, headers: texts }, field: fieldOf(source, wrong) };
}

function fieldOf({ format }: JsonObject, wrong: Wrong): string | undefined {
  if (format === undefined || (isObject(format) && [undefined, 'text'].includes(format['type'] as string)))
    return undefined;
  if (!isObject(format) || format['type'] !== 'json')
    throw wrong('has a credential_source whose format is neither text nor json');
  return required(format, 'subject_token_field_name', wrong);
}

function required(json: JsonObject, name: string, wrong: Wrong): string {
  const value = json[name];
  if (typeof value !== 'string' || value === '') throw wrong(`has no ${name}: is it complete?`);
  return value;
}

function optional(json: JsonObject, name: string, wrong: Wrong): string | undefined {
  const value = json[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw wrong(`has a ${name} that is no text`);
  return value;
}

export function invalidKey(from: string, what: string): RenewalFailure {
  return new RenewalFailure('invalid_key', `${from} ${what}`, { isLasting: true });
}
