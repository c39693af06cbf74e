/** The parts put together in one process: for programs that hold a configuration, such as tests, and to look at them. */
import { Admin } from '../admin/admin.ts';
import type { AdminConfig } from '../config/types/admin.ts';
import type { Config } from '../config/types/gateway.ts';
import { CredentialHolders } from '../credentials/holders.ts';
import { type Gateway, logOf, type StartOptions } from '../gateway.ts';
import { HeldServers } from '../http/client/replicas/held-servers.ts';
import type { Listener, TlsMaterial } from '../http/server/listener.ts';
import { openAt } from '../http/server/open-at.ts';
import { HeldKeySets } from '../identity/held-key-sets.ts';
import { keySetsOf } from '../identity/key-set-sources.ts';
import { atOnce } from '../lib/steps.ts';
import { openLog } from '../observe/log/log.ts';
import { noExports } from '../observe/metrics/export-counts.ts';
import { standardStages } from '../pipeline/standard.ts';
import { credentialSourcesOf, pack, watchedServersOf } from '../process/config-transfer.ts';
import { loadTls } from '../process/loaded-tls.ts';
import type { TakeRequests } from '../process/request-feed.ts';
import { CertificateWatch } from '../supervisor/certificate-watch.ts';
import { CredentialDesk } from '../supervisor/credentials/credential-desk.ts';
import { RenewalProcess } from '../supervisor/credentials/renewal-process.ts';
import type { GatewayView } from '../supervisor/gateway-view.ts';
import { KeySetDesk } from '../supervisor/key-sets/key-set-desk.ts';
import { noKeysStore } from '../supervisor/keys-store-follower.ts';
import { LimitsInUse } from '../supervisor/limit-reader.ts';
import { noMessages } from '../supervisor/messages/messages.ts';
import { ReloadHistory } from '../supervisor/reload-history.ts';
import type { ServerDeskOptions } from '../supervisor/servers/server-desk.ts';
import { WatchedByNeed } from '../supervisor/servers/watched-by-need.ts';
import { Drains } from '../supervisor/state/drains.ts';
import { openHostLimits } from '../supervisor/state/host-limits.ts';
import { PendingObjects } from '../supervisor/state/pending-objects.ts';
import { SettledFile } from '../supervisor/state/settled-ids-file.ts';
import { UnwrittenFiles } from '../supervisor/state/unwritten-files.ts';
import { workerMetricsOf } from '../supervisor/worker-metrics.ts';
import { SharedResources } from '../worker/shared-resources.ts';
import { partsSteps } from '../worker/snapshot.ts';
import { Worker } from '../worker/worker.ts';

export interface EmbeddedOptions extends StartOptions {
  /** Resolves the names of backends with replicas; by default the system does. */
  readonly lookUp?: ServerDeskOptions['lookUp'];
}

/**
 * Starts a gateway that serves in this very process and stays with the configuration it is given: for programs
 * that hold one, such as tests. Throws as `superviseGateway` does.
 */
