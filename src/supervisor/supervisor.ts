/** The gateway that runs: what it is made of, what may be asked of it, and how it ends. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/types/gateway.ts';
import type { Address } from '../config/types/listen.ts';
import type { WaitingRooms } from '../limits/queue/waiting-rooms.ts';
import { type Logger, reopenLog } from '../observe/log/log.ts';
import { noExports } from '../observe/metrics/export-counts.ts';
import type { ConfigTransfer } from '../process/config-transfer.ts';
import { packageVersion } from '../process/package-paths.ts';
import type { DrainedNames } from '../process/process-messages.ts';
import type { TakeRequests } from '../process/request-feed.ts';
import { answerSettled } from '../process/settled-questions.ts';
import { AdminListener } from './admin-listener.ts';
import { CertificateWatch } from './certificate-watch.ts';
import { CredentialDesk } from './credentials/credential-desk.ts';
import { RenewalProcess } from './credentials/renewal-process.ts';
import type { GatewayView, OpenAdmin } from './gateway-view.ts';
import { KeySetDesk } from './key-sets/key-set-desk.ts';
import { StoreKeys } from './keys-store-follower.ts';
import { LimitsInUse } from './limit-reader.ts';
import type { Messages } from './messages/messages.ts';
import { ProgramDesk } from './programs/program-desk.ts';
import { Fetched } from './reload/fetched.ts';
import { Reloader } from './reload/reloader.ts';
import { ServedVersion } from './reload/served-version.ts';
import { StateFolder } from './reload/state-folder.ts';
import { FewFilesWarning } from './reload/warn-of-few-files.ts';
import { WorkerChange } from './reload/worker-change.ts';
import { ReloadHistory, type ReloadRecord } from './reload-history.ts';
import type { ToolServerReports } from './servers/tool-server-questions.ts';
import { WatchedByNeed } from './servers/watched-by-need.ts';
import type { InheritedListeners } from './service/inherited-listeners.ts';
import type { ServiceManager } from './service/service-manager.ts';
import type { Drains } from './state/drains.ts';
import type { HostLimits } from './state/host-limits.ts';
import { PendingObjects } from './state/pending-objects.ts';
import type { SettledFile } from './state/settled-ids-file.ts';
import type { Holder, StateLock } from './state/state-lock.ts';
import type { UnwrittenFiles } from './state/unwritten-files.ts';
import { Handover } from './takeover/handover.ts';
import type { Predecessor } from './takeover/predecessor.ts';
import type { Successor } from './takeover/successor.ts';
import type { WorkerMetrics } from './worker-metrics.ts';
import { WorkerPool, type WorkerPoolEvents } from './worker-pool.ts';
import type { WorkerProcess } from './worker-process.ts';
import { shapeAtStart } from './worker-shape.ts';

export interface Primary {
  /** The gateway as the operator's side may see it. */
  readonly view: GatewayView;
  readonly address: Address;
  readonly adminAddress: Address | undefined;
  readonly caFile: string | undefined;
  /** Resolves when the gateway can't go on, with the reason. */
  readonly failed: Promise<string>;
  /** Resolves when another process serves in this one's place, which is to be stopped then. */
  readonly superseded: Promise<void>;
  /** Asks for a reload now, as `GatewayView.reload` does. */
  reload: GatewayView['reload'];
  /** Opens the log file anew, in every process. */
  reopenLogs(): void;
  /** Drains as the configuration says, or leads clients to the one that follows; resolves when every worker has ended. */
  stop(): Promise<void>;
  /** Ends every worker at once. */
  kill(): void;
}

/** The counts and the state of this host, its owner, and the receivers of its reports. */
export interface HostState {
  readonly service: ServiceManager;
  readonly inherited: InheritedListeners | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly predecessor: Predecessor | undefined;
  readonly limits: HostLimits;
  readonly unwritten: UnwrittenFiles;
  readonly settled: SettledFile;
  readonly messages: Messages;
  readonly drains: Drains;
  readonly holder: Holder;
  readonly lock: StateLock;
}

