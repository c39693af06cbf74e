import { GatewayError } from '../../errors.ts';
import { refusalError } from '../../limits/limit-refusal.ts';
import { type Settlement, StoreFault } from '../../limits/limit-store.ts';
import type { Limiter } from '../../limits/limiter.ts';
import { costNanoUsd } from '../../limits/price.ts';
import { estimateTokens, type TokenEstimate } from '../../limits/token-estimate.ts';
import type { Exchange } from '../exchange.ts';
import { ClientGone } from '../request-body.ts';
import type { Stage } from '../stage.ts';

/** No backend works through more; whatever claims to be more than this is not a count of tokens. */
const maxTokens = 1e12;

const neverMade: Settlement = { attempted: false, tokens: 0, costNanoUsd: 0 };
const failed: Settlement = { attempted: true, tokens: 0, costNanoUsd: 0 };

/** May they, right now: counts the request on all limits of its key, and settles what it really used. */
export function admit({ store }: Limiter): Stage {
  return async function admit(exchange, next) {
    const { limits } = exchange;
    if (limits === undefined) return next(exchange);
    const meters = limits.metersFor(exchange.plan[0]!.model.id);
    const estimate = estimateTokens(exchange.body!);
    const asked = store.spend({ meters, tokens: estimate.input + estimate.output });
    const verdict = asked instanceof Promise ? await asked.catch(asUnavailable) : asked;
    exchange.quota = { meters, quotas: verdict.quotas, atMs: performance.now() };
    limits.seen = exchange.quota;
    if (!verdict.admitted) {
      limits.close(meters, verdict, performance.now());
      throw refusalError(meters, verdict);
    }
    exchange.wantsUsage = meters.countsTokens || meters.hasBudget;
    let hasFailed = true;
    try {
      // It may have left while the store was asked.
      if (exchange.gone) throw new ClientGone();
      await next(exchange);
      hasFailed = false;
    } finally {
      verdict.grant.settle(settlementOf(exchange, estimate, hasFailed));
      limits.open();
    }
  };
}

function asUnavailable(error: unknown): never {
  if (!(error instanceof StoreFault)) throw error;
  throw new GatewayError(
    'limiter_unavailable',
    'The limits of this key can not be checked at the moment; try again shortly.',
    { cause: error },
  );
}

function settlementOf(exchange: Exchange, estimate: TokenEstimate, hasFailed: boolean): Settlement {
  if (exchange.attempts === 0) return neverMade;
  const { usage, price, response } = exchange;
  if (usage !== undefined) {
    const tokens = Math.min(maxTokens, Math.ceil(usage.inputTokens + usage.outputTokens));
    return { attempted: true, tokens, costNanoUsd: price === undefined ? 0 : costNanoUsd(price, usage) };
  }
  // Who leaves before the answer may have had it made: that is no error answer.
  const isAnswered = exchange.committed ? response.statusCode < 400 : exchange.gone && !hasFailed;
  if (!isAnswered) return failed;
  const { input, output } = estimate;
  const taken = { inputTokens: input, outputTokens: output, cachedInputTokens: 0, cacheWriteTokens: 0 };
  return {
    attempted: true,
    tokens: undefined,
    costNanoUsd: price === undefined ? 0 : costNanoUsd(price, taken),
  };
}
