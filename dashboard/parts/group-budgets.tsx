import type { JSX } from 'preact';
import { useApi } from '../data/use-api.ts';
import { count, money, unknown } from '../data/words.ts';
import { Card, TableScroll } from './elements.tsx';
import { LimitsUsed } from './limits-used.tsx';

interface GroupBudgetsProps {
  readonly days: { readonly since: string; readonly until: string };
}

/** More names would not be read in a cell. */
const mostKeys = 6;

/** The budgets of groups and the keys that spent them; nothing without groups. */
export function GroupBudgets({ days }: GroupBudgetsProps): JSX.Element | null {
  const limits = useApi('/api/limits', { limit: '1' }, 5000);
  const usage = useApi('/api/usage', { ...days, by: 'group,key' }, 10_000);
  const groups = limits.data?.groups ?? [];
  if (groups.length === 0) return null;
  const rows = usage.data?.rows ?? [];
  return (
    <Card title="Groups" flush aside={<p class="card-facts">{count(groups.length)}</p>}>
      <TableScroll label="Budgets of groups">
        <table class="group-budgets">
          <thead>
            <tr>
              <th scope="col">Group</th>
              <th scope="col">Budget, by all its keys</th>
              <th scope="col" class="number">
                Left
              </th>
              <th scope="col" class="number">
                Spent in this time
              </th>
              <th scope="col">Keys that spent it</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ id, group, limits: all }) => {
              const budgets = all.filter(({ kind }) => kind === 'budget');
              const own = rows
                .filter((row) => isWithin(groups, row.group, id))
                .sort((a, b) => b.cost_usd - a.cost_usd || (a.key ?? '').localeCompare(b.key ?? ''));
              return (
                <tr key={id}>
                  <th scope="row" class="name">
                    {id}
                    {group !== null && <span class="below quiet-text">in {group}</span>}
                  </th>
                  <td>
                    {budgets.length === 0 ? (
                      <span class="quiet-text">none</span>
                    ) : (
                      <LimitsUsed limits={budgets} />
                    )}
                  </td>
                  <td class="number">
                    {budgets.length === 0 ? unknown : money(least(budgets.map(({ left }) => left)))}
                  </td>
                  <td class="number">{money(own.reduce((sum, { cost_usd }) => sum + cost_usd, 0))}</td>
                  <td class="may-use">
                    {own.length === 0 && <span class="quiet-text">none</span>}
                    {own
                      .slice(0, mostKeys)
                      .map(({ key, cost_usd }) => `${key} ${money(cost_usd)}`)
                      .join(', ')}
                    {own.length > mostKeys && ` and ${count(own.length - mostKeys)} more`}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableScroll>
    </Card>
  );
}

/** True if a group is another one, or belongs to it. */
function isWithin(
  groups: readonly { readonly id: string; readonly group: string | null }[],
  name: string | null,
  other: string,
): boolean {
  if (name === null || name === '') return false;
  return name === other || isWithin(groups, groups.find(({ id }) => id === name)?.group ?? null, other);
}

/** The rest of the budget that refuses first; null if one is unknown. */
function least(left: readonly (number | null)[]): number | null {
  return left.some((value) => value === null) ? null : Math.min(...(left as readonly number[]));
}
