import { hasHeader, withoutHeaders } from '../../../http/flat-headers.ts';
import { tellsOfAccount } from '../../../lib/headers/account-headers.ts';
import { Remembered } from '../../../lib/remembered.ts';
import { addRateLimitHeaders, type HeaderFamily } from '../../../limits/rate-limit-headers.ts';
import type { TranslationTold } from '../../../observe/request-event.ts';
import type { Exchange } from '../../exchange.ts';
import { loopHeader } from '../../hops.ts';
import { queuedMs } from '../../queue/queued-ms.ts';
import { type ByteBudget, HeldBytes } from '../held-bytes.ts';
import type { DownstreamHead } from './answer-sink.ts';

/** The facts in the head of a backend's answer, and the part of it that the client may get. */
export interface AnswerHead {
  readonly status: number;
  /** As the backend sent it; empty without one. */
  readonly contentType: string;
  /** `untold` is found out from the first byte. */
  readonly kind: 'events' | 'json' | 'untold' | 'other';
  readonly contentEncoding: string | undefined;
  readonly retryAfter: string | undefined;
  /** Amazon's name of the error. */
  readonly errorType: string | undefined;
  /** The backend is a gateway, and reports that the request goes round in a circle. */
  readonly isLoop: boolean;
  /** The backend's own request id, for the log. */
  readonly requestId: string | undefined;
  /** Flat list of names and values, as Node's writeHead takes it. */
  readonly kept: readonly string[];
  /** The same, for headers on the account that may go on. */
  readonly account: readonly string[];
}

type Role =
  | 'keep'
  | 'drop'
  | 'account'
  | 'content-type'
  | 'content-encoding'
  | 'retry-after'
  | 'error-type'
  | 'loop'
  | 'request-id'
  | 'connection'
  | 'caching';

const roles = new Map<string, Role>([
  ['content-type', 'content-type'],
  ['content-encoding', 'content-encoding'],
  ['retry-after', 'retry-after'],
  ['x-amzn-errortype', 'error-type'],
  ['x-request-id', 'request-id'],
  ['request-id', 'request-id'],
  ['connection', 'connection'],
  [loopHeader, 'loop'],
  // On a stream the gateway sets these: an event that waits in a cache or a buffer in between is late.
  ['cache-control', 'caching'],
  ['x-accel-buffering', 'caching'],
]);

/**
 * Headers that are not for the client: hop-by-hop ones, those on the backend itself, and those that direct a browser,
 * or a server in front of this one. `account-headers.ts` has those on the operator's account.
 */
const dropped = new Set([
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'trailer',
  'te',
  'upgrade',
  'set-cookie',
  'server',
  'via',
  'date',
  'alt-svc',
  'strict-transport-security',
  // browsers
  'accept-ch',
  'clear-site-data',
  'content-location',
  'content-security-policy',
  'content-security-policy-report-only',
  'critical-ch',
  'expect-ct',
  'link',
  'location',
  'nel',
  'origin-trial',
  'permissions-policy',
  'public-key-pins',
  'public-key-pins-report-only',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie2',
  'set-login',
  'sourcemap',
  'speculation-rules',
  'www-authenticate',
  'x-sourcemap',
  // servers in front
  'x-accel-charset',
  'x-accel-expires',
  'x-accel-limit-rate',
  'x-accel-redirect',
  'x-lighttpd-send-file',
  'x-reproxy-url',
  'x-sendfile',
]);

const droppedPrefixes = [
  'proxy-',
  'access-control-',
  'x-gateway-',
  'attribution-reporting-',
  'cross-origin-',
  'sec-',
] as const;

/** A backend may make up names. */
const remembered = new Remembered<Role>({ maxTexts: 2000, maxLength: 64 });

function roleOf(written: string): Role {
  const known = remembered.get(written);
  if (known !== undefined) return known;
  const name = written.toLowerCase();
  const isDropped =
    name !== loopHeader && (dropped.has(name) || droppedPrefixes.some((prefix) => name.startsWith(prefix)));
  const role = isDropped ? 'drop' : tellsOfAccount(name) ? 'account' : (roles.get(name) ?? 'keep');
  remembered.keep(written, role);
  return role;
}

