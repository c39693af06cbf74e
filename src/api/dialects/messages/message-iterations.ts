import { isObject } from '../../../lib/json.ts';
import { addUsage, type IterationUse, type MutableUsage, noCounts, noUsage } from '../../../observe/usage.ts';
import { type UsageReport, usageIn } from '../../answer-usage.ts';

/** Further counts are reported with the last of these: the vendor's own lists have a few dozen. */
const most = 1000;
const longestName = 256;

/**
 * The usage of each model that took part in a message, from `usage.iterations` (`BetaIterationsUsage` of Anthropic's
 * SDK). Invalid entries are left out.
 *
 * @param read Reads the figures of an entry, which have the names of the whole.
 */
export function iterationsIn(
  listed: readonly unknown[],
  read: (entry: unknown) => UsageReport | undefined,
): readonly IterationUse[] | undefined {
  const uses: IterationUse[] = [];
  let rest: MutableUsage | undefined;
  for (const entry of listed) {
    const report = read(entry);
    if (report === undefined || !isObject(entry)) continue;
    const usage = usageIn(report);
    if (uses.length < most) {
      const { type, model } = entry;
      uses.push({ type: nameOf(type) ?? '', model: nameOf(model), usage });
      continue;
    }
    rest ??= { ...noCounts };
    addUsage(rest, usage);
  }
  if (rest !== undefined) uses.push({ type: 'rest', model: undefined, usage: { ...noUsage, ...rest } });
  return uses.length === 0 ? undefined : uses;
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, longestName) : undefined;
}
