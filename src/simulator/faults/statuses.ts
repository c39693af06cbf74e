import type { OutgoingHttpHeaders } from 'node:http';
import { SimulatorRefusal } from '../simulator-refusal.ts';
import type { Turn } from '../turn.ts';
import type { Wire } from '../wire.ts';
import { failure } from './fault.ts';

/** The Retry-After of faults without a number. */
const retryAfterSeconds = 2;

/** A connection stays half-open and unread this long after an early answer; then it is discarded. */
const lingerMs = 1000;

/** Answers with a status: an error in the endpoint's form, or a redirect to another path of this host. */
export function status({ wire }: Turn, code = failure.status, headers: OutgoingHttpHeaders = {}): void {
  if (code < 300 || code > 599) {
    throw new SimulatorRefusal(404, 'The status in the name of a fault is from 300 to 599.', {
      code: 'model_not_found',
    });
  }
  if (code >= 400) {
    wire.fail({ ...failure, status: code }, headers);
    return;
  }
  const length = code === 304 ? {} : { 'content-length': 0 };
  wire.head(code, { ...length, location: '/elsewhere', ...headers });
  wire.end();
}

/** The same with Retry-After in seconds. */
export function statusRetryAfter(turn: Turn, code = 429, seconds = retryAfterSeconds): void {
  status(turn, code, { 'retry-after': String(seconds) });
}

/** The same with Retry-After as a date (RFC 9110, 10.2.3), 2 to 3 seconds from now: dates have no fractions. */
export function statusRetryAfterDate(turn: Turn, code = 429): void {
  const date = new Date(Date.now() + (retryAfterSeconds + 1) * 1000).toUTCString();
  status(turn, code, { 'retry-after': date });
}

/**
 * Answers 413 while the request is still on its way, reads nothing more, and discards the connection after a second:
 * a client that insists on sending all of its body first never gets to the answer.
 */
export function refuseEarly(wire: Wire, message = failure.message): void {
  wire.request.pause();
  wire.fail({ ...failure, status: 413, message }, { connection: 'keep-alive' });
  const timer = setTimeout(() => wire.socket.destroy(), lingerMs);
  wire.socket.once('close', () => clearTimeout(timer));
}

/** Answers 101 to a request that asked for no upgrade, and keeps the connection open. */
export async function switchProtocols({ wire }: Turn): Promise<void> {
  await wire.raw('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await wire.hold();
}
