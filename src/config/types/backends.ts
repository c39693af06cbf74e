import type { EndpointName } from '../../api/endpoints/index.ts';
import type { TranslatingBackend } from '../translation-settings.ts';
import type { CredentialConfig } from './credentials.ts';
import type { CapacityLimits } from './limits.ts';
import type { SourcePosition } from './source-position.ts';

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

/**
 * A backend's edits of clients' requests. Fields of the body are dotted paths through objects; none leads through
 * another.
 */
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

/** The proxy on the way to a backend. */
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
  /** Its earlier names. */
  readonly formerly: readonly string[];
  /** The owner whose keys may list the objects there; undefined for nobody. */
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
  /** Headers of answers that tell of the account and go on, in lower case; a `*` at the end takes all that begin so. */
  readonly forwardAnswerHeaders: readonly string[];
  /** The edits of requests; undefined for none. */
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
  /** The usage in streams: present on request (`ask`), always (`given`), or never (`none`). */
  readonly usageInStreams: UsageInStreams;
  /** The settings for translations. */
  readonly translating: TranslatingBackend;
  /** The equal servers that it is; undefined for the one of its URL. */
  readonly replicas: ReplicasConfig | undefined;
  /** The kind of server that reports its load; undefined for none. */
  readonly load: LoadKind | undefined;
  /** Requests that one worker has in flight there; of replicas on each. */
  readonly maxConnections: number;
  /** The capacity that all its deployments share; undefined for any amount. */
  readonly limits: CapacityLimits | undefined;
  /** `direct` is what the file says; undefined comes to the same, and nothing is said. */
  readonly proxy: BackendProxy | 'direct' | undefined;
  /** The highest age of a connection that still takes a request; undefined for any age. */
  readonly maxConnectionAgeMs: number | undefined;
  /** A connection is closed after so many requests; undefined for never. */
  readonly maxRequestsPerConnection: number | undefined;
  /** The path and interval of the backend's own health check; undefined for none. */
  readonly health: { readonly path: string; readonly intervalMs: number } | undefined;
  readonly tls: BackendTls;
  /** No connection goes to an address of this host or of a private network; left out where any may. */
  readonly isPublicOnly?: true;
}

/** A server, as it stands in a URL. */
export interface ServerAddress {
  readonly protocol: 'http:' | 'https:';
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** The equal servers of one backend. */
export type ReplicasConfig =
  /** All addresses of the name in its URL. */
  | { readonly kind: 'dns'; readonly everyMs: number }
  | { readonly kind: 'list'; readonly servers: readonly ServerAddress[] };

/** The kinds of servers that are asked how busy they are, by the words of the file. */
export type LoadKind = 'vllm' | 'sglang' | 'llama_cpp';

export type UsageInStreams = 'ask' | 'given' | 'none';
