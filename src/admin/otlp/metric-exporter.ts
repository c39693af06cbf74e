/** Sends metrics through the official package. Loaded only where `metrics` is configured. */
import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import type { MetricsConfig } from '../../config/types/telemetry.ts';
import { general } from '../../observe/semantic-names.ts';
import { packageVersion } from '../../process/package-paths.ts';
import type { MetricData, ResourceMetrics } from './metric-data.ts';

const serviceName = 'gateway';
/** The exporter's time for all its tries; less with a shorter interval. */
const sendWithinMs = 10_000;
/** A collector that goes on answering, byte by byte, has so many times as long. */
const patience = 1.2;

/** Tells apart the processes that send: several hosts, and one that takes another's place. */
const resourceAttributes = {
  [general.serviceName]: serviceName,
  [general.serviceVersion]: packageVersion(),
  [general.serviceInstance]: randomUUID(),
};
const resource: ResourceMetrics['resource'] = {
  attributes: resourceAttributes,
  merge: (other) => other ?? resource,
  getRawAttributes: () => Object.entries(resourceAttributes),
};

/** Why something was not delivered: an HTTP status or the system's name of an error. Never what the collector said. */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered';
}

export class Collector {
  readonly #agent: HttpAgent;
  readonly #exporter: OTLPMetricExporter;

  /** Gives one message so long. */
  readonly #withinMs: number;

  constructor({ url, headers, everyMs }: Pick<MetricsConfig, 'url' | 'headers' | 'everyMs'>) {
    this.#withinMs = Math.min(sendWithinMs, everyMs);
    this.#agent = url.startsWith('https:')
      ? new HttpsAgent({ keepAlive: true })
      : new HttpAgent({ keepAlive: true });
    this.#exporter = new OTLPMetricExporter({
      url,
      headers: { ...headers },
      timeoutMillis: this.#withinMs,
      httpAgentOptions: () => this.#agent,
    });
  }

  /** Resolves when the collector has them. Rejects with `NotDelivered`. */
  async send(metrics: readonly MetricData[]): Promise<void> {
    const all: ResourceMetrics = {
      resource,
      scopeMetrics: [{ scope: { name: serviceName, version: packageVersion() }, metrics: [...metrics] }],
    };
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        reject(new NotDelivered('no answer in time'));
        this.#agent.destroy();
      }, this.#withinMs * patience);
      this.#exporter.export(all, ({ error }) => {
        clearTimeout(late);
        if (error === undefined) resolve();
        else reject(new NotDelivered(reasonOf(error)));
      });
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function reasonOf(error: Error): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'number') return `HTTP ${code}`;
  return typeof code === 'string' ? code : 'no answer in time, or one that asks for a pause';
}
