/**
 * The configuration as the rest of the gateway sees it: complete, frozen, plain data. Defaults are filled in,
 * durations are milliseconds, sizes are bytes, references are known to resolve, secrets are in place. It holds
 * no functions and no live objects, so it can be sent to another process by structured clone.
 */

import type { DeclaredEndpoint } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../api/endpoints/index.ts';
import type { ClaimConditions } from '../lib/claims.ts';
import type { Usage } from '../observe/usage.ts';
import type {
  TargetDialect,
  TranslatedEndpoint,
  TranslatingBackend,
  Translation,
  Translations,
} from './translation-settings.ts';

/** The capabilities that the interface names; `extra_capabilities` adds to them. */
export const capabilityNames = [
  'vision',
  'pdf_input',
  'audio_input',
  'reasoning',
  'streaming',
  'function_calling',
  'parallel_function_calling',
  'tool_choice',
  'computer_use',
  'assistant_prefill',
  'prompt_caching',
  'web_search',
  'url_context',
] as const;

/** Where something stands in a file the operator wrote; line and column count from 1. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One version of the files, checked and resolved. */
export interface Config {
  /** SHA-256 (first 12 hex digits) over everything that was read: files, secrets, certificates. */
  readonly revision: string;
  /** The same over the text alone that people review: the main file and what belongs to it. */
  readonly textRevision: string;
  /** The same over all the rest: secrets, certificates and the `keys_file`. */
  readonly secretsRevision: string;
  /** The main file, as an absolute path. */
  readonly file: string;
  /** Every file whose content went into this configuration (absolute paths). A reload watches these. */
  readonly sources: readonly string[];
  readonly listen: ListenConfig;
  readonly admin: AdminConfig | undefined;
  readonly workers: number | 'auto';
  readonly log: LogConfig;
  readonly tracing: TracingConfig | undefined;
  readonly routing: RoutingConfig;
  /** Endpoints of the configuration's own; `endpointsOf` has all that there are. */
  readonly declaredEndpoints: readonly DeclaredEndpoint[];
  /** What the file says of endpoints. */
  readonly endpoints: Readonly<Partial<Record<EndpointName, EndpointConfig>>>;
  readonly backends: ReadonlyMap<string, BackendConfig>;
  readonly models: ReadonlyMap<string, ModelConfig>;
  /** By key id, from `keys`, the `keys_file` and the `keys_store`. */
  readonly keys: ReadonlyMap<string, KeyConfig>;
  readonly identity: IdentityConfig;
  /** The file that the dashboard and `gateway key` write, as an absolute path; undefined where none is named. */
  readonly keysFile: string | undefined;
  /** Where keys of all gateways are kept; undefined where none are. */
  readonly keysStore: KeysStoreConfig | undefined;
  /** The rules that keys can name. */
  readonly rateLimits: ReadonlyMap<string, RateLimit>;
  /** What several keys share. */
  readonly groups: ReadonlyMap<string, GroupConfig>;
  readonly state: StateConfig;
  /** Undefined where nothing is known of what backends keep. */
  readonly stateful: StatefulConfig | undefined;
  readonly tests: readonly RoutingTest[];
  readonly priceTests: readonly PriceTest[];
  readonly never: readonly NeverAssertion[];
  readonly survives: readonly SurvivesAssertion[];
}

export interface EndpointConfig {
  /** The model of requests that name none; undefined where they are refused. */
  readonly defaultModel: string | undefined;
  /** What stands for each backend of one whose requests name no model, in order: a deployment of its name, of the model ''. */
  readonly deployments: readonly DeploymentConfig[];
}

export interface Address {
  /** A host name or an IP address, without brackets. */
  readonly host: string;
  readonly port: number;
}

export type TlsConfig =
  | {
      readonly kind: 'files';
      readonly certFile: string;
      readonly keyFile: string;
      /** PEM; empty in `check` where the files are absent. */
      readonly cert: string;
      readonly key: string;
    }
  | { readonly kind: 'self_signed' }
  | { readonly kind: 'terminated_by'; readonly ranges: readonly string[] };

