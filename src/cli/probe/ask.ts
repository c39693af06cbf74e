/** Asks a backend once, straight from this process. */
import { randomUUID } from 'node:crypto';

import { readJsonBody } from '../../api/body/json-body.ts';
import type { Ask } from '../../api/capability-proofs/proof.ts';
import { type BuiltInName, type EndpointName, endpoints } from '../../api/endpoints/index.ts';
import { durationText } from '../../config/derived/duration-text.ts';
import type { Backend, UpstreamRequest } from '../../http/client/backend.ts';
import type { BackendAnswer } from '../../http/client/backend-call.ts';
import { type Route, routeFor } from '../../http/client/route.ts';
import { codingOf, Unpacking } from '../../http/client/unpack.ts';
import type { UpstreamCall } from '../../http/client/upstream-call.ts';
import type { UpstreamFailure } from '../../http/client/upstream-failure.ts';
import { flatHeaders, headerValue, withoutHeaders } from '../../http/flat-headers.ts';
import { isUsageRefused } from '../../pipeline/relay/include-usage.ts';
import { type Asked, readAnswer } from './read-answer.ts';

/** No proof has a larger answer. */
const maxAnswerBytes = 8 * 1024 * 1024;

/** Of what a backend says in an error. */
const longestWords = 200;

/** Shorter values stand in many answers. */
const shortestSecret = 16;

export interface Question {
  readonly backend: Backend;
  readonly endpoint: EndpointName;
  readonly upstreamModel: string;
  readonly ask: Ask;
  readonly timeoutMs: number;
}

/** Why the same is asked once more, each once: with the newer credential, or without being asked for its usage. */
type Again = 'stale_credential' | 'usage_refused';

/** Never rejects for what a backend does. As requests of clients it is asked again where that is the gateway's own fault. */
export async function askOnce(question: Question): Promise<Asked> {
  const met = new Set<Again>();
  for (;;) {
    const asked = await attempt(question, met);
    if (typeof asked !== 'string') return asked;
    met.add(asked);
  }
}

function attempt(question: Question, met: ReadonlySet<Again>): Promise<Asked | Again> {
  const { backend, endpoint, upstreamModel, timeoutMs } = question;
  const route = routeFor(backend.routes[endpoint as BuiltInName], upstreamModel);
  const requestId = randomUUID();
  return new Promise((resolve) => {
    let call: UpstreamCall | undefined;
    const finish = (asked: Asked | Again): void => {
      clearTimeout(timer);
      resolve(typeof asked === 'string' ? asked : masked(asked, backend));
    };
    const { request, asksForUsage } = upstreamRequest(question, route, requestId, met.has('usage_refused'));
    const failed = (why: string, reach: 'one' | 'slow' | 'all', mayCost: boolean): void =>
      finish({ kind: 'failed', why, reach, mayCost });
    const timer = setTimeout(() => {
      call?.cancel();
      failed(`no answer within ${durationText(timeoutMs)}`, 'slow', true);
    }, timeoutMs);
    call = backend.send(
      request,
      {
        head(answer) {
          const status = answer.statusCode!;
          if (status === 401 && !met.has('stale_credential') && call!.isCredentialStale) {
            call!.cancel();
            return finish('stale_credential');
          }
          collect(answer, (body, fault) => {
            if (fault !== undefined) {
              call!.cancel();
              return failed(fault, 'one', true);
            }
            if (asksForUsage && isUsageRefused(status, body!)) return finish('usage_refused');
            finish(readAnswer(answer, body!, route, requestId));
          });
        },
        failed: ({ kind, message }: UpstreamFailure) => {
          const isOut = kind === 'connect' || kind === 'unauthorized' || kind === 'busy';
          failed(message, isOut ? 'all' : 'one', !isOut && kind !== 'unsendable');
        },
      },
      true,
    );
  });
}

/** As a client's request would be sent on, with the form of its cloud where the backend has one. */
function upstreamRequest(
  { backend, endpoint, upstreamModel, ask }: Question,
  route: Route,
  requestId: string,
  isRefused: boolean,
): { readonly request: UpstreamRequest; readonly asksForUsage: boolean } {
  const bytes = Buffer.from(JSON.stringify({ model: upstreamModel, ...ask.body }));
  const body = readJsonBody(bytes, endpoints[endpoint as BuiltInName]);
  const { stream } = body.summary;
  const { wire } = route;
  const asksForUsage = stream && route.asksForUsage && !isRefused && wire === undefined;
  const headers = { 'content-type': 'application/json', 'user-agent': 'gateway-probe', ...ask.headers };
  const forward = backend.forwarded(flatHeaders(headers));
  const { chunks, length } = body.encode(
    wire === undefined
      ? { model: upstreamModel, includeUsage: asksForUsage, edits: backend.bodyEdits }
      : { edits: wire.bodyEdits((name) => headerValue(forward, name)) },
  );
  const request: UpstreamRequest = {
    route,
    method: 'POST',
    path: (stream ? route.streamPath : undefined) ?? route.path,
    query: '',
    requestId,
    hops: 1,
    forward: wire === undefined ? forward : withoutHeaders(forward, (name) => wire.withheld.includes(name)),
    app: undefined,
    body: chunks,
    bodyBytes: length,
    bodySource: undefined,
  };
  return { request, asksForUsage };
}

/** The whole body, unpacked, or why there is none. Calls back once. */
function collect(
  answer: BackendAnswer,
  done: (body: Buffer | undefined, fault: string | undefined) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let isDone = false;
  const finish = (fault: string | undefined): void => {
    if (isDone) return;
    isDone = true;
    if (fault === undefined) done(Buffer.concat(chunks), undefined);
    else done(undefined, fault);
  };
  const take = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > maxAnswerBytes) finish('the answer is larger than any that was asked for');
    else if (!isDone) chunks.push(chunk);
  };
  const broken = () => finish('the answer broke off');
  const packed = answer.headers['content-encoding'] ?? 'identity';
  if (packed.trim().toLowerCase() === 'identity') {
    return answer.readBy({ data: take, end: () => finish(undefined), broken });
  }
  const coding = codingOf(packed);
  if (coding === undefined) return finish('the answer is packed in a way that is not known');
  const unpacking = new Unpacking(answer, coding, {
    data: take,
    end: () => finish(undefined),
    failed: (error) => finish(`the answer can not be unpacked (${error.message})`),
  });
  answer.readBy({ data: (bytes) => unpacking.data(bytes), end: () => unpacking.end(), broken });
}

/** Prepares a backend's text for a terminal: one line, a bounded length, and without secrets. */
function masked(asked: Asked, { secret, config }: Backend): Asked {
  if (asked.kind === 'told') return asked;
  // A credential may stand among the headers or in the query as well.
  const values = [config.headers, config.defaultHeaders, config.query].flatMap(Object.values<string>);
  const secrets = values.filter((value) => value.length >= shortestSecret);
  if (secret !== undefined) secrets.push(secret.toString());
  const plain = secrets.reduce((text, one) => text.replaceAll(one, '***'), asked.why);
  const line = plain.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const why = line.length > longestWords ? `${line.slice(0, longestWords - 1)}…` : line;
  return { ...asked, why };
}
