import { changingLists, listChangedBy } from '../../../api/mcp/lists/list-changes.ts';
import type { McpServerConfig } from '../../../config/types/mcp.ts';
import type { Backend } from '../../../http/client/backend.ts';
import type { ToolServerReport } from '../../../observe/tool-server-report.ts';
import { ClientSessions } from './client-sessions.ts';
import { RevisionAndSession } from './revision-and-session.ts';
import { ServerAvailability } from './server-availability.ts';
import { ServerChanges } from './server-changes.ts';
import { ServerHealth } from './server-health.ts';
import { ServerListening } from './server-listening.ts';
import { ServerLists } from './server-lists.ts';
import type { ServerParts } from './server-parts.ts';
import { type Pins, ServerPins } from './server-pins.ts';
import { ServerSender } from './server-sender.ts';
import type { Session } from './server-sessions.ts';

/** One server of the file, and all that a worker knows of it. */
export class McpServer {
  readonly config: McpServerConfig;
  readonly backend: Backend;
  readonly availability: ServerAvailability;
  readonly sender: ServerSender;
  readonly revision: RevisionAndSession;
  readonly lists: ServerLists;
  /** Sessions that clients hold there. */
  readonly clientSessions: ClientSessions;
  /** Holds back what its `tools.lock` does not have. */
  readonly pins: ServerPins;
  /** Its tools that the file names, and not by a pattern. */
  readonly namedTools: ReadonlySet<string>;
  /** Its listeners: those who want to know of changes. */
  readonly listening: ServerListening;
  readonly #health: ServerHealth;
  #parts: ServerParts;

  constructor(config: McpServerConfig, given: ServerParts) {
    const { backend } = given;
    const parts = () => this.#parts;
    this.config = config;
    this.backend = backend;
    this.#parts = given;
    this.namedTools = new Set(config.tools.filter((tool) => !tool.includes('*')));
    this.availability = new ServerAvailability(config, parts, () => this.#health.isDown);
    this.sender = new ServerSender(backend, config.path);
    this.revision = new RevisionAndSession(config, parts, this.sender);
    this.pins = new ServerPins(config.name, config, () => parts().log);
    const { availability, sender, revision, pins } = this;
    this.lists = new ServerLists({
      config,
      parts,
      availability,
      asking: revision,
      pins,
      changed: (list) => this.listening.tell(list),
    });
    const { lists } = this;
    this.clientSessions = new ClientSessions({ config, parts, availability, sender, pins, lists });
    this.#health = new ServerHealth({
      config,
      parts,
      ask: (totalMs) => revision.ping(totalMs),
      ended: (fault) => availability.noted(fault),
      changed: () => this.relisted(),
    });
    this.listening = new ServerListening(new ServerChanges({ parts, sender, availability, revision, lists }));
  }

  get name(): string {
    return this.config.name;
  }

  /** It is served from now on. */
  begin(): void {
    this.#health.start();
  }

  /** No new request goes to it. */
  end(): void {
    this.#health.stop();
  }

  /** All that is known of it, for operators. Nothing is asked for that. */
  get report(): ToolServerReport {
    const { availability, lists, revision } = this;
    const { shownOut, lastError } = availability;
    return {
      server: this.name,
      out: shownOut && { reason: shownOut.reason, text: shownOut.fault.message },
      lastError,
      revision: revision.known,
      lists: lists.kept,
      tools: lists.keptTools,
      held: this.pins.held,
    };
  }

  /** From now on another version of the configuration, which has the same of it, serves it. */
  follow(parts: ServerParts): void {
    this.#parts = parts;
  }

  /** From now on the `tools.lock` of another version of the configuration decides what it offers. */
  pin(pins: Pins): void {
    if (!this.pins.pin(pins)) return;
    this.lists.forgetAll();
    this.clientSessions.forgetLists();
  }

  /** Tells those who listen that its lists look different, whatever it says itself. */
  relisted(): void {
    for (const list of changingLists) this.listening.tell(list);
  }

  /**
   * Takes a notification of the server's, in any stream: a list may have changed.
   *
   * @param session The session that the stream is of; left out for one of the gateway's own.
   */
  notified(method: string, session?: Session): void {
    const list = listChangedBy(method);
    if (list === undefined) return;
    if (session !== undefined) this.clientSessions.changed(session, list);
    this.lists.forget(list);
    this.listening.tell(list);
  }
}
