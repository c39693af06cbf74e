import type { EndpointName } from '../../api/endpoints/index.ts';
import type { BackendTls } from './backends.ts';
import type { DeploymentConfig } from './models.ts';
import type { PriceConfig } from './prices.ts';

export interface StateConfig {
  /** Absolute path of what the gateway itself writes. */
  readonly dir: string;
  /** Usage is kept there, even if nobody sees figures: a deployment has a price, or the file names `dir`. */
  readonly keepsUsage: boolean;
  /** The store that counts limits for all gateways together; undefined counts on this host. */
  readonly redis: RedisConfig | undefined;
}

/** The objects that backends keep for clients, and their ids. */
export interface StatefulConfig {
  readonly ids: 'signed' | 'plain';
  /** Those whose objects are known: what can be called beside what deployments serve. */
  readonly endpoints: readonly EndpointName[];
  /** Reasoning that clients send back goes to the account that made it. */
  readonly pinsEncrypted: boolean;
  /** An id without a signature goes on as it came. */
  readonly allowsUnsigned: boolean;
  /** Ids of vendors that every key may name, without a signature. */
  readonly sharedIds: readonly string[];
  /** Until when ids of the short form are good, in milliseconds since 1970; undefined for never. */
  readonly shortOwnersUntil: number | undefined;
  /** The delay before the first question to a backend about the usage of an object with a reservation. */
  readonly settleAfterMs: number;
  /**
   * The deployments in place of backends for requests without a model: each has its backend's name, and the model ''.
   */
  readonly deployments: readonly DeploymentConfig[];
  /** The backends for objects that belong to no other one yet, by name: the first healthy one gets them. */
  readonly backends: Readonly<Partial<Record<EndpointName, readonly string[]>>>;
  /** The prices of requests without a model, by endpoint, if the file has any. */
  readonly prices: Readonly<Partial<Record<EndpointName, PriceConfig>>>;
  /** The assumed cost of an unknown batch, in billionths of a US dollar. */
  readonly unknownBatchNanoUsd: number;
  /** The key that signs ids, in base64; undefined for a generated one in `state.dir`. */
  readonly secret: string | undefined;
  /** The earlier signing keys. */
  readonly previous: readonly string[];
}

export interface RedisConfig {
  readonly url: string;
  /** The fallback while it does not answer. */
  readonly onFailure: 'local' | 'allow' | 'deny';
  /** The number of gateways that share it. */
  readonly gateways: number;
  /** Before the names of all its keys. */
  readonly prefix: string;
  readonly tls: BackendTls;
}

/** Keys that several gateways share. */
export interface KeysStoreConfig extends Pick<RedisConfig, 'url' | 'prefix' | 'tls'> {
  /** The file that has what was last seen of them, as an absolute path. */
  readonly copy: string;
}
