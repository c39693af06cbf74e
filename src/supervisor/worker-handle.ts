import type { Address } from '../config/types/listen.ts';
import type { CredentialItem } from '../credentials/delivery.ts';
import type { ServersItem } from '../http/client/replicas/servers-use.ts';
import type { KeySetItem } from '../identity/key-set-sources.ts';
import type { WorkerMessage } from '../limits/lease/lease-messages.ts';
import type { ServerChannel } from '../limits/lease/lease-server.ts';
import type { FamilyReport } from '../observe/metrics/series.ts';
import type { ToolServerReport } from '../observe/tool-server-report.ts';
import type { ConfigTransfer } from '../process/config-transfer.ts';
import type { Handoffs } from '../process/node/connection-handoffs.ts';
import type { DrainedNames, ToPrimary, ToWorker } from '../process/process-messages.ts';
import type { SettledAnswer, SettledQuestion } from '../process/settled-questions.ts';
import type { HealthNote } from '../routing/health-notes.ts';
import type { WorkerProcess } from './worker-process.ts';

const answerLimitMs = 20_000;

export interface WorkerHandleEvents {
  /** It can be given its part of limits from now on; what comes back is called when it is gone. */
  limits(channel: ServerChannel): () => void;
  /** It met a fault of its own and will end soon. */
  failing(): void;
  metrics(reports: readonly FamilyReport[], isAll: boolean): void;
  toolServers(reports: readonly ToolServerReport[]): void;
  /** Requests of it are over; as JSON. */
  requests(batch: string): void;
  /** It has learned something of deployments. */
  health(notes: readonly HealthNote[]): void;
  /** A backend refused the value of a source. */
  credentialRefused(id: string, generation: number): void;
  /** A token names a key that a set of an issuer lacks. */
  unknownKey(id: string): void;
  /** Answers what it asks of objects that are counted once. */
  settle(question: SettledQuestion): Promise<SettledAnswer>;
  /** The process has ended, or never began. */
  gone(code: number | null, signal: string | null): void;
}

/** The configuration that a process serves. */
export type ServedRevisions = Pick<ConfigTransfer, 'revision' | 'textRevision'>;

/** The facts that a worker gets before its first configuration. */
export interface KnownToAll {
  /** Deployments and tools that are taken out. */
  readonly drained: DrainedNames;
  readonly credentials: readonly CredentialItem[];
  readonly keySets: readonly KeySetItem[];
  readonly servers: readonly ServersItem[];
}

/** The result of one phase of a change in a worker. */
export type Verdict =
  | { readonly kind: 'done'; readonly address?: Address; readonly caFile?: string | undefined }
  | { readonly kind: 'refused'; readonly reason: string }
  /** It ended or did not answer in time: that says nothing about the change. */
  | { readonly kind: 'lost' };

const lost: Verdict = { kind: 'lost' };

/** One worker process and the conversation with it, one phase of one change at a time. */
export class WorkerHandle {
  readonly #process: WorkerProcess;
  /** The ids of the chunks that it was brought last, and of those that it serves. */
  #brought: readonly string[] = [];
  #held: ReadonlySet<string> = new Set();
  #isGone = false;
  #isToldToGo = false;
  #answer: ((message: ToPrimary | undefined) => void) | undefined;
  /** The version that it serves; undefined while it starts. */
  serving: number | undefined;
  /** The revisions of that version. */
  revisions: ServedRevisions | undefined;
  /** A change is being brought to it. */
  isBusy = false;
  /** Told to go, or going by itself: its end is not a death. */
  isLeaving = false;
  /** Pings since it last said anything. */
  unanswered = 0;