/** The supervisor, while it runs. */
export class Supervisor implements Primary, GatewayView {
  readonly #log: Logger;
  readonly #workers: WorkerPool;
  readonly #counting: HostLimits;
  readonly #settled: SettledFile;
  readonly #pending: PendingObjects;
  readonly #service: ServiceManager;
  readonly #predecessor: Predecessor | undefined;
  readonly #place: Handover;
  readonly limits: LimitsInUse;
  readonly rooms: WaitingRooms;
  readonly unwritten: UnwrittenFiles;
  readonly messages: Messages;
  readonly drains: Drains;
  readonly #admin: AdminListener;
  readonly #listeners = new Set<TakeRequests>();
  readonly #served: ServedVersion;
  readonly #reloader: Reloader;
  readonly #fetched: Fetched;
  readonly #change: WorkerChange;
  readonly #certificates: CertificateWatch;
  readonly #fewFiles: FewFilesWarning;
  readonly #renewals = new RenewalProcess();
  readonly #programs: ProgramDesk;
  readonly credentials: CredentialDesk;
  readonly keySets: KeySetDesk;
  readonly servers: WatchedByNeed;
  readonly storeKeys: StoreKeys;
  readonly reloads = new ReloadHistory();
  readonly metricExports = noExports();
  readonly failed: Promise<string>;
  readonly superseded: Promise<void>;
  #ending: Promise<void> | undefined;
  #isStarted = false;
  #isStopping = false;

