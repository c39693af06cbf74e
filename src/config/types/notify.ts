/** The events for operators, as `notify.hooks[].on` names them. */
export const notifyEvents = [
  'budget_80',
  'budget_100',
  'credential_lost',
  'circuit_open',
  'guard_down',
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
