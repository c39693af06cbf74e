/** Our credential at a backend, by how it gets into a request. `credentials/` makes of it what requests are sent with. */
export type CredentialConfig = StaticCredentialConfig | TokenCredentialConfig | SignatureCredentialConfig;

/** It stands in the file: one header, its name in lower case. */
export interface StaticCredentialConfig {
  readonly kind: 'static';
  readonly header: string;
  readonly value: string;
}

/** A text that is renewed while the gateway runs, in one header. */
export interface TokenCredentialConfig {
  readonly kind: 'token';
  readonly source: CredentialSource;
  /** In lower case. */
  readonly header: string;
  /** The text before the token: `Bearer `, or nothing. */
  readonly prefix: string;
  /** Headers that go with it, by their lower-case names: `x-goog-user-project`. */
  readonly beside: Readonly<Record<string, string>>;
  /** Lower-case names of headers that the vendor takes credentials in, too: no client may send them. */
  readonly withheld: readonly string[];
}

/** Each request is signed for Amazon (Signature Version 4), with keys that are renewed. */
export interface SignatureCredentialConfig {
  readonly kind: 'aws_signature';
  readonly source: AwsSource;
}

/**
 * The source of a renewed credential: everything that its renewal takes, secrets included. Two backends whose sources
 * are equal in every field share one renewal. Paths are absolute.
 */
export type CredentialSource =
  | FileSource
  | ExecSource
  | Oauth2Source
  | AwsSource
  | GoogleSource
  | AzureSource;

/** A file that somebody else keeps fresh, read anew whenever it changes. */
export interface FileSource {
  readonly kind: 'file';
  readonly file: string;
}

/** A program that prints a token. No shell is between. */
export interface ExecSource {
  readonly kind: 'exec';
  /** The program, as an absolute path, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** The interval between runs; undefined if the output decides. */
  readonly everyMs: number | undefined;
  readonly timeoutMs: number;
  /** Names of variables that it gets besides PATH, HOME and LANG. */
  readonly env: readonly string[];
}

/** The client's proof of identity for a token endpoint. */
export type ClientProof =
  | { readonly kind: 'secret'; readonly secret: string; readonly in: 'basic' | 'body' }
  /** A JWT that it signs itself (RFC 7523). */
  | {
      readonly kind: 'private_key';
      /** PEM. */
      readonly key: string;
      readonly keyId: string | undefined;
      readonly algorithm: 'RS256' | 'ES256' | 'PS256';
      readonly audience: string;
    }
  /** A JWT that somebody else keeps fresh in a file, sent as `client_assertion`. */
  | { readonly kind: 'federated'; readonly file: string }
  | { readonly kind: 'none' };

/** A token endpoint (RFC 6749). */
export interface Oauth2Source {
  readonly kind: 'oauth2';
  readonly tokenUrl: string;
  readonly grant: 'client_credentials' | 'jwt_bearer' | 'token_exchange';
  readonly clientId: string | undefined;
  readonly client: ClientProof;
  /** Of `jwt_bearer` the assertion and of `token_exchange` the subject token: a file, read anew at each renewal. */
  readonly assertionFile: string | undefined;
  /** It is the token of each caller that `token_exchange` exchanges; left out for that of a file. */
  readonly subject?: 'caller';
  readonly subjectTokenType: string | undefined;
  readonly scope: string | undefined;
  readonly audience: string | undefined;
  readonly resource: string | undefined;
  /** Further fields of the request. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: 'form' | 'json';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The life of a token whose answer gives none. */
  readonly lifetimeMs: number;
}

/** The places that Amazon's own provider may look at, in the order it is written. */
export type AwsPlace = 'env' | 'profile' | 'web_identity' | 'container' | 'imds';

export interface AwsSource {
  readonly kind: 'aws';
  readonly region: string;
  /** The service in the signature: `bedrock` or `bedrock-mantle`. */
  readonly service: string;
  /** Keys that sign each request, or one key of Bedrock's that is made of them and sent as a token. */
  readonly as: 'signature' | 'api_key';
  /** Keys that stand in the file; undefined leaves it to Amazon's provider. */
  readonly keys:
    | { readonly accessKey: string; readonly secretKey: string; readonly sessionToken: string | undefined }
    | undefined;
  /** undefined: what AWS_PROFILE says, else `default`. */
  readonly profile: string | undefined;
  readonly configFile: string | undefined;
  readonly credentialsFile: string | undefined;
  /** Assumed with what the rest resolves to. */
  readonly role:
    | {
        readonly arn: string;
        readonly externalId: string | undefined;
        readonly sessionName: string;
        readonly durationMs: number;
      }
    | undefined;
  /** undefined: the provider's own order. */
  readonly from: readonly AwsPlace[] | undefined;
}

export interface GoogleSource {
  readonly kind: 'google';
  /** A key file, what one holds, or the metadata server of the machine. */
  readonly key:
    | { readonly kind: 'file'; readonly file: string }
    | { readonly kind: 'json'; readonly json: string }
    | { readonly kind: 'metadata' };
  readonly scope: string;
  /** E-mail of the service account whose tokens are made with what the key gives. */
  readonly impersonate: string | undefined;
}

export interface AzureSource {
  readonly kind: 'azure';
  readonly identity:
    | { readonly kind: 'client_secret'; readonly secret: string }
    /** The file's content is sent as the assertion, read anew at each renewal. */
    | { readonly kind: 'workload_identity'; readonly file: string }
    | { readonly kind: 'managed_identity' };
  /** Both undefined with a managed identity that is the machine's own. */
  readonly tenant: string | undefined;
  readonly clientId: string | undefined;
  readonly scope: string;
  /** Without a slash at its end. */
  readonly authority: string;
}
