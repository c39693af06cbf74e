import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { stateFamilies } from '../observe/families.ts';
import { Family, type FamilyReport } from '../observe/series.ts';
import type { Keep } from './keep.ts';

const loopPercentiles = [50, 99, 100] as const;
const loopResolutionMs = 20;

/** What a worker is like at the moment it is asked. */
export class WorkerState {
  readonly #keep: Keep;
  #loop: IntervalHistogram | undefined;

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  /** Starts to watch the event loop; until then nothing is spent on it. */
  watch(): void {
    if (this.#loop !== undefined) return;
    this.#loop = monitorEventLoopDelay({ resolution: loopResolutionMs });
    this.#loop.enable();
  }

  /** @param inFlight Requests whose answers are not complete. */
  report(inFlight: number): readonly FamilyReport[] {
    const families = new Map(Object.values(stateFamilies).map((spec) => [spec.name, new Family(spec)]));
    const set = (spec: { readonly name: string }, value: number, ...labels: readonly string[]) => {
      families.get(spec.name)!.at(...labels)[0] = value;
    };
    const { live, budget } = this.#keep;
    set(stateFamilies.limiterDegraded, this.#keep.isLimiterDegraded() ? 1 : 0);
    set(stateFamilies.requestsInFlight, inFlight);
    set(stateFamilies.buffered, budget.usedBytes);
    for (const { key, inFlight: attempts, circuit, isPutLast, isProbedDown, latencyMs } of live.states()) {
      const slash = key.lastIndexOf('/');
      const labels = [key.slice(0, slash), key.slice(slash + 1)] as const;
      set(stateFamilies.attemptsInFlight, attempts, ...labels);
      set(stateFamilies.circuits, 1, ...labels, circuit);
      if (isPutLast) set(stateFamilies.putLast, 1, ...labels);
      if (isProbedDown) set(stateFamilies.probedDown, 1, ...labels);
      if (latencyMs !== undefined) set(stateFamilies.latency, latencyMs / 1000, ...labels);
    }
    for (const [reason, count] of live.retries) set(stateFamilies.retries, count, reason);
    const { rss, heapUsed } = process.memoryUsage();
    set(stateFamilies.residentMemory, rss);
    set(stateFamilies.heap, heapUsed);
    const { user, system } = process.cpuUsage();
    set(stateFamilies.cpu, (user + system) / 1e6);
    this.#reportLoop(set);
    return [...families.values()].filter((family) => family.size > 0).map((family) => family.report());
  }

  #reportLoop(set: (spec: { readonly name: string }, value: number, ...labels: readonly string[]) => void) {
    const loop = this.#loop;
    if (loop === undefined || loop.count === 0) return;
    for (const percentile of loopPercentiles) {
      // What is measured is the distance of two looks, which is the resolution where nothing is late.
      const late = Math.max(0, loop.percentile(percentile) / 1e9 - loopResolutionMs / 1000);
      set(stateFamilies.loopDelay, late, String(percentile));
    }
    loop.reset();
  }
}
