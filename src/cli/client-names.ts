/** The client programs whose requests are known (`schemas/clients/`). */
export const clientNames = ['claude-code', 'codex', 'opencode', 'openai', 'anthropic'] as const;
export type ClientName = (typeof clientNames)[number];
