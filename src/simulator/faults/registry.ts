import * as at from './break-off.ts';
import { type Fault, failure } from './fault.ts';
import * as odd from './odd-answers.ts';
import * as slip from './slips.ts';
import * as status from './statuses.ts';
import * as wrong from './wrong-answers.ts';

/**
 * Every fault by the model name that selects it. `N` in a name stands for a number; a name that stands here with its
 * digits goes before one with `N`. On whole answers `midway` and `after-N` cut the body, which counts as eight pieces.
 */
export const faults = {
  'fault-N': {
    about: "status N, 300 to 599, with the endpoint's own error body",
    run: (turn, code) => status.status(turn, code),
  },
  'fault-N-retry-after': {
    about: 'status N with Retry-After: 2',
    run: (turn, code) => status.statusRetryAfter(turn, code),
  },
  'fault-N-retry-after-N': {
    about: 'status N with Retry-After in so many seconds',
    run: status.statusRetryAfter,
  },
  'fault-N-retry-after-date': {
    about: 'status N with Retry-After as a date 2 to 3 s ahead',
    run: status.statusRetryAfterDate,
  },
  'fault-early-413': {
    about: "status 413 while the body is still being sent (the model's name must be in its first 64 KiB)",
    run: ({ wire }) => status.refuseEarly(wire),
    beforeBody: status.refuseEarly,
  },
  'fault-100': { about: '100 Continue, unasked, then the good answer', run: odd.interim(100) },
  'fault-101': { about: '101 Switching Protocols', run: status.switchProtocols },
  'fault-103': { about: '103 Early Hints, then the good answer', run: odd.interim(103) },
  'fault-204': { about: '204 No Content', run: wrong.noContent },

  'fault-empty': { about: '200 with an empty body', run: wrong.emptyBody },
  'fault-html': { about: '200 with an HTML page', run: wrong.html },
  'fault-invalid-json': { about: '200 whose body, or first event, is not JSON', run: wrong.invalidJson },
  'fault-truncated-json': {
    about: '200 whose JSON stops half-way, correctly framed',
    run: wrong.truncatedJson,
  },
  'fault-error-in-200': { about: '200 whose JSON is an error', run: wrong.errorWithStatus200 },
  'fault-wrong-kind': {
    about: 'JSON where a stream was asked for, a stream where JSON was',
    run: wrong.wrongKind,
  },
  'fault-first-event-error': { about: 'a stream whose first event is an error', run: wrong.errorFirst(0) },
  'fault-comments-then-error': { about: 'a stream of comments, then an error', run: wrong.errorFirst(3) },
  'fault-garbage': { about: 'bytes that are not HTTP', run: wrong.garbage },
  'fault-huge-head': { about: 'response headers of 20 KiB', run: wrong.hugeHead },
  'fault-length-and-chunks': {
    about: 'Content-Length and Transfer-Encoding at once',
    run: wrong.lengthAndChunks,
  },

  'fault-reset-before-head': { about: 'RST instead of an answer', run: ({ wire }) => wire.reset() },
  'fault-fin-before-head': { about: 'FIN instead of an answer', run: ({ wire }) => wire.fin() },
  'fault-never': { about: 'no answer, the connection stays open', run: ({ wire }) => wire.hold() },

  'fault-reset-midway': { about: 'RST after half of the content', run: at.midway(at.reset) },
  'fault-reset-after-N': { about: 'RST after N events', run: at.afterFrames(at.reset) },
  'fault-reset-at-byte-N': { about: 'RST after N bytes of the body', run: at.atByte(at.reset) },
  'fault-fin-midway': { about: 'FIN after half of the content', run: at.midway(at.fin) },
  'fault-fin-after-N': { about: 'FIN after N events', run: at.afterFrames(at.fin) },
  'fault-fin-at-byte-N': { about: 'FIN after N bytes of the body', run: at.atByte(at.fin) },
  'fault-bad-chunk-midway': {
    about: 'a malformed chunk after half of the content',
    run: at.midway(at.badChunk),
  },
  'fault-bad-chunk-after-N': { about: 'a malformed chunk after N events', run: at.afterFrames(at.badChunk) },
  'fault-stall-midway': { about: 'silence after half of the content', run: at.midway(at.stall) },
  'fault-stall-after-N': {
    about: 'silence after N events (0: after the head)',
    run: at.afterFrames(at.stall),
  },
  'fault-heartbeat': { about: 'comments for ever instead of events', run: at.afterFrames(at.heartbeat) },
  'fault-heartbeat-midway': {
    about: 'comments for ever after half of the content',
    run: at.midway(at.heartbeat),
  },
  'fault-error-midway': {
    about: 'an error event after half of the content',
    run: at.midway(at.reportedError),
  },
  'fault-error-after-N': { about: 'an error event after N events', run: at.afterFrames(at.reportedError) },

  'fault-bare-error-midway': {
    about: 'JSON of an error that is no event after half of the content',
    run: at.midway(at.bareError),
  },
  'fault-no-done': {
    about: 'a clean end after the finish reason, without the terminal mark',
    run: at.without(['mark'], at.cleanEnd),
  },
  'fault-no-finish': {
    about: 'a clean end without finish reason or terminal mark',
    run: at.without(['finish', 'mark'], at.cleanEnd),
  },
  'fault-open-after-finish': {
    about: 'silence after the finish reason',
    run: at.without(['mark'], at.stallUnended),
  },
  'fault-open-after-done': {
    about: 'all of the answer, but its end never comes',
    run: at.without([], at.stallUnended),
  },
  'fault-malformed-event': {
    about: 'an event that is not JSON among the good ones',
    run: odd.malformedEvent,
  },
  'fault-huge-event': { about: 'an event, or a whole answer, of 1.5 MiB', run: odd.hugeEvent },
  'fault-endless': { about: 'an answer that never ends', run: odd.endless },

  'fault-empty-error': {
    about: 'the good answer with an `error` of no text beside it',
    run: slip.withFields('"error":""'),
  },
  'fault-empty-error-object': {
    about: 'the good answer with an `error` object that says nothing',
    run: slip.withFields('"error":{"message":"","code":null}'),
  },
  'fault-error-object': {
    about: '200 whose JSON, or first event, is `{"object":"error"}`',
    run: slip.errorInstead({ object: 'error', message: failure.message, code: 40303 }),
  },
  'fault-base-resp': {
    about: '200 whose JSON, or first event, has a `base_resp` with another status than 0',
    run: slip.errorInstead({ choices: null, base_resp: { status_code: 1004, status_msg: failure.message } }),
  },
  'fault-opening-then-error': {
    about: 'a stream whose first events hold nothing yet, then an error',
    run: slip.openingThenError,
  },
  'fault-one-newline-at-end': {
    about: 'a stream whose last event ends in one line feed',
    run: slip.oneNewlineAtEnd,
  },
  'fault-finish-everywhere-Nms': {
    about: 'a finish reason in every event, and a pause of N milliseconds after half of them',
    run: slip.finishEverywhere,
  },
  'fault-response-done': {
    about: 'a stream of responses that ends with response.done',
    run: slip.otherMark('response.done'),
  },
  'fault-done-for-completed': {
    about: 'a stream of responses that ends with [DONE]',
    run: slip.otherMark('[DONE]'),
  },
  'fault-no-type': { about: 'the good answer without a content type', run: slip.typed(undefined) },
  'fault-plain-type': {
    about: 'the good answer as text/plain',
    run: slip.typed('text/plain; charset=utf-8'),
  },
  'fault-byte-order-mark': { about: 'a whole answer after a byte order mark', run: slip.byteOrderMark },
  'fault-broken-utf8': { about: 'a whole answer with bytes that are no UTF-8', run: slip.brokenUtf8 },
  'fault-not-a-number': {
    about: 'a whole answer with NaN and -Infinity in it',
    run: slip.notANumber,
  },
  'fault-packed-gzip': { about: 'the good answer packed by gzip, unasked', run: slip.packed('gzip') },
  'fault-packed-deflate': { about: 'the same by deflate', run: slip.packed('deflate') },
  'fault-packed-br': { about: 'the same by brotli', run: slip.packed('br') },
  'fault-packed-zstd': { about: 'the same by zstd', run: slip.packed('zstd') },
  'fault-repeats-credential': {
    about: 'status 400 whose message repeats the credential that came',
    run: slip.repeatsCredential,
  },

  'fault-split-N': { about: 'the good answer in chunks of N bytes', run: odd.split },
  'fault-crlf': { about: 'the good stream with CRLF line ends', run: odd.crlf },
  'fault-trailers': { about: 'the good answer with trailers', run: odd.trailers },
  'fault-private-headers': {
    about: 'the good answer with headers that are not for the client',
    run: odd.privateHeaders,
  },
  'fault-stale-fin': {
    about: "a good answer; the connection's next request meets a FIN",
    run: odd.goesStale('fin'),
  },
  'fault-stale-reset': {
    about: "a good answer; the connection's next request meets a RST",
    run: odd.goesStale('reset'),
  },
  'fault-close-when-idle': {
    about: 'a good answer; the connection is closed when it is idle',
    run: odd.closesWhenIdle,
  },
  'fault-surplus': {
    about: 'a good answer, and the beginning of another one behind it',
    run: odd.surplus,
  },
  'fault-delay-Nms': { about: 'the good answer after N milliseconds', run: odd.late(1) },
  'fault-delay-Ns': { about: 'the good answer after N seconds', run: odd.late(1000) },
  'fault-slow-Nms': { about: 'the good answer, drawn out over N milliseconds', run: odd.slow(1) },
  'fault-slow-Ns': { about: 'the good answer, drawn out over N seconds', run: odd.slow(1000) },
} as const satisfies Record<string, Fault>;

/** Every fault's name with its one-line description, for the help. */
export const simulatorFaults: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(faults).map(([name, { about }]) => [name, about]),
);

/** A fault with the numbers from the model's name. */
export interface ChosenFault {
  readonly fault: Fault;
  readonly numbers: readonly number[];
}

const byName: ReadonlyMap<string, Fault> = new Map(Object.entries(faults));

/** The fault that a model name selects, if it does. Manners may stand behind it. */
export function faultNamed(named: string): ChosenFault | undefined {
  const model = named.split('+', 1)[0]!;
  if (!model.startsWith('fault-') || model.includes('N')) return undefined;
  const exact = byName.get(model);
  if (exact !== undefined) return { fault: exact, numbers: [] };
  const digits = model.match(/\d+/g) ?? [];
  // Nine digits fit every use; more would be no number of bytes, events or seconds to speak of.
  if (digits.some((number) => number.length > 9)) return undefined;
  const fault = byName.get(model.replace(/\d+/g, 'N'));
  return fault === undefined ? undefined : { fault, numbers: digits.map(Number) };
}
