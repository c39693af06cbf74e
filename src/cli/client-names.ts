/** The client programs whose requests are known (`schemas/clients/`). */
export const clientNames = ['claude-code', 'codex', 'opencode', 'openai', 'anthropic'] as const;
export type ClientName = (typeof clientNames)[number];

/** One that somebody asks about. */
export interface AskedClient {
  readonly name: ClientName;
  /** Undefined for the newest that is known. */
  readonly version: string | undefined;
}
