import type { Next, Stage } from '../stage.ts';

/** What a configuration with `mcp` does; what it is made of is loaded where a file has that. */
export interface ToolStages {
  /** Takes the messages that come to its paths; what comes to others passes by. */
  readonly stage: Stage;
  /** Whether clients of tools call a path. */
  isAt(path: string): boolean;
  /** What follows for a message that has waited for slots under another configuration. */
  readonly goOn: Next;
}

/** Where nothing is served. */
export const noToolsServed: ToolStages = {
  stage: (exchange, next) => next(exchange),
  isAt: () => false,
  goOn: async () => {},
};
