import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectSecure, type TLSSocket } from 'node:tls';

const usualPatienceMs = 10_000;

/** The access of a command to the admin listener of a running gateway. */
export interface AdminAccess {
  /** The URL of the listener, as it was given. */
  readonly admin: string;
  readonly token: string | undefined;
  /** The origin of the token, such as `GATEWAY_READ_TOKEN`; without a token, instructions for getting one. */
  readonly tokenSource: string;
  /** A file with the authority that signed the listener's certificate, in place of those that are trusted anyway. */
  readonly ca?: string | undefined;
  /** The certificate that the listener shows by its own file, PEM: that very one is trusted, whoever signed it. */
  readonly own?: string | undefined;
}

/** The gateway has answered, and did not do what it was asked. */
export class AnswerRefused extends Error {
  override readonly name = 'AnswerRefused';
  readonly status: number;

  constructor(url: URL, status: number, why: string) {
    super(`${url.origin} answered ${status}: ${why}`);
    this.status = status;
  }
}

/**
 * Asks the admin listener of a running gateway for a path. Throws where there is no answer, or another one than the
 * caller can use.
 */
export async function askGateway<Answer>(
  access: AdminAccess,
  path: string,
  isAnswer: (answer: unknown) => answer is Answer,
  method: 'GET' | 'POST' = 'GET',
  patienceMs: number = usualPatienceMs,
  /** The body, sent as JSON. */
  sent?: object,
): Promise<Answer> {
  const { admin, token, tokenSource } = access;
  if (!URL.canParse(admin) || !/^https?:/.test(admin)) {
    throw new Error(`--admin ${admin}: write the URL of the admin listener, such as http://127.0.0.1:9901`);
  }
  if (token === undefined) {
    throw new Error(`no token: ${tokenSource}`);
  }
  const url = new URL(path, admin);
  const authority = access.ca === undefined ? undefined : authorityIn(access.ca);
  const { status, body } = await exchanged(method, url, token, authority, access, patienceMs, sent).catch(
    (error: unknown) => {
      throw new Error(`no answer from ${url.origin}: ${reasonOf(error, patienceMs)}`, { cause: error });
    },
  );
  const answer = parsed(body);
  if (status === 401)
    throw new AnswerRefused(
      url,
      status,
      `${messageOf(answer)} It was given that of ${tokenSource}; --token-file names another.`,
    );
  if (status !== 200) throw new AnswerRefused(url, status, messageOf(answer));
  if (!isAnswer(answer)) throw new Error(`${url.origin} answered, but not as a gateway would`);
  return answer;
}

interface Reply {
  readonly status: number;
  readonly body: string;
}

async function exchanged(
  method: 'GET' | 'POST',
  url: URL,
  token: string,
  authority: string | undefined,
  { own }: AdminAccess,
  patienceMs: number,
  sent: object | undefined,
): Promise<Reply> {
  const signal = AbortSignal.timeout(patienceMs);
  // The token is not written before it is known who listens.
  const socket = await (url.protocol === 'https:' ? secure(url, authority, own, signal) : open(url, signal));
  try {
    const request = httpRequest({
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        authorization: `Bearer ${token}`,
        connection: 'close',
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      signal,
    });
    request.end(sent === undefined ? undefined : JSON.stringify(sent));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, body: await text(response) };
  } finally {
    socket.destroy();
  }
}

async function open(url: URL, signal: AbortSignal): Promise<Socket> {
  const socket = connectPlain({ host: hostOf(url), port: portOf(url, 80) });
  await ready(socket, 'connect', signal);
  return socket;
}

async function secure(
  url: URL,
  authority: string | undefined,
  own: string | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const host = hostOf(url);
  const socket = connectSecure({
    host,
    port: portOf(url, 443),
    ...(isIP(host) === 0 && { servername: host }),
    ...(authority !== undefined && { ca: authority }),
    rejectUnauthorized: false, // judged below, where the certificate may also be the one that is in the file
  });
  await ready(socket, 'secureConnect', signal);
  const shown = socket.getPeerX509Certificate();
  const isOwn = own !== undefined && shown?.fingerprint256 === new X509Certificate(own).fingerprint256;
  if (isOwn || socket.authorized) return socket;
  socket.destroy();
  throw untrusted(socket.authorizationError);
}

function untrusted(reason: unknown): Error {
  const why = reason instanceof Error ? reason.message : String(reason);
  return new Error(
    `its certificate is not trusted (${why}); name the authority that signed it with --ca FILE`,
  );
}

async function ready(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  try {
    await once(socket, event, { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function portOf({ port }: URL, usual: number): number {
  return port === '' ? usual : Number(port);
}

function authorityIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`--ca ${file}: can't be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown, patienceMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `nothing within ${patienceMs / 1000} s`;
  return error.message;
}

/** The message of an error body, whatever else it is. */
function messageOf(answer: unknown): string {
  const error = isObject(answer) ? answer['error'] : undefined;
  const message = isObject(error) ? error['message'] : error;
  return typeof message === 'string' ? message : 'without saying why';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
