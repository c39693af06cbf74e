import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span as the official JSON encoding of OTLP has it, with its attributes decoded. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** 2 is SERVER, 3 is CLIENT. */
  readonly kind: number;
  readonly ms: number;
  /** 2 is ERROR. */
  readonly status: number;
  readonly attributes: Attributes;
  readonly resource: Attributes;
}

export interface Collector {
  readonly url: string;
  readonly headers: readonly IncomingHttpHeaders[];
  /** Everything as it came. */
  readonly bodies: readonly string[];
  /** Resolves with the spans when there are so many. */
  spans(count: number): Promise<readonly ReceivedSpan[]>;
}

interface JsonAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A collector that takes OTLP over HTTP in JSON (OpenTelemetry protocol, "JSON Protobuf Encoding"). */
export async function startCollector(t: TestContext): Promise<Collector> {
  const received: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const bodies: string[] = [];
  let changed: () => void = () => {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    assert.equal(request.url, '/v1/traces');
    assert.equal(request.headers['content-type'], 'application/json');
    headers.push(request.headers);
    bodies.push(body);
    received.push(...spansOf(body));
    response.setHeader('content-type', 'application/json');
    response.end('{}');
    changed();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    bodies,
    async spans(count) {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
      return received;
    },
  };
}

function spansOf(body: string): readonly ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body);
  const spans: ReceivedSpan[] = [];
  for (const { resource, scopeSpans } of resourceSpans) {
    for (const { spans: all } of scopeSpans) {
      for (const span of all) {
        spans.push({
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: span.parentSpanId,
          name: span.name,
          kind: span.kind,
          ms: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
          status: span.status.code,
          attributes: decoded(span.attributes),
          resource: decoded(resource.attributes),
        });
      }
    }
  }
  return spans;
}

function decoded(attributes: readonly JsonAttribute[]): Attributes {
  const entries = attributes.map(({ key, value }) => {
    const [kind, written] = Object.entries(value)[0]!;
    // 64-bit integers may come as text.
    return [key, kind === 'intValue' ? Number(written) : (written as string | number | boolean)] as const;
  });
  return Object.fromEntries(entries);
}
