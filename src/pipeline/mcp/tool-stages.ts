import type { Next, Stage } from '../stage.ts';

/** The stages of a configuration with `mcp`. Their code is loaded with the first file that has it. */
export interface ToolStages {
  /** Takes the messages to its paths; other requests pass. */
  readonly stage: Stage;
  /** True for a path that clients of tools call. */
  isAt(path: string): boolean;
  /** The stages that follow for a message that has waited for slots under another configuration. */
  readonly goOn: Next;
}

/** The stages of a configuration without `mcp`. */
export const noToolsServed: ToolStages = {
  stage: (exchange, next) => next(exchange),
  isAt: () => false,
  goOn: async () => {},
};
