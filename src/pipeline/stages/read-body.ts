import type { RequestBody } from '../../api/body/body-kinds.ts';
import { readDeclaredJson } from '../../api/body/declared-endpoints/json-body-of-declared.ts';
import { readJsonBody } from '../../api/body/json-body.ts';
import { readObjectBody } from '../../api/body/json-without-model.ts';
import { boundaryOf, isForm } from '../../api/body/multipart/boundary.ts';
import { type FormBody, readFormBody } from '../../api/body/multipart/form-body.ts';
import { NoBody } from '../../api/body/no-body.ts';
import { StreamedBody } from '../../api/body/streamed-body.ts';
import type {
  BodyRules,
  FormBodyRules,
  JsonBodyRules,
  StreamedBodyRules,
} from '../../api/endpoints/endpoint.ts';
import { GatewayError } from '../../errors.ts';
import type { Head } from '../../http/server/request-head.ts';
import { atOnce } from '../../lib/steps.ts';
import { inStepsYielding } from '../../lib/yield-to-requests.ts';
import { uploadTooLarge } from '../body-faults.ts';
import { ordinaryBody } from '../clients/cloud-client.ts';
import { modelInHead } from '../declared-endpoints/model-in-head.ts';
import type { Exchange } from '../exchange.ts';
import { refuseNamesInQuery } from '../names-in-query.ts';
import type { Parts } from '../parts.ts';
import { type BodyLimits, noBody, readBodyInPieces, readWholeBody } from '../request-body.ts';
import { modelOfSession } from '../sockets/realtime-address.ts';
import type { Next, Stage } from '../stage.ts';
import { Upload } from '../upload.ts';

