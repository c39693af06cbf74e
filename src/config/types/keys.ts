import type { EndpointName } from '../../api/endpoints/index.ts';
import type { RateLimit } from './limits.ts';
import type { KeyQueueConfig } from './queues.ts';
import type { SourcePosition } from './source-position.ts';

export interface KeyConfig {
  readonly id: string;
  readonly at: SourcePosition;
  /** SHA-256 digests of the whole secret, lower-case hex. A `secret` in the file is digested when it is read. */
  readonly hashes: readonly string[];
  /** The name of its client's certificate, in the form of `certificate-names`; undefined if it needs none. */
  readonly certificate: string | undefined;
  /** Digests that are being replaced, with the moment (milliseconds since the epoch) from which they are refused. */
  readonly retiring: ReadonlyMap<string, number>;
  /** Globs over model ids; undefined allows all. */
  readonly models: readonly string[] | undefined;
  /** The same of each of its groups that allows not all: every one of them has to allow a model, too. */
  readonly groupModels: readonly (readonly string[])[];
  /** Its rights at MCP servers; undefined if it may use nothing. */
  readonly tools: KeyTools | undefined;
  /** Those that it and all its groups allow; undefined allows all there are but client secrets (`clientKey` knows). */
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
  /** The limits of each end user of the key; undefined for any amount. */
  readonly endUsers: EndUsersConfig | undefined;
  /** The position of its requests beside those of others. */
  readonly queue: KeyQueueConfig;
  /** CIDR blocks and addresses it may be used from; undefined allows all. */
  readonly allowFrom: readonly string[] | undefined;
  /** Tags that every request of this key asks for. */
  readonly tags: readonly string[];
  /** The action on requests that name further models within their bodies, such as advisors. */
  readonly nestedModels: 'allow' | 'refuse';
  /** The owner of the objects that backends keep for it. */
  readonly objectsOwner: string;
  /** Remarks without effect: the responsible person, and the purpose. */
  readonly owner: string | undefined;
  readonly note: string | undefined;
  /** When it was made, in milliseconds since the epoch: a remark, too. */
  readonly created: number | undefined;
}

/** Patterns of tools, as `tool-patterns` takes them apart; `ToolGrants` knows what they allow. */
export interface KeyTools {
  readonly own: readonly string[];
  /** Those of each of its groups that allows not all: every one of them has to allow it, too. */
  readonly ofGroups: readonly (readonly string[])[];
}

/** Fields of a body that may say for whom a request is. */
export type EndUserField = 'user' | 'metadata.user_id' | 'safety_identifier';

/** The place of the end user in a request: a header, by its lower-case name, or the body. */
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

/** A group of keys: one limit over all of them, and the limits of each. */
export interface GroupConfig {
  readonly name: string;
  readonly at: SourcePosition;
  /** Globs over model ids; undefined allows all. */
  readonly models: readonly string[] | undefined;
  /** Patterns of tools; undefined allows all. */
  readonly tools: readonly string[] | undefined;
  /** undefined allows all there are. */
  readonly endpoints: readonly EndpointName[] | undefined;
  /** Name of its rule; undefined where the rule is written with the group, or there is none. */
  readonly rule: string | undefined;
  /** undefined sets no limit. */
  readonly limits: RateLimit | undefined;
  /** The group that it belongs to. */
  readonly group: string | undefined;
}
