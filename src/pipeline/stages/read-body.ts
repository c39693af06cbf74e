import type { RequestBody } from '../../api/body/body-kinds.ts';
import { readJsonBody } from '../../api/body/json-body.ts';
import { NoBody } from '../../api/body/no-body.ts';
import { readObjectBody } from '../../api/body/object-body.ts';
import { GatewayError } from '../../errors.ts';
import type { Head } from '../../http/server/request-head.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import { readWholeBody } from '../request-body.ts';
import type { Stage } from '../stage.ts';

/** `application/json` with any parameters (RFC 9110, 8.3.1). */
const json = /^application\/json[\t ]*(?:;[^,]*)?$/i;
/** JSON has no charset but UTF-8 (RFC 8259, 8.1). */
const otherCharset = /;[\t ]*charset[\t ]*=[\t ]*(?!"?utf-?8"?[\t ]*(?:;|$))/i;

/** Reads the body, of the kind that the endpoint declares, and what the gateway has to know of it. */
export function readBody({
  body: limits,
  defaultModels = {},
}: Pick<Parts, 'body'> & Partial<Pick<Parts, 'defaultModels'>>): Stage {
  return function readBody(exchange, next) {
    const { head, served } = exchange;
    const goOn = (body: RequestBody) => next(withBody(exchange, body));
    switch (served.body.kind) {
      case 'json':
        requireJson(head);
        return readWholeBody(exchange, limits, (bytes) =>
          goOn(readJsonBody(bytes, served, defaultModels[served.name])),
        );
      case 'object':
        if (hasNoBody(head)) return goOn(new NoBody(served));
        requireJson(head);
        return readWholeBody(exchange, limits, (bytes) => goOn(readObjectBody(bytes, served)));
      case 'none':
        requireNone(head);
        return goOn(new NoBody(served, exchange.query));
    }
  };
}

function withBody(exchange: Exchange, body: RequestBody): Exchange {
  exchange.body = body;
  exchange.summary = body.summary;
  if (body.summary.stream && exchange.request.httpVersionMinor === 0) {
    throw new GatewayError('bad_request', 'Streaming needs HTTP/1.1: HTTP/1.0 can not tell a cut stream.');
  }
  exchange.readMs = performance.now();
  return exchange;
}

function requireJson({ contentType, contentEncoding }: Head): void {
  if (contentType === undefined || !json.test(contentType) || otherCharset.test(contentType)) {
    throw new GatewayError(
      'unsupported_media_type',
      'Send the body as "Content-Type: application/json" in UTF-8.',
    );
  }
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    throw new GatewayError('unsupported_media_type', 'Send the body without Content-Encoding.');
  }
}

/** Nothing that a client sent is dropped silently: whatever it meant by a body would not be done. */
function requireNone(head: Head): void {
  if (hasNoBody(head)) return;
  throw new GatewayError('bad_request', 'This endpoint takes no body; send the request without one.');
}

function hasNoBody({ contentLength, transferEncoding }: Head): boolean {
  return transferEncoding === undefined && Number(contentLength ?? 0) === 0;
}