const noHeaders: readonly string[] = [];

/**
 * Reads an answer's raw headers once.
 *
 * @param forwards Tests, by its lower-case name, a header on the account: true if it goes on to the client; undefined
 * for none.
 */
export function readAnswerHead(
  status: number,
  raw: readonly string[],
  forwards: ((name: string) => boolean) | undefined,
): AnswerHead {
  let contentType = '';
  let contentEncoding: string | undefined;
  let retryAfter: string | undefined;
  let errorType: string | undefined;
  let isLoop = false;
  let requestId: string | undefined;
  let nominated: ReadonlySet<string> | undefined;
  let caching: string[] | undefined;
  let kept: string[] = [];
  let account = noHeaders;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]!;
    const value = raw[index + 1]!;
    switch (roleOf(name)) {
      case 'keep':
        kept.push(name, value);
        break;
      case 'content-type':
        contentType = value;
        kept.push(name, value);
        break;
      case 'content-encoding':
        contentEncoding = value;
        kept.push(name, value);
        break;
      case 'retry-after':
        retryAfter = value;
        kept.push(name, value);
        break;
      case 'error-type':
        errorType = value;
        kept.push(name, value);
        break;
      case 'loop':
        isLoop = true;
        break;
      case 'caching':
        caching ??= [];
        caching.push(name, value);
        break;
      case 'request-id':
        requestId = value;
        break;
      case 'connection':
        nominated = nominatedBy(value, nominated);
        break;
      case 'account':
        if (forwards?.(name.toLowerCase()) === true) account = [...account, name, value];
        break;
      case 'drop':
        break;
    }
  }
  const kind = kindOf(contentType);
  if (caching !== undefined && kind !== 'events') kept.push(...caching);
  if (nominated !== undefined) {
    const isNominated = (name: string) => nominated!.has(name.toLowerCase());
    kept = withoutHeaders(kept, isNominated);
    account = withoutHeaders(account, isNominated);
  }
  return {
    status,
    contentType,
    kind,
    contentEncoding,
    retryAfter,
    errorType,
    isLoop,
    requestId,
    kept,
    account,
  };
}

/** The kind of body that a media type names (RFC 9110, 8.3.1), with `+json` as in RFC 6839. */
function kindOf(contentType: string): AnswerHead['kind'] {
  const type = mediaTypeOf(contentType);
  if (type === 'text/event-stream') return 'events';
  if (type === '' || type === 'text/plain') return 'untold';
  return type === 'application/json' || type.endsWith('+json') ? 'json' : 'other';
}