/** `application/json` with any parameters (RFC 9110, 8.3.1). */
const json = /^application\/json[\t ]*(?:;(?:[^,"]|"(?:[^"\\]|\\.)*")*)?$/i;
const parameter = /;[\t ]*([^\t =;"]+)[\t ]*=[\t ]*("(?:[^"\\]|\\.)*"|[^;"]*)/g;
/** JSON has no charset but this (RFC 8259, 8.1). */
const utf8 = /^(?:utf-?8|"utf-?8")[\t ]*$/i;

function isJson(contentType: string): boolean {
  if (contentType === 'application/json') return true; // the type of most requests
  if (!json.test(contentType)) return false;
  return [...contentType.matchAll(parameter)].every(
    ([, name, value]) => name!.toLowerCase() !== 'charset' || utf8.test(value!),
  );
}

/** Reads the body, of the endpoint's kind, and the facts that the gateway needs of it. */
export function readBody({
  body: limits,
  defaultModels = {},
}: Pick<Parts, 'body'> & Partial<Pick<Parts, 'defaultModels'>>): Stage {
  return function readBody(exchange, next) {
    const { head, served } = exchange;
    const { body: rules } = served;
    if (served.model !== undefined || takesForm(rules)) refuseNamesInQuery(exchange);
    if (exchange.opening !== undefined) return next(withBody(exchange, readOpening(exchange)));
    switch (rules.kind) {
      case 'json':
        requireJson(head);
        return readJson(exchange, next, rules);
      case 'multipart':
        requireForm(head);
        return readForm(exchange, rules, next);
      case 'multipart_or_json':
        if (!isForm(head.contentType)) {
          requireJson(head, orForm);
          return readJson(exchange, next, rules.json);
        }
        requireForm(head);
        return readForm(exchange, rules.form, next);
      case 'streamed':
        requireUnpacked(head);
        exchange.upload = new Upload(exchange, declaredLength(exchange, rules), {
          ...limits,
          maxBytes: rules.maxBytes,
        });
        return next(withBody(exchange, new StreamedBody(served, exchange.upload, headModel(exchange))));
      case 'object':
        if (hasNoBody(head)) return next(withBody(exchange, new NoBody(served)));
        requireJson(head);
        return readWholeBody(exchange, limits, (bytes) =>
          next(withBody(exchange, readObjectBody(bytes, served))),
        );
      case 'none':
        requireNone(head);
        return next(withBody(exchange, new NoBody(served, exchange.query, headModel(exchange))));
    }
  };

  function readJson(exchange: Exchange, next: Next, rules: JsonBodyRules): Promise<void> {
    const { served } = exchange;
    if (served.model !== undefined) {
      const model = headModel(exchange);
      return readWholeBody(exchange, limitsOf(rules), (bytes) =>
        next(withBody(exchange, readDeclaredJson(bytes, served, model))),
      );
    }
    const { cloud } = exchange;
    return readBodyInPieces(exchange, limits, (bytes) => {
      const said = cloud === undefined ? bytes : ordinaryBody(exchange, cloud, bytes);
      return next(withBody(exchange, readJsonBody(said, served, defaultModels[served.name])));
    });
  }

  /** A request for a session has its model in the query, and no body. */
  function readOpening(exchange: Exchange): RequestBody {
    const { head, served } = exchange;
    requireNone(head);
    const model = modelOfSession(exchange, defaultModels[served.name]);
    return readJsonBody(Buffer.from(JSON.stringify({ model })), served);
  }

  /** The parts outside the body are read before it: their faults need no body. */
  function headModel(exchange: Exchange): string | undefined {
    const { name, model } = exchange.served;
    return model === undefined ? undefined : modelInHead(exchange, model, defaultModels[name]);
  }

  function limitsOf({ maxBytes }: { readonly maxBytes?: number }): BodyLimits {
    return maxBytes === undefined ? limits : { ...limits, maxBytes, boundBy: 'max_body of the endpoint' };
  }

  function readForm(exchange: Exchange, rules: FormBodyRules, next: Next): Promise<void> {
    const { head, served } = exchange;
    const boundary = boundaryOf(head.contentType!);
    const model = served.model === undefined ? defaultModels[served.name] : headModel(exchange);
    return readWholeBody(exchange, limitsOf(rules), (bytes) => {
      const steps = readFormBody(bytes, boundary, served, rules, model);
      const goOn = (body: FormBody) => next(withBody(exchange, body));
      return bytes.length <= largestAtOnce ? goOn(atOnce(steps)) : inStepsYielding(steps).then(goOn);
    });
  }
}

function takesForm({ kind }: BodyRules): boolean {
  return kind === 'multipart' || kind === 'multipart_or_json';
}

/** Undefined if the body comes in chunks. A length over the limit is refused before a byte is read. */
function declaredLength(exchange: Exchange, { maxBytes }: StreamedBodyRules): number | undefined {
  const { transferEncoding, contentLength } = exchange.head;
  if (transferEncoding !== undefined) return undefined;
  const length = Number(contentLength ?? 0);
  if (length === 0) throw noBody(exchange);
  if (length > maxBytes) throw uploadTooLarge(maxBytes);
  return length;
}

/** Bytes. A scan of so large a form takes some ten milliseconds. */
const largestAtOnce = 32 * 1024 * 1024;

function withBody(exchange: Exchange, body: RequestBody): Exchange {
  exchange.body = body;
  exchange.summary = body.summary;
  if (body.summary.stream && exchange.request.httpVersionMinor === 0) {
    throw new GatewayError('bad_request', 'Streaming needs HTTP/1.1: HTTP/1.0 can not tell a cut stream.');
  }
  exchange.readMs = performance.now();
  return exchange;
}

const orForm = ', or as a form ("multipart/form-data")';

/** @throws GatewayError `unsupported_media_type` */
export function requireJson(head: Head, otherwise = ''): void {
  const { contentType } = head;
  if (contentType === undefined || !isJson(contentType)) {
    throw new GatewayError(
      'unsupported_media_type',
      `Send the body as "Content-Type: application/json" in UTF-8${otherwise}.`,
    );
  }
  requireUnpacked(head);
}

function requireForm(head: Head): void {
  if (!isForm(head.contentType)) {
    throw new GatewayError(
      'unsupported_media_type',
      'Send the body as a form, as "Content-Type: multipart/form-data" with its boundary.',
    );
  }
  requireUnpacked(head);
}

function requireUnpacked({ contentEncoding }: Head): void {
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    throw new GatewayError('unsupported_media_type', 'Send the body without Content-Encoding.');
  }
}

/** No body is dropped silently: its client's wish would not be done. */
function requireNone(head: Head): void {
  if (hasNoBody(head)) return;
  throw new GatewayError('bad_request', 'This endpoint takes no body; send the request without one.');
}

function hasNoBody({ contentLength, transferEncoding }: Head): boolean {
  return transferEncoding === undefined && Number(contentLength ?? 0) === 0;
}
