/**
 * One request of a source to the server that its credentials come from. Bounded in each respect, since what is asked is
 * somebody else's and what it answers may be anything: where it may go, how long it may take, how much is read. What the
 * answer holds reaches nobody but whoever asked.
 */
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { isLoopback } from '../../lib/ip.ts';
import { type JsonObject, parseDocument } from '../../lib/json.ts';
import { RenewalFailure } from './source.ts';

export interface Question {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** The place of the URL in the configuration or a file, for operators. */
  readonly urlFrom: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a POST. */
  readonly body?: string;
  /** Plain HTTP goes to loopback alone, or to the metadata servers of the clouds too. */
  readonly plainHttp: 'loopback' | 'metadata';
  /** Secrets in its body, which an answer may repeat. Headers and query are treated as secret anyway. */
  readonly secrets: readonly string[];
  /** The bound on its answer, if that is larger than for an answer with a token. */
  readonly mostBytes?: number;
  /** The name of the server, unless it is a token endpoint. */
  readonly asked?: string;
}

export interface Answer {
  /** The question's origin: its path and query may hold more than operators should see. */
  readonly from: string;
  readonly status: number;
  /** Lower-case name; undefined where it is absent. */
  header(name: string): string | undefined;
  /** By its Date header, in milliseconds since the epoch; undefined where it says none. */
  readonly dateMs: number | undefined;
  readonly text: string;
  /** Undefined for whatever is no JSON object. */
  readonly json: JsonObject | undefined;
  /** The secrets of the question. */
  readonly secrets: readonly string[];
}

const maxTokenBytes = 64 * 1024;
const connectMs = 3000;

/** The metadata servers of the clouds: they speak plain HTTP, and no network routes it further. */
const metadataHosts = /^(?:169\.254\.\d{1,3}\.\d{1,3}|metadata\.google\.internal|metadata\.goog|metadata)$/;

/**
 * Asks once, over a connection of its own, and follows nothing.
 *
 * @throws RenewalFailure where it may not go there, where nobody answers in time, or where the answer is too large
 */
export async function ask(question: Question, signal: AbortSignal): Promise<Answer> {
  const url = addressOf(question);
  const from = url.origin;
  let isSlowToConnect = false;
  let request: ClientRequest | undefined;
  const connecting = setTimeout(() => {
    isSlowToConnect = true;
    request?.destroy();
  }, connectMs);
  try {
    const { response, text } = await new Promise<{ response: IncomingMessage; text: string }>(
      (resolve, reject) => {
        const { method, headers, body } = question;
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
        const all = { 'accept-encoding': 'identity', ...headers, ...length };
        request = send(url, { method, headers: all, agent: false, signal });
        request.on('error', reject);
        request.on('socket', (socket) => {
          const ready = url.protocol === 'https:' ? 'secureConnect' : 'connect';
          socket.once(ready, () => clearTimeout(connecting));
        });
        request.on('response', (response) => {
          readText(response, from, question).then((text) => resolve({ response, text }), reject);
        });
        request.end(body);
      },
    );
    const date = Date.parse(response.headers.date ?? '');
    return {
      from,
      status: response.statusCode ?? 0,
      header: (name) => response.headers[name]?.toString(),
      dateMs: Number.isNaN(date) ? undefined : date,
      text,
      json: parseDocument(text),
      secrets: [...question.secrets, ...Object.values(question.headers), url.search],
    };
  } catch (error) {
    if (error instanceof RenewalFailure) throw error;
    if (signal.aborted) throw new RenewalFailure('timeout', `${from} did not answer in time`);
    if (isSlowToConnect)
      throw new RenewalFailure('unreachable', `${from} took no connection within ${connectMs / 1000} s`);
    throw unreachable(from, error);
  } finally {
    clearTimeout(connecting);
    request?.destroy();
  }
}

function addressOf({ url: text, urlFrom, plainHttp }: Question): URL {
  const wrong = (what: string) =>
    new RenewalFailure('invalid_url', `${urlFrom} ${what}`, { isLasting: true });
  if (!URL.canParse(text)) throw wrong('is no URL');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw wrong('has a user name or password in it: remove it');
  if (url.protocol === 'https:') return url;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAllowed = isLoopback(host) || (plainHttp === 'metadata' && metadataHosts.test(host));
  if (url.protocol !== 'http:' || !isAllowed)
    throw wrong(
      plainHttp === 'metadata'
        ? "must begin with https:// (http:// is for this host and the clouds' metadata servers)"
        : 'must begin with https:// (http:// only on this host)',
    );
  return url;
}

async function readText(
  response: IncomingMessage,
  from: string,
  { mostBytes = maxTokenBytes, asked = 'a token endpoint' }: Question,
): Promise<string> {
  const packed = await readBytes(response, from, mostBytes, asked);
  const coding = response.headers['content-encoding']?.trim().toLowerCase().replace(/^x-/, '') ?? '';
  if (coding === '' || coding === 'identity' || packed.length === 0) return packed.toString();
  const unpack = unpackers[coding];
  if (unpack === undefined)
    throw new RenewalFailure(
      'invalid_answer',
      `${from} answered in a content coding that is not known here, though asked for none`,
    );
  try {
    return (await unpack(packed, { maxOutputLength: mostBytes })).toString();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(response, from, mostBytes, asked);
    throw new RenewalFailure('invalid_answer', `what ${from} answered can not be unpacked (${coding})`);
  }
}

/** Some servers send packed answers whatever is asked for (RFC 9110, 8.4.1). */
const unpackers: Readonly<
  Record<string, ((packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>) | undefined>
> = {
  __proto__: null as never,
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

async function readBytes(
  response: IncomingMessage,
  from: string,
  mostBytes: number,
  asked: string,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += (chunk as Buffer).length;
    if (size > mostBytes) throw tooLarge(response, from, mostBytes, asked);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function tooLarge(
  { statusCode }: IncomingMessage,
  from: string,
  mostBytes: number,
  asked: string,
): RenewalFailure {
  return new RenewalFailure(
    'invalid_answer',
    `${from} answered ${statusCode} with more than ${mostBytes / 1024} KiB: is it ${asked}?`,
  );
}

/** The error itself goes nowhere: some hold bytes of the answer, others the other side's certificate. */
function unreachable(from: string, error: unknown): RenewalFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason';
  if (code === 'ERR_INVALID_CHAR')
    return new RenewalFailure(
      'invalid_request',
      `a header for ${from} has a character that no header can carry: is there a line break in a secret?`,
      { isLasting: true },
    );
  if (code.startsWith('HPE_'))
    return new RenewalFailure('invalid_answer', `what ${from} answered is not HTTP (${code})`);
  return new RenewalFailure('unreachable', `${from} can not be reached (${code})${hintFor(code)}`);
}

function hintFor(code: string): string {
  if (/CERT|ISSUER|SIGNATURE/.test(code))
    return ': its certificate is not trusted; NODE_EXTRA_CA_CERTS names a file of further authorities';
  if (code === 'ENOTFOUND') return ': there is no such host';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return ': it does not speak TLS there';
  return '';
}
