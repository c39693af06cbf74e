import type { Implementation } from '../../../api/mcp/protocol-versions.ts';
import type { CircuitConfig } from '../../../config/types/routing.ts';
import type { Backend } from '../../../http/client/backend.ts';
import type { Logger } from '../../../observe/log/log.ts';
import type { ToolOutcome } from '../../../observe/request-event.ts';
import type { ToolDrains } from '../drained-tools.ts';

/** The surroundings of a server. A new version of the configuration brings new ones, except the backend. */
export interface ServerParts {
  readonly backend: Backend;
  readonly circuit: CircuitConfig;
  readonly log: Logger;
  /** Counts the gateway's questions for introductions and lists. */
  readonly listed: (server: string, outcome: ToolOutcome) => void;
  /** The servers and tools that operators drained. */
  readonly drains: ToolDrains;
  /** The gateway's name and version, for its servers. */
  readonly self: Implementation;
}