export async function startGateway(config: Config, options: EmbeddedOptions = {}): Promise<Gateway> {
  const log = options.log ?? logOf(config);
  const unwritten = new UnwrittenFiles();
  const limits = await openHostLimits(config.state.dir, log, undefined, undefined, unwritten);
  const settled = await SettledFile.open(config.state.dir, log);
  const renewals = new RenewalProcess();
  const held = new CredentialHolders((id, generation) => credentials.refused(id, generation));
  const credentials: CredentialDesk = new CredentialDesk({
    log,
    renew: (source) => renewals.renew(source),
    takers: { give: (items) => held.take(items), forget: (ids) => held.forget(ids) },
  });
  const heldSets = new HeldKeySets((id) => keySets.want(id));
  const keySets: KeySetDesk = new KeySetDesk({
    log,
    takers: { give: (items) => heldSets.take(items), forget: (ids) => heldSets.forget(ids) },
  });
  const heldServers = new HeldServers();
  const servers = new WatchedByNeed({
    log,
    takers: { give: (items) => heldServers.take(items), forget: (ids) => heldServers.forget(ids) },
    ...(options.lookUp !== undefined && { lookUp: options.lookUp }),
  });
  const worker = new Worker(log, {
    counting: limits.store,
    credentials: held,
    keySets: heldSets,
    settled,
    servers: heldServers,
  });
  const drains = await Drains.open(
    () => config.state.dir,
    log,
    (names) => worker.takeOut(names),
  );
  worker.takeOut(drains.names);
  const transfer = pack(config);
  await Promise.all([
    credentials.expect(credentialSourcesOf(transfer)),
    keySets.expect(keySetsOf(config.identity)),
    servers.expect(watchedServersOf(transfer)),
  ]);
  const endRenewals = async () => {
    credentials.close();
    keySets.close();
    servers.close();
    await renewals.end();
  };
  const prepared = await worker.prepare(config).catch(async (error: unknown) => {
    await endRenewals();
    throw error;
  });
  const reloads = new ReloadHistory();
  reloads.started();
  let isServing = false;
  let isDraining = false;
  const certificates = new CertificateWatch(log);
  await certificates.follow(config);
  const listeners = new Set<TakeRequests>();
  worker.feed.follow((batch) => {
    for (const take of listeners) take(batch);
  });
  const limitsInUse = new LimitsInUse(limits, () => config.state.redis);
  const view: GatewayView = {
    config,
    transfer,
    get address() {
      return isServing ? worker.address : undefined;
    },
    get caFile() {
      return worker.caFile;
    },
    credentials,
    keySets,
    servers,
    reloads,
    stateOwner: undefined,
    messages: noMessages,
    metricExports: noExports(),
    unwritten,
    get certificateEnds() {
      return certificates.ends;
    },
    limits: limitsInUse,
    rooms: limits.rooms,
    storeKeys: noKeysStore,
    drains,
    workers: { wanted: 1, serving: 1, restarts: 0 },
    processes: [{ pid: process.pid, revision: config.revision, textRevision: config.textRevision }],
    isReady: () => !isDraining,
    metrics: async () => workerMetricsOf(worker.metrics()),
    toolServers: async () => [worker.toolServers],
    onRequests(take) {
      listeners.add(take);
      return () => listeners.delete(take);
    },
    onServed: () => () => {}, // stays with what it was given
    watchRequests: () => worker.feed.watch(),
    reload: async () => undefined, // stays with what it was given
  };
  const operators = new Admin();
  let admin: Listener | undefined;
  try {
    admin = await openAdmin(config, (own, tls) => operators.open(own, tls, view, log));
  } catch (error) {
    await worker.discard(prepared);
    await endRenewals();
    throw error;
  }
  worker.commit(prepared);
  const pending = new PendingObjects({
    afterMs: () => config.stateful?.settleAfterMs,
    look: (ids) => {
      for (const id of ids) worker.lookAt(id);
    },
    isPending: (id) => settled.isNoted(id),
    log,
  });
  settled.watch((id, note) => pending.take(id, note));
  isServing = true;
  return {
    config,
    address: worker.address,
    adminAddress: admin?.address,
    caFile: worker.caFile,
    async stop() {
      isDraining = true;
      certificates.close();
      pending.close();
      await worker.drain({ delayMs: config.listen.drainDelayMs, limitMs: config.listen.drainMs });
      await endRenewals();
      await limits.close();
      await settled.close();
      await admin?.close();
      await limitsInUse.close();
      worker.feed.flush();
      await operators.close();
      log.flush();
    },
  };
}

async function openAdmin(
  { admin, state }: Config,
  open: (admin: AdminConfig, tls: TlsMaterial | undefined) => Promise<Listener>,
): Promise<Listener | undefined> {
  if (admin === undefined) return undefined;
  const tls = admin.tls === undefined ? undefined : (await loadTls(admin.tls, state.dir)).tls;
  return openAt('admin.address', admin.address, () => open(admin, tls));
}

/** The names of the stages that a configuration assembles, in order. */
export function stagesOf(config: Config): readonly string[] {
  const no = () => false;
  const parts = {
    log: openLog('silent'),
    resources: new SharedResources(),
    keySets: new HeldKeySets(),
    isCrowded: no,
    isLeaving: no,
    isDraining: no,
  };
  const stages = standardStages(atOnce(partsSteps(config, parts, new Map())));
  return stages.flatMap(([name, stage]) => (stage === undefined ? [] : name));
}
