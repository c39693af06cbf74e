import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/simulator/index.ts';

/** A simulator that is closed when the test ends. */
export async function simulatorFor(t: TestContext, options?: SimulatorOptions): Promise<Simulator> {
  const simulator = await startSimulator(options);
  t.after(() => simulator.close());
  return simulator;
}

/** Posts JSON and gives the answer's parsed body. */
export async function post(simulator: Simulator, path: string, body: object) {
  const response = await fetch(simulator.url + path, { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

/** The JSON in a stream's data lines, `[DONE]` as it stands, and the events' names. */
export function eventsOf(
  stream: string,
): { name: string | undefined; data: Record<string, unknown> | '[DONE]' }[] {
  return stream
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const data = /^data: (.*)$/m.exec(event)?.[1] ?? '';
      return { name: /^event: (.*)$/m.exec(event)?.[1], data: data === '[DONE]' ? data : JSON.parse(data) };
    });
}

/** One TCP connection, seen as bytes, so that how it ends can be told. */
export class Conversation {
  received = '';
  /** `fin` or `reset`, once the simulator has ended the connection. */
  readonly ended: Promise<'fin' | 'reset'>;
  readonly socket: Socket;

  constructor(t: TestContext, { host, port }: Simulator) {
    this.socket = connect({ host, port, allowHalfOpen: true });
    this.socket.setEncoding('latin1').on('data', (data) => {
      this.received += data;
    });
    this.ended = new Promise((resolve) => {
      this.socket.once('end', () => resolve('fin'));
      this.socket.once('error', () => resolve('reset'));
    });
    t.after(() => this.socket.destroy());
  }

  /** Sends a POST whose body is this JSON. */
  post(path: string, body: object): void {
    const text = JSON.stringify(body);
    this.socket.write(
      `POST ${path} HTTP/1.1\r\nHost: simulator\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  }

  /** Waits until the received text matches. Rejects when the connection ends first. */
  async until(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.received)) {
      if (this.socket.readableEnded) throw new Error(`ended before ${pattern}: ${this.received.slice(-400)}`);
      await Promise.race([once(this.socket, 'data'), this.ended]);
    }
  }

  /** Whether nothing has ended it although the simulator has meanwhile served another connection. */
  async staysOpen(simulator: Simulator): Promise<boolean> {
    await post(simulator, '/v1/completions', { model: 'm', prompt: 'meanwhile' });
    return !this.socket.readableEnded && !this.socket.destroyed;
  }

  /** The body without its chunk sizes, and whether the last chunk came. */
  dechunked(): { body: string; complete: boolean } {
    let rest = this.received.slice(
      this.received.lastIndexOf('\r\n\r\n', this.received.search(/\r\n\r\n[0-9a-f]+\r\n/)) + 4,
    );
    let body = '';
    for (;;) {
      const [line, size] = /^([0-9a-f]+)\r\n/.exec(rest) ?? [];
      if (line === undefined || size === undefined) return { body, complete: false };
      if (size === '0') return { body, complete: true };
      const bytes = Number.parseInt(size, 16);
      body += rest.slice(line.length, line.length + bytes);
      rest = rest.slice(line.length + bytes + 2);
    }
  }
}
