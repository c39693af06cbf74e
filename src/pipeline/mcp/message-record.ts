import type { McpMessage } from '../../api/mcp/client-messages.ts';
import type { ToolKind } from '../../config/derived/tool-grants.ts';
import type { ToolEvent, ToolOutcome } from '../../observe/request-event.ts';
import type { HeldSession } from './sessions/held-session.ts';

/** The facts of one message of a client of tools, as stages find them, and the event that reports it. */
export class MessageRecord {
  /** The path of the request, with `{server}` for the server's name. */
  readonly route: string;
  /** The one server of the path; undefined for the path of all servers. */
  readonly addressed: string | undefined;
  /** Kept until nothing of it will be sent any more. */
  message: McpMessage | undefined;
  /** The revision of the message. */
  version = '';
  /** The session that its client holds at the server; undefined for none. */
  session: HeldSession | undefined;
  /** Its answer has to be one whole message. */
  isWhole = false;
  /** The server that it goes to. */
  server: string | undefined;
  /** The server's own name of the tool or the prompt, or the resource's URI. */
  name: string | undefined;
  /** The kind of that, in the words of grants. */
  kind: ToolKind = 'tool';
  /** The file names the tool itself, not by a pattern. */
  isNamedInFile = false;
  /** Its cost in billionths of a US dollar; undefined if unknown. */
  costNanoUsd: number | undefined;
  /** The outcome at the server; undefined if it did not get there. */
  outcome: ToolOutcome | undefined;
  #idText: string | undefined;
  #method = '';

  constructor(route: string, addressed: string | undefined) {
    this.route = route;
    this.addressed = addressed;
  }

  /** Takes over a message. */
  read(message: McpMessage, version: string): void {
    this.message = message;
    this.version = version;
    this.#idText = message.idText;
    this.#method = message.kind === 'response' ? '(response)' : message.method;
  }

  /** Takes over a request without a message: a client opens a stream of its session, or ends the session. */
  readWithoutMessage(method: '(stream)' | '(end)', version: string): void {
    this.version = version;
    this.#method = method;
  }

  /**
   * The id of its JSON-RPC request, as the client wrote it; undefined for a notification, and for an unreadable one.
   */
  get idText(): string | undefined {
    return this.#idText;
  }

  get method(): string {
    return this.#method;
  }

  get event(): ToolEvent {
    const { method, server, kind, name, isNamedInFile, outcome } = this;
    const tool =
      server === undefined || name === undefined ? undefined : `${server}/${prefixOf(kind)}${name}`;
    const named = isNamedInFile ? name : undefined;
    return { method: knownMethods.has(method) ? method : '(other)', server, tool, named, outcome };
  }
}

/** The methods that are reported: clients can make up others. */
const knownMethods: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'completion/complete',
  'subscriptions/listen',
  'notifications/initialized',
  'notifications/cancelled',
  '(response)',
  '(stream)',
  '(end)',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'notifications/progress',
  'notifications/roots/list_changed',
]);

/** The prefix of a name, in the form of grants. */
function prefixOf(kind: ToolKind): string {
  return kind === 'tool' ? '' : `${kind}:`;
}