  constructor(
    transfer: ConfigTransfer,
    log: Logger,
    openAdmin: OpenAdmin,
    {
      limits,
      unwritten,
      settled,
      messages,
      holder,
      lock,
      drains,
      service,
      inherited,
      env,
      predecessor,
    }: HostState,
    ahead: WorkerProcess | undefined,
  ) {
    this.#log = log;
    this.#served = new ServedVersion(transfer);
    this.#counting = limits;
    this.#settled = settled;
    this.#service = service;
    this.#predecessor = predecessor;
    this.drains = drains;
    this.unwritten = unwritten;
    this.rooms = limits.rooms;
    this.messages = messages;
    this.limits = new LimitsInUse(limits, () => this.config.state.redis);
    this.#certificates = new CertificateWatch(log);
    this.#fewFiles = new FewFilesWarning(log);
    this.storeKeys = new StoreKeys(log, () => void this.reload());
    this.credentials = new CredentialDesk({
      log,
      renew: (source) => this.#renewals.renew(source),
      takers: {
        give: (items) => this.#workers.giveCredentials(items),
        forget: (ids) => this.#workers.endCredentials(ids),
      },
    });
    this.#programs = new ProgramDesk({
      log,
      run: (program) => this.#renewals.run(program),
      changed: () => void this.reload(),
    });
    this.keySets = new KeySetDesk({
      log,
      takers: {
        give: (items) => this.#workers.giveKeySets(items),
        forget: (ids) => this.#workers.endKeySets(ids),
      },
    });
    this.servers = new WatchedByNeed({
      log,
      takers: {
        give: (items) => this.#workers.giveServers(items),
        forget: (ids) => this.#workers.endServers(ids),
      },
    });
    this.#admin = new AdminListener(
      (config, tls, listening) => openAdmin(config, tls, this, log, listening),
      log,
      inherited?.admin,
    );
    let fail: (reason: string) => void = () => {};
    this.failed = new Promise((resolve) => {
      fail = resolve;
    });
    let supersede: () => void = () => {};
    this.superseded = new Promise((resolve) => {
      supersede = resolve;
    });
    this.#place = new Handover({
      log,
      holder,
      lock,
      env,
      counting: limits,
      settled,
      messages,
      isOfSystemd: inherited?.isOfSystemd === true,
      sockets: () => ({ public: this.address, admin: this.adminAddress }),
      admin: () => {
        const address = this.adminAddress;
        return address && { address, isSecure: this.config.admin?.tls !== undefined };
      },
      stateDir: () => this.config.state.dir,
      isStopping: () => this.#isStopping,
      inTurn: (change) => this.#reloader.inTurn(change),
      taken: () => {
        this.#isStopping = true;
      },
      superseded: supersede,
    });
    const events: WorkerPoolEvents = {
      limits: (channel) => limits.attach(channel),
      crashLoop: () => {
        const reason = 'workers die faster than they can be replaced';
        log.fatal({ version: packageVersion(), reason }, 'the gateway ends');
        log.flush();
        fail(reason);
      },
      credentials: () => this.credentials.items,
      credentialRefused: (id, generation) => this.credentials.refused(id, generation),
      keySets: () => this.keySets.items,
      servers: () => this.servers.items,
      unknownKey: (id) => this.keySets.want(id),
      settle: (question) => answerSettled(settled, question),
      requests: (batch) => {
        for (const take of this.#listeners) take(batch);
      },
    };
    this.#workers = new WorkerPool(log, events, { ahead, inherited: inherited?.public });
    this.#workers.takeOut(drains.names);
    this.#pending = new PendingObjects({
      afterMs: () => this.config.stateful?.settleAfterMs,
      look: (ids) => this.#workers.lookAt(ids),
      isPending: (id) => settled.isNoted(id),
      log,
    });
    this.#fetched = new Fetched(this.credentials, this.keySets, this.servers);
    this.#change = new WorkerChange(this.#workers);
    this.#reloader = new Reloader({
      log,
      served: this.#served,
      history: this.reloads,
      service,
      status: () => this.#status(),
      isStopping: () => this.#isStopping,
      followers: {
        inherited,
        state: new StateFolder({ log, holder, counting: limits, settled, messages, place: this.#place }),
        admin: this.#admin,
        certificates: this.#certificates,
        fewFiles: this.#fewFiles,
        messages,
        programs: this.#programs,
        storeKeys: this.storeKeys,
        fetched: this.#fetched,
        workers: this.#change,
      },
    });
  }

  get view(): GatewayView {
    return this;
  }

  get address(): Address {
    return this.#workers.address!;
  }

  get adminAddress(): Address | undefined {
    return this.#admin.address;
  }

  get caFile(): string | undefined {
    return this.#workers.caFile;
  }

  get certificateEnds(): GatewayView['certificateEnds'] {
    return this.#certificates.ends;
  }

  get stateOwner(): string | undefined {
    return this.#place.owner;
  }

  get config(): Config {
    return this.#served.config;
  }

  get transfer(): ConfigTransfer {
    return this.#served.transfer;
  }

  get workers(): GatewayView['workers'] {
    const { size, serving, restarts } = this.#workers;
    return { wanted: size, serving, restarts };
  }

  get processes(): GatewayView['processes'] {
    return this.#workers.processes;
  }

  takeOut(names: DrainedNames): void {
    this.#workers.takeOut(names);
  }

  metrics(): Promise<WorkerMetrics> {
    return this.#workers.metrics();
  }

  async toolServers(): Promise<ToolServerReports> {
    return this.config.mcp === undefined ? [] : this.#workers.toolServers();
  }

  onRequests(take: TakeRequests): () => void {
    this.#listeners.add(take);
    return () => this.#listeners.delete(take);
  }

  onServed(take: () => void): () => void {
    return this.#served.watch(take);
  }

  watchRequests(): void {
    this.#workers.watchRequests();
  }

  reopenLogs(): void {
    this.#workers.reopenLogs();
    try {
      reopenLog(this.#log);
    } catch (err) {
      this.#log.error({ err }, 'the log goes on in the file that was open');
    }
  }

  isReady(): boolean {
    return this.#isStarted && !this.#isStopping && this.#workers.available > 0;
  }

  async start(readAt: number): Promise<void> {
    this.#fewFiles.follow(this.config);
    try {
      const admin = await this.#admin.prepare(this.config);
      await admin.commit?.();
      await this.#fetched.expect(this.#served);
      const workers = await this.#change.ready(this.transfer, shapeAtStart(this.config));
      await workers.commit();
    } catch (error) {
      this.kill();
      await this.#admin.close();
      await this.#place.release();
      throw error;
    }
    this.#isStarted = true;
    this.reloads.started();
    await this.#certificates.follow(this.config);
    this.#tellReady(readAt);
    this.#service.ready(this.#status(), this.#predecessor !== undefined);
    this.#place.open();
    this.#service.guard(() => this.#workers.isAnswering);
    await this.messages.follow(this.config.notify);
    this.#programs.follow(this.config);
    this.#settled.watch((id, note) => this.#pending.take(id, note));
    // Changes to the files during all this are noticed.
    await this.#reloader.watcher.follow(this.config.sources, readAt);
    this.storeKeys.follow(this.config.keysStore);
  }

  reload(): Promise<ReloadRecord | undefined> {
    return this.#reloader.reload();
  }

  stop(): Promise<void> {
    this.#ending ??= this.#end(this.#place.successor);
    return this.#ending;
  }

  async #end(successor: Successor | undefined): Promise<void> {
    this.#isStopping = true;
    const version = packageVersion();
    this.#log.info({ version }, 'the gateway stops: requests in flight may finish');
    this.#log.flush();
    this.#endReloads();
    this.#certificates.close();
    const { drainDelayMs, drainMs } = this.config.listen;
    if (successor === undefined) {
      this.#service.stopping('stopping: requests in flight may finish');
      await this.#workers.drain(drainDelayMs, drainMs);
      await this.#predecessorOver(drainMs);
    } else {
      this.#service.close();
      const leaving = async () => {
        await this.#workers.leadAway(drainMs);
        // The predecessor's remaining counts go the same way.
        await this.#predecessorOver(drainMs);
      };
      await Promise.all([this.#admin.close(), this.#place.leadAway(successor, leaving)]);
    }
    this.credentials.close();
    this.keySets.close();
    this.servers.close();
    await this.#renewals.end();
    if (successor === undefined) await Promise.all([this.#counting.close(), this.messages.close()]);
    await this.#settled.close();
    await this.#admin.close();
    await this.#place.release();
    await this.limits.close();
    const uptime_seconds = Math.round(process.uptime());
    this.#log.info({ version, uptime_seconds }, 'the gateway has stopped');
    await new Promise<void>((resolve) => this.#log.flush(() => resolve()));
  }

  /** Resolves when the process whose place this one took has told its last, or has had its time. */
  async #predecessorOver(limitMs: number): Promise<void> {
    await Promise.race([this.#predecessor?.over, sleep(limitMs, undefined, { ref: false })]);
  }

  kill(): void {
    this.#isStopping = true;
    this.#service.close();
    this.#endReloads();
    this.credentials.close();
    this.keySets.close();
    this.servers.close();
    this.#renewals.kill();
    this.#workers.kill();
    this.#admin.destroy();
    void this.limits.close();
  }

  #endReloads(): void {
    this.storeKeys.close();
    this.#programs.close();
    this.#pending.close();
    this.#reloader.close();
  }

  #tellReady(readAt: number): void {
    const { address, adminAddress: admin } = this;
    const ready = {
      version: packageVersion(),
      address: `${address.host}:${address.port}`,
      admin_address: admin && `${admin.host}:${admin.port}`,
      workers: this.#workers.serving,
      revision: this.config.revision,
      ms: Date.now() - readAt,
    };
    this.#log.info(ready, 'the gateway is ready');
    this.#log.flush();
  }

  /** A sentence for `systemctl status`. */
  #status(): string {
    const { host, port } = this.address;
    const { last } = this.reloads;
    const { serving } = this.#workers;
    const who = `${serving} ${serving === 1 ? 'worker serves' : 'workers serve'} revision ${this.config.revision}`;
    const rejected = last?.outcome === 'rejected' ? '; the last reload was rejected (the log says why)' : '';
    const at = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    return `version ${packageVersion()}: ${who} at ${at}${rejected}`;
  }
}
