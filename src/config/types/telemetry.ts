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

/** The address and form of exported metrics. */
export interface MetricsConfig {
  /** Complete URL of the collector, path included. */
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly everyMs: number;
  /** The values of counters: all since the start, or the difference from those that the collector took last. */
  readonly temporality: 'cumulative' | 'delta';
  /** The naming: our own, or that of OpenTelemetry's conventions for generative AI. */
  readonly names: 'gateway' | 'genai';
}

/** The address and form of exported traces. */
export interface TracingConfig {
  /** Complete URL of the collector, path included. */
  readonly url: string;
  /** The share of requests that are traced, where the client does not decide. */
  readonly sample: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The events for operators, as `notify.hooks[].on` names them. */
export const notifyEvents = [
  'budget_80',
  'budget_100',
  'credential_lost',
  'circuit_open',
  'guard_down',
  'tool_server_down',
  'tools_held_back',
  'certificate_14d',
  'reload_rejected',
  'key_created',
] as const;

export type NotifyEvent = (typeof notifyEvents)[number];

/** An address that takes messages. */
export interface HookConfig {
  /** A secret, where the address alone lets anybody write to a channel. */
  readonly url: string;
  /** The key that signs messages, in base64; undefined for none. */
  readonly secret: string | undefined;
  readonly form: 'json' | 'slack' | 'teams';
  readonly on: readonly NotifyEvent[];
}

export interface NotifyConfig {
  readonly hooks: readonly HookConfig[];
}
