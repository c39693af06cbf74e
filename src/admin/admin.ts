/** The operator's side of the gateway: what it remembers outlives the listener, which a reload may open anew. */
import type { AdminConfig } from '../config/types/admin.ts';
import { ContentReader } from '../contents/files/content-reader.ts';
import type { Listening } from '../http/node/hand-on-socket.ts';
import type { Listener, TlsMaterial } from '../http/server/listener.ts';
import type { Logger } from '../observe/log/log.ts';
import type { GatewayView } from '../supervisor/gateway-view.ts';
import { KeptFile } from '../supervisor/state/kept-file.ts';
import { openAdminListener } from './http/open-admin-listener.ts';
import { keysWriter } from './keys-writer.ts';
import { RequestMemory } from './live/request-memory.ts';
import { Watch } from './notify/watched-conditions.ts';
import { OtlpMetrics } from './otlp/otlp-metrics.ts';
import { LimitsAndShownKeys } from './prometheus/limits-and-shown-keys.ts';
import { ConfigText } from './query-process/config-text.ts';
import { QueryProcess } from './query-process/query-process.ts';
import { UsageStore } from './usage/usage-store.ts';

export class Admin {
  readonly #now: () => number;
  readonly #memory = new RequestMemory();
  readonly #queryProcess = new QueryProcess();
  readonly #contents = new ContentReader();
  readonly #configText = new ConfigText(this.#queryProcess);
  #usage: UsageStore | undefined;
  /** When keys were used last; nothing of it stands there without an operator's listener. */
  #lastUses: Promise<KeptFile> | undefined;
  /** Figures that `/metrics` and a collector share, on every listener. */
  #shown: LimitsAndShownKeys | undefined;
  /** Sends them to a collector, where the file names one. */
  #otlp: OtlpMetrics | undefined;
  /** Looks for what operators are told of. */
  #watch: Watch | undefined;
  #stopListening: (() => void) | undefined;

  /** @param now The clock of sessions, in milliseconds since the epoch. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Keeps what keys use from now on, also where there is no listener that could show it. */
  readonly begin = (view: GatewayView, log: Logger): UsageStore => {
    const usage =
      this.#usage ??
      new UsageStore(() => view.config.state.dir, log, {
        owner: () => view.stateOwner,
        files: view.unwritten,
      });
    this.#usage = usage;
    const { dir } = view.config.state;
    if (view.config.admin !== undefined)
      this.#lastUses ??= KeptFile.open(dir, view.stateOwner, this.#memory.lastUses.kept, log, view.unwritten);
    this.#shown ??= new LimitsAndShownKeys(view);
    this.#otlp ??= new OtlpMetrics(view, this.#shown, log);
    this.#watch ??= new Watch(view, log);
    this.#stopListening ??= view.onRequests((batch) => {
      // A reload may name another folder.
      void this.#lastUses?.then((file) => file.follow(view.config.state.dir, view.stateOwner));
      if (view.config.admin !== undefined) this.#memory.add(batch);
      usage.add(batch.sums);
    });
    return usage;
  };

  /** Opens the listener. Rejects with the system's error, such as EADDRINUSE. */
  readonly open = (
    config: AdminConfig,
    tls: TlsMaterial | undefined,
    view: GatewayView,
    log: Logger,
    listening?: Listening,
  ): Promise<Listener> => {
    const usage = this.begin(view, log);
    const background = {
      view,
      log,
      memory: this.#memory,
      queryProcess: this.#queryProcess,
      configText: this.#configText,
      keys: keysWriter(view, this.#queryProcess),
      usage,
      shown: this.#shown!,
      contents: this.#contents,
    };
    return openAdminListener(config, tls, background, { listening, now: this.#now });
  };

  /** The gateway will end: what is needed then is got ready while the last requests are answered. */
  expectEnd(): void {
    this.#usage?.warmUp();
  }

  /** Another process serves in this one's place, and keeps what this one does. */
  leaveToSuccessor(): void {
    void this.#lastUses?.then((file) => file.stopWriting());
    this.#lastUses = undefined;
  }

  /** Resolves when what was used is written. */
  async close(): Promise<void> {
    this.#stopListening?.();
    this.#watch?.close();
    await this.#otlp?.close();
    await this.#lastUses?.then((file) => file.close());
    this.#queryProcess.close();
    this.#contents.close();
    await this.#usage?.close();
  }
}
