/** Reads what a backend answered: in the dialect's own form, whatever form its cloud has. */

import { heldBytes } from '../../api/answer-text-bytes.ts';
import { type AnswerUse, UsageSoFar } from '../../api/answer-usage.ts';
import type { Told, ToldEvent } from '../../api/capability-proofs/proof.ts';
import type { Dialect } from '../../api/dialects/dialect.ts';
import { refusalStatus } from '../../api/families/refusal-status.ts';
import { inspectAnswer } from '../../api/stream/whole-answer.ts';
import type { BackendAnswer } from '../../http/client/backend-call.ts';
import type { Route } from '../../http/client/route.ts';
import { isObject, parseObject } from '../../lib/json.ts';

/** The result of a request. */
export type Asked =
  | { readonly kind: 'told'; readonly told: Told; readonly use: AnswerUse }
  /** The backend does not take this request. */
  | { readonly kind: 'refused'; readonly why: string }
  | {
      /** It says nothing of the capability. */
      readonly kind: 'failed';
      readonly why: string;
      /** `all`: another request to this deployment would end like it. */
      readonly reach: 'one' | 'slow' | 'all';
      /** It may have been worked on. */
      readonly mayCost: boolean;
    };

/** The status of a backend that understood the request and does not serve it. */
const refusing: ReadonlySet<number> = new Set([400, 404, 405, 406, 410, 413, 415, 422, 501]);

/** The next request would get the same answer: credential, money, rights, or too many requests. */
const shutting: ReadonlySet<number> = new Set([401, 402, 403, 407, 429]);

/** Evaluates an answer. */
export function readAnswer(
  { statusCode, headers }: BackendAnswer,
  body: Buffer,
  { dialect, wire }: Route,
  requestId: string,
): Asked {
  const named = headers['x-amzn-errortype'];
  const errorType = typeof named === 'string' ? named : undefined;
  const status = wire?.judgedStatus(statusCode!, errorType) ?? statusCode!;
  const contentType = headers['content-type'] ?? '';
  if (status < 200 || status >= 300) {
    const own = wire?.errorBody?.({ status: statusCode!, errorType, requestId }, body);
    return turnedDown(refusalStatus(status, body), (own ?? body).toString());
  }
  const frames = wire?.frames;
  if (frames === undefined || contentType.split(';', 1)[0]!.trim().toLowerCase() !== frames.mediaType) {
    return read(dialect, contentType, body);
  }
  const decoder = frames.decoder();
  const events = decoder.push(body).toString();
  if (decoder.fault !== undefined) return broken(`the stream can not be read: ${decoder.fault}`);
  return decoder.isMidFrame ? broken('the stream ends inside a frame') : readStream(dialect, events);
}

function turnedDown(status: number, body: string): Asked {
  const said = errorWords(body);
  const why = `answered ${status}${said === '' ? '' : `: ${said}`}`;
  if (refusing.has(status)) return { kind: 'refused', why };
  return { kind: 'failed', why, reach: shutting.has(status) ? 'all' : 'one', mayCost: false };
}

/** The message of an error, in the places where vendors put it; of all else nothing. */
function errorWords(body: string): string {
  const answer = parseObject(body);
  const { error, message, detail } = answer ?? {};
  const found = [isObject(error) ? error['message'] : error, message, detail].find(
    (words) => typeof words === 'string',
  );
  return typeof found === 'string' ? found : '';
}

function read(dialect: Dialect, contentType: string, body: Buffer): Asked {
  if (/^text\/event-stream\b/i.test(contentType)) return readStream(dialect, body.toString());
  const { kind, use } = inspectAnswer(dialect, body);
  const answer = parseObject(body.toString());
  if (kind === 'empty') return broken('the answer is empty');
  if (kind === 'error') return broken(`answered 200 with an error: ${errorWords(body.toString())}`);
  if (answer === undefined || use === undefined) return broken('the answer is not a JSON object');
  return { kind: 'told', told: { body: answer, events: undefined, usage: use.reported }, use };
}

function readStream(dialect: Dialect, text: string): Asked {
  const events = eventsOf(text);
  const used = new UsageSoFar();
  for (const { event, data, json } of events) {
    const sign = dialect.stream?.read(event, data, json);
    if (sign?.failed) return broken(`the stream has an error: ${errorWords(data)}`);
    used.take(sign?.usage);
  }
  const held = dialect.stream?.held;
  if (held !== undefined && !((used.reported?.output ?? 0) > 0)) used.hold(heldBytes(text, held));
  return { kind: 'told', told: { body: {}, events, usage: used.reported }, use: used.use(true) };
}

function broken(why: string): Asked {
  return { kind: 'failed', why, reach: 'one', mayCost: true };
}

/** The events of a stream, after the living standard of HTML ("server-sent events"), comments left out. */
function eventsOf(text: string): readonly ToldEvent[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n\n')
    .flatMap((block) => {
      const fields = block.split('\n').map((line) => /^(event|data):[ ]?(.*)$/.exec(line));
      const of = (name: string) => fields.filter((field) => field?.[1] === name).map((field) => field![2]!);
      const data = of('data').join('\n');
      if (data === '') return [];
      return [{ event: of('event').at(-1) ?? '', data, json: parseObject(data) }];
    });
}
