import type { AnswerUse } from '../../api/answer-usage.ts';
import type { AnswerKind } from '../../api/endpoints/endpoint.ts';
import type { ServedEndpoint } from '../../api/endpoints/index.ts';
import { isCredentialError } from '../../credentials/credential.ts';
import { codingOf } from '../../http/client/unpack.ts';
import type { FailureKind } from '../../http/client/upstream-failure.ts';
import { type Outcome, type OutcomeRule, outcomes } from '../../routing/outcomes.ts';
import type { AnswerTranslation } from '../translation/answer-translation.ts';
import { type AnswerHead, type HeldAnswer, mediaTypeOf } from './answer/answer-head.ts';
import type { TurnCarrier } from './answer/answer-sink.ts';
import type { SigningOf } from './answer/signed-answer.ts';
import type { AttemptTimeouts } from './attempt-limits.ts';
import type { ByteBudget } from './held-bytes.ts';

/** The options of an attempt. */
export interface AttemptOptions {
  readonly timeouts: AttemptTimeouts;
  /** Milliseconds that a stream may be silent before the client gets a comment; undefined for never. */
  readonly heartbeatMs: number | undefined;
  /** The deployment of the attempt, as `MODEL/NAME`. */
  readonly deployment: string;
  /** Use a connection that has carried nothing before. */
  readonly fresh: boolean;
  /** Carries a turn over a socket; undefined for an HTTP request. */
  readonly carrier: TurnCarrier | undefined;
  /** Counts the held bytes of answers. */
  readonly budget: ByteBudget;
  /** Signs the ids in the answer; undefined if they stay unchanged. */
  readonly signing: SigningOf | undefined;
  /** Translates the answer to the client's dialect; undefined if it is in it. */
  readonly translation: AnswerTranslation | undefined;
  /**
   * A stream was asked for its usage although the client did not ask: the client does not get it, and the backend may
   * refuse.
   */
  readonly asksForUsage: boolean;
  /**
   * Called when the answer begins to reach the client, with its outcome if the rest arrives: nothing will be sent
   * again.
   */
  readonly committed: (outcome: Outcome) => void;
}

/** The outcome of an attempt. */
export interface AttemptReport {
  readonly outcome: Outcome;
  /** A text for the log. */
  readonly detail: string;
  /** The head of the backend's answer, if one came. */
  readonly head: AnswerHead | undefined;
  /** The sink of the exchange got at least a part of the answer. */
  readonly isGiven: boolean;
  /** Present if the backend answered and nothing of it was passed on. */
  readonly answer: HeldAnswer | undefined;
  /** The failure is the backend's answer, and not the lack of one. */
  readonly isAnswer: boolean;
  /** Milliseconds from sending the request to a ready connection; undefined without one. */
  readonly connectMs: number | undefined;
  /** Milliseconds from sending the request to the head of the answer; undefined without one. */
  readonly firstByteMs: number | undefined;
  /** The answer came packed, although the request did not allow that. */
  readonly wasPacked: boolean;
  /** The backend refused the credential, and a newer value of it exists already. */
  readonly isCredentialStale: boolean;
  /** The known usage of the answer. */
  readonly use: AnswerUse | undefined;
  /** The gateway's own fault, if that ended the attempt. */
  readonly fault: unknown;
}

/** The outcome of a call that never had an answer. */
export const outcomeOfFailure = {
  busy: 'no_free_connection',
  unauthorized: 'no_credential',
  connect: 'not_connected',
  stale: 'stale_connection',
  reset: 'lost',
  invalid: 'unusable',
  unsendable: 'abandoned',
} as const satisfies Record<FailureKind, Outcome>;

/** True if an answer with this outcome goes to the client unchanged. */
export function isForClient(outcome: Outcome): boolean {
  return outcome === 'answered' || outcome === 'request_refused';
}

/** True if the outcome is a backend's answer. */
export function isAnswer(outcome: Outcome): boolean {
  const rule: OutcomeRule = outcomes[outcome];
  return rule.isAnswer === true;
}

