import type { JSX } from 'preact';
import type { KeyLimit } from '../../src/admin/contract/limits.ts';
import { useNow } from '../data/now.ts';
import { count, money, percent, span, unknown } from '../data/words.ts';
import { Meter } from './elements.tsx';

/** The used share of a key's limits. A used-up limit shows when it resets. */
export function LimitsUsed({ limits }: { readonly limits: readonly KeyLimit[] }): JSX.Element {
  const now = useNow();
  return (
    <ul class="limits">
      {limits.map((one) => (
        <LimitUsed key={one.name} of={one} now={now} />
      ))}
    </ul>
  );
}

function LimitUsed({ of: one, now }: { readonly of: KeyLimit; readonly now: number }): JSX.Element {
  const { name, kind, limit, used, left, resets_at } = one;
  const words = kind === 'budget' ? money : count;
  const share = used === null ? 0 : Math.max(0, used / limit);
  const whole = resets_at === null ? '' : `resets in ${span((Date.parse(resets_at) - now) / 1000)}`;
  // A credit gives back more than was spent.
  const credit = used !== null && used < 0 ? `, ${words(-used)} credit` : '';
  const amounts = used === null ? unknown : `${words(Math.max(0, used))} of ${words(limit)}${credit}`;
  return (
    <li title={used === null ? 'The limit store does not answer' : whole}>
      <span class="limit-name">{name}</span>
      <Meter share={share} label={used === null ? `${name}: not known` : `${name}: ${percent(share)} used`} />
      <span class="meter-text">{amounts}</span>
      {left === 0 && <span class="limit-spent">used up{whole !== '' && `, ${whole}`}</span>}
    </li>
  );
}
