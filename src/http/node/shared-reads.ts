import type { Socket } from 'node:net';

/** What a system call brings at most; libuv asks for as much. */
const bufferBytes = 64 * 1024;

/** Made when the first backend without TLS is spoken to. */
let shared: Buffer | undefined;

/** What `net.Socket` takes as `onread`. */
export interface OnRead {
  readonly buffer: Buffer;
  callback(length: number, bytes: Uint8Array): boolean;
}

/**
 * Has a plain connection of Node's HTTP client read into one buffer that all of them have in common. Without it each
 * read makes a Buffer of 64 KiB, cuts it down to what came, and goes through the queue of a stream; the parser then
 * copies the body out of it anyway. Sharing is sound because the system's read, the parser and what the parser calls
 * are one turn: nothing is read for another connection in between. (Of TLS that is not promised.)
 *
 * Bytes that come while no request waits for an answer end the connection: whoever sends them is out of step, and what
 * follows could not be told from the answer to the next request.
 *
 * @param socket The connection, which exists only after it was given this.
 */
export function sharedReads(socket: () => Socket): OnRead {
  shared ??= Buffer.allocUnsafeSlow(bufferBytes);
  return {
    buffer: shared,
    callback(length, bytes) {
      const connection = socket();
      if (!connection.emit('data', bytes.subarray(0, length))) connection.destroy();
      return true;
    },
  };
}