/** Where clients show certificates, and whose are good. */
export type ClientCertificates =
  | {
      readonly kind: 'handshake';
      readonly caFile: string;
      /** PEM. */
      readonly ca: string;
      readonly isRequired: boolean;
    }
  /** The lower-case name of a header of the balancers in front. */
  | { readonly kind: 'header'; readonly name: string };

export interface ListenConfig {
  readonly address: Address;
  readonly tls: TlsConfig;
  /** Undefined where clients show none. */
  readonly clientCertificates: ClientCertificates | undefined;
  readonly maxBodyBytes: number;
  readonly maxBufferedBytes: number;
  readonly headersTimeoutMs: number;
  /** The longest silence of a client whose body has not come in full, */
  readonly bodyTimeoutMs: number;
  /** and the bytes a second that a body has to come at, on average, once it has taken longer; 0 for any. */
  readonly minBodyRate: number;
  readonly keepAliveMs: number;
  readonly maxConnections: number;
  /** How long answers under way may take once the gateway stops, */
  readonly drainMs: number;
  /** and how long everything is served as before until then. */
  readonly drainDelayMs: number;
  /** Answered to anybody on the public listener; undefined for none. */
  readonly healthPath: string | undefined;
  /** After so long a silence of the backend the client of a stream gets a comment; undefined for never. */
  readonly heartbeatMs: number | undefined;
}

export interface AdminConfig {
  readonly address: Address;
  /** Absent only on loopback. */
  readonly tls: TlsConfig | undefined;
  readonly token: string | undefined;
  readonly readToken: string | undefined;
  /** Undefined where people sign in with the token alone. */
  readonly oidc: OidcConfig | undefined;
}

/** How people sign in on the dashboard by OpenID Connect. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where browsers find the listener, an origin; undefined for its own address, which is of loopback then. */
  readonly url: string | undefined;
  readonly scopes: readonly string[];
  /** How long a person stays signed in at most. */
  readonly sessionMs: number;
  /** The claims that make a person one who may change things, */
  readonly adminClaims: ClaimConditions | undefined;
  /** and one who may look. */
  readonly readClaims: ClaimConditions | undefined;
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export interface LogConfig {
  readonly level: LogLevel;
  /** Absolute path; undefined for standard output. */
  readonly file: string | undefined;
  /** The share of requests that went well which have a line. */
  readonly sample: number;
  readonly clientIp: 'full' | 'masked' | 'none';
  /** Paths whose requests have no line. */
  readonly exclude: readonly string[];
}

