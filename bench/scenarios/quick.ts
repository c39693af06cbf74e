import { sampleOwnRequests } from '../measure/sample.ts';
import { gateway, otherGateway } from '../proxies/gateway.ts';
import { floor } from '../proxies/node.ts';
import type { Table } from '../report/outcome.ts';
import { compare, withProxies } from './compare.ts';
import type { Bench } from './scenario.ts';

const everything = gateway('everything');
const lean = gateway('lean');
/** With `--against` in the table too, and judged by whoever reads it. */
const others = [otherGateway('lean'), otherGateway('everything')];

/** Cost over the floor's: what `baseline.json` records. */
export interface QuickRatios {
  readonly everything: number;
  readonly lean: number;
}

/**
 * Floor and gateway side by side. A ratio is taken within a round, and that of a quarter of the rounds is the figure: on a
 * shared machine a round can be twice as dear as the one before, or half, of either. What the cheapest rounds of each come to
 * hangs on one lucky round of the floor.
 */
export function quick(bench: Bench): Promise<{ readonly table: Table; readonly ratios: QuickRatios }> {
  return withProxies(bench, [floor, lean, everything, ...others], async (proxies) => {
    const { lab, options } = bench;
    const load = { connections: 50, seconds: options.seconds, bodyFile: lab.bodies.small };
    const figures = await compare(bench, proxies, (proxy) => sampleOwnRequests(lab, proxy, load));
    return {
      table: figures.table('1 KB over TLS, 50 connections', 'request'),
      ratios: {
        everything: figures.ratio(everything.name, floor.name)!.lowerQuartile,
        lean: figures.ratio(lean.name, floor.name)!.lowerQuartile,
      },
    };
  });
}
