import type { Lab } from '../lab.ts';
import type { RunningProxy } from '../proxies/proxy.ts';
import { fullLoad, type Load, type LoadResult, ownLoad, readyStreams } from './load.ts';
import { cpuMicros, memoryKiB } from './processes.ts';

/** One measurement of one proxy. */
export interface Sample {
  /** CPU time of all its processes and threads per request, or per event of a stream, in microseconds. */
  readonly cpuUs: number;
  /** The same of the backend: when it comes near that of a proxy, it is what limits the load. */
  readonly backendCpuUs: number;
  readonly perSecond: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly memoryMiB: number;
  readonly errors: number;
}

/** Requests as fast as they are answered. */
export function sampleRequests(lab: Lab, proxy: RunningProxy, load: Load): Promise<Sample> {
  return sample(lab, proxy, () => fullLoad(lab, proxy, load));
}

/** The same from the bench's own program, so that the figure does not depend on what is installed. */
export function sampleOwnRequests(lab: Lab, proxy: RunningProxy, load: Load): Promise<Sample> {
  return sample(lab, proxy, () => ownLoad(lab, proxy, load));
}

/** Streams over open connections; the figures are per event, and the times those of an event on its way. */
export async function sampleStreams(lab: Lab, proxy: RunningProxy, load: Load): Promise<Sample> {
  const streams = await readyStreams(lab, proxy, load);
  return sample(lab, proxy, async () => {
    const { events, errors, seconds, transitP50Us, transitP99Us } = await streams.run();
    return { done: events, errors, seconds, p50Us: transitP50Us, p99Us: transitP99Us };
  });
}

/** No request of a load was answered as it should be. */
export class NothingAnswered extends Error {
  override readonly name = 'NothingAnswered';
}

async function sample(
  { backend }: Lab,
  proxy: RunningProxy,
  run: () => Promise<Omit<LoadResult, 'maxUs'>>,
): Promise<Sample> {
  const before = { proxy: cpuMicros(proxy.pid), backend: cpuMicros(backend.pid) };
  const { done, errors, seconds, p50Us, p99Us } = await run();
  if (done === 0) throw new NothingAnswered(`${proxy.name} answered none of the requests with 200`);
  return {
    cpuUs: (cpuMicros(proxy.pid) - before.proxy) / done,
    backendCpuUs: (cpuMicros(backend.pid) - before.backend) / done,
    perSecond: done / seconds,
    p50Us,
    p99Us,
    memoryMiB: memoryKiB(proxy.pid) / 1024,
    errors,
  };
}
