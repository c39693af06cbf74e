/**
 * The cost of OpenTelemetry messages to a collector, for the supervisor: `npm run bench:otlp`. A thousand series, a
 * third of them histograms, all of which have counted since the last message, sent to a collector in a process of its
 * own.
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Collector } from '../src/admin/otlp/metric-exporter.ts';
import { type Figures, MetricMessages } from '../src/admin/otlp/metric-messages.ts';
import { requestFamilies, stateFamilies } from '../src/observe/metrics/metric-families.ts';
import { widthOf } from '../src/observe/metrics/series.ts';
import { spreadOf } from './measure/spread.ts';

const seriesCount = 1000;
const warmUps = 10;
const messages = 40;
/** The default interval of messages, in milliseconds. */
const everyMs = 30_000;
/** Share of a core that it may take. */
const bound = 0.01;

const print = (text: string) => process.stdout.write(`${text}\n`);

if (process.argv[2] === 'collector') await collect();
else await measure();

/** Takes what comes, and says where. */
async function collect(): Promise<void> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.send!((server.address() as AddressInfo).port);
}

async function measure(): Promise<void> {
  const child = fork(import.meta.filename, ['collector']);
  const port = await new Promise<number>((resolve) =>
    child.once('message', (message) => resolve(message as number)),
  );
  const collector = new Collector({ url: `http://127.0.0.1:${port}/v1/metrics`, headers: {}, everyMs });
  let isOver = false;
  for (const temporality of ['cumulative', 'delta'] as const) {
    const told = new MetricMessages({ names: 'genai', temporality }, [0, 0]);
    const costs: number[] = [];
    for (let round = 1; round <= warmUps + messages; round += 1) {
      const figures = figuresOf(round);
      const before = process.cpuUsage();
      for await (const message of told.of(figures, [round, 0])) await collector.send(message);
      const { user, system } = process.cpuUsage(before);
      if (round > warmUps) costs.push((user + system) / 1000);
    }
    const { median, min, max } = spreadOf(costs);
    const share = median / everyMs;
    isOver ||= share > bound;
    print(
      `${temporality}: ${median.toFixed(1)} ms of CPU a message of ${seriesCount} series (${min.toFixed(1)} to ${max.toFixed(1)}), ` +
        `${(share * 100).toFixed(3)} % of a core every ${everyMs / 1000} s; at most ${bound * 100} %`,
    );
  }
  collector.close();
  child.kill();
  if (isOver) process.exitCode = 1;
}

/** Every series has another number each round. */
function figuresOf(round: number): Figures {
  const histograms = [requestFamilies.attemptDuration, requestFamilies.tokenUsage, requestFamilies.duration];
  const numbers = [
    requestFamilies.requests,
    requestFamilies.attempts,
    requestFamilies.keyTokens,
    stateFamilies.circuits,
  ];
  const specs = [...histograms, ...numbers, ...numbers.slice(0, 2)].slice(0, 9);
  const perFamily = Math.ceil(seriesCount / specs.length);
  return specs.map((spec, at) => {
    const few = Math.min(perFamily, seriesCount - at * perFamily);
    const series = Array.from({ length: few }, (_, index) => {
      const key = spec.labels.map((label) => `${label}-${at}-${index}`).join('\n');
      return [key, new Float64Array(widthOf(spec)).fill(round + index)] as const;
    });
    return [spec, new Map(series)] as const;
  });
}
