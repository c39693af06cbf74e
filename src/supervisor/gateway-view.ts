import type { AdminConfig } from '../config/types/admin.ts';
import type { Config } from '../config/types/gateway.ts';
import type { Address } from '../config/types/listen.ts';
import type { Listening } from '../http/node/hand-on-socket.ts';
import type { Listener, TlsMaterial } from '../http/server/listener.ts';
import type { BudgetStore } from '../limits/budget-change.ts';
import type { LimitReader } from '../limits/limit-use.ts';
import type { WaitingRooms } from '../limits/queue/waiting-rooms.ts';
import type { Logger } from '../observe/log/log.ts';
import type { ExportCounts } from '../observe/metrics/export-counts.ts';
import type { ConfigTransfer } from '../process/config-transfer.ts';
import type { TakeRequests } from '../process/request-feed.ts';
import type { ListenerName } from './certificate-watch.ts';
import type { CredentialDesk } from './credentials/credential-desk.ts';
import type { KeySetDesk } from './key-sets/key-set-desk.ts';
import type { KeysStoreControl } from './keys-store-follower.ts';
import type { MessageDesk } from './messages/messages.ts';
import type { ReloadHistory, ReloadRecord } from './reload-history.ts';
import type { ToolServerReports } from './servers/tool-server-questions.ts';
import type { WatchedByNeed } from './servers/watched-by-need.ts';
import type { DrainControl } from './state/drains.ts';
import type { UnwrittenFiles } from './state/unwritten-files.ts';
import type { WorkerMetrics } from './worker-metrics.ts';
import type { ServingProcess } from './worker-pool.ts';

/** The gateway as the operator's listener may see it. */
export interface GatewayView {
  /** The head of the configuration that is served: everything but models, keys and backends. */
  readonly config: Config;
  /** The whole of it, packed. */
  readonly transfer: ConfigTransfer;
  /** The address for clients; undefined until the gateway listens. */
  readonly address: Address | undefined;
  /** Part of the names of files in `state.dir`, where a gateway of another host has the plain ones. */
  readonly stateOwner: string | undefined;
  /** The results of sending metrics to the collector in the file. */
  readonly metricExports: ExportCounts;
  /** The sender of messages to operators. */
  readonly messages: MessageDesk;
  /** The files of `state.dir` that can't be written now. */
  readonly unwritten: UnwrittenFiles;
  /** The authority that clients have to trust if the listener signs its own certificate. */
  readonly caFile: string | undefined;
  /** Milliseconds since the epoch at which the certificate of each listener ends that has one. */
  readonly certificateEnds: ReadonlyMap<ListenerName, number>;
  /** Sources of credentials that are renewed. */
  readonly credentials: Pick<CredentialDesk, 'states'>;
  /** Key sets of issuers. */
  readonly keySets: Pick<KeySetDesk, 'states'>;
  /** Servers of backends that are watched. */
  readonly servers: Pick<WatchedByNeed, 'states' | 'named'>;
  readonly reloads: ReloadHistory;
  /** Reads limits, and changes the spending of budgets. */
  readonly limits: LimitReader & BudgetStore;
  readonly workers: { readonly wanted: number; readonly serving: number; readonly restarts: number };
  /** The workers that take requests, and what each of them serves. */
  readonly processes: readonly ServingProcess[];
  /** Requests are served, and the gateway is not about to stop. */
  isReady(): boolean;
  /** The sum of all workers' metrics. */
  metrics(): Promise<WorkerMetrics>;
  /** The knowledge that each worker has of the servers of `mcp`; empty where there are none. */
  toolServers(): Promise<ToolServerReports>;
  /** Tells of requests that are over, a few times a second. Returns how to stop that. */
  onRequests(take: TakeRequests): () => void;
  /** Tells when another configuration is served. Returns how to stop that. */
  onServed(take: () => void): () => void;
  /** Somebody looks at single requests: until a few seconds after the last call more of them are told. */
  watchRequests(): void;
  /** The rooms in which requests wait for slots. */
  readonly rooms: Pick<WaitingRooms, 'waiting' | 'flush'>;
  readonly drains: DrainControl;
  readonly storeKeys: KeysStoreControl;
  /** Reads the files again now. Resolves to what came of it; undefined where it does not come to that. */
  reload(): Promise<ReloadRecord | undefined>;
}

/** Opens the operator's listener; given from above, since what it shows is not the runtime's business. */
export type OpenAdmin = (
  config: AdminConfig,
  tls: TlsMaterial | undefined,
  view: GatewayView,
  log: Logger,
  /** A socket that is open at the address already. */
  listening?: Listening,
) => Promise<Listener>;
