import type { IncomingMessage } from 'node:http';
import { joinHeader, withoutHeaders } from '../flat-headers.ts';

/**
 * What one pass over a request's raw headers yields: the values the gateway itself acts on, and the headers that
 * may go on to a backend. The raw list is read because Node's own `headers` object hides repeated fields.
 */
export interface Head {
  hostCount: number;
  host: string;
  authorization: string | undefined;
  authorizationCount: number;
  apiKey: string | undefined;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  contentLength: string | undefined;
  transferEncoding: string | undefined;
  expect: string | undefined;
  upgrade: string | undefined;
  requestId: string | undefined;
  requestIdCount: number;
  tags: string | undefined;
  referer: string | undefined;
  title: string | undefined;
  userAgent: string | undefined;
  forwardedFor: string | undefined;
  forwardedProto: string | undefined;
  /** What may go to a backend; fields sent twice are joined. */
  forward: string[];
}

type Role =
  | 'pass'
  | 'drop'
  | 'host'
  | 'authorization'
  | 'x-api-key'
  | 'content-type'
  | 'content-encoding'
  | 'content-length'
  | 'transfer-encoding'
  | 'expect'
  | 'upgrade'
  | 'x-request-id'
  | 'x-router-tags'
  | 'http-referer'
  | 'x-title'
  | 'user-agent'
  | 'x-forwarded-for'
  | 'x-forwarded-proto'
  | 'connection';

interface Known {
  readonly role: Role;
  readonly name: string;
}

/** Fields that the gateway reads and that never go to a backend as they are. */
const readHere = new Set<string>([
  'host',
  'authorization',
  'x-api-key',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'x-request-id',
  'x-router-tags',
  'http-referer',
  'x-title',
  'x-forwarded-for',
  'x-forwarded-proto',
  'connection',
  'content-encoding',
]);

/** Fields that say nothing to a backend, or that it must not hear from a client. */
const dropped = new Set<string>([
  'accept-encoding',
  'cache-control',
  'cookie',
  'forwarded',
  'keep-alive',
  'openai-organization',
  'openai-project',
  'range',
  'te',
  'trailer',
  'via',
  'x-real-ip',
  '__proto__',
]);

const droppedPrefixes = ['proxy-', 'if-', 'x-forwarded-'] as const;

/** Names seen are remembered up to this many, so that a client that invents names can't grow the table. */
const maxRemembered = 2000;

/** Names and values of a request with so many headers that to look through them for each would take milliseconds. */
const manyTexts = 128;

/** Decides, header by header, what is read, what is dropped and what may go on. Made once per snapshot. */
export class HeaderPolicy {
  readonly #known = new Map<string, Known>();
  readonly #credentials: ReadonlySet<string>;

  /** @param credentialHeaders Lower-case names that any backend's credential travels in: never taken from a client. */
  constructor(credentialHeaders: Iterable<string> = []) {
    this.#credentials = new Set(credentialHeaders);
  }

