import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { type AnswerParts, responseEvents } from './responses-backend.ts';
import type { Owner } from './serve.ts';

/** A turn as a backend saw it. */
export interface SeenTurn {
  /** Which socket, from 0 on. */
  readonly socket: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape
  readonly event: any;
  readonly text: string;
}

export interface SocketBackend {
  readonly url: string;
  readonly turns: readonly SeenTurn[];
  /** The requests that asked for a socket. */
  readonly handshakes: readonly IncomingMessage[];
  /** Those that are open. */
  readonly sockets: ReadonlySet<WebSocket>;
}

export interface SocketBackendOptions {
  /** What is answered in place of 101; undefined for that. */
  readonly refuse?: (
    request: IncomingMessage,
    count: number,
  ) => string | undefined | Promise<string | undefined>;
  /** A socket is open. */
  readonly opened?: (socket: WebSocket, request: IncomingMessage) => void;
  /** Requests of HTTP. */
  readonly http?: Parameters<typeof createServer>[1];
}

/** The events of an answer as messages of a socket. */
export function socketEvents(parts: AnswerParts, streamId?: string): readonly string[] {
  return responseEvents(parts).map((event) => {
    const data = JSON.parse(/^data: (.*)$/m.exec(event)![1]!) as object;
    return JSON.stringify(streamId === undefined ? data : { stream_id: streamId, ...data });
  });
}

/** A backend that speaks over WebSockets, and answers each message as the test says. */
export async function startSocketBackend(
  t: Owner,
  turn: (seen: SeenTurn, socket: WebSocket) => void | Promise<void>,
  { refuse, opened, http }: SocketBackendOptions = {},
): Promise<SocketBackend> {
  const turns: SeenTurn[] = [];
  const handshakes: IncomingMessage[] = [];
  const sockets = new Set<WebSocket>();
  const frames = new WebSocketServer({ noServer: true });
  const server = createServer(http);
  let count = 0;
  server.on('upgrade', async (request, socket, head) => {
    handshakes.push(request);
    const refusal = await refuse?.(request, handshakes.length - 1);
    if (refusal !== undefined) return void socket.end(refusal);
    frames.handleUpgrade(request, socket, head, (webSocket) => {
      const number = count++;
      sockets.add(webSocket);
      webSocket.on('close', () => sockets.delete(webSocket));
      webSocket.on('error', () => {});
      webSocket.on('message', (data: Buffer) => {
        const text = data.toString();
        const seen = { socket: number, event: JSON.parse(text), text };
        turns.push(seen);
        void turn(seen, webSocket);
      });
      opened?.(webSocket, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.terminate();
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, turns, handshakes, sockets };
}