  constructor(process: WorkerProcess, events: WorkerHandleEvents, handoffs: Handoffs) {
    const { worker } = process;
    this.#process = process;
    handoffs.watch(worker, () => this.#isToldToGo);
    let onLimits: (message: WorkerMessage) => void = () => {};
    const closeLimits = events.limits({
      send: (message) => this.#tell({ kind: 'limits', message }),
      onMessage: (handler) => {
        onLimits = handler;
      },
    });
    worker.on('message', (message: ToPrimary) => {
      this.unanswered = 0;
      if (message.kind === 'limits') return onLimits(message.message);
      if (message.kind === 'failing') events.failing();
      if (message.kind === 'figures' && !this.#isGone) events.metrics(message.reports, message.isAll);
      if (message.kind === 'tool_servers') events.toolServers(message.reports);
      if (message.kind === 'requests') events.requests(message.batch);
      if (message.kind === 'health') events.health(message.notes);
      if (message.kind === 'credential_refused') events.credentialRefused(message.id, message.generation);
      if (message.kind === 'unknown_key') events.unknownKey(message.id);
      if (message.kind === 'settle') {
        void events.settle(message.question).then((answer) => this.#tell({ kind: 'settled', answer }));
      }
      this.#answer?.(message);
    });
    const gone = (code: number | null, signal: string | null) => {
      if (this.#isGone) return;
      this.#isGone = true;
      closeLimits();
      this.#answer?.(undefined);
      events.gone(code, signal);
    };
    worker.once('exit', gone);
    if (worker.isDead()) setImmediate(gone, worker.process.exitCode, worker.process.signalCode);
    // Without a process (no memory, no descriptors) there is no exit.
    worker.on('error', () => {
      if (this.pid === undefined) gone(null, null);
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Neither gone nor going. */
  get isStaying(): boolean {
    return !this.isLeaving && !this.#isGone;
  }

  /** Has it build everything that a configuration needs. `known` is asked for where it starts, as late as can be. */
  async prepare(
    transfer: ConfigTransfer,
    change: number,
    joins: boolean,
    known: () => KnownToAll,
  ): Promise<Verdict> {
    if (!this.#process.isLoaded && (await this.#hear(({ kind }) => kind === 'ready')) === undefined)
      return lost;
    if (this.serving === undefined) {
      const { drained, credentials, keySets, servers } = known();
      if (drained.deployments.length + drained.tools.length > 0) this.takeOut(drained);
      this.giveCredentials(credentials);
      this.giveKeySets(keySets);
      this.giveServers(servers);
    }
    for (const { id, bytes } of transfer.chunks) {
      if (this.#held.has(id)) continue;
      this.#tell({ kind: 'piece', change, id, bytes });
      // Serializing for a worker takes the time of the process that accepts its connections.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#brought = transfer.chunks.map(({ id }) => id);
    return this.#ask({ kind: 'prepare', change, chunks: this.#brought, joins }, 'prepared');
  }

  /** Has it serve what it prepared. */
  async commit(change: number): Promise<Verdict> {
    const verdict = await this.#ask({ kind: 'commit', change }, 'committed');
    if (verdict.kind === 'done') this.#held = new Set(this.#brought);
    return verdict;
  }

  /** Has it free what it prepared. */
  discard(change: number): void {
    this.#tell({ kind: 'discard', change });
  }

  /** Has it serve on for `delayMs`, finish within `limitMs` what is then in flight, and end. */
  dismiss(delayMs: number, limitMs: number): void {
    this.isLeaving = true;
    this.#isToldToGo = true;
    this.#tell({ kind: 'drain', delayMs, limitMs, isGentle: false });
  }

  /** Has it lead its clients to the other workers, finish within `limitMs` what is then in flight, and end. */
  retire(limitMs: number): void {
    this.isLeaving = true;
    this.#isToldToGo = true;
    this.#tell({ kind: 'drain', delayMs: 0, limitMs, isGentle: true });
  }

  ping(): void {
    this.unanswered += 1;
    this.#tell({ kind: 'ping' });
  }

  /** Tells it which deployments and tools are taken out. */
  takeOut(names: DrainedNames): void {
    this.#tell({ kind: 'drained', names });
  }

  /** Tells it what another worker has learned of deployments. */
  hearHealth(notes: readonly HealthNote[]): void {
    this.#tell({ kind: 'health', notes });
  }

  /** Gives it the newest values of sources. One that is loading gets them all later. */
  giveCredentials(items: readonly CredentialItem[]): void {
    if (this.#process.isLoaded && items.length > 0) this.#tell({ kind: 'credentials', items });
  }

  /** Nobody renews these sources any more. */
  endCredentials(ids: readonly string[]): void {
    if (this.#process.isLoaded) this.#tell({ kind: 'credentials_ended', ids });
  }

  /** Gives it the newest keys of issuers. One that is loading gets them all later. */
  giveKeySets(items: readonly KeySetItem[]): void {
    if (this.#process.isLoaded && items.length > 0) this.#tell({ kind: 'key_sets', items });
  }

  /** Nobody fetches these any more. */
  endKeySets(ids: readonly string[]): void {
    if (this.#process.isLoaded) this.#tell({ kind: 'key_sets_ended', ids });
  }

  /** Gives it what is known of servers. One that is loading gets it all later. */
  giveServers(items: readonly ServersItem[]): void {
    if (this.#process.isLoaded && items.length > 0) this.#tell({ kind: 'servers', items });
  }

  /** Nobody watches these any more. */
  endServers(ids: readonly string[]): void {
    if (this.#process.isLoaded) this.#tell({ kind: 'servers_ended', ids });
  }

  /** Has it ask backends whether objects are done, by the ids that they are remembered by. */
  lookAt(ids: readonly string[]): void {
    this.#tell({ kind: 'look_at', ids });
  }

  /** Has it report its metrics. */
  measure(): void {
    this.#tell({ kind: 'measure' });
  }

  /** Has it report what it knows of the servers of `mcp`. */
  reportToolServers(): void {
    this.#tell({ kind: 'report_tool_servers' });
  }

  /** Has it tell more of single requests for a while. */
  watchRequests(): void {
    this.#tell({ kind: 'watch_requests' });
  }

  /** Has it open its log file anew. */
  reopenLog(): void {
    this.#tell({ kind: 'reopen_log' });
  }

  kill(): void {
    this.#process.kill();
  }

  async #ask(
    question: ToWorker & { readonly change: number },
    wanted: 'prepared' | 'committed',
  ): Promise<Verdict> {
    const { change } = question;
    const heard = this.#hear(
      (message) => (message.kind === wanted || message.kind === 'refused') && message.change === change,
    );
    this.#tell(question);
    const answer = await heard;
    switch (answer?.kind) {
      case 'prepared':
        return { kind: 'done' };
      case 'committed':
        return { kind: 'done', address: answer.address, caFile: answer.caFile };
      case 'refused':
        return { kind: 'refused', reason: answer.reason };
      default:
        return lost;
    }
  }

  /** Its next message that is wanted; undefined when its time is over or it has gone. */
  #hear(isWanted: (message: ToPrimary) => boolean): Promise<ToPrimary | undefined> {
    if (this.#isGone) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const settle = (message: ToPrimary | undefined) => {
        clearTimeout(timer);
        this.#answer = undefined;
        resolve(message);
      };
      const timer = setTimeout(() => settle(undefined), answerLimitMs);
      this.#answer = (message) => {
        if (message === undefined || isWanted(message)) settle(message);
      };
    });
  }

  #tell(message: ToWorker): void {
    const { worker } = this.#process;
    if (worker.isConnected()) worker.send(message, undefined, () => {});
  }
}
