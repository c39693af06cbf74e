import { GatewayError, type GatewayErrorOptions } from '../errors.ts';
import { isOfDeployment } from './accounts/owners.ts';
import { StoreFault } from './limit-store.ts';
import { shortDuration } from './rate-limit-headers.ts';
import {
  atMostWindow,
  countsSockets,
  type LimitRefusal,
  type Meter,
  type Meters,
  nanoUsdPerUsd,
} from './rules.ts';

const windowNames: ReadonlyMap<number, string> = new Map([
  [1000, 'second'],
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
]);

/** The tokens that a request asked for, for messages. */
export interface AskedTokens {
  readonly tokens: number;
  /** The field that bounds its answer; undefined for none. */
  readonly maximum: string | undefined;
}

/** The error of a refused request: it names the limit, and the time until it frees. */
export function refusalError(
  meters: Meters,
  { index, retryAfterMs: foundMs, isReserved, quotas }: LimitRefusal,
  asked?: AskedTokens,
): GatewayError {
  const meter = meters.list[index]!;
  const retryAfterMs = atMostWindow(meter, foundMs);
  if (isOfDeployment(meter)) return fullError(meter, retryAfterMs);
  const whose = whoseOf(meter);
  const limit = describeLimit(meter);
  const options: GatewayErrorOptions = { retryAfterMs };
  if (meter.kind === 'budget') {
    if (isReserved === true) {
      const told = `The rest of the budget of ${whose}, ${limit}, is reserved for requests in flight; try again in ${shortDuration(retryAfterMs)}.`;
      return new GatewayError('budget_reserved', told, options);
    }
    if (meter.period === 'total') {
      const told = `The budget of ${whose}, ${limit}, is spent, and does not reset; ask the operator of this gateway for more.`;
      return new GatewayError('budget_exceeded', told);
    }
    return new GatewayError(
      'budget_exceeded',
      `The budget of ${whose}, ${limit}, is spent; it resets in ${shortDuration(retryAfterMs)}.`,
      options,
    );
  }
  const left = quotas[index]?.remaining;
  if (meter.kind === 'tokens' && asked !== undefined && left !== undefined) {
    const use = `${Math.floor(left)} of them are left, and this request may use ${asked.tokens}`;
    const lower = asked.maximum === undefined ? '' : `lower \`${asked.maximum}\`, or `;
    return new GatewayError(
      'rate_limit_exceeded',
      `${capital(whose)} is limited to ${limit}; ${use}: ${lower}try again in ${shortDuration(retryAfterMs)}.`,
      options,
    );
  }
  const advice =
    meter.kind === 'concurrency'
      ? `try again when one of ${meter.owner === undefined ? 'your' : 'its'} ${countsSockets(meter) ? 'sockets' : 'requests'} has ended.`
      : `try again in ${shortDuration(retryAfterMs)}.`;
  return new GatewayError(
    'rate_limit_exceeded',
    `${capital(whose)} is limited to ${limit}; ${advice}`,
    options,
  );
}

/** The client's error if the limit is not its own: the limit's name goes only to the operator's log. */
function fullError(meter: Meter, retryAfterMs: number): GatewayError {
  const { kind, name } = meter.owner!;
  return new GatewayError(
    'capacity_exceeded',
    `Every deployment that could answer has taken as much as it may for now; try again in ${shortDuration(retryAfterMs)}.`,
    { retryAfterMs, reason: `the ${kind} "${name}" is limited to ${describeLimit(meter)}` },
  );
}

/** The owner of the limit, in words for the refused client. */
function whoseOf({ owner }: Meter): string {
  if (owner === undefined) return 'this key';
  if (owner.kind === 'group') return `the group "${owner.name}" of this key`;
  return owner.name === '' ? 'the end user that requests without one share' : 'this end user of the key';
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The client's error if the store of its limits does not answer; any other error is rethrown. */
export function asUnavailable(error: unknown): GatewayError {
  if (!(error instanceof StoreFault)) throw error;
  return new GatewayError(
    'limiter_unavailable',
    'The limits of this key can not be checked at the moment; try again shortly.',
    { cause: error },
  );
}

/** A limit in words: `60 requests per minute`, `20 requests at once`, `100 USD per month`. */
export function describeLimit(meter: Meter): string {
  const scope = meter.glob === undefined ? '' : ` on ${meter.glob}`;
  switch (meter.kind) {
    case 'requests':
    case 'tokens':
      return `${counted(meter.limit, meter.kind)} per ${windowNames.get(meter.windowMs) ?? shortDuration(meter.windowMs)}${scope}`;
    case 'concurrency':
      return `${counted(meter.limit, countsSockets(meter) ? 'sockets' : 'requests')} at once${scope}`;
    case 'budget':
      return `${meter.limit / nanoUsdPerUsd} USD ${meter.period === 'total' ? 'in total' : `per ${meter.period}`}${scope}`;
  }
}

function counted(limit: number, noun: string): string {
  return limit === 1 ? `1 ${noun.slice(0, -1)}` : `${limit} ${noun}`;
}
