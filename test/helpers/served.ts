/**
 * The entry point of a process that serves one configuration and can be asked how it fares: for tests of memory
 * and of the event loop, which a test in the same process would disturb. Takes the configuration as its first
 * message and answers with where it listens.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startGateway } from '../../src/in-process.ts';
import { openLog } from '../../src/observe/log.ts';
import { loadText } from './gateway.ts';

export interface Serving {
  readonly port: number;
  readonly caFile: string;
}

export interface Figures {
  /** The longest time for which the event loop did not turn since the last `reset`, in milliseconds. */
  readonly longestHoldMs: number;
  readonly peakRssBytes: number;
  /** What buffers hold; at a `reset`, without garbage. */
  readonly bufferBytes: number;
}

export type Ask = { readonly start: string } | 'reset' | 'figures';

const resolutionMs = 1;
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
let peakRssBytes = 0;
const bufferBytes = () => process.memoryUsage().arrayBuffers;

process.on('message', async (ask: Ask) => {
  if (ask === 'reset') {
    globalThis.gc?.();
    delay.reset();
    peakRssBytes = process.memoryUsage.rss();
    process.send?.({ longestHoldMs: 0, peakRssBytes, bufferBytes: bufferBytes() } satisfies Figures);
  } else if (ask === 'figures') {
    const longestHoldMs = Math.max(0, delay.max / 1e6 - resolutionMs);
    process.send?.({ longestHoldMs, peakRssBytes, bufferBytes: bufferBytes() } satisfies Figures);
  } else {
    const gateway = await startGateway(await loadText(ask.start), { log: openLog('silent') });
    delay.enable();
    setInterval(() => {
      peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
    }, 5);
    process.send?.({ port: gateway.address.port, caFile: gateway.caFile! } satisfies Serving);
  }
});
