/** The faults of a request's body that show only while it arrives. */
import { GatewayError } from '../errors.ts';

/** The client sent nothing for too long. */
export function tooLate(timeoutMs: number): GatewayError {
  return new GatewayError(
    'request_timeout',
    `Nothing of the request body came for ${timeoutMs} ms (listen.body_timeout).`,
    { closeConnection: true },
  );
}

/** It sends, but too slowly. */
export function tooSlow(leastBytesPerSecond: number): GatewayError {
  return new GatewayError(
    'request_timeout',
    `The request body came at less than ${leastBytesPerSecond} bytes a second (listen.min_body_rate).`,
    { closeConnection: true },
  );
}

/** A body that is larger than its endpoint takes. */
export function uploadTooLarge(maxBytes: number): GatewayError {
  return new GatewayError(
    'body_too_large',
    `The request body exceeds ${maxBytes} bytes, the most of this endpoint.`,
    { closeConnection: true },
  );
}
