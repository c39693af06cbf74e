/** An answer of a deployment that serves the endpoint through another dialect, on its way to the client. */

import type { AnswerContext } from '../../api/translation/answers/answer-codec.ts';
import {
  errorOfFailure,
  translateError,
  wordlessError,
} from '../../api/translation/answers/translate-error.ts';
import { translateWhole } from '../../api/translation/answers/translated-answer.ts';
import { TranslatedStream } from '../../api/translation/answers/translated-stream.ts';
import type { Failure } from '../../api/translation/neutral/answer-event.ts';
import type { AnswerFacts } from '../../api/translation/translated-request.ts';
import type { TranslationTold } from '../../observe/request-event.ts';
import type { AnswerHead, HeldAnswer } from '../relay/answer/answer-head.ts';

/** Headers of a backend that mean the same in every dialect. */
const kept: ReadonlySet<string> = new Set(['retry-after', 'retry-after-ms', 'x-should-retry']);
/** The largest whole answer that is translated: it is held in full. */
export const mostTranslatedBytes = 64 * 1024 * 1024;

/** The translation of one attempt's answer to the client's dialect. */
export class AnswerTranslation {
  readonly #context: AnswerContext;
  /** The client's dialect has a place for nothing in the answer. */
  nothingIsLeft = false;

  /** @param told Collects the parts that do not reach the client. */
  constructor(facts: AnswerFacts, requestId: string, told: TranslationTold) {
    const { from } = facts;
    this.#context = {
      requestId,
      receivedAt: Math.floor(Date.now() / 1000),
      notes: {
        unknown: (type) => addOnce(told.unknown, `${from}:${type}`),
        lost: (what) => addOnce(told.lost, what),
        leftOut: (what) => {
          addOnce(told.lost, what);
          addOnce(told.leftOut, what);
        },
        nothingLeft: () => {
          this.nothingIsLeft = true;
        },
        changed: (member, word) => {
          addOnce(told.nearly, member);
          addOnce(told.unknown, `${from}:${member} ${word}`);
        },
      },
      ...facts,
    };
  }

  stream(): TranslatedStream {
    return new TranslatedStream(this.#context);
  }

  /** The body for the client, or the reason for none. */
  whole(body: Buffer): Buffer | string {
    const translated = translateWhole(body, this.#context);
    return Buffer.isBuffer(translated) ? translated : translated.message;
  }

  /** An error in the client's dialect; undefined for a failure that can't be read as one. */
  error({ head, body }: HeldAnswer): HeldAnswer | undefined {
    const { from, client, requestId } = this.#context;
    const { status, errorType } = head;
    const signs = { status, errorType, requestId };
    // The text of a proxy's page means nothing to a program, but its status does.
    const isRefusal = status >= 400 && status < 500;
    const error =
      translateError(signs, body, from, client) ?? (isRefusal ? wordlessError(signs, client) : undefined);
    if (error === undefined) return undefined;
    return { head: typed({ ...head, status: error.status }, 'application/json'), body: error.body };
  }

  /** The client's answer for a stream that began with the backend's own error. */
  failed(head: AnswerHead, failure: Failure): HeldAnswer {
    const { client, requestId } = this.#context;
    const { status, body } = errorOfFailure(failure, requestId, client);
    return { head: typed({ ...head, status }, 'application/json'), body };
  }

  /** The part of an answer's head that the client may have. */
  head(head: AnswerHead): AnswerHead {
    const isStream = head.kind === 'events';
    return typed(head, isStream ? 'text/event-stream; charset=utf-8' : 'application/json');
  }
}

function typed(head: AnswerHead, contentType: string): AnswerHead {
  const left: string[] = ['content-type', contentType];
  for (let index = 0; index < head.kept.length; index += 2) {
    const name = head.kept[index]!;
    if (kept.has(name.toLowerCase())) left.push(name, head.kept[index + 1]!);
  }
  return { ...head, contentType, kept: left };
}

/** The most reported kinds of one answer, and the most characters of each: backends make names up. */
const mostTold = 16;
const longestTold = 128;

function addOnce(list: string[], what: string): void {
  const told = what.length <= longestTold ? what : `${what.slice(0, longestTold)}...`;
  if (list.length < mostTold && !list.includes(told)) list.push(told);
}
