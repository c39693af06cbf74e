import type { GatewayError } from '../../../errors.ts';
import type { Exchange } from '../../exchange.ts';
import type { AnswerSink, AnswerSource, DownstreamHead } from '../../relay/answer/answer-sink.ts';
import type { ByteBudget } from '../../relay/held-bytes.ts';
import type { ExchangeLooks, LookParts } from '../exchange-looks.ts';

/** The parts of the gateway that looks at answers use. */
export interface AnswerParts extends LookParts {
  readonly budget: ByteBudget;
  /** Milliseconds without anything after which the client of a stream gets a comment; undefined for never. */
  readonly heartbeatMs: number | undefined;
}

/** The end of what a backend sent: all of it, or a cut with some last words. */
export type Ending = 'end' | { readonly cut: Buffer | undefined };

/** An answer that is held until the guards have let it pass. */
export interface GuardedAnswer {
  /** The client has got its head. */
  readonly hasBegun: boolean;
  /** Nothing more of it comes from the backend. */
  readonly hasEnded: boolean;
  /** Guards are looking at it. */
  readonly isLooking: boolean;
  /** Its head is there. */
  begin(): void;
  write(bytes: Buffer): void;
  finish(ending: Ending): void;
  /** Ends with an error what the client has begun to get; false where that is nothing. */
  endWith(error: GatewayError): boolean;
  /** Lets go of all that is held: nothing more of it is wanted. */
  drop(): void;
}

/** The surroundings of a guarded answer. */
export interface AnswerSetting {
  readonly exchange: Exchange;
  readonly parts: AnswerParts;
  readonly looks: ExchangeLooks;
  readonly head: DownstreamHead;
  readonly source: AnswerSource | undefined;
  /** Takes what has passed. */
  readonly next: AnswerSink;
  /** From here on everything passes as it comes. */
  passAll(): void;
  /** The client gets an error in place of the answer, or of its rest. */
  fail(error: GatewayError): void;
  /** All of it has passed, and has been given to the client. */
  over(): void;
  /** The gateway itself failed. */
  crashed(error: unknown): void;
}

/** Gives the client the end of an answer, all of which has passed. */
export function endAs(ending: Ending, sink: AnswerSink): void {
  if (ending === 'end') sink.end();
  else sink.cut(ending.cut);
}
