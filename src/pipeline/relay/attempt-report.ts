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

/** How an attempt is to be made. */
export interface AttemptOptions {
  readonly timeouts: AttemptTimeouts;
  /** How long a stream may be silent before the client gets a comment; undefined for never. */
  readonly heartbeatMs: number | undefined;
  /** Which deployment it is made on, as `MODEL/NAME`. */
  readonly deployment: string;
  /** Use a connection that has carried nothing before. */
  readonly fresh: boolean;
  /** What carries a turn over a socket; undefined for a request of HTTP. */
  readonly carrier: TurnCarrier | undefined;
  /** What is held of answers counts against it. */
  readonly budget: ByteBudget;
  /** How the ids in the answer are signed; undefined where they stay as they are. */
  readonly signing: SigningOf | undefined;
  /** How the answer is said in the client's dialect; undefined where it is in it. */
  readonly translation: AnswerTranslation | undefined;
  /** A stream was asked for its usage although the client did not ask: that is kept from it, and may be refused. */
  readonly asksForUsage: boolean;
  /** Called when the answer begins to reach the client, with what it comes to if the rest arrives: nothing will be sent again. */
  readonly committed: (outcome: Outcome) => void;
}

/** What came of an attempt. */
export interface AttemptReport {
  readonly outcome: Outcome;
  /** What happened, for the log. */
  readonly detail: string;
  /** The head of the backend's answer, if one came. */
  readonly head: AnswerHead | undefined;
  /** The answer was given to the sink of the exchange, in part at least. */
  readonly isGiven: boolean;
  /** There when the backend answered and nothing of it was passed on. */
  readonly answer: HeldAnswer | undefined;
  /** A failure is what the backend answered, and not that it did not. */
  readonly isAnswer: boolean;
  /** From sending the request to when a connection was ready to carry it; undefined where none was. */
  readonly connectMs: number | undefined;
  /** From sending the request to the head of the answer; undefined where there was none. */
  readonly firstByteMs: number | undefined;
  /** The answer came packed, although that was not asked for. */
  readonly wasPacked: boolean;
  /** The backend refused the credential, and another value of it is there already. */
  readonly isCredentialStale: boolean;
  /** What is known of what the answer used. */
  readonly use: AnswerUse | undefined;
  /** What the gateway itself did wrong, if that is why the attempt ended. */
  readonly fault: unknown;
}

/** What a call that never had an answer comes to. */
export const outcomeOfFailure = {
  busy: 'no_free_connection',
  unauthorized: 'no_credential',
  connect: 'not_connected',
  stale: 'stale_connection',
  reset: 'lost',
  invalid: 'unusable',
  unsendable: 'abandoned',
} as const satisfies Record<FailureKind, Outcome>;

/** Whether an answer with this outcome goes to the client as it comes. */
export function isForClient(outcome: Outcome): boolean {
  return outcome === 'answered' || outcome === 'request_refused';
}

/** Whether an outcome is what a backend answered, where it did answer. */
export function isAnswer(outcome: Outcome): boolean {
  const rule: OutcomeRule = outcomes[outcome];
  return rule.isAnswer === true;
}

/** What a 403 comes to: the request's own fault where the deployment has just answered others well. */
export function outcomeOfForbidden({ errorType }: AnswerHead, isProven: boolean): Outcome {
  const isCredential = !isProven || isCredentialError(errorType);
  return isCredential ? 'credentials_refused' : 'forbidden';
}

/** What a request asks for, what else is taken for an answer to it, and the media types of what is binary. */
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
 * What a request wants for an answer. An endpoint that a configuration declares has whatever its entry names: how its
 * requests ask for one of those nobody knows. Where a text is asked for in place of JSON some servers answer JSON all the
 * same.
 */
export function wantedOf(
  { model, answer, mediaTypes = noTypes }: ServedEndpoint,
  kind: AnswerKind,
  isHttp10: boolean,
): Wanted {
  if (model !== undefined) {
    // HTTP/1.0 can't tell a cut stream.
    return { kind, taken: isHttp10 ? answer.filter((one) => one !== 'events') : answer, mediaTypes };
  }
  const isTextOrJson = kind === 'binary' && answer.includes('json');
  return { kind, taken: isTextOrJson ? taken.textOrJson : taken[kind], mediaTypes };
}

/** What makes a head unusable whatever its body is. `outcome` is that of its status. */
export function faultOf(head: AnswerHead, outcome: Outcome, wanted: Wanted): string | undefined {
  if (outcome === 'unusable') return `status ${head.status}`;
  if (outcome !== 'answered') return undefined;
  if (isPacked(head) && codingOf(head.contentEncoding!) === undefined) {
    return `content-encoding ${head.contentEncoding}, though identity was asked for`;
  }
  return kindTaken(head, wanted) === 'none' ? describeKind(head, wanted.kind) : undefined;
}

/**
 * What an answer is by its media type, of what is taken: `by_bytes` where its first byte has to say it, `instead` for JSON
 * where none is taken, which may be an error that the backend tells so, and `none` for what is of no use.
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

/** One without a type is bytes (RFC 9110, 8.3). */
function isOfType({ contentType }: AnswerHead, mediaTypes: readonly string[]): boolean {
  const type = mediaTypeOf(contentType) || 'application/octet-stream';
  return mediaTypes.includes(type) || mediaTypes.includes(type.replace(/\/.*/s, '/*'));
}

/** The body is not as it was asked for: unpacked. */
export function isPacked({ contentEncoding }: AnswerHead): boolean {
  return contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity';
}

/** An answer of another kind than was asked for, for the log. */
export function describeKind({ status, contentType }: AnswerHead, kind: AnswerKind): string {
  const wanted = wordsOf[kind];
  return `status ${status}, content-type "${contentType}" where ${wanted} was asked for`;
}

const wordsOf: Readonly<Record<AnswerKind, string>> = {
  json: 'JSON',
  events: 'an event stream',
  binary: 'a file',
};
