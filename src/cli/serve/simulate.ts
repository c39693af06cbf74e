import { parseAddress } from '../../config/addresses.ts';
import { parseDuration } from '../../config/resolve/units.ts';
import { startSimulator } from '../../simulator/index.ts';
import { stoppedBySignal } from '../signals.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

export interface SimulateOptions {
  readonly listen: string;
  readonly latency: string;
  readonly tokensPerSecond: number;
  readonly text?: string;
}

/** Runs the simulator alone until a signal ends it. Throws for an address that is malformed or taken. */
export async function simulate(options: SimulateOptions, terminal: Terminal): Promise<ExitCode> {
  const { listen, latency, tokensPerSecond, text } = options;
  const address = parseAddress(listen);
  if (address === undefined) {
    throw new Error(`--listen ${listen}: write host:port, such as 127.0.0.1:9000 or [::1]:9000`);
  }
  const latencyMs = parseDuration(latency);
  if (latencyMs === undefined)
    throw new Error(`--latency ${latency}: write a number and a unit, such as 20ms or 2s`);
  const simulator = await startSimulator({
    ...address,
    latencyMs,
    tokensPerSecond,
    ...(text === undefined ? {} : { text }),
  });
  // With this signal Node.js opens a debugger's port, unless somebody listens.
  process.on('SIGUSR1', () => {});
  process.on('SIGUSR2', () => {});
  const stopped = stoppedBySignal(() => simulator.close(), terminal);
  terminal.out(`simulator listens on ${simulator.url}\n`);
  await stopped;
  return exitCodes.good;
}
