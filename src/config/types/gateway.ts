/**
 * The configuration as the rest of the gateway sees it: complete, frozen, plain data. Defaults are filled in,
 * durations are milliseconds, sizes are bytes, references are known to resolve, secrets are in place. It holds
 * no functions and no live objects, so it can be sent to another process by structured clone.
 */

import type { DeclaredEndpoint } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import type { AdminConfig } from './admin.ts';
import type { BackendConfig } from './backends.ts';
import type { ContentLogConfig } from './contents.ts';
import type { GuardConfig } from './guards.ts';
import type { IdentityConfig } from './identity.ts';
import type { GroupConfig, KeyConfig } from './keys.ts';
import type { RateLimit } from './limits.ts';
import type { ListenConfig } from './listen.ts';
import type { McpConfig } from './mcp.ts';
import type { DeploymentConfig, ModelConfig } from './models.ts';
import type { ProgramConfig } from './programs.ts';
import type { RoutingConfig } from './routing.ts';
import type { KeysStoreConfig, StateConfig, StatefulConfig } from './state.ts';
import type { LogConfig, MetricsConfig, NotifyConfig, TracingConfig } from './telemetry.ts';
import type { NeverAssertion, PriceTest, RoutingTest, SurvivesAssertion, ToolTest } from './tests.ts';

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
  /** Undefined where no contents are kept. */
  readonly contentLog: ContentLogConfig | undefined;
  /** Undefined where they are read at `/metrics` alone. */
  readonly metrics: MetricsConfig | undefined;
  /** Programs that print secrets, by name. */
  readonly programs: ReadonlyMap<string, ProgramConfig>;
  /** Undefined where nobody is told anything. */
  readonly notify: NotifyConfig | undefined;
  readonly routing: RoutingConfig;
  /** Endpoints of the configuration's own; `endpointsOf` has all that there are. */
  readonly declaredEndpoints: readonly DeclaredEndpoint[];
  /** The file's settings for endpoints. */
  readonly endpoints: Readonly<Partial<Record<EndpointName, EndpointConfig>>>;
  readonly backends: ReadonlyMap<string, BackendConfig>;
  readonly models: ReadonlyMap<string, ModelConfig>;
  /** The guards by name. */
  readonly guards: ReadonlyMap<string, GuardConfig>;
  /** Undefined where no tools are served. */
  readonly mcp: McpConfig | undefined;
  /** By key id, from `keys`, the `keys_file` and the `keys_store`. */
  readonly keys: ReadonlyMap<string, KeyConfig>;
  readonly identity: IdentityConfig;
  /** The file that the dashboard and `gateway key` write, as an absolute path; undefined where none is named. */
  readonly keysFile: string | undefined;
  /** The store of keys for all gateways; undefined for none. */
  readonly keysStore: KeysStoreConfig | undefined;
  /** The rules that keys can name. */
  readonly rateLimits: ReadonlyMap<string, RateLimit>;
  /** The groups that keys share. */
  readonly groups: ReadonlyMap<string, GroupConfig>;
  readonly state: StateConfig;
  /** Undefined where nothing is known of what backends keep. */
  readonly stateful: StatefulConfig | undefined;
  readonly tests: readonly RoutingTest[];
  readonly priceTests: readonly PriceTest[];
  readonly toolTests: readonly ToolTest[];
  readonly never: readonly NeverAssertion[];
  readonly survives: readonly SurvivesAssertion[];
}

export interface EndpointConfig {
  /** The model of requests that name none; undefined where they are refused. */
  readonly defaultModel: string | undefined;
  /** False where they are not served over WebSockets although they could be. */
  readonly websocket: boolean;
  /**
   * The deployments in place of the backends of an endpoint whose requests name no model, in order: each has its
   * backend's name, and the model ''.
   */
  readonly deployments: readonly DeploymentConfig[];
}
