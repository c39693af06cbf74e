import type { AnswerParts } from '../../guards/answers/guarded-answer.ts';
import { GuardedSink } from '../../guards/answers/guarded-sink.ts';
import { stopOrThrow } from '../../guards/stopped-answer.ts';
import { type AnswerSink, PassingSink } from '../../relay/answer/answer-sink.ts';
import type { Stage } from '../../stage.ts';

/**
 * Shows answers to the guards that read answers, before the client gets any of it. It comes after the stage that keeps
 * contents, which keeps the client's answer, and before the one that settles, which counts the vendor's answer.
 */
export function inspectAnswers(parts: AnswerParts): Stage {
  return async function inspectAnswers(exchange, next) {
    const { answerGuards: guards } = exchange;
    // A request that waited for slots comes again after a change of the configuration.
    const known = PassingSink.find(exchange.answer, isGuarded);
    known?.follow(guards ?? []);
    if (guards === undefined || known !== undefined) return next(exchange);
    const sink = new GuardedSink(exchange, guards, parts);
    exchange.answer = sink;
    try {
      await next(exchange);
    } catch (error) {
      // The gateway's own answers are no model's words.
      sink.leave();
      exchange.answer = sink.below;
      throw error;
    }
    if (exchange.gone) sink.leave();
    else exchange.whenGone(() => sink.leave());
    const error = await sink.whenOver();
    exchange.whenGone(undefined);
    exchange.answer = sink.below;
    if (error !== undefined) stopOrThrow(exchange, error);
  };
}

function isGuarded(sink: AnswerSink): sink is GuardedSink {
  return sink instanceof GuardedSink;
}
