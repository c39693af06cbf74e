/**
 * Metrics for a collector of OpenTelemetry: what `/metrics` has, sent now and then by the supervisor. Workers
 * are asked as by a scrape, and requests never wait for it. A collector that is slow or gone costs what it was not told.
 */
import type { MetricsConfig } from '../../config/types/telemetry.ts';
import type { Logger } from '../../observe/log/log.ts';
import { familySpecs } from '../../observe/metrics/metric-families.ts';
import type { Series } from '../../observe/metrics/series.ts';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import type { LimitsAndShownKeys } from '../prometheus/limits-and-shown-keys.ts';
import { supervisorSeries } from '../prometheus/supervisor-metrics.ts';
import type { Instant } from './metric-data.ts';
import type { Collector } from './metric-exporter.ts';
import type { Figures, MetricMessages } from './metric-messages.ts';

const complainEveryMs = 60_000;
/** A process that ends waits this long for the last messages. */
const lastMs = 2000;

export class OtlpMetrics {
  readonly #view: GatewayView;
  readonly #log: Logger;
  readonly #shown: LimitsAndShownKeys;
  readonly #began = instantOf(Date.now() - process.uptime() * 1000);
  readonly #stopListening: () => void;
  #sending: Sending | undefined;
  #isEnding = false;
  #complainedMs = Number.NEGATIVE_INFINITY;
  #isFailing = false;

  constructor(view: GatewayView, shown: LimitsAndShownKeys, log: Logger) {
    this.#view = view;
    this.#log = log;
    this.#shown = shown;
    this.#stopListening = view.onServed(() => this.#follow());
    this.#follow();
  }

  /** Sends what there is, for a moment. */
  async close(): Promise<void> {
    this.#stopListening();
    this.#isEnding = true;
    const sending = this.#sending;
    this.#sending = undefined;
    await sending?.last(lastMs);
  }

  #follow(): void {
    const { metrics } = this.#view.config;
    if (JSON.stringify(metrics) === JSON.stringify(this.#sending?.config)) return;
    this.#sending?.stop();
    this.#sending =
      metrics &&
      new Sending(metrics, {
        began: this.#began,
        figures: () => this.#figures(),
        came: (reason) => this.#note(reason),
      });
  }

  /** As `/metrics` has them. A gateway that ends has closed what counts limits. */
  async #figures(): Promise<Figures> {
    const [workers, used] = await Promise.all([
      this.#view.metrics(),
      this.#isEnding ? undefined : this.#shown.limits.metrics(),
    ]);
    const figures = [...familySpecs.values()].map((spec) => {
      const series = workers.get(spec.name) ?? used?.get(spec.name) ?? new Map<string, Series>();
      return [spec, this.#shown.keys.shown(spec, series)] as const;
    });
    return [...figures, ...supervisorSeries(this.#view)];
  }

  /** Counts what came of it, and says so where it is news, or was said a minute ago. */
  #note(reason: string | undefined): void {
    const wasFailing = this.#isFailing;
    this.#isFailing = reason !== undefined;
    this.#view.metricExports[reason === undefined ? 'delivered' : 'failed'] += 1;
    if (reason === undefined) {
      if (wasFailing) this.#log.info('metrics are delivered again');
      return;
    }
    const nowMs = performance.now();
    if (nowMs - this.#complainedMs < complainEveryMs) return;
    this.#complainedMs = nowMs;
    this.#log.warn(
      { reason },
      'metrics can not be delivered: see whether the collector at `metrics.otlp` takes them',
    );
  }
}

interface SendingParts {
  readonly began: Instant;
  readonly figures: () => Promise<Figures>;
  /** Told each time: why it came to nothing, or undefined where all was delivered. */
  readonly came: (reason: string | undefined) => void;
}

/** Sends to one collector, one time after the other. */
class Sending {
  readonly config: MetricsConfig;
  readonly #parts: SendingParts;
  readonly #timer: NodeJS.Timeout;
  #collector: Collector | undefined;
  #messages: MetricMessages | undefined;
  #round: Promise<void> | undefined;
  #isStopped = false;

  constructor(config: MetricsConfig, parts: SendingParts) {
    this.config = config;
    this.#parts = parts;
    this.#timer = setInterval(() => void this.#begin(), config.everyMs).unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#collector?.close();
  }

  /** Waits for what is in flight, and sends a last time. */
  async last(limitMs: number): Promise<void> {
    clearInterval(this.#timer);
    let late: NodeJS.Timeout | undefined;
    const timeIsUp = new Promise<void>((resolve) => {
      late = setTimeout(resolve, limitMs);
    });
    const all = (async () => {
      await this.#round;
      await this.#begin();
    })();
    await Promise.race([all, timeIsUp]);
    clearTimeout(late);
    this.stop();
  }

  /** One round at a time: what a slow collector was not told comes with the next. */
  #begin(): Promise<void> {
    this.#round ??= this.#send().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  async #send(): Promise<void> {
    let reason: string | undefined;
    try {
      await this.#sendAll();
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    if (!this.#isStopped) this.#parts.came(reason);
  }

  async #sendAll(): Promise<void> {
    const [{ Collector }, { MetricMessages }] = await Promise.all([
      import('./metric-exporter.ts'),
      import('./metric-messages.ts'),
    ]);
    this.#collector ??= new Collector(this.config);
    this.#messages ??= new MetricMessages(this.config, this.#parts.began);
    const figures = await this.#parts.figures();
    for await (const message of this.#messages.of(figures, instantOf(Date.now()))) {
      await this.#collector.send(message);
    }
  }
}

/** Milliseconds since the epoch, as OpenTelemetry writes them. */
function instantOf(ms: number): Instant {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}
