/**
 * The process that supervises: it starts the workers, reads the files when they change, opens the operator's
 * listener and stops everything in order. It serves no request itself.
 */

import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address, Config } from '../config/types.ts';
import { keySetsOf } from '../identity/key-set-sources.ts';
import { followLog, type Logger, reopenLog } from '../observe/log/log.ts';
import { type ConfigTransfer, credentialSourcesOf, pack, unpackHead } from '../process/config-transfer.ts';
import { watchListening } from '../process/node/listening-handles.ts';
import { connectionsPossible } from '../process/open-file-limit.ts';
import { packageVersion } from '../process/package-paths.ts';
import type { TakeRequests } from '../process/request-feed.ts';
import { answerSettled } from '../process/settled-questions.ts';
import { type AdminChange, AdminListener } from './admin-listener.ts';
import { CertificateWatch, worseCertificate } from './certificate-watch.ts';
import { type Loaded, Loader } from './config-loader.ts';
import { CredentialDesk } from './credentials/credential-desk.ts';
import { RenewalProcess } from './credentials/renewal-process.ts';
import { FileWatcher } from './file-watcher.ts';
import type { GatewayView, OpenAdmin } from './gateway-view.ts';
import { KeySetDesk } from './key-sets/key-set-desk.ts';
import { StoreKeys } from './keys-store-follower.ts';
import { LimitsInUse } from './limit-reader.ts';
import { ReloadHistory, type ReloadRecord } from './reload-history.ts';
import {
  type InheritedListeners,
  listenersOfSystemd,
  requireAgreement,
} from './service/inherited-listeners.ts';
import { type ServiceManager, serviceManager } from './service/service-manager.ts';
import { Drains } from './state/drains.ts';
import { type HostLimits, openHostLimits } from './state/host-limits.ts';
import { SettledFile } from './state/settled-ids-file.ts';
import { type Holder, lockState, type StateLock, thisHolder } from './state/state-lock.ts';
import { UnwrittenFiles } from './state/unwritten-files.ts';
import { OwnPlace } from './takeover/own-place.ts';
import type { Predecessor } from './takeover/predecessor.ts';
import type { Successor } from './takeover/successor.ts';
import type { WorkerMetrics } from './worker-metrics.ts';
import { type Shape, WorkerLost, WorkerPool, type WorkerPoolEvents } from './worker-pool.ts';
import type { WorkerProcess } from './worker-process.ts';
import { shapeAtStart, shapeOf, withOwnPort } from './worker-shape.ts';

