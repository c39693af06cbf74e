import { accountHeaders, accountPrefixes, tellsOfAccount } from '../../../lib/headers/account-headers.ts';
import type { Path } from '../../text/tree.ts';
import { type Context, isAbsent, wrong } from '../context.ts';

/**
 * Headers that are always forwarded: a file may list them among the withheld ones, as vendors' guides for gateways do.
 */
const alwaysForwarded: ReadonlySet<string> = new Set(['retry-after', 'retry-after-ms', 'x-should-retry']);

/** Headers of a backend's answers that go on to clients although they tell of its account, in lower case. */
export function resolveForwarded(
  context: Context,
  path: Path,
  written: readonly string[],
): readonly string[] {
  const forwarded: string[] = [];
  for (const [index, one] of written.entries()) {
    const at = [...path, 'forward_answer_headers', index];
    const name = one.toLowerCase();
    if (isAbsent(context, at)) continue;
    if (tellsOfAccount(name.replace('*', ''))) forwarded.push(name);
    else if (!alwaysForwarded.has(name)) {
      const all = [...accountHeaders, ...accountPrefixes.map((prefix) => `${prefix}*`)].join(', ');
      wrong(context, at, 'bad_header', `"${one}" is not among the withheld headers that may pass`, {
        hint: `these are ${all}, or a part of them such as "anthropic-ratelimit-unified-*"; others go on by themselves, or never do`,
      });
    }
  }
  return forwarded;
}
