/**
 * Finds the time limit that ends an attempt next. One timer serves them all: it is set for the earliest limit, and when
 * it goes off the limits are checked again, because most of them have moved on with every byte.
 */

/** In milliseconds; each counts from the moment in its name. */
export interface AttemptTimeouts {
  /**
   * Until the head of a streamed answer. A whole answer's head comes when it is done: `answer` and `total` end that.
   */
  readonly firstByteMs: number;
  /** For a whole answer, from the start of the attempt; undefined for no limit of its own. */
  readonly answerMs: number | undefined;
  /** Between bytes. */
  readonly idleMs: number;
  /** Between events that are not comments. */
  readonly progressMs: number;
  /** From the start of the request, over all its attempts. */
  readonly totalMs: number;
}

/** Milliseconds for the rest of an answer that nobody may ever see: it is the last word if nothing else helps. */
export const refusedBodyMs = 1000;
/** Milliseconds that a stream may stay open, silent, after its end mark. */
export const afterMarkMs = 5000;
/** The same after a finish reason: usage may follow, and some backends give a reason before they are at the end. */
export const afterFinishMs = 30_000;
/** Milliseconds for which events without any part of the answer are held. */
export const openingMs = 1000;

/**
 * The awaited part: the end of sending, the head, the next bytes of a whole answer, of a stream, of a file, or of a
 * failure.
 */
export type AttemptPhase = 'upload' | 'head' | 'whole' | 'events' | 'file' | 'refused';

/**
 * The awaited part of a stream: a part of the answer after events without any, more, the usage or other events after a
 * finish reason, or the end after its mark.
 */
export type Awaited = 'answer' | 'more' | 'usage' | 'end';

/** Moments of an attempt, in milliseconds of the monotonic clock. */
export interface AttemptTimestamps {
  phase: AttemptPhase;
  /** The request asked for a stream. */
  readonly streamed: boolean;
  /** The start of the request. */
  readonly requestMs: number;
  readonly startedMs: number;
  /**
   * The moment at which a streamed body was handed over: waiting for an answer begins there; undefined for all others.
   */
  sentMs?: number | undefined;
  /** A streamed body. */
  readonly upload?: { readonly pausedMs: number | undefined } | undefined;
  lastByteMs: number;
  /** The moment at which the bytes of a file began to come; undefined for all else. */
  fileMs?: number | undefined;
  /** The last event that was not a comment; before the first, the head. */
  lastEventMs: number;
  /** The moment since which the client has taken nothing; undefined while it takes bytes. */
  pausedMs: number | undefined;
  /** The awaited part of a stream, */
  awaited: Awaited;
  /** and the moment since which it is awaited. */
  awaitedFromMs: number;
  /** The moment at which a comment is due if the backend stays silent; infinite for none. */
  heartbeatMs: number;
}

/**
 * `timeouts.*` by their names; `client` is a client that does not read, `rest` and `grace` end parts that are not
 * needed, `opening` and `heartbeat` are occasions to send the client something.
 */
export type LimitName =
  | 'first_byte'
  | 'answer'
  | 'idle'
  | 'progress'
  | 'total'
  | 'client'
  | 'rest'
  | 'grace'
  | 'opening'
  | 'heartbeat';

export interface Limit {
  readonly atMs: number;
  readonly name: LimitName;
}

/** The limit that is reached first if nothing happens any more. */
export function nextLimit(timestamps: AttemptTimestamps, timeouts: AttemptTimeouts): Limit {
  const { phase, upload, sentMs, requestMs } = timestamps;
  // While bytes come, only a backend that takes none of them is late.
  if (phase === 'upload')
    return { atMs: (upload?.pausedMs ?? performance.now()) + timeouts.idleMs, name: 'idle' };
  const next = nextBeforeTotal(timestamps, timeouts);
  const { fileMs, lastByteMs, pausedMs } = timestamps;
  // The time of a file stops while its bytes flow.
  const isPaused = fileMs !== undefined && pausedMs !== undefined;
  if (isPaused && next !== undefined) return next;
  const flowedMs = fileMs === undefined ? 0 : lastByteMs - fileMs;
  const total: Limit = { atMs: (sentMs ?? requestMs) + timeouts.totalMs + flowedMs, name: 'total' };
  return next !== undefined && next.atMs < total.atMs ? next : total;
}

function nextBeforeTotal(timestamps: AttemptTimestamps, timeouts: AttemptTimeouts): Limit | undefined {
  const { idleMs, progressMs, firstByteMs } = timeouts;
  // A backend whose bytes nobody takes can't be blamed for sending none.
  if (timestamps.pausedMs !== undefined) return { atMs: timestamps.pausedMs + idleMs, name: 'client' };
  switch (timestamps.phase) {
    case 'upload':
      return undefined;
    case 'head':
      return timestamps.streamed
        ? { atMs: timestamps.startedMs + firstByteMs, name: 'first_byte' }
        : answerLimit(timestamps, timeouts);
    case 'whole': {
      const answer = answerLimit(timestamps, timeouts);
      const atMs = timestamps.lastByteMs + idleMs;
      return answer !== undefined && answer.atMs < atMs ? answer : { atMs, name: 'idle' };
    }
    case 'file':
      return { atMs: timestamps.lastByteMs + idleMs, name: 'idle' };
    case 'refused':
      return { atMs: timestamps.lastEventMs + Math.min(refusedBodyMs, idleMs), name: 'rest' };
    case 'events': {
      const { awaited, awaitedFromMs } = timestamps;
      if (awaited === 'usage' || awaited === 'end') {
        const graceMs = awaited === 'end' ? afterMarkMs : afterFinishMs;
        return { atMs: timestamps.lastEventMs + Math.min(graceMs, idleMs), name: 'grace' };
      }
      let limit: Limit = { atMs: timestamps.lastByteMs + idleMs, name: 'idle' };
      const progressAtMs = timestamps.lastEventMs + progressMs;
      if (progressAtMs < limit.atMs) limit = { atMs: progressAtMs, name: 'progress' };
      const openingAtMs = awaited === 'answer' ? awaitedFromMs + openingMs : Number.POSITIVE_INFINITY;
      if (openingAtMs < limit.atMs) limit = { atMs: openingAtMs, name: 'opening' };
      return timestamps.heartbeatMs < limit.atMs
        ? { atMs: timestamps.heartbeatMs, name: 'heartbeat' }
        : limit;
    }
  }
}

function answerLimit(
  { streamed, startedMs, sentMs }: AttemptTimestamps,
  { answerMs }: AttemptTimeouts,
): Limit | undefined {
  // A whole answer to a request for a stream is a refusal, or an error that came late enough already.
  return streamed || answerMs === undefined
    ? undefined
    : { atMs: (sentMs ?? startedMs) + answerMs, name: 'answer' };
}