/** Where and how traces are sent. */
export interface TracingConfig {
  /** Complete URL of the collector, path included. */
  readonly url: string;
  /** The share of requests that are traced, where the client does not decide. */
  readonly sample: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

export type GenericTags = 'every_endpoint' | 'called_endpoint';

/** What is made of the capabilities that a request uses without asking for them. */
export type Infer = 'prefer' | 'require' | 'off';

export interface RoutingConfig {
  readonly genericTags: GenericTags;
  /** Attempts per model. */
  readonly maxAttempts: number;
  readonly infer: Infer;
  readonly circuit: CircuitConfig;
}

/** When a deployment that fails is left alone, and for how long. */
export interface CircuitConfig {
  /** This many failures in a row open the circuit, */
  readonly failures: number;
  /** if the first of them is no older than this. */
  readonly windowMs: number;
  /** How long it is open the first time, */
  readonly openMs: number;
  /** and, doubled each time the half-open request fails, at most. */
  readonly maxOpenMs: number;
}

export interface StateConfig {
  /** Absolute path of what the gateway itself writes. */
  readonly dir: string;
  /** What keys used is kept there, whether anybody is shown figures or not: a deployment has a price, or the file names `dir`. */
  readonly keepsUsage: boolean;
  /** Where limits are counted for all gateways together; undefined counts them on this host. */
  readonly redis: RedisConfig | undefined;
}

/** What backends keep for clients, and what becomes of its ids. */
export interface StatefulConfig {
  readonly ids: 'signed' | 'plain';
  /** Those whose objects are known: what can be called beside what deployments serve. */
  readonly endpoints: readonly EndpointName[];
  /** Reasoning that clients send back goes to the account that made it. */
  readonly pinsEncrypted: boolean;
  /** An id without a signature goes on as it came. */
  readonly allowsUnsigned: boolean;
  /** What stands for each backend where no model is asked for: a deployment of its name, of the model ''. */
  readonly deployments: readonly DeploymentConfig[];
  /** Where objects go that belong to no other one yet, by names of backends: to the first that is well. */
  readonly backends: Readonly<Partial<Record<EndpointName, readonly string[]>>>;
  /** What a request costs on endpoints that ask for no model, where the file says so. */
  readonly prices: Readonly<Partial<Record<EndpointName, PriceConfig>>>;
  /** What ids are signed with, in base64; undefined has one kept in `state.dir`. */
  readonly secret: string | undefined;
  /** What they were signed with before. */
  readonly previous: readonly string[];
}

export interface RedisConfig {
  readonly url: string;
  /** What to do when it does not answer. */
  readonly onFailure: 'local' | 'allow' | 'deny';
  /** How many gateways share it. */
  readonly gateways: number;
  /** Before the names of all its keys. */
  readonly prefix: string;
  readonly tls: BackendTls;
}

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
  /** What stands before the token: `Bearer `, or nothing. */
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
 * Where a credential that is renewed comes from: all that it takes to renew it, secrets included. Two backends whose sources
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
  /** How often it is run; undefined where what it prints decides. */
  readonly everyMs: number | undefined;
  readonly timeoutMs: number;
  /** Names of variables that it gets besides PATH, HOME and LANG. */
  readonly env: readonly string[];
}

/** How a client proves to a token endpoint who it is. */
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
  readonly subjectTokenType: string | undefined;
  readonly scope: string | undefined;
  readonly audience: string | undefined;
  readonly resource: string | undefined;
  /** Further fields of the request. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: 'form' | 'json';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long a token lives whose answer does not say so. */
  readonly lifetimeMs: number;
}

/** Where Amazon's own provider may look, in the order it is written. */
export type AwsPlace = 'env' | 'profile' | 'web_identity' | 'container' | 'imds';

