/** Those who listen for changes at one server, and the one stream in which the server reports them. */
import {
  type ChangingList,
  listChangedBy,
  listsIn,
  notificationsOf,
} from '../../../api/mcp/lists/list-changes.ts';
import type { JsonObject } from '../../../lib/json.ts';
import type { RequestToServer } from './request-to-server.ts';

/** A listener, with the changes that it wants to learn of. */
export interface ChangeListener {
  readonly lists: ReadonlySet<ChangingList>;
  /** The server's own URIs. */
  readonly uris: ReadonlySet<string>;
  changed(list: ChangingList): void;
  updated(uri: string): void;
}

/** The changes that a server reports by itself. */
export interface Tellable {
  readonly lists: readonly ChangingList[];
  readonly isSubscribable: boolean;
}

/** Takes the messages of a stream of changes. */
export interface StreamEvents {
  notification(method: string, params: JsonObject): void;
  /** The stream has ended. */
  ended(): void;
}

/** The server's side of a stream of changes. */
export interface ListeningServer {
  /** The changes that it reports; none for an older revision. Never rejects. */
  tells(): Promise<Tellable>;
  /** Makes the stream, which its `start` opens; undefined if nothing may be sent. */
  listen(notifications: JsonObject, told: StreamEvents): RequestToServer | undefined;
}

/** Milliseconds of pause before the stream is opened again after its end. */
const firstPauseMs = 1000;
const longestPauseMs = 30_000;

export class ServerListening {
  readonly #server: ListeningServer;
  readonly #listeners = new Set<ChangeListener>();
  /** The notifications that the open stream asks for, as JSON. */
  #about = '';
  #asking: RequestToServer | undefined;
  /** Resolves when the open stream has been acknowledged, or is over. */
  #begun: Promise<void> | undefined;
  #begin: () => void = () => {};
  #pauseMs = firstPauseMs;
  #pause: NodeJS.Timeout | undefined;

  constructor(server: ListeningServer) {
    this.#server = server;
  }

  /** Resolves when its changes are reported, or can't be for now. */
  async add(listener: ChangeListener): Promise<void> {
    this.#listeners.add(listener);
    await this.#adjust();
    await this.#begun;
  }

  delete(listener: ChangeListener): void {
    this.#listeners.delete(listener);
    void this.#adjust();
  }

  /** Reports a changed list, from any source. */
  tell(list: ChangingList): void {
    for (const listener of this.#listeners) if (listener.lists.has(list)) listener.changed(list);
  }

  /** Keeps one stream open for all wanted changes, or none. */
  async #adjust(): Promise<void> {
    if (this.#listeners.size === 0) return this.#close();
    const { lists, isSubscribable } = await this.#server.tells();
    const all = [...this.#listeners];
    const wanted = lists.filter((list) => all.some((one) => one.lists.has(list)));
    const uris = isSubscribable ? [...new Set(all.flatMap((one) => [...one.uris]))].sort() : [];
    const about = JSON.stringify(notificationsOf(wanted, uris));
    if (about === this.#about && (this.#asking !== undefined || this.#pause !== undefined)) return;
    this.#close();
    if (wanted.length + uris.length === 0) return;
    this.#about = about;
    this.#open();
  }

  #open(): void {
    this.#begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
    const asking = this.#server.listen(JSON.parse(this.#about) as JsonObject, {
      notification: (method, params) => this.#told(method, params),
      ended: () => this.#ended(),
    });
    this.#asking = asking;
    if (asking === undefined) return this.#ended();
    asking.start();
  }

  #told(method: string, params: JsonObject): void {
    // It has begun: the next pause is short again.
    this.#pauseMs = firstPauseMs;
    if (method === 'notifications/subscriptions/acknowledged') return this.#begin();
    const list = listChangedBy(method);
    if (list !== undefined) return this.tell(list);
    const { uri } = params;
    if (method !== 'notifications/resources/updated' || typeof uri !== 'string') return;
    for (const listener of this.#listeners) if (listener.uris.has(uri)) listener.updated(uri);
  }

  /** Opens the stream again after a pause. Changes in between are not reported, so all lists may have changed. */
  #ended(): void {
    this.#asking = undefined;
    this.#begin();
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#listeners.size === 0) return;
      this.#open();
      for (const list of listsIn(JSON.parse(this.#about) as JsonObject)) this.tell(list);
    }, this.#pauseMs).unref();
    this.#pauseMs = Math.min(longestPauseMs, this.#pauseMs * 2);
  }

  #close(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#asking?.cancel();
    this.#asking = undefined;
    this.#begin();
    this.#about = '';
  }
}
