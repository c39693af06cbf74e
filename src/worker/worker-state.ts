import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { stateFamilies } from '../observe/metrics/metric-families.ts';
import { Readings, ReadingsTold } from '../observe/metrics/readings.ts';
import type { FamilyReport } from '../observe/metrics/series.ts';
import { heldReasons } from '../observe/tool-server-report.ts';
import type { AmazonClock } from './amazon-clock.ts';
import type { SharedResources } from './shared-resources.ts';

const loopPercentiles = [50, 99, 100] as const;
const loopResolutionMs = 20;

/** WebSockets of clients. */
export interface OpenSockets {
  readonly size: number;
  /** Turns in flight on them. */
  readonly turns: number;
}

/** The state of a worker at the moment of the question. */
export class WorkerState {
  readonly #resources: SharedResources;
  readonly #clock: AmazonClock;
  readonly #told = new ReadingsTold();
  #loop: IntervalHistogram | undefined;

  constructor(resources: SharedResources, clock: AmazonClock) {
    this.#resources = resources;
    this.#clock = clock;
  }

  /** Starts to watch the event loop; until then nothing is spent on it. */
  watch(): void {
    if (this.#loop !== undefined) return;
    this.#loop = monitorEventLoopDelay({ resolution: loopResolutionMs });
    this.#loop.enable();
  }

  /** The same as `report` for whoever keeps what it is told. */
  changes(inFlight: number, sockets: OpenSockets): readonly FamilyReport[] {
    return this.#told.changes(this.report(inFlight, sockets));
  }

  /** @param inFlight Requests whose answers are not complete. */
  report(inFlight: number, { size, turns }: OpenSockets): readonly FamilyReport[] {
    const readings = new Readings();
    const { live, budget, contentRoom, mirrors } = this.#resources;
    readings.add(stateFamilies.limiterDegraded, this.#resources.isLimiterDegraded() ? 1 : 0);
    readings.add(stateFamilies.requestsInFlight, inFlight);
    readings.add(stateFamilies.openSockets, size);
    readings.add(stateFamilies.socketTurns, turns);
    readings.add(stateFamilies.buffered, budget.usedBytes);
    for (const [outcome, count] of Object.entries(mirrors.counts))
      if (count > 0) readings.add(stateFamilies.mirrored, count, { outcome });
    if (contentRoom.isUsed) {
      readings.add(stateFamilies.contentsWaiting, contentRoom.usedBytes);
      for (const [outcome, count] of Object.entries(contentRoom.counts))
        readings.add(stateFamilies.contents, count, { outcome });
    }
    for (const {
      key,
      replica,
      inFlight: attempts,
      timesFull,
      circuit,
      isPutLast,
      isDrained,
      isProbedDown,
      lacksCredential,
      refusesUsage,
      latencyMs,
    } of live.states()) {
      const slash = key.lastIndexOf('/');
      const names = { model: key.slice(0, Math.max(0, slash)), deployment: key.slice(slash + 1), replica };
      readings.add(stateFamilies.attemptsInFlight, attempts, names);
      if (timesFull > 0) readings.add(stateFamilies.timesFull, timesFull, names);
      readings.add(stateFamilies.circuits, 1, { ...names, state: circuit });
      if (isPutLast) readings.add(stateFamilies.putLast, 1, names);
      if (isDrained) readings.add(stateFamilies.drained, 1, names);
      if (isProbedDown) readings.add(stateFamilies.probedDown, 1, names);
      if (lacksCredential) readings.add(stateFamilies.lacksCredential, 1, names);
      if (refusesUsage) readings.add(stateFamilies.refusesUsage, 1, names);
      if (latencyMs !== undefined) readings.add(stateFamilies.latency, latencyMs / 1000, names);
    }
    for (const { name, isDown } of this.#resources.served?.guards ?? [])
      readings.add(stateFamilies.guardDown, isDown ? 1 : 0, { guard: name });
    for (const { server, reason } of this.#resources.mcpServers?.outs ?? [])
      readings.add(stateFamilies.toolServerOut, 1, { server, reason });
    for (const { server, counts } of this.#resources.mcpServers?.held ?? []) {
      for (const reason of heldReasons)
        readings.add(stateFamilies.toolsHeldBack, counts[reason], { server, reason });
    }
    for (const [reason, count] of live.retries) readings.add(stateFamilies.retries, count, { reason });
    for (const [region, count] of this.#clock.corrections) {
      readings.add(stateFamilies.clockCorrections, count, { region });
    }
    const { rss, heapUsed } = process.memoryUsage();
    readings.add(stateFamilies.residentMemory, rss);
    readings.add(stateFamilies.heap, heapUsed);
    const { user, system } = process.cpuUsage();
    readings.add(stateFamilies.cpu, (user + system) / 1e6);
    this.#addLoop(readings);
    return readings.reports();
  }

  #addLoop(readings: Readings): void {
    const loop = this.#loop;
    if (loop === undefined || loop.count === 0) return;
    for (const percentile of loopPercentiles) {
      // The measured value is the distance of two looks, which is the resolution if nothing is late.
      const late = Math.max(0, loop.percentile(percentile) / 1e9 - loopResolutionMs / 1000);
      readings.add(stateFamilies.loopDelay, late, { percentile: String(percentile) });
    }
    loop.reset();
  }
}
