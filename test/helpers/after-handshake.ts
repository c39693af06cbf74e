import { once } from 'node:events';
import { type Duplex, duplexPair } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** A connection whose handshake is made: the client's end without what reads frames, and the server's with it. */
export async function afterHandshake(): Promise<{ readonly ours: Duplex; readonly server: WebSocket }> {
  const [ours, theirs] = duplexPair();
  const frames = new WebSocketServer({ noServer: true });
  const request = {
    method: 'GET',
    url: '/',
    headers: {
      upgrade: 'websocket',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      'sec-websocket-version': '13',
    },
  };
  const server = await new Promise<WebSocket>((resolve) =>
    frames.handleUpgrade(request as never, theirs as never, Buffer.alloc(0), resolve),
  );
  await once(ours, 'readable');
  const head = (ours.read() as Buffer).toString();
  if (!head.startsWith('HTTP/1.1 101 ')) throw new Error(`no handshake: ${head}`);
  return { ours, server };
}
