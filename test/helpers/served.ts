/**
 * The entry point of a process that serves one configuration and can be asked how it fares: for tests of memory
 * and of the event loop, which a test in the same process would disturb. Takes the configuration as its first
 * message and answers with where it listens.
 */
import { readFileSync } from 'node:fs';
import { startGateway } from '../../src/embedded/embedded-gateway.ts';
import { openLog } from '../../src/observe/log/log.ts';
import { loadText } from './gateway.ts';

export interface Serving {
  readonly port: number;
  readonly caFile: string;
}

export interface Figures {
  /**
   * The longest time for which the event loop did not turn since the last `reset`, in milliseconds that its
   * thread had a core: what others on a busy machine take of it is not its own doing.
   */
  readonly longestHoldMs: number;
  readonly peakRssBytes: number;
  /** What buffers hold; at a `reset`, without garbage. */
  readonly bufferBytes: number;
  /** Of objects. */
  readonly heapBytes: number;
}

export type Ask = { readonly start: string } | 'reset' | 'figures';

let longestHoldMs = 0;
let usedMs = 0;
let peakRssBytes = 0;
const bufferBytes = () => process.memoryUsage().arrayBuffers;
const heapBytes = () => process.memoryUsage().heapUsed;

/** Of the thread that turns the event loop; the first figure is nanoseconds on a core (Linux, `sched-stats`). */
function usedSoFarMs(): number {
  return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6;
}

/** Comes every millisecond, if the event loop turns. */
function turned(): void {
  const now = usedSoFarMs();
  longestHoldMs = Math.max(longestHoldMs, now - usedMs);
  usedMs = now;
}

process.on('message', async (ask: Ask) => {
  if (ask === 'reset') {
    globalThis.gc?.();
    usedMs = usedSoFarMs();
    longestHoldMs = 0;
    peakRssBytes = process.memoryUsage.rss();
    process.send?.({
      longestHoldMs,
      peakRssBytes,
      bufferBytes: bufferBytes(),
      heapBytes: heapBytes(),
    } satisfies Figures);
  } else if (ask === 'figures') {
    process.send?.({
      longestHoldMs,
      peakRssBytes,
      bufferBytes: bufferBytes(),
      heapBytes: heapBytes(),
    } satisfies Figures);
  } else {
    const gateway = await startGateway(await loadText(ask.start), { log: openLog('silent') });
    setInterval(turned, 1);
    setInterval(() => {
      peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
    }, 5);
    process.send?.({ port: gateway.address.port, caFile: gateway.caFile! } satisfies Serving);
  }
});
