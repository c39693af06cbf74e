/** A key's settings for its end users. */
import type { Key } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { EndUserField, EndUserSource, EndUsersConfig } from '../../types/keys.ts';
import type { RateLimit } from '../../types/limits.ts';
import { framing, gatewaysOwn } from '../backends/headers.ts';
import { type Context, isAbsent, wrong } from '../context.ts';
import { type KnownRules, ruleOf } from '../limits.ts';

/** Credentials of the client name no end user, and must not appear among counters. */
const credentials: ReadonlySet<string> = new Set([
  'api-key',
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-api-key',
  'x-goog-api-key',
]);

export function resolveEndUsers(
  context: Context,
  path: Path,
  { from, rate_limit }: NonNullable<Key['end_users']>,
  rules: KnownRules,
): EndUsersConfig | undefined {
  const sources = from.flatMap((text, index) => sourceOf(context, [...path, 'from', index], text) ?? []);
  const at = [...path, 'rate_limit'];
  const { rule, limits } = ruleOf(context, at, rate_limit, rules);
  if (limits === undefined) return undefined;
  if (hasLongBudget(limits)) {
    wrong(context, at, 'long_end_user_budget', 'a budget of end users has to be per day', {
      hint: 'write a budget such as `1 USD/day`, in a separate rule if keys share this one',
    });
  }
  if (limits.sockets !== undefined) {
    wrong(context, at, 'bad_rate', 'sockets do not belong to end users: `sockets` is for keys and groups', {
      hint: 'write it in `rate_limit` of the key, in a separate rule if keys share this one',
    });
  }
  return { from: sources, rule, limits };
}

function sourceOf(context: Context, path: Path, text: string): EndUserSource | undefined {
  if (isAbsent(context, path)) return undefined;
  const [place, name = ''] = text.split(' ');
  if (place === 'body') return { in: 'body', field: name as EndUserField };
  const header = name.toLowerCase();
  if (credentials.has(header) || framing.has(header) || gatewaysOwn.has(header)) {
    const what = credentials.has(header) ? 'proves who the client is' : 'belongs to the connection';
    wrong(context, path, 'bad_header', `the header ${header} ${what}; it cannot name a request's end user`);
  }
  return { in: 'header', name: header };
}

/** True if a rule has a budget for longer than end users are remembered. */
export function hasLongBudget({ budget, perModel }: RateLimit): boolean {
  return [{ budget }, ...perModel.values()].some((set) => set.budget && set.budget.period !== 'day');
}
