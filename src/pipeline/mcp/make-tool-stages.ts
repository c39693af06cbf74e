import type { Implementation } from '../../api/mcp/protocol-versions.ts';
import { mcpServerName } from '../../config/derived/mcp-server-name.ts';
import type { McpConfig } from '../../config/types/mcp.ts';
import type { CircuitConfig } from '../../config/types/routing.ts';
import type { Backend } from '../../http/client/backend.ts';
import type { KeySlots } from '../../limits/throttles/key-slots.ts';
import type { KeyThrottle } from '../../limits/throttles/key-throttle.ts';
import type { Logger } from '../../observe/log/log.ts';
import type { ToolOutcome } from '../../observe/request-event.ts';
import type { Parts } from '../parts.ts';
import { compose, type Next } from '../stage.ts';
import { admitCall } from '../stages/mcp/admit-call.ts';
import { answerBatch } from '../stages/mcp/answer-batch.ts';
import { answerListsAndDiscovery } from '../stages/mcp/answer-lists-and-discovery.ts';
import { callServer } from '../stages/mcp/call-server.ts';
import { findServer } from '../stages/mcp/find-server.ts';
import { holdSession } from '../stages/mcp/hold-session.ts';
import { limitServer } from '../stages/mcp/limit-server.ts';
import { listenToSession } from '../stages/mcp/listen-to-session.ts';
import { readMessage } from '../stages/mcp/read-message.ts';
import { notifyObservers } from '../stages/notify-observers.ts';
import { MessageRecord } from './message-record.ts';
import type { McpServer } from './servers/mcp-server.ts';
import type { ServersAcrossConfigs } from './servers-across-configs.ts';
import type { ToolStages } from './tool-stages.ts';

interface Making {
  /** The backends of the servers, by their names. */
  readonly servers: ReadonlyMap<string, Backend>;
  readonly states: ServersAcrossConfigs;
  readonly log: Logger;
  readonly listed: (server: string, outcome: ToolOutcome) => void;
  readonly self: Implementation;
  /** The sites whose pages may call them. */
  readonly origins: readonly string[];
  readonly circuit: CircuitConfig;
  /** Counts requests that no limit of a key counts. */
  readonly lists: KeyThrottle;
  /** For clients that listen for changes. */
  readonly slots: KeySlots;
  /** For clients that listen to their session. */
  readonly streams: KeySlots;
  /** A secret that all workers of this host share, and all hosts with the same file if that names one. */
  readonly hostSecret: () => Buffer;
  readonly heartbeatMs: number;
}

/** The tools of a configuration. */
export interface Tools {
  readonly stages: ToolStages;
  /** From now on the parts of this configuration are used: its limits, and the bounds of requests. */
  begin(parts: Parts): void;
}

/** Makes the stages for the tool servers of a configuration. */
export function makeToolStages(
  { path, servers: configs }: McpConfig,
  {
    servers: backends,
    states,
    log,
    listed,
    self,
    origins,
    circuit,
    lists,
    slots,
    streams,
    hostSecret,
    heartbeatMs,
  }: Making,
): Tools {
  const { drains } = states;
  const servers = new Map<string, McpServer>();
  for (const config of configs.values()) {
    const backend = backends.get(mcpServerName(config.name))!;
    servers.set(config.name, states.of(config, { backend, circuit, log, listed, drains, self }));
  }
  const below = `${path}/`;
  let whole: Next | undefined;
  let admitted: Next | undefined;
  return {
    stages: {
      isAt: (called) => called === path || called.startsWith(below),
      stage(exchange, next) {
        const { path: called } = exchange;
        if (called !== path && !called.startsWith(below)) return next(exchange);
        exchange.asked =
          called === path
            ? new MessageRecord(path, undefined)
            : new MessageRecord(`${below}{server}`, called.slice(below.length));
        return whole!(exchange);
      },
      goOn: (exchange) => admitted!(exchange),
    },
    begin(parts) {
      const told = parts.observers.length === 0 ? undefined : notifyObservers(parts, parts.observers);
      const calls = { self, heartbeatMs, budget: parts.body.budget };
      const { clients } = states;
      const admission = [
        parts.guards?.inspect,
        parts.guards?.inspectAnswers,
        admitCall(configs, parts),
        limitServer(configs, parts),
        callServer({ servers, ...calls }),
      ];
      admitted = compose([findServer({ servers, drains }), ...admission]);
      whole = compose([
        readMessage({
          servers,
          body: parts.body,
          faultyBodies: parts.faultyBodies,
          origins: new Set(origins),
          answerBatch: answerBatch(told, log),
          listenToSession: listenToSession({
            servers,
            self,
            lists,
            hostSecret,
            streams,
            clients,
            guards: parts.guards,
          }),
        }),
        holdSession({ servers, lists, hostSecret, drains, inspect: parts.guards?.inspect, ...calls }),
        answerListsAndDiscovery({ servers, drains, self, lists, slots, clients }),
        findServer({ servers, drains }),
        ...admission,
      ]);
    },
  };
}
