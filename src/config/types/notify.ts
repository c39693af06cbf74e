/** What operators can be told of, as `notify.hooks[].on` names it. */
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
  /** What messages are signed with, in base64; undefined where they are not. */
  readonly secret: string | undefined;
  readonly form: 'json' | 'slack' | 'teams';
  readonly on: readonly NotifyEvent[];
}

export interface NotifyConfig {
  readonly hooks: readonly HookConfig[];
}
