/** Sessions that clients hold at one server: the server's lists in each, and a bound on their number. */
import { randomUUID } from 'node:crypto';
import type { ChangingList } from '../../../api/mcp/lists/list-changes.ts';
import { maxListBytes } from '../../../api/mcp/lists/server-list-reader.ts';
import type { McpServerConfig } from '../../../config/types/mcp.ts';
import type { Backend } from '../../../http/client/backend.ts';
import type { CallerToken } from '../callers/caller-token.ts';
import type { KnownSession } from '../sessions/held-session.ts';
import type { ServerAvailability } from './server-availability.ts';
import { ServerLists } from './server-lists.ts';
import type { ServerParts } from './server-parts.ts';
import type { ServerPins } from './server-pins.ts';
import type { ServerSender } from './server-sender.ts';
import type { Session } from './server-sessions.ts';

interface Making {
  readonly config: McpServerConfig;
  readonly parts: () => ServerParts;
  readonly availability: ServerAvailability;
  readonly sender: ServerSender;
  readonly credential: Pick<Backend, 'secret'>;
  readonly token: CallerToken | undefined;
  readonly pins: ServerPins;
  /** The lists of the server outside of such sessions. */
  readonly lists: ServerLists;
}

/** The most sessions whose lists are kept, and the most bytes of those lists. */
const mostKept = 100;
const mostBytes = 16 * 1024 * 1024;
/** The most sessions of one caller that this worker has begun and not ended. */
const mostOfCaller = 250;
/** The most sessions that are counted. */
const mostCounted = 10_000;
/** Milliseconds that a server has for each page of a list. */
const listingMs = 30_000;

export class ClientSessions {
  readonly #made: Making;
  /** Lists by the ids of their sessions, the least recently used first. */
  readonly #lists = new Map<string, ServerLists>();
  /** Revisions of the sessions that this worker began, by caller and id: both with the least recently used first. */
  readonly #begun = new Map<string, Map<string, string>>();
  #count = 0;

  constructor(made: Making) {
    this.#made = made;
  }

  /** The number of sessions with kept lists, and of counted ones. */
  get sizes(): { readonly kept: number; readonly counted: number } {
    return { kept: this.#lists.size, counted: this.#count };
  }

  /** The lists of a session, fetched in it. */
  lists(session: KnownSession): ServerLists {
    const { id } = session;
    const known = this.#lists.get(id);
    const lists = known ?? this.#listsOf(session);
    if (known !== undefined) this.#lists.delete(id);
    this.#lists.set(id, lists);
    this.#bound();
    return lists;
  }

  /** Counts a new session. A caller that begins too many loses the least recently used. */
  begun(caller: string, { id, version }: KnownSession): void {
    const own = this.#begun.get(caller) ?? new Map<string, string>();
    this.#begun.delete(caller);
    this.#begun.set(caller, own);
    if (!own.has(id)) this.#count += 1;
    own.set(id, version);
    if (own.size > mostOfCaller) this.#endOldest(own);
    while (this.#count > mostCounted) this.#forgetCaller();
  }

  /** Marks a session as in use, if this worker knows it. */
  used(caller: string, { id, version }: KnownSession): void {
    const own = this.#begun.get(caller);
    if (own?.delete(id) !== true) return;
    own.set(id, version);
    this.#begun.delete(caller);
    this.#begun.set(caller, own);
  }

  #endOldest(own: Map<string, string>): void {
    const [id, version] = own.entries().next().value!;
    own.delete(id);
    this.#count -= 1;
    this.#lists.delete(id);
    this.#made.sender.endSession({ id, version }).catch(() => {});
  }

  /** Forgets a caller that has not been here for long: the server ends those sessions. */
  #forgetCaller(): void {
    const [caller] = this.#begun.keys();
    this.#count -= this.#begun.get(caller!)!.size;
    this.#begun.delete(caller!);
  }

  /** A list of a session has changed. */
  changed(session: Session, list: ChangingList): void {
    if (session.id !== undefined) this.#lists.get(session.id)?.forget(list);
  }

  /** Makes all lists be fetched again: the offer has changed. */
  forgetLists(): void {
    for (const lists of this.#lists.values()) lists.forgetAll();
    this.#lists.clear();
  }

  /** The session is over. */
  ended(caller: string, { id }: KnownSession): void {
    this.#lists.delete(id);
    const own = this.#begun.get(caller);
    if (own?.delete(id) !== true) return;
    this.#count -= 1;
    if (own.size === 0) this.#begun.delete(caller);
  }

  #bound(): void {
    let bytes = 0;
    for (const lists of this.#lists.values()) bytes += lists.ownBytes;
    for (const [id, { ownBytes }] of this.#lists) {
      if (this.#lists.size === 1 || (this.#lists.size <= mostKept && bytes <= mostBytes)) return;
      bytes -= ownBytes;
      this.#lists.delete(id);
    }
  }

  #listsOf(session: KnownSession): ServerLists {
    const { config, parts, availability, sender, credential, token, pins, lists: usual } = this.#made;
    const speech = { kind: 'older', session } as const;
    return new ServerLists({
      config,
      parts,
      availability,
      asking: {
        isOlder: async () => true,
        greeting: async () => usual.introduction(),
        ask: async (method, cursor) => {
          const id = `gateway-${randomUUID()}`;
          const paramsText = JSON.stringify(cursor === undefined ? {} : { cursor });
          const asked = { id, method, paramsText, requestId: 'mcp-list', hops: 1 };
          const { totalMs } = parts().backend.config.timeouts;
          const bounds = { totalMs: Math.min(listingMs, totalMs), maxBytes: maxListBytes + 64 * 1024 };
          return (await sender.ask(asked, speech, bounds)).response;
        },
      },
      credential,
      token,
      pins,
      inSession: { usual },
      changed: () => {},
    });
  }
}