/** A media type without its parameters, in lower case. */
export function mediaTypeOf(contentType: string): string {
  const end = contentType.indexOf(';');
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

const blanks = [0x20, 0x09, 0x0a, 0x0d];
const byteOrderMark = [0xef, 0xbb, 0xbf];
const jsonBeginnings = [0x7b, 0x5b];

/** The kind of a body whose type does not tell it; undefined while only blanks have come. */
export function kindOfBytes(bytes: Buffer): 'events' | 'json' | undefined {
  const first = bytes.find((byte) => !blanks.includes(byte) && !byteOrderMark.includes(byte));
  if (first === undefined) return undefined;
  return jsonBeginnings.includes(first) ? 'json' : 'events';
}

const eventField = /^[\s\xef\xbb\xbf]*(?:data|event|id|retry)?:/;

/** True for the beginning of server-sent events, of bytes that might be a text as well. */
export function beginsAsEvents(bytes: Buffer): boolean {
  return eventField.test(bytes.toString('latin1', 0, 64));
}

/** The same head with the type that was found. */
export function withKind(head: AnswerHead, kind: 'events' | 'json'): AnswerHead {
  const contentType = kind === 'events' ? 'text/event-stream' : 'application/json';
  const others = withoutHeaders(head.kept, (name) => name.toLowerCase() === 'content-type');
  return { ...head, kind, contentType, kept: ['content-type', contentType, ...others] };
}

/** The head of the same answer unpacked. */
export function withoutCoding(head: AnswerHead): AnswerHead {
  return { ...head, kept: withoutHeaders(head.kept, (name) => name.toLowerCase() === 'content-encoding') };
}

/** The fields that a Connection header makes hop-by-hop (RFC 9110, 7.6.1); undefined for its everyday values. */
function nominatedBy(
  connection: string,
  before: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  const value = connection.toLowerCase();
  if (value === 'keep-alive' || value === 'close') return before;
  return new Set([...(before ?? []), ...value.split(',').map((name) => name.trim())]);
}

/** A backend's answer of which the client has seen nothing. */
export interface HeldAnswer {
  readonly head: AnswerHead;
  readonly body: Buffer;
}

/** The client does not take a larger answer all at once. */
const soonTaken = 64 * 1024;

/** Writes a held answer. Its bytes count until the client has taken them. */
export function deliver(
  exchange: Exchange,
  { head, body }: HeldAnswer,
  idleMs: number,
  budget: ByteBudget,
): void {
  const { answer } = exchange;
  answer.begin(downstreamHead(exchange, head, 'whole', idleMs, body.length));
  answer.write(body);
  answer.end();
  if (body.length <= soonTaken) return;
  const untaken = new HeldBytes(budget);
  untaken.push(body);
  exchange.countUntilClosed(untaken);
}

/**
 * The client's head: the allowed part of the backend's, and the gateway's own.
 *
 * @param length Of the body, if all of it is there.
 */
export function downstreamHead(
  exchange: Exchange,
  head: AnswerHead,
  body: DownstreamHead['body'],
  idleMs: number,
  length?: number,
): DownstreamHead {
  const { attempts, model, deployment } = exchange.relayed;
  const { family } = exchange.served;
  const headers = head.kept.slice();
  headers.push('x-request-id', exchange.id);
  if (family === 'anthropic') headers.push('request-id', exchange.id);
  if (model !== '') headers.push('x-gateway-model', model ?? '');
  headers.push('x-gateway-deployment', deployment ?? '');
  headers.push('x-gateway-attempts', String(attempts));
  if (exchange.queued !== undefined) headers.push('x-gateway-queued-ms', queuedMs(exchange.queued));
  addChangeHeaders(headers, exchange.relayed.translation, exchange.masked);
  addQuotaHeaders(headers, exchange, family);
  if (head.account.length > 0) addAccountHeaders(headers, head.account);
  if (head.kind === 'events') headers.push('cache-control', 'no-store', 'x-accel-buffering', 'no');
  const isEarly = exchange.upload !== undefined && !exchange.request.complete;
  return { status: head.status, headers, length, body, idleMs, own: 'no', isEarly };
}

/** The gateway's header on the key goes before the backend's header on the account of the same name. */
function addAccountHeaders(flat: string[], account: readonly string[]): void {
  const added = withoutHeaders(account, (name) => hasHeader(flat, name));
  flat.push(...added);
}

const nowhere: readonly string[] = [];

/** The most characters of paths in a header: a longer list ends in `...`. */
const longestList = 1024;

/**
 * Adds the changes that were made to the request for its deployment, and to its answer as far as they are known.
 *
 * @param masked The places where guards changed its texts.
 */
function addChangeHeaders(
  flat: string[],
  told: TranslationTold | undefined,
  masked: readonly string[] = nowhere,
): void {
  if (told === undefined) {
    if (masked.length > 0) flat.push('x-gateway-changed', listed(masked));
    return;
  }
  flat.push('x-gateway-translation', `${told.from}->${told.to}`);
  const { dropped, leftOut, changed, nearly } = told;
  if (dropped.length + leftOut.length > 0) flat.push('x-gateway-dropped', listed([...dropped, ...leftOut]));
  if (masked.length + changed.length + nearly.length > 0)
    flat.push('x-gateway-changed', listed([...masked, ...changed, ...nearly]));
}

/** Paths hold a client's text: only characters that a header may have are kept. */
function listed(paths: readonly string[]): string {
  const text = paths.join(', ').replaceAll(/[^\x20-\x7e]/g, '?');
  return text.length <= longestList ? text : `${text.slice(0, longestList - 3)}...`;
}

/** Adds the status of the key's limits to the head of an answer. */
export function addQuotaHeaders(flat: string[], { quota }: Exchange, family: HeaderFamily): void {
  if (quota !== undefined) addRateLimitHeaders(flat, family, quota);
}
