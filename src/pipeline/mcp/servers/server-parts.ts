import type { Implementation } from '../../../api/mcp/protocol-versions.ts';
import type { CircuitConfig } from '../../../config/types/routing.ts';
import type { Backend } from '../../../http/client/backend.ts';
import type { Logger } from '../../../observe/log/log.ts';
import type { ToolOutcome } from '../../../observe/request-event.ts';
import type { ToolDrains } from '../drained-tools.ts';

/** The surroundings of a server. A new version of the configuration brings new ones, but for the backend. */
export interface ServerParts {
  readonly backend: Backend;
  readonly circuit: CircuitConfig;
  readonly log: Logger;
  /** Counts each time that the gateway asks a server for an introduction or a list. */
  readonly listed: (server: string, outcome: ToolOutcome) => void;
  /** The servers and tools that operators took out. */
  readonly drains: ToolDrains;
  /** The gateway's name and version, as its servers see them. */
  readonly self: Implementation;
}
