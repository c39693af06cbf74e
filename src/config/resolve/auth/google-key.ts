import { isMetadataUrl, tokenUrlFault } from '../../backend-url.ts';
import { readPrivateKey } from '../../certificates.ts';

/** The fault of a key file, to go after its name. It repeats only names of fields and types from the file. */
export interface KeyFault {
  readonly message: string;
  readonly hint?: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Of each type of key file that can be used: what is wrong with one. */
const types: Readonly<Record<string, (key: Fields) => KeyFault | undefined>> = {
  service_account: (key) =>
    lacking(key, 'client_email', 'private_key') ?? privateKeyFault(key) ?? urlFault(key, 'token_uri'),
  external_account: (key) =>
    lacking(key, 'audience', 'subject_token_type', 'token_url') ??
    sourceFault(key['credential_source']) ??
    urlFault(key, 'token_url') ??
    urlFault(key, 'service_account_impersonation_url'),
  authorized_user: (key) =>
    lacking(key, 'client_id', 'client_secret', 'refresh_token') ?? urlFault(key, 'token_uri'),
};

/** The fault of a Google key file; undefined for none. */
export function googleKeyFault(text: string): KeyFault | undefined {
  const key = parsed(text);
  if (key === undefined) {
    return {
      message: text.includes('PRIVATE KEY-----') ? 'holds a bare private key' : 'holds no JSON object',
      hint: "take the whole JSON file that Google's console or `gcloud` gives",
    };
  }
  const { type } = key;
  const check = typeof type === 'string' && Object.hasOwn(types, type) ? types[type] : undefined;
  if (check !== undefined) return check(key);
  if (type === 'impersonated_service_account') {
    return {
      message: 'is of the type impersonated_service_account',
      hint: 'name the key file beneath it, and write the e-mail of the account as `impersonate`',
    };
  }
  const shown = typeof type === 'string' && /^\w{1,40}$/.test(type) ? `the type ${type}` : 'no known type';
  return { message: `is of ${shown}: it must be one of ${Object.keys(types).join(', ')}` };
}

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lacking(key: Fields, ...names: readonly string[]): KeyFault | undefined {
  const missing = names.find((name) => typeof key[name] !== 'string' || key[name] === '');
  return missing === undefined ? undefined : { message: `has no "${missing}"` };
}

function privateKeyFault({ private_key: pem }: Fields): KeyFault | undefined {
  const key = readPrivateKey(String(pem));
  if ('message' in key) return { message: `has no usable "private_key": ${key.message}`, hint: key.hint };
  return key.asymmetricKeyType === 'rsa' ? undefined : { message: 'has a "private_key" that is no RSA key' };
}

function urlFault(key: Fields, name: string): KeyFault | undefined {
  const url = key[name];
  if (url === undefined) return undefined;
  const fault = typeof url === 'string' ? tokenUrlFault(url) : { message: 'must be text' };
  return fault === undefined ? undefined : { message: `has a "${name}" that ${fault.message}` };
}

/** The fault of a federated identity's token source. */
function sourceFault(source: unknown): KeyFault | undefined {
  if (!isObject(source)) return { message: 'has no "credential_source"' };
  if ('executable' in source) {
    return {
      message: 'names a program to run ("executable"), which the gateway does not start',
      hint: 'let `exec` run one that prints an access token: `auth: { exec: { command: [...] } }`',
    };
  }
  if (typeof source['environment_id'] === 'string') {
    return {
      message: 'has credentials of Amazon as its source, which the gateway does not support',
      hint: 'let `exec` run one that prints an access token: `auth: { exec: { command: [gcloud...] } }`',
    };
  }
  const { file, url } = source;
  if (typeof file === 'string' && file !== '') return undefined;
  if (typeof url !== 'string' || url === '') {
    return { message: 'has a "credential_source" with neither "file" nor "url"' };
  }
  if (isMetadataUrl(url)) return undefined;
  const fault = tokenUrlFault(url);
  return fault === undefined ? undefined : { message: `has a "credential_source.url" that ${fault.message}` };
}
