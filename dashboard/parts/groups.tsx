import type { JSX } from 'preact';
import { useApi } from '../data/use-api.ts';
import { count } from '../data/words.ts';
import { Card, TableScroll } from './elements.tsx';
import { LimitsUsed } from './limits-used.tsx';

/** The used limits of groups; nothing without groups. */
export function Groups(): JSX.Element | null {
  const { data } = useApi('/api/limits', { limit: '1' }, 5000);
  if (data === undefined || data.groups.length === 0) return null;
  return (
    <Card title="Groups" flush aside={<p class="card-facts">{count(data.groups.length)}</p>}>
      <TableScroll label="Groups">
        <table>
          <thead>
            <tr>
              <th scope="col">Group</th>
              <th scope="col">Belongs to</th>
              <th scope="col">Limits used, by all its keys</th>
            </tr>
          </thead>
          <tbody>
            {data.groups.map(({ id, group, limits }) => (
              <tr key={id}>
                <th scope="row">{id}</th>
                <td>{group ?? <span class="quiet-text">none</span>}</td>
                <td>
                  {limits.length === 0 ? (
                    <span class="quiet-text">none</span>
                  ) : (
                    <LimitsUsed limits={limits} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Card>
  );
}
