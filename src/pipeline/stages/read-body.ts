import { scanBody } from '../../api/body/scanned-body.ts';
import { GatewayError } from '../../errors.ts';
import type { Parts } from '../parts.ts';
import { readWholeBody } from '../request-body.ts';
import type { Stage } from '../stage.ts';

/** `application/json` with any parameters (RFC 9110, 8.3.1). */
const json = /^application\/json[\t ]*(?:;[^,]*)?$/i;
/** JSON has no charset but UTF-8 (RFC 8259, 8.1). */
const otherCharset = /;[\t ]*charset[\t ]*=[\t ]*(?!"?utf-?8"?[\t ]*(?:;|$))/i;

/** Reads the body and what the gateway has to know of it. */
export function readBody({ body: limits }: Parts): Stage {
  return function readBody(exchange, next) {
    const { contentType, contentEncoding } = exchange.head;
    if (contentType === undefined || !json.test(contentType) || otherCharset.test(contentType)) {
      throw new GatewayError(
        'unsupported_media_type',
        'Send the body as "Content-Type: application/json" in UTF-8.',
      );
    }
    if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
      throw new GatewayError('unsupported_media_type', 'Send the body without Content-Encoding.');
    }
    return readWholeBody(exchange, limits, (bytes) => {
      exchange.body = scanBody(bytes, exchange.served);
      if (exchange.body.stream && exchange.request.httpVersionMinor === 0) {
        throw new GatewayError(
          'bad_request',
          'Streaming needs HTTP/1.1: HTTP/1.0 can not tell a cut stream.',
        );
      }
      exchange.readMs = performance.now();
      return next(exchange);
    });
  };
}
