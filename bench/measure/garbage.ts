import { readFileSync } from 'node:fs';
import type { Lab } from '../lab.ts';
import { type ConfigName, configFile, outputOf, startGateway } from '../proxies/gateway.ts';
import { ownLoad } from './load.ts';

/** After this long, the start's objects are old, and busy code is compiled. */
const warmUpSeconds = 5;

/** Of so many loads the least counts: where others keep the core, more requests are in flight when it is collected. */
const loads = 3;

/** Some hundreds are usual; one function too many that holds a request is seven thousand. */
export const mostPromotedBytes = 2048;

/**
 * The bytes that a short request leaves in the old generation, with every feature of the gateway or by translation. The
 * objects of a request should die young: an object in the old generation waits there for a full collection, together
 * with everything it refers to. A few bytes are those of requests in flight during a collection.
 */
export async function promotedPerRequest(lab: Lab, config: ConfigName, seconds: number): Promise<number> {
  const proxy = await startGateway(lab, {
    name: 'garbage',
    file: configFile(config),
    // Compiled code hides some of it, until a reload has the engine throw that code away.
    nodeOptions: ['--trace-gc-nvp', '--no-opt'],
  });
  try {
    const load = { connections: 10, bodyFile: lab.bodies.small };
    await ownLoad(lab, proxy, { ...load, seconds: warmUpSeconds });
    const figures: number[] = [];
    for (let time = 0; time < loads; time += 1) {
      const before = promotedBytes(outputOf(lab, proxy.port));
      const { done } = await ownLoad(lab, proxy, { ...load, seconds });
      figures.push((promotedBytes(outputOf(lab, proxy.port)) - before) / done);
    }
    return Math.min(...figures);
  } finally {
    await proxy.stop();
  }
}

/** The bytes that all processes with this output file have moved so far. */
function promotedBytes(outputFile: string): number {
  const said = readFileSync(outputFile, 'utf8').matchAll(/ promoted=(\d+)/g);
  return [...said].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
}