  /** Role and lower-case name of a header as it was written. */
  lookUp(written: string): Known {
    const known = this.#known.get(written);
    if (known !== undefined) return known;
    const name = written.toLowerCase();
    const fresh = { role: this.#roleOf(name), name };
    if (this.#known.size < maxRemembered) this.#known.set(written, fresh);
    return fresh;
  }

  #roleOf(name: string): Role {
    if (name === 'content-type' || name === 'user-agent') return name;
    if (readHere.has(name)) return name as Role;
    if (this.#isDropped(name)) return 'drop';
    // A server that maps `_` or `.` to `-` would take such a name for one that was just refused.
    if (/[_.]/.test(name)) {
      const alias = name.replace(/[_.]/g, '-');
      if (alias === 'content-type' || readHere.has(alias) || this.#isDropped(alias)) return 'drop';
    }
    return 'pass';
  }

  #isDropped(name: string): boolean {
    if (dropped.has(name) || this.#credentials.has(name)) return true;
    return droppedPrefixes.some((prefix) => name.startsWith(prefix));
  }
}

/** Reads the raw headers of a request once. Judges nothing: the checks stand where the answer is given. */
export function readHead(request: IncomingMessage, policy: HeaderPolicy): Head {
  const raw = request.rawHeaders;
  const head: Head = {
    hostCount: 0,
    host: '',
    authorization: undefined,
    authorizationCount: 0,
    apiKey: undefined,
    contentType: undefined,
    contentEncoding: undefined,
    contentLength: undefined,
    transferEncoding: undefined,
    expect: undefined,
    upgrade: undefined,
    requestId: undefined,
    requestIdCount: 0,
    tags: undefined,
    referer: undefined,
    title: undefined,
    userAgent: undefined,
    forwardedFor: undefined,
    forwardedProto: undefined,
    forward: [],
  };
  const places = raw.length > manyTexts ? new Map<string, number>() : undefined;
  let nominated: string | undefined;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const { role, name } = policy.lookUp(raw[index]!);
    const value = raw[index + 1]!;
    switch (role) {
      case 'pass':
        joinHeader(head.forward, name, value, places);
        break;
      case 'user-agent':
        head.userAgent ??= value;
        joinHeader(head.forward, name, value, places);
        break;
      case 'host':
        head.hostCount += 1;
        head.host = value;
        break;
      case 'authorization':
        head.authorizationCount += 1;
        head.authorization ??= value;
        break;
      case 'x-api-key':
        // Two of them, joined as a proxy would join them, are no valid key.
        head.apiKey = head.apiKey === undefined ? value : `${head.apiKey},${value}`;
        break;
      case 'content-type':
        head.contentType = head.contentType === undefined ? value : `${head.contentType}, ${value}`;
        break;
      case 'content-encoding':
        head.contentEncoding =
          head.contentEncoding === undefined ? value : `${head.contentEncoding}, ${value}`;
        break;
      case 'content-length':
        head.contentLength = value;
        break;
      case 'transfer-encoding':
        head.transferEncoding =
          head.transferEncoding === undefined ? value : `${head.transferEncoding}, ${value}`;
        break;
      case 'expect':
        head.expect = head.expect === undefined ? value : `${head.expect}, ${value}`;
        break;
      case 'upgrade':
        head.upgrade = value;
        break;
      case 'x-request-id':
        head.requestIdCount += 1;
        head.requestId = value;
        break;
      case 'x-router-tags':
        head.tags = head.tags === undefined ? value : `${head.tags},${value}`;
        break;
      case 'http-referer':
        head.referer = value;
        break;
      case 'x-title':
        head.title = value;
        break;
      case 'x-forwarded-for':
        head.forwardedFor = head.forwardedFor === undefined ? value : `${head.forwardedFor},${value}`;
        break;
      case 'x-forwarded-proto':
        head.forwardedProto = value;
        break;
      case 'connection':
        if (value !== 'keep-alive' && value !== 'close') nominated = `${nominated ?? ''},${value}`;
        break;
      case 'drop':
        break;
    }
  }
  if (head.contentType !== undefined) head.forward.push('content-type', head.contentType);
  if (nominated !== undefined) dropNominated(head, nominated);
  return head;
}

/** Lets go of all that counts only until the request is sent, and of its raw headers. */
export function releaseHead(request: IncomingMessage, head: Head): void {
  request.rawHeaders = [];
  head.forward = [];
  head.authorization = undefined;
  head.apiKey = undefined;
  head.contentType = undefined;
  head.tags = undefined;
  head.forwardedFor = undefined;
}

/** A hop-by-hop field is whatever Connection names (RFC 9110, 7.6.1). It counts for the forwarded set only. */
function dropNominated(head: Head, nominated: string): void {
  const names = new Set(nominated.split(',').map((name) => name.trim().toLowerCase()));
  head.forward = withoutHeaders(head.forward, (name) => names.has(name));
}
