/** A client that listens for changes: one long answer, ended in the words of the protocol when the gateway ends it. */

import type { ChangingList } from '../../api/mcp/lists/list-changes.ts';
import { metaNames } from '../../api/mcp/protocol-versions.ts';
import { markedUri } from '../../api/mcp/server-prefixed-uris.ts';
import { within } from '../../lib/waiting/within.ts';
import type { Exchange } from '../exchange.ts';
import type { AnswerSource } from '../relay/answer/answer-sink.ts';
import { listeningUntil } from './listening-until.ts';
import type { McpServer } from './servers/mcp-server.ts';
import type { ChangeListener } from './servers/server-listening.ts';

/** The changes at one server that a client wants to learn of. */
export interface Wanted {
  readonly server: McpServer;
  readonly lists: ReadonlySet<ChangingList>;
  readonly uris: ReadonlySet<string>;
}

const heartbeatMs = 30_000;
/** Milliseconds that servers have to acknowledge that they will report changes. */
const serversMs = 500;
/** Milliseconds for which a client may take nothing of it before its connection ends. */
const idleMs = 300_000;
const heartbeat = Buffer.from(': \n\n');

export class ListenStream implements AnswerSource {
  readonly #exchange: Exchange;
  /** The client may listen until then. */
  readonly #untilMs: number;
  readonly #isAmong: boolean;
  readonly #listeners: readonly { readonly server: McpServer; readonly listener: ChangeListener }[];
  /** Notifications that wait, because the client takes nothing. */
  readonly #untold = new Set<string>();
  #isPaused = false;
  /** The client has got the acknowledgement, which comes before all else. */
  #isAcknowledged = false;
  #isOver = false;
  #over: () => void = () => {};

  /** @param isAmong URIs include the names of their servers. */
  constructor(exchange: Exchange, wanted: readonly Wanted[], isAmong: boolean) {
    this.#exchange = exchange;
    this.#untilMs = listeningUntil(exchange);
    this.#isAmong = isAmong;
    this.#listeners = wanted.map(({ server, lists, uris }) => ({
      server,
      listener: {
        lists,
        uris,
        changed: (list) => this.#tell(`notifications/${list}/list_changed`, ''),
        updated: (uri) =>
          this.#tell('notifications/resources/updated', `,"uri":${JSON.stringify(this.#shown(server, uri))}`),
      },
    }));
  }

  /**
   * Begins the answer. Resolves when it is over.
   *
   * @param agreed The coming notifications, in the form of `params.notifications`.
   */
  run(agreed: object): Promise<void> {
    const exchange = this.#exchange;
    return new Promise((resolve) => {
      this.#over = resolve;
      exchange.whenGone(() => this.#finish());
      exchange.whenInterrupted(() => this.end());
      const headers = ['content-type', 'text/event-stream', 'x-request-id', exchange.id];
      headers.push('cache-control', 'no-store', 'x-accel-buffering', 'no');
      exchange.answer.begin(
        { status: 200, headers, length: undefined, body: 'events', idleMs, own: 'no' },
        this,
      );
      this.#beat();
      void this.#acknowledge(`,"notifications":${JSON.stringify(agreed)}`);
    });
  }

  /** Waits for the servers, so that no change after the acknowledgement is missed, but not for silent ones. */
  async #acknowledge(agreed: string): Promise<void> {
    const added = this.#listeners.map(({ server, listener }) => server.listening.add(listener));
    await within(serversMs, Promise.all(added));
    if (this.#isOver) return;
    this.#isAcknowledged = true;
    this.#exchange.answer.write(this.#said('notifications/subscriptions/acknowledged', agreed));
    if (!this.#isPaused) this.resume();
  }

  /** Ends it; the client may listen again. */
  end(): void {
    if (this.#isOver) return;
    const { answer, asked } = this.#exchange;
    const id = asked!.idText!;
    const result = `{"resultType":"complete","_meta":{"${metaNames.subscriptionId}":${id}}}`;
    this.#finish();
    answer.write(Buffer.from(`event: message\ndata: {"jsonrpc":"2.0","id":${id},"result":${result}}\n\n`));
    answer.end();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    if (this.#isOver || !this.#isAcknowledged) return;
    const untold = [...this.#untold];
    this.#untold.clear();
    for (const text of untold) this.#exchange.answer.write(Buffer.from(text));
  }

  #shown({ name }: McpServer, uri: string): string {
    return this.#isAmong ? markedUri(name, uri) : uri;
  }

  #tell(method: string, members: string): void {
    if (!this.#isOver) this.#write(method, members);
  }

  /** Writes a notification; the client gets a repeated one once if it takes nothing meanwhile. */
  #write(method: string, members: string): void {
    const said = this.#said(method, members);
    if (this.#isPaused || !this.#isAcknowledged) this.#untold.add(said.toString());
    else this.#exchange.answer.write(said);
  }

  #said(method: string, members: string): Buffer {
    const meta = `"_meta":{"${metaNames.subscriptionId}":${this.#exchange.asked!.idText!}}`;
    return Buffer.from(
      `event: message\ndata: {"jsonrpc":"2.0","method":"${method}","params":{${meta}${members}}}\n\n`,
    );
  }

  #beat(): void {
    const dueMs = Math.min(performance.now() + heartbeatMs, this.#untilMs);
    this.#exchange.timer.set(dueMs, () => {
      if (this.#isOver) return;
      if (performance.now() >= this.#untilMs) return this.end();
      if (!this.#isPaused) this.#exchange.answer.beat(heartbeat);
      this.#beat();
    });
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const exchange = this.#exchange;
    for (const { server, listener } of this.#listeners) server.listening.delete(listener);
    exchange.whenGone(undefined);
    exchange.whenInterrupted(undefined);
    exchange.timer.clear();
    this.#over();
  }
}
