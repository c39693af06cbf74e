import type { Socket } from 'node:net';
import type { EndpointSet } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../api/endpoints/index.ts';
import type { ModelConfig } from '../config/types/models.ts';
import type { CircuitConfig, Infer } from '../config/types/routing.ts';
import type { LogConfig } from '../config/types/telemetry.ts';
import type { Backend } from '../http/client/backend.ts';
import type { HeaderPolicy } from '../http/server/request-head.ts';
import type { ReadCertificate } from '../identity/client-certificate.ts';
import type { ProtectedResources } from '../identity/protected-resources.ts';
import type { TokenCheck } from '../identity/token-check.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { AddressRanges } from '../lib/ip.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { FailureThrottle } from '../limits/throttles/failure-throttle.ts';
import type { KeyThrottle } from '../limits/throttles/key-throttle.ts';
import type { WorkThrottle } from '../limits/throttles/work-throttle.ts';
import type { Logger } from '../observe/log/log.ts';
import type { Tracer } from '../observe/traces/tracer.ts';
import type { RetryBudget } from '../routing/attempts/retries.ts';
import type { Strategy } from '../routing/balance/strategy.ts';
import type { LiveView } from '../routing/live-view.ts';
import type { NestingRules } from '../routing/nested-models.ts';
import type { RoutingTable } from '../routing/routing-table.ts';
import type { ContentKeeper } from './contents/content-keeper.ts';
import type { DeclaredParts } from './declared-endpoints/declared-parts.ts';
import type { DeploymentRoutes } from './deployment-routes.ts';
import type { Observer } from './describe-request.ts';
import type { GuardStages } from './guards/guard-stages.ts';
import type { ToolStages } from './mcp/tool-stages.ts';
import type { MirrorRoom } from './mirrors/mirror-room.ts';
import type { ObjectParts } from './object-parts.ts';
import type { WaitingExchanges } from './queue/waiting-exchanges.ts';
import type { BodyLimits } from './request-body.ts';
import type { ClientSockets } from './sockets/client-sockets.ts';

/** By endpoint, for those that have one. */
export type DefaultModels = Readonly<Partial<Record<EndpointName, string>>>;

/** A configuration's settings of sockets, and the store of open ones. */
export interface SocketParts {
  readonly host: ClientSockets;
  /** `listen.origins`: the sites whose pages may open them. */
  readonly origins: ReadonlySet<string>;
  /** The endpoints that are served over them. */
  readonly serves: ReadonlySet<EndpointName>;
}

/** The live objects that the stages use, made from one version of the configuration. */
export interface Parts {
  readonly log: Logger;
  /** The receivers of requests that are over; without any, the reporting stage is absent. */
  readonly observers: readonly Observer[];
  /** They want only requests that were not answered as they should be. */
  readonly tellsFailuresOnly: boolean;
  /** `log.level` is `debug` or below: routing and attempts have lines. */
  readonly isVerbose: boolean;
  /** Undefined if no contents are kept. */
  readonly contents: ContentKeeper | undefined;
  /** Shows requests and answers to guards; undefined if the file names none. */
  readonly guards: GuardStages | undefined;
  /** Serves tools; undefined if the file has no `mcp`. */
  readonly tools: ToolStages | undefined;
  /** The room of copies; undefined if no model has a mirror. */
  readonly mirrors: MirrorRoom | undefined;
  /** Undefined without traces. */
  readonly tracer: Tracer | undefined;
  /** `log.client_ip`. */
  readonly clientIp: LogConfig['clientIp'];
  readonly headerPolicy: HeaderPolicy;
  /** Set if TLS ends in front of the gateway: the addresses whose word about the client is believed. */
  readonly trusted: AddressRanges | undefined;
  /** The connection came while the most connections were open: it gets a refusal and nothing else. */
  readonly isCrowded: (socket: Socket) => boolean;
  /** The worker will stop: balancers that ask learn it, and everything is served as before. */
  readonly isLeaving: () => boolean;
  /** It is stopping, and the time for balancers to notice is over: new requests are sent elsewhere. */
  readonly isDraining: () => boolean;
  /** `listen.health_path`. */
  readonly healthPath: string | undefined;
  readonly keys: Keyring;
  /** Undefined if no issuer's tokens are accepted. */
  readonly tokens: TokenCheck | undefined;
  /** Undefined if clients show no certificates. */
  readonly certificates: ReadCertificate | undefined;
  /** The resources that clients find without a key; undefined if the file names none. */
  readonly resources: ProtectedResources | undefined;
  readonly failures: FailureThrottle;
  /** The work on bodies of a key that end in 400, 413 or 415. */
  readonly faultyBodies: WorkThrottle;
  /** Calls of the list of models. */
  readonly modelLists: KeyThrottle;
  /** Undefined if no key has a limit. */
  readonly limits: Limiter | undefined;
  /** Requests that wait for slots, of every version of the configuration. */
  readonly waiting: WaitingExchanges;
  readonly routes: RoutingTable;
  /** Decides on models that bodies name beside their own. */
  readonly nesting: NestingRules;
  readonly body: BodyLimits;
  /** The models of requests that name none, by endpoint. */
  readonly defaultModels: DefaultModels;
  readonly backends: ReadonlyMap<string, Backend>;
  readonly endpoints: EndpointSet;
  /** Undefined if the configuration declares no endpoints of its own. */
  readonly declared: DeclaredParts | undefined;
  /** Undefined if no stored objects are known. */
  readonly objects: ObjectParts | undefined;
  /** The sockets of clients that this configuration serves; undefined if it serves none. */
  readonly sockets: SocketParts | undefined;
  readonly deploymentRoutes: DeploymentRoutes;
  readonly live: LiveView;
  readonly retries: RetryBudget;
  readonly circuit: CircuitConfig;
  readonly strategyOf: (model: ModelConfig) => Strategy;
  /** The same for the equal servers of one of its deployments, which all have the same price. */
  readonly placeStrategyOf: (model: ModelConfig) => Strategy;
  /** `routing.max_attempts`: attempts per model. */
  readonly maxAttempts: number;
  readonly infer: Infer;
  /** Usage records are kept: streams are asked for their usage, even for keys without limits. */
  readonly keepsUsage: boolean;
  /** Milliseconds of a backend's silence after which the client of a stream gets a comment; undefined for never. */
  readonly heartbeatMs: number | undefined;
  /** The same for events that the gateway writes. */
  readonly ownHeartbeatMs: number;
}