/** The outcome of a 403: the request's own fault if the deployment has just answered others well. */
export function outcomeOfForbidden({ errorType }: AnswerHead, isProven: boolean): Outcome {
  const isCredential = !isProven || isCredentialError(errorType);
  return isCredential ? 'credentials_refused' : 'forbidden';
}

/** The requested kind of answer, the other accepted kinds, and the media types of binary ones. */
export interface Wanted {
  readonly kind: AnswerKind;
  readonly taken: readonly AnswerKind[];
  readonly mediaTypes: readonly string[];
}

const taken = {
  json: ['json'],
  events: ['events'],
  binary: ['binary'],
  textOrJson: ['binary', 'json'],
} as const;
const noTypes: readonly string[] = [];

/**
 * The answer that a request wants. A declared endpoint has all kinds that its entry names: nobody knows how its
 * requests ask for one of them. If a text is asked for in place of JSON, some servers answer JSON all the same.
 */
export function wantedOf(
  { model, answer, mediaTypes = noTypes }: ServedEndpoint,
  kind: AnswerKind,
  isHttp10: boolean,
): Wanted {
  if (model !== undefined) {
    // HTTP/1.0 can't detect a cut stream.
    return { kind, taken: isHttp10 ? answer.filter((one) => one !== 'events') : answer, mediaTypes };
  }
  const isTextOrJson = kind === 'binary' && answer.includes('json');
  return { kind, taken: isTextOrJson ? taken.textOrJson : taken[kind], mediaTypes };
}

/** The fault of a head that makes any body unusable. `outcome` is that of its status. */
export function faultOf(head: AnswerHead, outcome: Outcome, wanted: Wanted): string | undefined {
  if (outcome === 'unusable') return `status ${head.status}`;
  if (outcome !== 'answered') return undefined;
  if (isPacked(head) && codingOf(head.contentEncoding!) === undefined) {
    return `content-encoding ${head.contentEncoding}, though identity was asked for`;
  }
  return kindTaken(head, wanted) === 'none' ? describeKind(head, wanted.kind) : undefined;
}

/**
 * The kind of an answer by its media type: `by_bytes` if its first byte has to tell it, `instead` for JSON that was not
 * wanted, which may be an error, and `none` for an unusable one.
 */
export function kindTaken(
  head: AnswerHead,
  { kind, taken, mediaTypes }: Wanted,
): AnswerKind | 'by_bytes' | 'instead' | 'none' {
  const isBinary = taken.includes('binary') && isOfType(head, mediaTypes);
  switch (head.kind) {
    case 'json':
      return taken.includes('json') ? 'json' : isBinary ? 'binary' : 'instead';
    case 'events':
      return taken.includes('events') ? 'events' : isBinary ? 'binary' : 'none';
    case 'untold':
      if (isBinary && kind === 'binary') return 'binary';
      if (isBinary || kind === 'events') return 'by_bytes';
      return taken.includes('json') ? 'json' : 'none';
    case 'other':
      return isBinary ? 'binary' : 'none';
  }
}

/** A body without a type is bytes (RFC 9110, 8.3). */
function isOfType({ contentType }: AnswerHead, mediaTypes: readonly string[]): boolean {
  const type = mediaTypeOf(contentType) || 'application/octet-stream';
  return mediaTypes.includes(type) || mediaTypes.includes(type.replace(/\/.*/s, '/*'));
}

/** True for a packed body, though an unpacked one was asked for. */
export function isPacked({ contentEncoding }: AnswerHead): boolean {
  return contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity';
}

/** An answer of an unwanted kind, in words for the log. */
export function describeKind({ status, contentType }: AnswerHead, kind: AnswerKind): string {
  const wanted = wordsOf[kind];
  return `status ${status}, content-type "${contentType}" where ${wanted} was asked for`;
}

const wordsOf: Readonly<Record<AnswerKind, string>> = {
  json: 'JSON',
  events: 'an event stream',
  binary: 'a file',
};
