import { Remembered } from '../../lib/remembered.ts';
import { headerValue, joinHeader, setHeader, withoutHeaders } from '../flat-headers.ts';
import type { ClientRequest } from './client-request.ts';

/**
 * The result of one pass over a request's raw headers: the values that the gateway itself acts on, and the headers that
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
  /** The gateways that the request passed. */
  hops: string | undefined;
  referer: string | undefined;
  /** The application's name for itself, from any of the headers for it. */
  title: string | undefined;
  userAgent: string | undefined;
  /** The headers in which models look for sessions, by lower-case names; undefined for none. They go on, too. */
  sessions: string[] | undefined;
  /** The agent and the kind of request that Claude Code names, which go on, too. */
  agent: string | undefined;
  requestClass: string | undefined;
  /** The headers that name the application, as they came; undefined for none. */
  app: string[] | undefined;
  forwardedFor: string | undefined;
  forwardedProto: string | undefined;
  /** The client's certificate as the balancer in front reports it, in the header that the file names. */
  clientCertificate: string | undefined;
  /** The headers that may go to a backend; fields sent twice are joined. */
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
  | 'x-gateway-hops'
  | 'http-referer'
  | 'x-title'
  | 'user-agent'
  | 'session'
  | 'x-claude-code-agent-id'
  | 'x-claude-code-request-class'
  | 'x-openrouter-title'
  | 'x-forwarded-for'
  | 'x-forwarded-proto'
  | 'client-certificate'
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
  'x-gateway-hops',
  'http-referer',
  'x-title',
  'x-openrouter-title',
  'x-forwarded-for',
  'x-forwarded-proto',
  'connection',
  'content-encoding',
]);

/**
 * Fields that mean nothing to a backend, or that a client must not send to one: they can change the path or the method
 * of a request, the account that pays for it, or the address or the person that it is taken to come from.
 */
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
  '__proto__',
  'proxy',
  // path and method
  'x-host',
  'x-method-override',
  // account
  'api-key',
  'ocp-apim-subscription-key',
  'x-goog-api-key',
  'x-goog-user-project',
  // address and person
  'cf-connecting-ip',
  'client-cert',
  'client-cert-chain',
  'cf-connecting-ipv6',
  'cf-pseudo-ipv4',
  'client-ip',
  'fastly-client-ip',
  'remote-addr',
  'remote-user',
  'true-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-forwarded',
  'x-originating-ip',
  'x-real-ip',
  'x-remote-addr',
  'x-remote-ip',
  'x-remote-user',
]);

const droppedPrefixes = [
  'proxy-',
  'if-',
  'x-forwarded-',
  'x-http-method',
  'x-original-',
  'x-rewrite-',
  'x-goog-iam-',
  'x-amz-', // signatures; `x-amzn-` are requests to the service
  'x-envoy-',
] as const;

/** Names and values of a request with so many headers that a search for each would take milliseconds. */
const manyTexts = 128;

/** Decides, header by header, which one is read, dropped or forwarded. Made once per snapshot. */
export class HeaderPolicy {
  /** A head may be one name of 16 KiB, from a client without a key. */
  readonly #known = new Remembered<Known>({ maxTexts: 2000, maxLength: 64 });
  readonly #credentials: ReadonlySet<string>;
  readonly #certificate: string | undefined;
  readonly #sessions: ReadonlySet<string>;

  /**
   * @param credentialHeaders Lower-case names of headers that carry any backend's credential: never taken from a
   * client.
   * @param certificateHeader The lower-case name of the header in which balancers send clients' certificates.
   * @param sessionHeaders The lower-case names of those that name a session.
   */
  constructor(
    credentialHeaders: Iterable<string> = [],
    certificateHeader?: string,
    sessionHeaders: Iterable<string> = [],
  ) {
    this.#credentials = new Set(credentialHeaders);
    this.#certificate = certificateHeader;
    this.#sessions = new Set(sessionHeaders);
  }

