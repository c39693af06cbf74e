import type { EndpointName } from '../../api/endpoints/index.ts';
import type { BackendTls } from './backends.ts';
import type { DeploymentConfig } from './models.ts';
import type { PriceConfig } from './prices.ts';

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
  /** Ids of vendors that every key may name, without a signature. */
  readonly sharedIds: readonly string[];
  /** Until when ids of the short form are good, in milliseconds since 1970; undefined for never. */
  readonly shortOwnersUntil: number | undefined;
  /** How soon a backend is first asked what an object used that something is reserved for. */
  readonly settleAfterMs: number;
  /** What stands for each backend where no model is asked for: a deployment of its name, of the model ''. */
  readonly deployments: readonly DeploymentConfig[];
  /** Where objects go that belong to no other one yet, by names of backends: to the first that is well. */
  readonly backends: Readonly<Partial<Record<EndpointName, readonly string[]>>>;
  /** What a request costs on endpoints that ask for no model, where the file says so. */
  readonly prices: Readonly<Partial<Record<EndpointName, PriceConfig>>>;
  /** What a batch is taken to cost, in billionths of a US dollar, of which nothing is known. */
  readonly unknownBatchNanoUsd: number;
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

/** Keys that several gateways share. */
export interface KeysStoreConfig extends Pick<RedisConfig, 'url' | 'prefix' | 'tls'> {
  /** The file that has what was last seen of them, as an absolute path. */
  readonly copy: string;
}