export interface Primary {
  /** What the operator's side may know of it. */
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

/** What came before the start. */
export interface StartConditions {
  /** When reading the files began, in milliseconds since the epoch: what changed after it is read again. */
  readonly readAt: number;
  /** A worker's process that was started while the configuration was read. */
  readonly ahead?: WorkerProcess;
  /** In it systemd says what it passes on and wants to be told. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The gateway whose place this one takes. */
  readonly predecessor?: Predecessor;
}

/** Starts workers with a configuration that was just read. Throws an Error in the operator's words. */
export async function startPrimary(
  config: Config,
  log: Logger,
  openAdmin: OpenAdmin,
  { readAt, ahead, env, predecessor }: StartConditions,
): Promise<Primary> {
  const { file: config_file, revision } = config;
  const { pid, version: node } = process;
  watchListening();
  const inherited = predecessor?.listeners() ?? listenersOfSystemd(env);
  if (inherited !== undefined) await requireAgreement(inherited, config);
  const holder = await thisHolder(packageVersion(), config_file);
  // From here on the other one writes nothing more, unless this one fails.
  const counted = await predecessor?.takeState();
  const lock = await lockState(config.state.dir, holder);
  log.info({ version: packageVersion(), node, pid, config_file, revision }, 'the gateway starts');
  log.flush(); // before any worker has something to say
  if (lock.warning !== undefined) log.warn(lock.warning);
  const unwritten = new UnwrittenFiles();
  const limits = await openHostLimits(config.state.dir, log, lock.owner, counted, unwritten);
  predecessor?.follow((more) => limits.add(more));
  const settled = await SettledFile.open(config.state.dir, log, lock.owner);
  predecessor?.remember(settled);
  // What is drained is written to the folder of the configuration that is served then.
  let primary: Supervisor | undefined;
  const dir = () => (primary?.config ?? config).state.dir;
  const drains = await Drains.open(dir, log, (names) => primary?.drainDeployments(names));
  const service = serviceManager(env, log);
  const state = { limits, unwritten, settled, holder, lock, drains, service, inherited, env, predecessor };
  primary = new Supervisor(pack(config), log, openAdmin, state, ahead);
  await primary.start(readAt);
  return primary;
}

/** What this host counts and keeps, who may, and who is told of it. */
interface HostState {
  readonly service: ServiceManager;
  readonly inherited: InheritedListeners | undefined;
  readonly env: StartConditions['env'];
  readonly predecessor: Predecessor | undefined;
  readonly limits: HostLimits;
  readonly unwritten: UnwrittenFiles;
  readonly settled: SettledFile;
  readonly drains: Drains;
  readonly holder: Holder;
  readonly lock: StateLock;
}

/** How often a change is tried that loses a worker on the way. */
const mostTries = 3;
/** How often files are read that change while they are. */
const mostReads = 2;
/** Whoever has saved a file waits for a word about it. Large files take longer while requests fill the cores. */
const longReloadMs = 3000;

class Supervisor implements Primary, GatewayView {
  readonly #log: Logger;
  readonly #workers: WorkerPool;
  readonly #counting: HostLimits;
  readonly #settled: SettledFile;
  readonly #service: ServiceManager;
  readonly #inherited: InheritedListeners | undefined;
  readonly #predecessor: Predecessor | undefined;
  readonly #holder: Holder;
  readonly #place: OwnPlace;
  readonly limits: LimitsInUse;
  readonly unwritten: UnwrittenFiles;
  readonly drains: Drains;
  readonly #admin: AdminListener;
  readonly #listeners = new Set<TakeRequests>();
  readonly #loader = new Loader();
  readonly #watcher: FileWatcher;
  readonly #certificates: CertificateWatch;
  readonly #renewals = new RenewalProcess();
  readonly credentials: CredentialDesk;
  readonly keySets: KeySetDesk;
  readonly storeKeys: StoreKeys;
  readonly reloads = new ReloadHistory();
  readonly failed: Promise<string>;
  readonly superseded: Promise<void>;
  /** Reloads and takeovers come one after the other. */
  #changing: Promise<unknown> = Promise.resolve();
  #ending: Promise<void> | undefined;
  #transfer: ConfigTransfer;
  #config: Config;
  /** Who waits for a reload that has not begun yet. */
  #waiting: ((record: ReloadRecord | undefined) => void)[] = [];
  #isStarted = false;
  #isStopping = false;

