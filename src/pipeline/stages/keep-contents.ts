import { GatewayError } from '../../errors.ts';
import type { Logger } from '../../observe/log/log.ts';
import type { ContentKeeper } from '../contents/content-keeper.ts';
import { KeepingSink } from '../contents/keeping-sink.ts';
import { type AnswerSink, PassingSink } from '../relay/answer/answer-sink.ts';
import type { Stage } from '../stage.ts';

/**
 * Keeps requests and answers, for the keys whose contents are kept. It comes once a request could be served, and before
 * anything is counted or sent: a request that may not go unkept is refused here.
 */
export function keepContents(keeper: ContentKeeper, log: Logger): Stage {
  let over: KeepingSink[] = [];

  /** In a turn of their own: a client that waits for its answer has it by then. */
  const finishAll = () => {
    const finished = over;
    over = [];
    const clockMs = Date.now() - performance.now();
    for (const keeping of finished) {
      try {
        keeping.finish(clockMs);
      } catch (err) {
        log.error({ err }, 'keeping the contents of a request');
      }
    }
  };

  return async function keepContents(exchange, next) {
    const { key, summary } = exchange;
    if (exchange.served.answersSecrets === true) return next(exchange);
    // A request that waited for slots comes again after a change of the configuration.
    if (PassingSink.find(exchange.answer, isKeeping) !== undefined) return next(exchange);
    if (!keeper.keeps(key!.id, summary?.model ?? summary?.models[0] ?? '')) return next(exchange);
    const keeping = KeepingSink.before(exchange, keeper);
    if (keeping === undefined) {
      if (!keeper.refusesWhenFull) {
        keeper.leftOut('dropped');
        return next(exchange);
      }
      keeper.leftOut('refused');
      throw new GatewayError(
        'audit_unavailable',
        'What requests of this key say has to be kept, and can not be at the moment; try again later.',
        { retryAfterMs },
      );
    }
    exchange.answer = keeping;
    try {
      await next(exchange);
    } finally {
      if (over.push(keeping) === 1) setImmediate(finishAll);
    }
  };
}

const retryAfterMs = 5000;

function isKeeping(sink: AnswerSink): sink is KeepingSink {
  return sink instanceof KeepingSink;
}
