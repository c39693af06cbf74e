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

/** Of endpoints that have one. */
export type DefaultModels = Readonly<Partial<Record<EndpointName, string>>>;

/** What a configuration says of sockets, and where they go. */
export interface SocketParts {
  readonly host: ClientSockets;
  /** `listen.origins`: of whose pages they may be opened. */
  readonly origins: ReadonlySet<string>;
  /** The endpoints that are served over them. */
  readonly serves: ReadonlySet<EndpointName>;
}

/** What the stages work with: live objects made from one version of the configuration. */
export interface Parts {
  readonly log: Logger;
  /** Who takes note of requests that are over; with nobody the stage that tells them is not there. */
  readonly observers: readonly Observer[];
  /** They want to hear of requests only that were not answered as they should be. */
  readonly tellsFailuresOnly: boolean;
  /** `log.level` is `debug` or below: routing and attempts have lines. */
  readonly isVerbose: boolean;
  /** Undefined where no contents are kept. */
  readonly contents: ContentKeeper | undefined;
  /** What shows requests and answers to guards; undefined where the file names none. */
  readonly guards: GuardStages | undefined;
  /** What serves tools; undefined where the file has no `mcp`. */
  readonly tools: ToolStages | undefined;
  /** What copies of requests hold; undefined where no model has a mirror. */
  readonly mirrors: MirrorRoom | undefined;
  /** Undefined where no traces are wanted. */
  readonly tracer: Tracer | undefined;
  /** `log.client_ip`. */
  readonly clientIp: LogConfig['clientIp'];
  readonly headerPolicy: HeaderPolicy;
  /** Set when TLS ends in front of the gateway: whose word about the client is believed. */
  readonly trusted: AddressRanges | undefined;
  /** The connection came when as many as may be were open already: it gets a refusal and nothing else. */
  readonly isCrowded: (socket: Socket) => boolean;
  /** The worker will stop: balancers that ask are told, and everything is served as before. */
  readonly isLeaving: () => boolean;
  /** It is stopping, and the time for balancers to notice is over: new requests are sent elsewhere. */
  readonly isDraining: () => boolean;
  /** `listen.health_path`. */
  readonly healthPath: string | undefined;
  readonly keys: Keyring;
  /** Undefined where no tokens of issuers are taken. */
  readonly tokens: TokenCheck | undefined;
  /** Undefined where clients show no certificates. */
  readonly certificates: ReadCertificate | undefined;
  /** The resources that clients find without a key; undefined if the file names none. */
  readonly resources: ProtectedResources | undefined;
  readonly failures: FailureThrottle;
  /** What was spent on bodies of a key that end in 400, 413 or 415. */
  readonly faultyBodies: WorkThrottle;
  /** Calls of the list of models. */
  readonly modelLists: KeyThrottle;
  /** Undefined when no key has a limit. */
  readonly limits: Limiter | undefined;
  /** Requests that wait for slots, of every version of the configuration. */
  readonly waiting: WaitingExchanges;
  readonly routes: RoutingTable;
  /** What decides on models that bodies name beside their own. */
  readonly nesting: NestingRules;
  readonly body: BodyLimits;
  /** The models of requests that name none, by endpoint. */
  readonly defaultModels: DefaultModels;
  readonly backends: ReadonlyMap<string, Backend>;
  readonly endpoints: EndpointSet;
  /** Undefined where the configuration declares no endpoints of its own. */
  readonly declared: DeclaredParts | undefined;
  /** Undefined where nothing is known of what backends keep. */
  readonly objects: ObjectParts | undefined;
  /** Where sockets of clients go that this configuration serves; undefined where it serves none. */
  readonly sockets: SocketParts | undefined;
  readonly deploymentRoutes: DeploymentRoutes;
  readonly live: LiveView;
  readonly retries: RetryBudget;
  readonly circuit: CircuitConfig;
  readonly strategyOf: (model: ModelConfig) => Strategy;
  /** The same for the equal servers of one of its deployments, which all cost the same. */
  readonly placeStrategyOf: (model: ModelConfig) => Strategy;
  /** `routing.max_attempts`: attempts per model. */
  readonly maxAttempts: number;
  readonly infer: Infer;
  /** Somebody is told what requests used: streams are asked for it, whatever limits their keys have. */
  readonly keepsUsage: boolean;
  /** After so long a silence of the backend the client of a stream gets a comment; undefined for never. */
  readonly heartbeatMs: number | undefined;
  /** The same where the gateway writes the events. */
  readonly ownHeartbeatMs: number;
}
