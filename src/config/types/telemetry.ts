export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export interface LogConfig {
  readonly level: LogLevel;
  /** Absolute path; undefined for standard output. */
  readonly file: string | undefined;
  /** The share of requests that went well which have a line. */
  readonly sample: number;
  readonly clientIp: 'full' | 'masked' | 'none';
  /** Paths whose requests have no line. */
  readonly exclude: readonly string[];
}

/** Where and how metrics are sent. */
export interface MetricsConfig {
  /** Complete URL of the collector, path included. */
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly everyMs: number;
  /** What counters say: all since the start, or what came since the collector took them last. */
  readonly temporality: 'cumulative' | 'delta';
  /** Whose names they have: our own, or those of OpenTelemetry's conventions for generative AI. */
  readonly names: 'gateway' | 'genai';
}

/** Where and how traces are sent. */
export interface TracingConfig {
  /** Complete URL of the collector, path included. */
  readonly url: string;
  /** The share of requests that are traced, where the client does not decide. */
  readonly sample: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}
