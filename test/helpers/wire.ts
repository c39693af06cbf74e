/** HTTP/1.1 by hand: what goes over a connection byte by byte, and what comes back, seen as it is framed. */
import assert from 'node:assert/strict';
import type { Duplex } from 'node:stream';

export interface WireAnswer {
  readonly status: number;
  /** Lower-case names; fields that stand twice are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly json: any;
}

export interface Wire {
  readonly socket: Duplex;
  write(bytes: string | Buffer): void;
  /** The next answer, whole. `bodiless` for an answer to HEAD. Rejects when none comes within `withinMs`. */
  answer(options?: { readonly bodiless?: boolean; readonly withinMs?: number }): Promise<WireAnswer>;
  /** Resolves when the other side has ended the connection; rejects if it has not within `withinMs`. */
  ended(withinMs?: number): Promise<void>;
  /** What came and was not taken as an answer. */
  rest(): string;
}

const patienceMs = 20_000;

/** Speaks over an open connection. */
export function wireOver(socket: Duplex): Wire {
  let received = Buffer.alloc(0);
  let isEnded = false;
  let changed = () => {};
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    changed();
  });
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      isEnded = true;
      changed();
    });
  }
  socket.on('error', () => {});

  async function waitFor<T>(look: () => T | undefined, what: string, withinMs: number): Promise<T> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      const leftMs = deadline - performance.now();
      assert.ok(leftMs > 0, `not within ${withinMs} ms: ${what}; received so far: ${received.toString()}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        changed = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    async answer({ bodiless = false, withinMs = patienceMs } = {}) {
      const { answer, length } = await waitFor(
        () => {
          const parsed = parseAnswer(received, bodiless, isEnded);
          assert.ok(parsed !== undefined || !isEnded, `no whole answer but an end: ${received.toString()}`);
          return parsed;
        },
        'an answer',
        withinMs,
      );
      received = received.subarray(length);
      return answer;
    },
    ended: (withinMs = patienceMs) =>
      waitFor(() => (isEnded ? null : undefined), 'the end of the connection', withinMs).then(() => {}),
    rest: () => received.toString(),
  };
}

function parseAnswer(
  bytes: Buffer,
  bodiless: boolean,
  isEnded: boolean,
): { answer: WireAnswer; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const match = /^HTTP\/1\.1 (\d{3}) /.exec(`${statusLine} `);
  assert.ok(match, `not a status line: ${statusLine}`);
  const status = Number(match[1]);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const from = headEnd + 4;
  const body = bodiless || status < 200 ? { text: '', to: from } : bodyFrom(bytes, from, headers, isEnded);
  if (body === undefined) return undefined;
  const answer = {
    status,
    headers,
    body: body.text,
    get json() {
      return JSON.parse(this.body);
    },
  };
  return { answer, length: body.to };
}

function bodyFrom(
  bytes: Buffer,
  from: number,
  headers: Readonly<Record<string, string>>,
  isEnded: boolean,
): { text: string; to: number } | undefined {
  const declared = headers['content-length'];
  if (declared !== undefined) {
    const to = from + Number(declared);
    return bytes.length < to ? undefined : { text: bytes.toString('utf8', from, to), to };
  }
  if (headers['transfer-encoding'] !== 'chunked') {
    return isEnded ? { text: bytes.toString('utf8', from), to: bytes.length } : undefined;
  }
  const chunks: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const to = lineEnd + 2 + size;
    if (bytes.length < to + 2) return undefined;
    chunks.push(bytes.subarray(lineEnd + 2, to));
    at = to + 2;
    if (size === 0) return { text: Buffer.concat(chunks).toString('utf8'), to: at };
  }
}
