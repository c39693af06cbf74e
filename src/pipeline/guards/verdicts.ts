/** The errors that looks of guards end in: one place for requests, whole answers and windows of streams. */
import type { GuardConfig, GuardDirection } from '../../config/types/guards.ts';
import { GatewayError } from '../../errors.ts';
import type { Logger } from '../../observe/log/log.ts';
import type { GuardOutcome } from '../../observe/request-event.ts';
import type { Exchange } from '../exchange.ts';
import { GuardRefusal } from './guard-refusal.ts';
import type { LiveGuard, Look } from './live-guard.ts';

/** The time after which a guard is likely to answer again. */
const retryAfterMs = 2000;

/** Records the outcome of a look at a request or its answer, for log and figures. */
export function note(
  exchange: Exchange,
  guard: string,
  direction: GuardDirection,
  outcome: GuardOutcome,
  ms = 0,
): void {
  exchange.guarded ??= [];
  const before = exchange.guarded.find((one) => one.guard === guard && one.direction === direction);
  if (before === undefined) {
    exchange.guarded.push({ guard, direction, outcome, looks: ms === 0 ? 0 : 1, ms });
    return;
  }
  before.looks += ms === 0 ? 0 : 1;
  before.ms += ms;
  if (severity[outcome] > severity[before.outcome]) before.outcome = outcome;
}

/** The order of outcomes: of several looks the log has the most severe. */
const severity: Readonly<Record<GuardOutcome, number>> = {
  passed: 0,
  unseen: 1,
  failed: 2,
  masked: 3,
  refused: 4,
};

/** The error that looks at an answer, or at a window of one, end in; undefined where what was shown may go on. */
export function errorInAnswer(
  exchange: Exchange,
  guards: readonly Pick<LiveGuard, 'config'>[],
  looks: readonly Look[],
  log: Logger,
): GatewayError | undefined {
  const where = { at: () => undefined, log };
  // A change is refused, too: the model may have signed the text.
  const errors = looks.flatMap((look, index) =>
    look.kind === 'passed' ? [] : (errorOf(exchange, guards[index]!.config, look, 'answers', where) ?? []),
  );
  return worstOf(errors);
}

/** The client's error of several: a refusal tells more than a look that failed. */
export function worstOf(errors: readonly GatewayError[]): GatewayError | undefined {
  return errors.find(({ code }) => code === 'guard_refused') ?? errors[0];
}

/**
 * The error that a look ends in; undefined where what was shown may go on. Changes that nobody applies are refused.
 *
 * @param at Gives the place of a text in words.
 */
export function errorOf(
  exchange: Exchange,
  config: GuardConfig,
  look: Exclude<Look, { readonly kind: 'passed' }>,
  direction: GuardDirection,
  { at, log }: { readonly at: (place: number) => string | undefined; readonly log: Logger },
): GatewayError | undefined {
  const { name } = config;
  const about = { id: exchange.id, guard: name, direction };
  if (look.kind === 'failed') {
    if (config.onFailure === 'allow') {
      log.warn({ ...about, reason: look.why }, 'a guard could not look, and the text passed unseen');
      return undefined;
    }
    return new GatewayError(
      'guard_unavailable',
      `The guard ${name} can not look at ${direction === 'requests' ? 'the request' : 'the answer'} at the moment; try again shortly.`,
      { retryAfterMs, reason: `${name}: ${look.why}` },
    );
  }
  const [firstMasked] = look.kind === 'masked' ? look.texts.keys() : [];
  const { reason, place } = look.kind === 'masked' ? { reason: undefined, place: firstMasked } : look;
  const where = place === undefined ? undefined : at(place);
  if (config.onHit === 'log') {
    log.warn({ ...about, reason, at: where }, 'a guard would have refused');
    return undefined;
  }
  return refusal(config, direction, where, reason);
}

/** The error of a client whose request, or whose answer, a guard refuses. */
export function refusal(
  { name, refusal: { as, reason: shows } }: GuardConfig,
  direction: GuardDirection,
  where: string | undefined,
  reason: string | undefined,
): GatewayError {
  const what = direction === 'requests' ? (where ?? 'the request') : 'the answer';
  const why = shows === 'show' && reason !== undefined ? `: ${reason}` : '.';
  return new GuardRefusal(`The guard ${name} refused ${what}${why}`, `${name}: refused ${where ?? what}`, {
    isStop: as === 'stop',
    param: direction === 'requests' ? where : undefined,
  });
}

/** The same where something can't be looked at; undefined where that is allowed. */
export function unseenError(
  config: GuardConfig,
  direction: GuardDirection,
  { kind, at }: { readonly kind: string; readonly at: string },
): GatewayError | undefined {
  if (config.unseen === 'allow' || config.onHit === 'log') return undefined;
  const { name } = config;
  const what = direction === 'requests' ? 'the request' : 'the answer';
  return new GuardRefusal(
    `The guard ${name} can not look at all of ${what}: ${words(kind)}${at === '' ? '' : ` at ${at}`}.`,
    `${name}: ${kind} at ${at === '' ? what : at} can't be looked at`,
    { isStop: config.refusal.as === 'stop' },
  );
}

function words(kind: string): string {
  return kind.replaceAll('_', ' ');
}
