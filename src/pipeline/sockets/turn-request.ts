import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { ClientRequest } from '../../http/server/client-request.ts';

/**
 * Headers of an upgrade that do not apply to its turns: those of the connection and of a body, and the upgrade's own
 * id.
 */
const notOfTurns: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
]);

/** The headers of an upgrade that each turn has: credentials, tags, and all that go on to backends. */
export function headersOfTurns(rawHeaders: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    const lower = name.toLowerCase();
    if (!notOfTurns.has(lower) && !lower.startsWith('sec-websocket-'))
      kept.push(name, rawHeaders[index + 1]!);
  }
  return kept;
}

/** A turn of a socket as a request: a POST with the headers of the upgrade and a complete JSON body. */
export class TurnRequest extends Readable implements ClientRequest {
  readonly method = 'POST';
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor = 1;
  readonly complete = true;
  readonly url: string;
  readonly socket: Socket;
  rawHeaders: string[];

  /** @param headers By `headersOfTurns`. */
  constructor(url: string, socket: Socket, headers: readonly string[], body: Buffer) {
    super();
    this.url = url;
    this.socket = socket;
    this.rawHeaders = ['content-type', 'application/json', 'content-length', String(body.length), ...headers];
    this.push(body);
    this.push(null);
  }

  override _read(): void {}
}
