import type { McpMessage } from '../../api/mcp/client-messages.ts';
import type { ToolKind } from '../../config/derived/tool-grants.ts';
import type { ToolEvent, ToolOutcome } from '../../observe/request-event.ts';
import type { HeldSession } from './sessions/held-session.ts';

/** The facts about one message of a client of tools, as stages find them out, and the event that tells of it. */
export class MessageRecord {
  /** The path that it came to, with `{server}` for the server's name. */
  readonly route: string;
  /** The one server whose path it came to; undefined for that of all together. */
  readonly addressed: string | undefined;
  /** Until nothing of it will be sent any more. */
  message: McpMessage | undefined;
  /** The revision that it is written in. */
  version = '';
  /** The session that its client holds at the server; undefined for none. */
  session: HeldSession | undefined;
  /** Its answer has to be one whole message. */
  isWhole = false;
  /** The server that it goes to. */
  server: string | undefined;
  /** The server's own name of the tool or the prompt, or the resource's URI. */
  name: string | undefined;
  /** The kind of that, as patterns of grants have it. */
  kind: ToolKind = 'tool';
  /** It is a tool that the file names, and not by a pattern. */
  isNamedInFile = false;
  /** The cost of it, in billionths of a US dollar; undefined if that is not known. */
  costNanoUsd: number | undefined;
  /** The outcome at the server; undefined where it did not come so far. */
  outcome: ToolOutcome | undefined;
  #idText: string | undefined;
  #method = '';

  constructor(route: string, addressed: string | undefined) {
    this.route = route;
    this.addressed = addressed;
  }

  /** Takes the message that was read. */
  read(message: McpMessage, version: string): void {
    this.message = message;
    this.version = version;
    this.#idText = message.idText;
    this.#method = message.kind === 'response' ? '(response)' : message.method;
  }

  /** Takes what is no message: a client opens a stream of its session, or ends the session. */
  readWithoutMessage(method: '(stream)' | '(end)', version: string): void {
    this.version = version;
    this.#method = method;
  }

  /** The id of its JSON-RPC request as it was written; undefined for a notification, and where it could not be read. */
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

/** Clients can make methods up: those that something is told of. */
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

/** The prefix of a name, as patterns of grants have it. */
function prefixOf(kind: ToolKind): string {
  return kind === 'tool' ? '' : `${kind}:`;
}
