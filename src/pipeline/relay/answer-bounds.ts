/** The most bytes of an answer that are held or passed on, and the fate of a larger one. */
import { GatewayError } from '../../errors.ts';
import type { Outcome } from '../../routing/outcomes.ts';
import type { ReceivedAnswer } from './received-answer.ts';

/** HTTP/1.0 cannot tell a cut answer without a length from a complete one: it is held in full. */
const maxHeldBytesForHttp10 = 50 * 1024 * 1024;
/** The most bytes that a packed answer, other than a stream, is unpacked to. */
const maxUnpackedBytes = 64 * 1024 * 1024;
/** The largest answer that is passed on. */
const maxAnswerBytes = 1024 * 1024 * 1024;

/** Returns the reason why a body of so many bytes is too large; undefined if it is not. */
export function excessOf(bytes: number, { body, reader }: ReceivedAnswer): string | undefined {
  const isUnpacked = body.wasPacked && reader.events === undefined;
  if (bytes <= (isUnpacked ? maxUnpackedBytes : maxAnswerBytes)) return undefined;
  return isUnpacked ? 'the answer exceeds 64 MiB unpacked' : 'the answer exceeds 1 GiB';
}

/** The bytes held of an answer, and the facts that bound them. */
export interface Holding {
  readonly bytes: number;
  /** The gateway has memory for it. */
  readonly hasRoom: boolean;
  readonly isHttp10: boolean;
  /** It is a refusal, held in case nothing else helps. */
  readonly isRefused: boolean;
}

/**
 * The fate of an answer of which no more may be held: it passes as it arrives, the held part is all that anybody gets
 * of it, or it is given up. An outcome of undefined means that the gateway has no memory for it, which is no fault of
 * the backend.
 */
export type Overflow = 'pass' | 'finish' | { readonly outcome: Outcome | undefined; readonly detail: string };

/** Returns the fate of an answer about which nothing is known yet; undefined while more of it may be held. */
export function overflowOf(
  answer: ReceivedAnswer,
  { bytes, hasRoom, isHttp10, isRefused }: Holding,
): Overflow | undefined {
  const { head, outcome, reader, isUndivided } = answer;
  if (hasRoom && bytes <= (isHttp10 ? maxHeldBytesForHttp10 : reader.mostHeldBytes)) return undefined;
  if (outcome === 'error_in_answer' || (isUndivided && outcome === 'request_refused')) return 'finish';
  if (isRefused) return { outcome, detail: `status ${head.status}, more than is held` };
  if (answer.isUntold && outcome === 'answered') return { outcome: 'unusable', detail: 'nothing but blanks' };
  if (!isHttp10 && !isUndivided) return 'pass';
  const needed = isHttp10 ? 'for a client of HTTP/1.0' : 'to be translated';
  if (hasRoom) return { outcome: 'unusable', detail: `more than ${isHttp10 ? 50 : 64} MiB ${needed}` };
  return { outcome: undefined, detail: `no room for an answer ${needed}` };
}

/** The client's error if there is no memory for its answer. */
export function noRoom(): GatewayError {
  return new GatewayError('overloaded', 'The gateway holds too much at once; try again shortly.');
}
