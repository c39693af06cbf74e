/** A client over TLS that can go away in each of the ways that a connection can end. */
import { connect as connectTcp, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { TestContext } from 'node:test';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** `close_notify` ends TLS and leaves TCP open; `fin` ends TCP without a word of TLS; `rst` resets it. */
export type Leaving = 'close_notify' | 'close_notify_and_fin' | 'fin' | 'rst';

export const leavings: readonly Leaving[] = ['close_notify', 'close_notify_and_fin', 'fin', 'rst'];

export interface LeavingClient {
  readonly tls: TLSSocket;
  leave(how: Leaving): void;
  /** Takes nothing more from the network, so that what is sent to it backs up. */
  stopReading(): void;
}

/** Connects; the connection ends with the test at the latest. */
export function connectToLeave(t: TestContext, port: number, ca: string): Promise<LeavingClient> {
  return new Promise((resolve, reject) => {
    const tcp = connectTcp({ host: '127.0.0.1', port });
    t.after(() => tcp.destroy());
    tcp.on('error', reject);
    const tls = connectTls({ socket: withoutFin(tcp), ca, servername: 'localhost' }, () => {
      tcp.off('error', reject).on('error', () => {});
      resolve({ tls, leave: (how) => leave(tls, tcp, how), stopReading: () => void tcp.pause() });
    });
    tls.on('error', () => {});
  });
}

function leave(tls: TLSSocket, tcp: Socket, how: Leaving): void {
  if (how === 'rst') tcp.resetAndDestroy();
  else if (how === 'fin') tcp.end();
  else tls.end(() => how === 'close_notify_and_fin' && tcp.end());
}

/** What TLS runs over: ending it does not end the connection below. */
function withoutFin(tcp: Socket): Duplex {
  const stream = new Duplex({
    read: () => void tcp.resume(),
    write: (chunk: Buffer, _encoding, done) => void tcp.write(chunk, done),
    final: (done) => done(),
    destroy: (error, done) => done(error),
  });
  tcp.pause();
  tcp.on('data', (chunk: Buffer) => {
    if (!stream.push(chunk)) tcp.pause();
  });
  tcp.on('end', () => stream.push(null));
  return stream;
}