  constructor(
    transfer: ConfigTransfer,
    log: Logger,
    openAdmin: OpenAdmin,
    { limits, unwritten, settled, holder, lock, drains, service, inherited, env, predecessor }: HostState,
    ahead: WorkerProcess | undefined,
  ) {
    this.#log = log;
    this.#holder = holder;
    this.#counting = limits;
    this.#settled = settled;
    this.#service = service;
    this.#inherited = inherited;
    this.#predecessor = predecessor;
    this.drains = drains;
    this.unwritten = unwritten;
    this.limits = new LimitsInUse(limits, () => this.#config.state.redis);
    this.#certificates = new CertificateWatch(log);
    this.storeKeys = new StoreKeys(log, () => void this.reload());
    this.credentials = new CredentialDesk({
      log,
      renew: (source) => this.#renewals.renew(source),
      takers: {
        give: (items) => this.#workers.giveCredentials(items),
        forget: (ids) => this.#workers.endCredentials(ids),
      },
    });
    this.keySets = new KeySetDesk({
      log,
      takers: {
        give: (items) => this.#workers.giveKeySets(items),
        forget: (ids) => this.#workers.endKeySets(ids),
      },
    });
    this.#transfer = transfer;
    this.#config = unpackHead(transfer);
    this.#admin = new AdminListener(
      (config, tls, listening) => openAdmin(config, tls, this, log, listening),
      log,
      inherited?.admin,
    );
    this.#watcher = new FileWatcher((isStill) => this.#reload(isStill), {
      noticed: () => this.#loader.warmUp(this.#transfer),
    });
    let fail: (reason: string) => void = () => {};
    this.failed = new Promise((resolve) => {
      fail = resolve;
    });
    let supersede: () => void = () => {};
    this.superseded = new Promise((resolve) => {
      supersede = resolve;
    });
    this.#place = new OwnPlace({
      log,
      holder,
      lock,
      env,
      counting: limits,
      settled,
      isOfSystemd: inherited?.isOfSystemd === true,
      sockets: () => ({ public: this.address, admin: this.adminAddress }),
      stateDir: () => this.#config.state.dir,
      isStopping: () => this.#isStopping,
      inTurn: (change) => this.#inTurn(change),
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
      unknownKey: (id) => this.keySets.want(id),
      settle: (question) => answerSettled(settled, question),
      requests: (batch) => {
        for (const take of this.#listeners) take(batch);
      },
    };
    this.#workers = new WorkerPool(log, events, { ahead, inherited: inherited?.public });
    this.#workers.drainDeployments(drains.names);
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
    return this.#config;
  }

  get transfer(): ConfigTransfer {
    return this.#transfer;
  }

  get workers(): GatewayView['workers'] {
    const { size, serving, restarts } = this.#workers;
    return { wanted: size, serving, restarts };
  }

  get processes(): GatewayView['processes'] {
    return this.#workers.processes;
  }

  drainDeployments(names: readonly string[]): void {
    this.#workers.drainDeployments(names);
  }

  metrics(): Promise<WorkerMetrics> {
    return this.#workers.metrics();
  }

  onRequests(take: TakeRequests): () => void {
    this.#listeners.add(take);
    return () => this.#listeners.delete(take);
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
    this.#warnOfMeans(this.#config);
    try {
      const admin = await this.#admin.prepare(this.#config);
      await admin.commit();
      await this.#expectFetched(this.#transfer, this.#config);
      await this.#changeCrew(this.#transfer, shapeAtStart(this.#config));
    } catch (error) {
      this.kill();
      await this.#admin.close();
      await this.#place.release();
      throw error;
    }
    this.#isStarted = true;
    this.reloads.started();
    await this.#certificates.follow(this.#config);
    this.#tellReady(readAt);
    this.#service.ready(this.#status(), this.#predecessor !== undefined);
    this.#place.open();
    this.#service.guard(() => this.#workers.isAnswering);
    // What was changed while all this took place is not overlooked.
    await this.#watcher.follow(this.#config.sources, readAt);
    this.storeKeys.follow(this.#config.keysStore);
  }

  reload(): Promise<ReloadRecord | undefined> {
    if (this.#isStopping) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#watcher.force();
    });
  }

  stop(): Promise<void> {
    this.#ending ??= this.#end(this.#place.successor);
    return this.#ending;
  }

  async #end(successor: Successor | undefined): Promise<void> {
    this.#isStopping = true;
    const version = packageVersion();
    this.#log.info({ version }, 'the gateway stops: what is under way may finish');
    this.#log.flush();
    this.#endWatching();
    this.#certificates.close();
    this.#loader.end();
    const { drainDelayMs, drainMs } = this.#config.listen;
    if (successor === undefined) {
      this.#service.stopping('stopping: what is under way may finish');
      await this.#workers.drain(drainDelayMs, drainMs);
      await this.#predecessorOver(drainMs);
    } else {
      this.#service.close();
      const leaving = async () => {
        await this.#workers.leave(drainMs);
        // What the one before this one still counts goes the same way.
        await this.#predecessorOver(drainMs);
      };
      await Promise.all([this.#admin.close(), this.#place.leadAway(successor, leaving)]);
    }
    this.credentials.close();
    this.keySets.close();
    await this.#renewals.end();
    if (successor === undefined) await this.#counting.close();
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
    this.#endWatching();
    this.#loader.end();
    this.credentials.close();
    this.keySets.close();
    this.#renewals.kill();
    this.#workers.kill();
    this.#admin.destroy();
    void this.limits.close();
  }

  /** No reload begins any more. */
  #endWatching(): void {
    this.storeKeys.close();
    this.#watcher.close();
    for (const tell of this.#waiting.splice(0)) tell(undefined);
  }

  /** Reads the files and brings every worker to what they say; whatever fails, all serve on as before. */
  async #reload(isStill: () => Promise<boolean>): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const record = await this.#inTurn(async () => {
      if (this.#isStopping) return undefined;
      this.#service.reloading();
      const outcome = await this.#outcomeOf(isStill);
      if (!this.#isStopping) this.#service.ready(this.#status());
      return outcome;
    });
    for (const tell of waiting) tell(record);
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#changing.then(change);
    this.#changing = done.catch(() => {});
    return done;
  }

  /** What came of it; undefined where the gateway stops meanwhile. */
  async #outcomeOf(isStill: () => Promise<boolean>): Promise<ReloadRecord | undefined> {
    const from = this.#config.revision;
    const goesOn = 'reload under way: until it is done, the configuration before it serves on';
    const long = setTimeout(() => this.#log.info({ from }, goesOn), longReloadMs);
    try {
      return this.#record(from, await this.#applied(isStill));
    } catch (error) {
      if (this.#isStopping) return undefined;
      const problems = error instanceof Error ? error.message : String(error);
      return this.#record(from, { outcome: 'rejected', cause: 'host', problems });
    } finally {
      clearTimeout(long);
    }
  }

  async #applied(isStill: () => Promise<boolean>): Promise<Outcome> {
    const readAt = Date.now();
    const { sources, text, transfer, storeTransfer, changes } = await this.#load(isStill);
    // A file that is newly named is watched, whatever becomes of the change; what is served is watched on.
    await this.#watcher.follow([...new Set([...sources, ...this.#config.sources])], readAt);
    if (storeTransfer !== undefined) await this.#takeStore(storeTransfer);
    if (transfer === undefined) return { outcome: 'rejected', cause: 'files', problems: text };
    if (transfer === 'unchanged') return { outcome: 'unchanged' };
    const next = unpackHead(transfer);
    const worse = worseCertificate(this.#config, next, Date.now());
    if (worse !== undefined) return { outcome: 'rejected', problems: worse };
    if (this.#inherited?.isOfSystemd === true) await requireAgreement(this.#inherited, next);
    const lock = await this.#lockFor(next);
    let admin: AdminChange;
    try {
      admin = await this.#admin.prepare(next);
    } catch (error) {
      await lock?.release();
      throw error;
    }
    try {
      await this.#expectFetched(transfer, next);
      await this.#changeCrew(transfer, shapeOf(this.#config, next));
    } catch (error) {
      this.#settleFetched(this.#transfer, this.#config);
      await admin.discard();
      await lock?.release();
      throw withOwnPort(error, this.#config, next);
    }
    this.#transfer = transfer;
    this.#config = next;
    this.#settleFetched(transfer, next);
    followLog(this.#log, next.log);
    await this.#followState(next, lock);
    this.#warnOfMeans(next);
    await admin.commit();
    await this.#certificates.follow(next);
    await this.#watcher.follow(sources, readAt);
    this.storeKeys.follow(next.keysStore);
    return { outcome: 'applied', to: next.revision, changes, ...(text === '' ? {} : { warnings: text }) };
  }

  /** Has what requests need of others fetched from now on; resolves with what could be had soon. */
  async #expectFetched(transfer: ConfigTransfer, { identity }: Config): Promise<void> {
    await Promise.all([
      this.credentials.expect(credentialSourcesOf(transfer)),
      this.keySets.expect(keySetsOf(identity)),
    ]);
  }

  /** Has what these need fetched on, and nothing else. */
  #settleFetched(transfer: ConfigTransfer, { identity }: Config): void {
    this.credentials.settle(credentialSourcesOf(transfer));
    this.keySets.settle(keySetsOf(identity));
  }

  /** What the store says holds, whatever is wrong with the files: nothing but keys is different. */
  async #takeStore(transfer: ConfigTransfer): Promise<void> {
    const next = unpackHead(transfer);
    await this.#changeCrew(transfer, shapeOf(this.#config, next));
    this.#transfer = transfer;
    this.#config = next;
    this.#log.info(
      { revision: next.revision },
      'the keys of the keys_store are taken, though the files are not valid',
    );
  }

  /** A folder that another gateway has rejects the reload; undefined where it stays the same one. */
  async #lockFor({ state }: Config): Promise<StateLock | undefined> {
    const { dir } = this.#config.state;
    if (state.dir === dir || (await realPath(state.dir)) === (await realPath(dir))) return undefined;
    return lockState(state.dir, this.#holder);
  }

  async #followState({ state }: Config, lock: StateLock | undefined): Promise<void> {
    if (lock === undefined) return;
    if (lock.warning !== undefined) this.#log.warn(lock.warning);
    this.#counting.follow(state.dir, lock.owner);
    this.#settled.follow(state.dir, lock.owner);
    await this.#place.moveTo(lock);
  }

  /** Files that change while they are read may not belong together, such as a certificate and its key. */
  async #load(isStill: () => Promise<boolean>): Promise<Loaded> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#loader.load(this.#config.file, this.#transfer);
      if (tries === mostReads || (await isStill())) return answer;
    }
  }

  /** A worker that is lost in the middle says nothing about the configuration: the others try again without it. */
  async #changeCrew(transfer: ConfigTransfer, shape: Shape): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#workers.change(transfer, shape);
      } catch (error) {
        if (!(error instanceof WorkerLost) || tries === mostTries) throw error;
      }
    }
  }

  #record(from: string, outcome: Outcome): ReloadRecord {
    const record = this.reloads.add({ from, ...outcome });
    const { outcome: result, ...details } = record;
    if (result === 'rejected')
      this.#log.error(details, 'reload rejected: the configuration before it goes on serving');
    else this.#log.info(details, `reload ${result}`);
    return record;
  }

  #tellReady(readAt: number): void {
    const { address, adminAddress: admin } = this;
    const ready = {
      version: packageVersion(),
      address: `${address.host}:${address.port}`,
      admin_address: admin && `${admin.host}:${admin.port}`,
      workers: this.#workers.serving,
      revision: this.#config.revision,
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
    const who = `${serving} ${serving === 1 ? 'worker serves' : 'workers serve'} revision ${this.#config.revision}`;
    const rejected = last?.outcome === 'rejected' ? '; the last reload was rejected (the log says why)' : '';
    const at = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    return `version ${packageVersion()}: ${who} at ${at}${rejected}`;
  }

  #warnOfMeans({ listen }: Config): void {
    const possible = connectionsPossible();
    if (listen.maxConnections <= possible) return;
    this.#log.warn(
      { wanted: listen.maxConnections, possible },
      'the limit of open files allows each worker fewer connections than listen.max_connections; raise it (LimitNOFILE=, ulimit -n)',
    );
  }
}

type Outcome = Omit<ReloadRecord, 'at' | 'from'>;

function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
