import type { TestContext } from 'node:test';
import { WebSocket } from 'ws';
import { secret, type TestGateway } from './gateway.ts';

/** An event as it came, parsed. */
// biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape
export type SocketEvent = any;

/** A client's socket, whose events a test takes one by one. */
export interface TestSocket {
  readonly raw: WebSocket;
  readonly events: readonly SocketEvent[];
  send(event: object | string): void;
  /** The next event that nobody has taken, of a type if one is given: others before it are passed over. */
  next(type?: string): Promise<SocketEvent>;
  /** All events up to the end of a turn, that one included; of a lane where one is given. */
  turn(streamId?: string): Promise<readonly SocketEvent[]>;
  /** Its close code, once it is closed. */
  readonly closed: Promise<number>;
}

const ends: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'error',
]);

export interface OpenOptions {
  readonly path?: string;
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
}

function optionsOf({ ca }: Pick<TestGateway, 'ca'>, { key = secret, headers }: OpenOptions) {
  return {
    ca,
    perMessageDeflate: false,
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
  };
}

/** Opens a socket; rejects where the gateway answers otherwise. Ended with the test. */
export async function openSocket(
  t: Pick<TestContext, 'after'>,
  gateway: Pick<TestGateway, 'port' | 'ca'>,
  options: OpenOptions = {},
): Promise<TestSocket> {
  const { path = '/v1/responses', protocols = [] } = options;
  const raw = new WebSocket(
    `wss://localhost:${gateway.port}${path}`,
    [...protocols],
    optionsOf(gateway, options),
  );
  t.after(() => raw.terminate());
  const events: SocketEvent[] = [];
  let taken = 0;
  let wake: (() => void) | undefined;
  let isClosed = false;
  raw.on('message', (data: Buffer) => {
    events.push(JSON.parse(data.toString()));
    wake?.();
  });
  const closed = new Promise<number>((resolve) =>
    raw.on('close', (code) => {
      isClosed = true;
      wake?.();
      resolve(code);
    }),
  );
  await new Promise<void>((resolve, reject) => {
    raw.once('open', resolve);
    raw.once('error', reject);
  });
  raw.on('error', () => {});
  const more = () =>
    new Promise<void>((resolve, reject) => {
      if (isClosed) return reject(new Error('the socket is closed'));
      wake = resolve;
    });
  const next = async (type?: string): Promise<SocketEvent> => {
    for (;;) {
      while (taken < events.length) {
        const event = events[taken++];
        if (type === undefined || event.type === type) return event;
      }
      await more();
    }
  };
  return {
    raw,
    events,
    send: (event) => raw.send(typeof event === 'string' ? event : JSON.stringify(event)),
    next,
    async turn(streamId) {
      const turn: SocketEvent[] = [];
      for (;;) {
        const event = await next();
        if (event.stream_id !== streamId) continue;
        turn.push(event);
        if (ends.has(event.type)) return turn;
      }
    },
    closed,
  };
}

/** How a socket is refused: the status and the body of the answer. */
export function refusedSocket(
  gateway: Pick<TestGateway, 'port' | 'ca'>,
  options: OpenOptions = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const { path = '/v1/responses' } = options;
  const raw = new WebSocket(`wss://localhost:${gateway.port}${path}`, [], optionsOf(gateway, options));
  return new Promise((resolve, reject) => {
    raw.once('open', () => {
      raw.terminate();
      reject(new Error('the socket was opened'));
    });
    raw.on('error', () => {});
    raw.once('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (bytes: Buffer) => {
        text += bytes.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
}
