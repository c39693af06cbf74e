import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Owner } from './serve.ts';

/** A data point as the official JSON encoding of OTLP has it, with its attributes decoded. */
export interface ReceivedPoint {
  readonly metric: string;
  readonly unit: string;
  readonly kind: 'sum' | 'gauge' | 'histogram';
  /** 1 is DELTA, 2 is CUMULATIVE. */
  readonly temporality: number | undefined;
  readonly isMonotonic: boolean | undefined;
  readonly attributes: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
  readonly startMs: number;
  readonly endMs: number;
  /** Of a histogram its sum. */
  readonly value: number;
  readonly count: number | undefined;
  readonly buckets: readonly number[] | undefined;
  readonly bounds: readonly number[] | undefined;
}

/** What it does with what it gets, in place of taking it. */
export type Manner = (response: ServerResponse) => void;

/** A collector that takes OTLP over HTTP in JSON (OpenTelemetry protocol, "JSON Protobuf Encoding"). */
export interface MetricsCollector {
  readonly url: string;
  readonly headers: readonly IncomingHttpHeaders[];
  /** How often it was asked. */
  readonly asked: number;
  /** What it took, message by message. */
  readonly messages: readonly (readonly ReceivedPoint[])[];
  /** From now on it does this; without one it takes what comes. */
  behave(manner?: Manner): void;
}

/** Starts one; closed with its owner. */
export async function startMetricsCollector(owner: Owner): Promise<MetricsCollector> {
  const headers: IncomingHttpHeaders[] = [];
  const messages: (readonly ReceivedPoint[])[] = [];
  let asked = 0;
  let manner: Manner | undefined;
  const server = createServer(async (request, response) => {
    asked += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    headers.push({ ':path': request.url, ...request.headers });
    if (manner !== undefined) return manner(response);
    messages.push(pointsOf(Buffer.concat(chunks).toString('utf8')));
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  owner.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    messages,
    get asked() {
      return asked;
    },
    behave(next) {
      manner = next;
      if (next === undefined) server.closeAllConnections();
    },
  };
}

interface JsonPoint {
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue: string } }[];
  readonly startTimeUnixNano: string;
  readonly timeUnixNano: string;
  readonly asDouble?: number;
  readonly sum?: number;
  readonly count?: number;
  readonly bucketCounts?: readonly number[];
  readonly explicitBounds?: readonly number[];
}

function pointsOf(body: string): readonly ReceivedPoint[] {
  const points: ReceivedPoint[] = [];
  const { resourceMetrics } = JSON.parse(body);
  for (const { resource, scopeMetrics } of resourceMetrics) {
    for (const { metrics } of scopeMetrics) {
      for (const metric of metrics) {
        const kind = (['sum', 'gauge', 'histogram'] as const).find((one) => metric[one] !== undefined)!;
        const { aggregationTemporality, isMonotonic, dataPoints } = metric[kind];
        for (const point of dataPoints as readonly JsonPoint[]) {
          points.push({
            metric: metric.name,
            unit: metric.unit,
            kind,
            temporality: aggregationTemporality,
            isMonotonic,
            attributes: decoded(point.attributes),
            resource: decoded(resource.attributes),
            startMs: Number(BigInt(point.startTimeUnixNano) / 1_000_000n),
            endMs: Number(BigInt(point.timeUnixNano) / 1_000_000n),
            value: point.asDouble ?? point.sum!,
            count: point.count,
            buckets: point.bucketCounts,
            bounds: point.explicitBounds,
          });
        }
      }
    }
  }
  return points;
}

function decoded(attributes: JsonPoint['attributes']): Readonly<Record<string, string>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));
}