export interface AwsSource {
  readonly kind: 'aws';
  readonly region: string;
  /** What requests are signed for: `bedrock` or `bedrock-mantle`. */
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

/** What Amazon's signature travels in. */
const awsSignatureHeaders = ['authorization', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-security-token'];

/** Lower-case names of the headers that a credential travels in, which nothing else may set. */
export function credentialHeaders(credential: CredentialConfig): readonly string[] {
  switch (credential.kind) {
    case 'static':
      return [credential.header];
    case 'token':
      return [...new Set([credential.header, ...Object.keys(credential.beside), ...credential.withheld])];
    case 'aws_signature':
      return awsSignatureHeaders;
  }
}

/** Query parameters that Google's interfaces take in place of the headers of a credential, in lower case. */
const googleParameters = ['key', '$key', 'access_token', '$access_token', 'oauth_token', '$userproject'];
/** The same of a signature of Amazon's. */
const awsParameters = [
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-security-token',
  'x-amz-signature',
  'x-amz-signedheaders',
];

/** Lower-case names of query parameters that say what the headers of a credential do: no client may send them beside it. */
export function credentialParameters(credential: CredentialConfig): readonly string[] {
  if (credential.kind === 'static') return [];
  switch (credential.source.kind) {
    case 'google':
      return googleParameters;
    case 'aws':
      return awsParameters;
    default:
      return [];
  }
}

/** The form that a backend wants messages in, where that is another than the usual one. */
export type WireConfig =
  /** As Claude on Vertex AI. */
  | {
      readonly kind: 'vertex';
      readonly project: string;
      readonly location: string;
      /** Put into bodies that do not have it. */
      readonly anthropicVersion: string;
    }
  /** As InvokeModel of Amazon Bedrock. */
  | {
      readonly kind: 'bedrock';
      readonly anthropicVersion: string;
      /** Names of a request's `anthropic-beta` that go into its body; undefined for all. */
      readonly betas: readonly string[] | undefined;
    };

/** Lower-case names of headers that do not go along with messages there: what they say stands in the body. */
export const wireHeaders: Readonly<Record<WireConfig['kind'], readonly string[]>> = {
  vertex: ['anthropic-version'],
  bedrock: ['anthropic-version', 'anthropic-beta'],
};

/** What a backend changes in the requests of clients. Fields of the body are dotted paths through objects; none leads through another. */
export interface RequestEdits {
  /** Lower-case names; one that ends in `*` takes all that begin so. */
  readonly removeHeaders: readonly string[];
  readonly remove: readonly string[];
  /** JSON that is put in always, */
  readonly set: Readonly<Record<string, unknown>>;
  /** and JSON that is put in where the field is absent or null. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

export interface BackendTls {
  readonly ca: string | undefined;
  readonly serverName: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

/** What connections to a backend go through. */
export interface BackendProxy {
  readonly protocol: 'http:' | 'https:';
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** The whole value of Proxy-Authorization. */
  readonly authorization: string | undefined;
}

export interface BackendConfig {
  readonly name: string;
  /** What it was called before. */
  readonly formerly: readonly string[];
  /** Whose keys may list what is kept there; undefined for nobody's. */
  readonly lists: string | undefined;
  readonly at: SourcePosition;
  readonly address:
    | {
        readonly kind: 'url';
        readonly protocol: 'http:' | 'https:';
        readonly hostname: string;
        readonly port: number;
      }
    | {
        readonly kind: 'simulator';
        readonly latencyMs: number;
        readonly tokensPerSecond: number;
        readonly text: string | undefined;
      };
  /** It is near enough to be a gateway of the operator's own, and is told through how many of them a request came. */
  readonly countsHops: boolean;
  /** Undefined for the usual form. */
  readonly wire: WireConfig | undefined;
  /** Complete request path of each endpoint: base path of the URL, `/v1` once, what its wire has, or the path the file gives. */
  readonly paths: Readonly<Record<EndpointName, string>>;
  /** Of these the ones where streams are asked for on a path of their own. In all of them `{model}` stands for the deployment's. */
  readonly streamPaths: Readonly<Partial<Record<EndpointName, string>>>;
  /** Of endpoints with several paths and none in the file: the request path for each of the others that they are called at. */
  readonly otherPaths: Readonly<Partial<Record<EndpointName, Readonly<Record<string, string>>>>>;
  /** Parameters of the query of every request, as they are meant: nothing is encoded yet. */
  readonly query: Readonly<Record<string, string>>;
  /** Undefined where the file has no `auth`. */
  readonly credential: CredentialConfig | undefined;
  /** Lower-case names. Always set. */
  readonly headers: Readonly<Record<string, string>>;
  /** Lower-case names. Set only where the client sent none. */
  readonly defaultHeaders: Readonly<Record<string, string>>;
  /** By their lower-case names, members of comma-separated headers: each goes along once, behind those of the client. */
  readonly addHeaders: Readonly<Record<string, readonly string[]>>;
  readonly forwardAppHeaders: boolean;
  /** What is changed in requests; undefined where they go as they came. */
  readonly request: RequestEdits | undefined;
  readonly timeouts: {
    /** Until a new connection is ready, TLS included. */
    readonly connectMs: number;
    /** Until the head of a streamed answer. */
    readonly firstByteMs: number;
    /** For one attempt at a whole answer; undefined for as long as `totalMs`. */
    readonly answerMs: number | undefined;
    /** Between bytes of an answer. */
    readonly idleMs: number;
    /** Between events of a stream that are not comments. */
    readonly progressMs: number;
    /** From the start of the request, over all its attempts. */
    readonly totalMs: number;
  };
  /** Whether streams tell their usage when asked (`ask`), unasked (`given`), or never (`none`). */
  readonly usageInStreams: UsageInStreams;
  /** What translations have of it. */
  readonly translating: TranslatingBackend;
  /** Requests that one worker has under way there. */
  readonly maxConnections: number;
  /** What all of its deployments take together; undefined for any amount. */
  readonly limits: CapacityLimits | undefined;
  /** `direct` is what the file says; undefined comes to the same, and nothing is said. */
  readonly proxy: BackendProxy | 'direct' | undefined;
  /** How old a connection may be that still takes a request; undefined for any age. */
  readonly maxConnectionAgeMs: number | undefined;
  /** A connection is closed after so many requests; undefined for never. */
  readonly maxRequestsPerConnection: number | undefined;
  /** Where and how often the backend itself is asked whether it is well; undefined for never. */
  readonly health: { readonly path: string; readonly intervalMs: number } | undefined;
  readonly tls: BackendTls;
}

export type UsageInStreams = 'ask' | 'given' | 'none';

/** What ids a model's entry takes, where that is more than its own: those that begin like it. */
export function wildcardPrefix(id: string): string | undefined {
  return id.endsWith('*') ? id.slice(0, -1) : undefined;
}

/** Whether there is an id that both a glob and a model's entry take. */
export function globReaches(glob: string, id: string): boolean {
  const prefix = wildcardPrefix(id);
  if (prefix === undefined) return false;
  const star = glob.indexOf('*');
  const head = star === -1 ? glob : glob.slice(0, star);
  return head.startsWith(prefix) || (star !== -1 && prefix.startsWith(head));
}

/** The strategies, by the words of the file. */
export type BalanceName = 'least_busy' | 'weighted' | 'lowest_latency' | 'lowest_cost' | 'sticky';

export interface ModelConfig {
  readonly id: string;
  readonly at: SourcePosition;
  readonly ownedBy: string;
  /** Unix seconds. */
  readonly created: number;
  readonly balance: BalanceName;
  readonly fallbacks: readonly string[];
  readonly deployments: readonly DeploymentConfig[];
}

/**
 * A deployment as it is called from outside its model: `MODEL/NAME`; of a backend that is asked for what it keeps, which no
 * model is asked for, the name alone.
 */
export function deploymentName(model: string, name: string): string {
  return model === '' ? name : `${model}/${name}`;
}

export interface DeploymentConfig {
  /** The deployment's own name: its `id`, else its backend's name. From outside `MODEL/NAME`. */
  readonly name: string;
  readonly at: SourcePosition;
  /** Id of the model it serves. */
  readonly model: string;
  readonly backend: string;
  /** The name that the backend knows the model by. */
  readonly upstreamModel: string;
  /** Undefined for any amount. */
  readonly limits: CapacityLimits | undefined;
  readonly priority: number;
  readonly weight: number;
  /** No request is tried on it. */
  readonly disabled: boolean;
  /** `VENDOR/ID` in the price list, which stands in where the file says nothing of its price. */
  readonly catalogue: string | undefined;
  readonly price: PriceConfig | undefined;
  /** What it guarantees on each endpoint it serves, common capabilities included. An absent endpoint is not served. */
  readonly endpoints: Readonly<Partial<Record<EndpointName, readonly string[]>>>;
  /** How those of them are served that are translated; undefined where its backend itself has all of them. */
  readonly translations: Translations | undefined;
}

/** How a deployment's endpoint is translated; undefined where its backend itself has it. */
export function translationAt(
  { translations }: Pick<DeploymentConfig, 'translations'>,
  endpoint: EndpointName,
): Translation | undefined {
  return translations?.[endpoint as TranslatedEndpoint];
}

/** USD for one token of each kind, in millionths: what a million of them costs. A kind without a price of its own has that of the whole. */
export interface TokenRates {
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly cacheWrite1h: number;
  readonly audioInput: number;
  readonly imageInput: number;
  readonly output: number;
  readonly audioOutput: number;
  readonly imageOutput: number;
}

/** USD for one image. */
export interface ImageRates {
  readonly otherwise: number;
  /** By quality and size, as `high/1024x1024`. */
  readonly byKind: Readonly<Record<string, number>>;
}

/** What each unit costs, in USD; undefined has no price. Exactly one of them settles a request, the last two come on top. */
export interface Rates {
  readonly tokens: TokenRates | undefined;
  readonly images: ImageRates | undefined;
  readonly second: number | undefined;
  readonly character: number | undefined;
  readonly searchUnit: number | undefined;
  /** One of each unit that the file names; undefined where it names none. */
  readonly named: Readonly<Record<string, number>> | undefined;
  /** One call of each tool that the vendor runs; undefined where none has a price. */
  readonly toolCall: Readonly<Record<string, number>> | undefined;
  /** Undefined where requests as such have no price. */
  readonly request: number | undefined;
}

/** What all of a request costs whose input, cached and written included, has more tokens than this. */
export interface PriceTier extends Rates {
  readonly aboveInput: number;
}

export interface PriceConfig extends Rates {
  /** The highest first; undefined where there are none. */
  readonly tiers: readonly PriceTier[] | undefined;
  /** What the unit that settles is multiplied by in a tier of service, by its name in answers; undefined where none is. */
  readonly byService: Readonly<Record<string, number>> | undefined;
  /** The rates where they are all there is, and only what was cached or written to a cache costs something else. */
  readonly plain: TokenRates | undefined;
}

/** Keys that several gateways share. */
export interface KeysStoreConfig extends Pick<RedisConfig, 'url' | 'prefix' | 'tls'> {
  /** The file that has what was last seen of them, as an absolute path. */
  readonly copy: string;
}

export interface KeyConfig {
  readonly id: string;
  readonly at: SourcePosition;
  /** SHA-256 digests of the whole secret, lower-case hex. A `secret` in the file is digested when it is read. */
  readonly hashes: readonly string[];
  /** What its client's certificate is called, in the form of `certificate-names`; undefined where it needs none. */
  readonly certificate: string | undefined;
  /** Digests that are being replaced, with the moment (milliseconds since the epoch) from which they are refused. */
  readonly retiring: ReadonlyMap<string, number>;
  /** Globs over model ids; undefined allows all. */
  readonly models: readonly string[] | undefined;
  /** The same of each of its groups that allows not all: every one of them has to allow a model, too. */
  readonly groupModels: readonly (readonly string[])[];
  /** Those that it and all its groups allow; undefined allows all there are. */
  readonly endpoints: readonly EndpointName[] | undefined;
  /** The groups whose limits hold it beside its own: the one that it names, and those above that one. */
  readonly groups: readonly string[];
  /** Milliseconds since the epoch. */
  readonly notBefore: number | undefined;
  readonly expires: number | undefined;
  readonly disabled: boolean;
  /** Name of its rule; undefined where the rule is written with the key, or there is none. */
  readonly rule: string | undefined;
  /** undefined sets no limit. */
  readonly limits: RateLimit | undefined;
  /** How much each of those may use for whom it sends requests; undefined for any amount. */
  readonly endUsers: EndUsersConfig | undefined;
  /** CIDR blocks and addresses it may be used from; undefined allows all. */
  readonly allowFrom: readonly string[] | undefined;
  /** Tags that every request of this key asks for. */
  readonly tags: readonly string[];
  /** Whose the objects are that backends keep for it. */
  readonly objectsOwner: string;
  /** Who answers for it, and what it is for: remarks without effect. */
  readonly owner: string | undefined;
  readonly note: string | undefined;
  /** When it was made, in milliseconds since the epoch: a remark, too. */
  readonly created: number | undefined;
}

/** Who is let in beside secrets. */
export interface IdentityConfig {
  /** What this gateway is called as a protected resource (RFC 9728); undefined where nothing is told of it. */
  readonly resource: string | undefined;
  /** By the name that the file gives them. */
  readonly issuers: ReadonlyMap<string, IssuerConfig>;
}

/** The algorithms that a token may be signed with: none of them knows a secret that is shared. */
export const tokenAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

export type TokenAlgorithm = (typeof tokenAlgorithms)[number];

/** Where the keys come from that an issuer signs with. */
export type KeySetSource =
  /** Its OpenID Connect discovery document names them. */
  | { readonly kind: 'discovery'; readonly issuer: string }
  | { readonly kind: 'url'; readonly url: string }
  /** An absolute path. */
  | { readonly kind: 'file'; readonly file: string };

export interface IssuerConfig {
  readonly name: string;
  /** What its tokens have as `iss`, to the letter. */
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly keySet: KeySetSource;
  readonly algorithms: readonly TokenAlgorithm[];
  readonly clockSkewMs: number;
  /** The first that matches counts. */
  readonly rules: readonly IdentityRule[];
}

export interface IdentityRule {
  /** All of them have to hold; none takes every token. */
  readonly when: readonly ClaimCondition[];
  /** The id of the key that its tokens lead to. */
  readonly key: string;
  /** The claim each of whose values counts for itself under the rule of the key; undefined where all count as one. */
  readonly each: string | undefined;
}

export interface ClaimCondition {
  /** Where dots lead into objects. */
  readonly claim: string;
  /** Values and patterns, one of which has to match. */
  readonly values: readonly string[];
}

/** Fields of a body that may say for whom a request is. */
export type EndUserField = 'user' | 'metadata.user_id' | 'safety_identifier';

/** Where a request says for whom it is: in a header, by its lower-case name, or in its body. */
export type EndUserSource =
  | { readonly in: 'header'; readonly name: string }
  | { readonly in: 'body'; readonly field: EndUserField };

/** Limits that each end user of a key has for itself. */
export interface EndUsersConfig {
  /** The first that is there counts. */
  readonly from: readonly EndUserSource[];
  /** Name of the rule; undefined where it is written with the key. */
  readonly rule: string | undefined;
  readonly limits: RateLimit;
}

/** Lists of globs over model ids that all have to allow a model for a key to use it; none where it may use all. */
export function modelLists({
  models,
  groupModels,
}: Pick<KeyConfig, 'models' | 'groupModels'>): readonly (readonly string[])[] {
  return models === undefined ? groupModels : [models, ...groupModels];
}

/** What several keys share: one limit over all of them, and what each of them may use at most. */
export interface GroupConfig {
  readonly name: string;
  readonly at: SourcePosition;
  /** Globs over model ids; undefined allows all. */
  readonly models: readonly string[] | undefined;
  /** undefined allows all there are. */
  readonly endpoints: readonly EndpointName[] | undefined;
  /** Name of its rule; undefined where the rule is written with the group, or there is none. */
  readonly rule: string | undefined;
  /** undefined sets no limit. */
  readonly limits: RateLimit | undefined;
  /** The group that it belongs to. */
  readonly group: string | undefined;
}

export interface Rate {
  readonly limit: number;
  /** The length of the sliding window that the limit holds in. */
  readonly windowMs: number;
}

/** What a budget is for; `total` never starts anew. */
export const budgetPeriods = ['day', 'week', 'month', 'total'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** What one rule of `rate_limits` sets; an empty list or undefined sets nothing. */
export interface LimitSet {
  readonly requests: readonly Rate[];
  readonly tokens: readonly Rate[];
  /** Requests in flight. */
  readonly concurrency: number | undefined;
  /** Calendar days, weeks and months, in UTC, or all of time. */
  readonly budget: { readonly usd: number; readonly period: BudgetPeriod } | undefined;
}

/** What a deployment or a backend takes at most, whoever asks. */
export type CapacityLimits = LimitSet & { readonly budget: undefined };

export interface RateLimit extends LimitSet {
  /** Further limits for the models that a glob matches; each glob counts for itself. */
  readonly perModel: ReadonlyMap<string, LimitSet>;
}

/** One entry of `tests:`: a request, what is down, and what must come out. */
export interface RoutingTest {
  /** Its place in the list of its file. */
  readonly index: number;
  readonly name: string;
  readonly at: SourcePosition;
  readonly request: {
    readonly endpoint: EndpointName;
    readonly model: string | undefined;
    readonly models: readonly string[];
    readonly tags: readonly string[];
    /** Key id; undefined stands for a key that may use everything. */
    readonly key: string | undefined;
    /** Of a token that was checked, in place of a key; undefined for none. */
    readonly claims: Readonly<Record<string, unknown>> | undefined;
  };
  /** The whole request; what `request` says goes before it. */
  readonly body: TestBody | undefined;
  /** Backend names or `MODEL/NAME`. */
  readonly down: readonly string[];
  readonly expect: {
    /** Deployments by their own names or as `MODEL/NAME`. */
    readonly deployment: string | undefined;
    readonly order: readonly string[] | undefined;
    readonly eligible: readonly string[] | undefined;
    readonly model: string | undefined;
    readonly status: number | undefined;
    readonly code: string | undefined;
    /** What the deployment that is tried first is asked in. */
    readonly via: TargetDialect | 'native' | undefined;
    /** Paths without indices, in any order. */
    readonly dropped: readonly string[] | undefined;
    readonly changed: readonly string[] | undefined;
    readonly param: string | undefined;
  };
}

/** The body that a test sends: in a file, by its absolute path, or JSON that stands in the test itself. */
export type TestBody =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'json'; readonly text: string };

/** One entry of `tests:` about what was used of a deployment, and what that must cost. */
export interface PriceTest {
  /** Its place in the list of its file. */
  readonly index: number;
  readonly name: string;
  readonly at: SourcePosition;
  readonly model: string;
  /** Its name within the model. */
  readonly deployment: string;
  /** Absolute path of a file with an answer, and the endpoint that it is of; without it `usage` holds. */
  readonly answer: { readonly file: string; readonly endpoint: EndpointName } | undefined;
  readonly usage: Usage;
  readonly costNanoUsd: number;
}

/** Whom an assertion is about, whatever else it says. */
interface Assertion {
  /** Its place in the list of its file. */
  readonly index: number;
  readonly name: string;
  readonly at: SourcePosition;
}

/** One entry of `never:`: requests, and the deployments that none of them may reach whatever fails. */
export interface NeverAssertion extends Assertion {
  /** What is undefined may be anything. */
  readonly request: {
    /** Glob over key ids. */
    readonly key: string | undefined;
    readonly endpoint: EndpointName | undefined;
    readonly model: string | undefined;
    readonly models: readonly string[] | undefined;
    /** Wanted at least. */
    readonly tags: readonly string[] | undefined;
  };
  /** A deployment is meant that all of what is given matches; one of the two is. */
  readonly reaches: {
    /** Glob over names of backends. */
    readonly backend: string | undefined;
    /** Glob over `MODEL/NAME`; over the deployment's own name where it holds no slash. */
    readonly deployment: string | undefined;
  };
}

/** One entry of `survives:`: requests that are served whichever backends are down. */
export interface SurvivesAssertion extends Assertion {
  readonly request: {
    /** Glob over key ids; undefined for every key. */
    readonly key: string | undefined;
    /** Undefined for every one that is served. */
    readonly endpoint: EndpointName | undefined;
    /** Undefined for none where there are `models`, else for each there is. */
    readonly model: string | undefined;
    readonly models: readonly string[];
    readonly tags: readonly string[];
  };
  /** So many backends are down at once. */
  readonly outages: number;
}
