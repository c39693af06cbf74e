import { changingLists, listChangedBy } from '../../../api/mcp/lists/list-changes.ts';
import { maxListedItems } from '../../../api/mcp/lists/server-list-reader.ts';
import type { McpServerConfig } from '../../../config/types/mcp.ts';
import type { Backend } from '../../../http/client/backend.ts';
import type { ToolServerReport } from '../../../observe/tool-server-report.ts';
import { CallerServers } from '../callers/caller-servers.ts';
import type { CallerToken } from '../callers/caller-token.ts';
import { ClientSessions } from './client-sessions.ts';
import { RevisionAndSession } from './revision-and-session.ts';
import { ServerAvailability } from './server-availability.ts';
import { ServerChanges } from './server-changes.ts';
import { ServerHealth } from './server-health.ts';
import { ServerListening } from './server-listening.ts';
import { type KeptAlike, ServerLists } from './server-lists.ts';
import type { ServerParts } from './server-parts.ts';
import { type Pins, ServerPins } from './server-pins.ts';
import { ServerSender } from './server-sender.ts';
import type { Session } from './server-sessions.ts';

/** A caller whose token a server gets. */
interface OneCaller {
  readonly token: CallerToken;
  /** The server's, shared by all callers: a failing server fails for everybody. */
  readonly availability: ServerAvailability;
  /** The server's, shared by all callers: they have one lock. */
  readonly pins: ServerPins;
  readonly alike: KeptAlike;
}

/** One server of the file, and a worker's knowledge of it. */
export class McpServer {
  readonly config: McpServerConfig;
  readonly backend: Backend;
  /** The secret of requests to it, which no client may see. */
  readonly credential: Pick<Backend, 'secret'>;
  /** The token of the caller, for a server as one caller sees it. */
  readonly token: CallerToken | undefined;
  /**
   * The same server for each caller, if it gets the tokens of callers; then nothing is sent in the gateway's own name.
   */
  readonly callers: CallerServers<McpServer> | undefined;
  readonly availability: ServerAvailability;
  readonly sender: ServerSender;
  readonly revision: RevisionAndSession;
  readonly lists: ServerLists;
  /** Sessions that clients hold there. */
  readonly clientSessions: ClientSessions;
  /** Holds back the things that its `tools.lock` does not have. */
  readonly pins: ServerPins;
  /** Its tools that the file names itself, not by a pattern. */
  readonly namedTools: ReadonlySet<string>;
  /** Those who listen for its changes. */
  readonly listening: ServerListening;
  readonly #health: ServerHealth;
  #parts: ServerParts;

  /** @param caller Absent for the server of the file. */
  constructor(config: McpServerConfig, given: ServerParts, caller?: OneCaller) {
    const { backend } = given;
    const parts = () => this.#parts;
    this.config = config;
    this.backend = backend;
    this.#parts = given;
    this.namedTools = new Set(config.tools.filter((tool) => !tool.includes('*')));
    const token = caller?.token;
    this.token = token;
    this.credential = token ?? backend;
    this.availability =
      caller?.availability ?? new ServerAvailability(config, parts, () => this.#health.isDown);
    this.sender = new ServerSender(backend, config.path, token);
    this.revision = new RevisionAndSession(config, parts, this.sender, this.credential);
    this.pins = caller?.pins ?? new ServerPins(config.name, config, () => parts().log);
    const { availability, sender, revision, pins, credential } = this;
    const { exchange } = config;
    const alike: KeptAlike = {};
    this.callers =
      exchange === undefined || caller !== undefined
        ? undefined
        : new CallerServers<McpServer>(
            config.name,
            exchange,
            (own) => new McpServer(config, this.#parts, { token: own, availability, pins, alike }),
            (one) => one.revision.forget(),
            (reason) =>
              parts().log.warn(
                { server: config.name, reason },
                'the token of a caller is not exchanged for one at a tool server',
              ),
          );
    this.lists = new ServerLists({
      config,
      parts,
      availability,
      asking: revision,
      credential,
      token,
      alike: caller?.alike,
      pins,
      changed: (list) => this.listening.tell(list),
    });
    const { lists } = this;
    this.clientSessions = new ClientSessions({
      config,
      parts,
      availability,
      sender,
      credential,
      token,
      pins,
      lists,
    });
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

  /** Begins: it is served from now on. */
  begin(): void {
    this.#health.start();
  }

  /** Ends: it gets no new request. */
  end(): void {
    this.#health.stop();
  }

  /** The knowledge of it, for operators. Nothing is fetched for that. */
  get report(): ToolServerReport {
    const { shownOut, lastError } = this.availability;
    // Callers may have lists of their own: the lists of any of them are shown.
    const seen = this.callers?.all ?? [this];
    const tools = [...new Set(seen.flatMap(({ lists }) => lists.keptTools))].slice(0, maxListedItems);
    return {
      server: this.name,
      out: shownOut && { reason: shownOut.reason, text: shownOut.fault.message },
      lastError,
      revision: seen.find(({ revision }) => revision.known !== undefined)?.revision.known,
      lists: Object.assign({}, ...seen.map(({ lists }) => lists.kept)),
      tools,
      held: this.pins.held,
    };
  }

  /** Follows another version of the configuration with the same settings of it. */
  follow(parts: ServerParts): void {
    this.#parts = parts;
    for (const one of this.callers?.all ?? []) one.follow(parts);
  }

  /** Takes over the `tools.lock` of another version of the configuration, which decides on its offer from now on. */
  pin(pins: Pins): void {
    if (!this.pins.pin(pins)) return;
    for (const one of [this, ...(this.callers?.all ?? [])]) {
      one.lists.forgetAll();
      one.clientSessions.forgetLists();
    }
  }

  /** Notifies those who listen that its lists have changed, even without a notification of the server. */
  relisted(): void {
    for (const list of changingLists) this.listening.tell(list);
    for (const one of this.callers?.all ?? []) one.relisted();
  }

  /**
   * Takes a notification of the server, in any stream: a list may have changed.
   *
   * @param session The session of the stream; absent for one of the gateway's own.
   */
  notified(method: string, session?: Session): void {
    const list = listChangedBy(method);
    if (list === undefined) return;
    if (session !== undefined) this.clientSessions.changed(session, list);
    this.lists.forget(list);
    this.listening.tell(list);
  }
}