  /** Role and lower-case name of a header, in any spelling. */
  lookUp(written: string): Known {
    const known = this.#known.get(written);
    if (known !== undefined) return known;
    const name = written.toLowerCase();
    const fresh = { role: this.#roleOf(name), name };
    this.#known.keep(written, fresh);
    return fresh;
  }

  #roleOf(name: string): Role {
    if (name === 'content-type' || name === 'user-agent') return name;
    if (readHere.has(name)) return name as Role;
    if (name === this.#certificate) return 'client-certificate';
    if (this.#isDropped(name)) return 'drop';
    // A server that maps `_` or `.` to `-` would take such a name for one that was just refused.
    if (/[_.]/.test(name)) {
      const alias = name.replace(/[_.]/g, '-');
      if (alias === 'content-type' || readHere.has(alias) || this.#isDropped(alias)) return 'drop';
    }
    if (name === 'x-claude-code-agent-id' || name === 'x-claude-code-request-class') return name;
    return this.#sessions.has(name) ? 'session' : 'pass';
  }

  #isDropped(name: string): boolean {
    if (dropped.has(name) || this.#credentials.has(name)) return true;
    return name === this.#certificate || droppedPrefixes.some((prefix) => name.startsWith(prefix));
  }
}

/** Reads the raw headers of a request once. Judges nothing: the checks are at the places that answer. */
export function readHead(request: ClientRequest, policy: HeaderPolicy): Head {
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
    hops: undefined,
    referer: undefined,
    title: undefined,
    userAgent: undefined,
    sessions: undefined,
    agent: undefined,
    requestClass: undefined,
    app: undefined,
    forwardedFor: undefined,
    forwardedProto: undefined,
    clientCertificate: undefined,
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
      case 'session':
        head.sessions ??= [];
        setHeader(head.sessions, name, value);
        joinHeader(head.forward, name, value, places);
        break;
      case 'x-claude-code-agent-id':
        head.agent ??= value;
        joinHeader(head.forward, name, value, places);
        break;
      case 'x-claude-code-request-class':
        head.requestClass ??= value;
        joinHeader(head.forward, name, value, places);
        break;
      case 'host':
        head.hostCount += 1;
        head.host = value;
        break;
      case 'authorization':
        // An empty one counts as none.
        if (value !== '') head.authorizationCount += 1;
        head.authorization = head.authorization || value;
        break;
      case 'x-api-key':
        // Two of them, joined as a proxy would join them, are no valid key.
        if (value !== '') head.apiKey = head.apiKey === undefined ? value : `${head.apiKey},${value}`;
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
      case 'x-gateway-hops':
        head.hops = value;
        break;
      case 'http-referer':
        head.referer = value;
        setApp(head, name, value);
        break;
      case 'x-title':
      case 'x-openrouter-title':
        setApp(head, name, value);
        head.title = headerValue(head.app!, 'x-openrouter-title') ?? value;
        break;
      case 'x-forwarded-for':
        head.forwardedFor = head.forwardedFor === undefined ? value : `${head.forwardedFor},${value}`;
        break;
      case 'x-forwarded-proto':
        head.forwardedProto = head.forwardedProto === undefined ? value : `${head.forwardedProto},${value}`;
        break;
      case 'client-certificate':
        // Two of them, joined as a proxy would join them, are no certificate.
        head.clientCertificate =
          head.clientCertificate === undefined ? value : `${head.clientCertificate},${value}`;
        break;
      case 'connection':
        if (value !== 'keep-alive' && value !== 'close') nominated = `${nominated ?? ''},${value}`;
        break;
      case 'drop':
        break;
    }
  }
  if (head.contentType !== undefined) {
    head.contentType = onlyMember(head.contentType);
    head.forward.push('content-type', head.contentType);
  }
  if (nominated !== undefined) dropNominated(head, nominated);
  return head;
}

/** A list of equal members becomes one of them; any other list stays unchanged. */
function onlyMember(value: string): string {
  const comma = value.indexOf(',');
  if (comma === -1) return value;
  const [first = '', ...others] = value.split(',').map((member) => member.trim());
  const isSame = (other: string) => other.toLowerCase() === first.toLowerCase();
  return others.every(isSame) ? first : value;
}

function setApp(head: Head, name: string, value: string): void {
  head.app ??= [];
  setHeader(head.app, name, value);
}

/** Releases the values that count only until the request is sent, and the raw headers. */
export function releaseHead(request: ClientRequest, head: Head): void {
  request.rawHeaders = [];
  head.forward = [];
  head.app = undefined;
  head.authorization = undefined;
  head.apiKey = undefined;
  head.contentType = undefined;
  head.tags = undefined;
  head.forwardedFor = undefined;
}

/** Drops a field that Connection names as hop-by-hop (RFC 9110, 7.6.1). It is dropped from the forwarded set only. */
function dropNominated(head: Head, nominated: string): void {
  const names = new Set(nominated.split(',').map((name) => name.trim().toLowerCase()));
  head.forward = withoutHeaders(head.forward, (name) => names.has(name));
}
