import type { JSX } from 'preact';
import { useApi } from '../data/use-api.ts';
import { Card, TableScroll } from './elements.tsx';
import { LimitsUsed } from './limits-used.tsx';

/** The used capacity of deployments and backends; nothing without such limits. */
export function Capacity({ search }: { readonly search: string }): JSX.Element | null {
  const { data } = useApi('/api/limits', { limit: '1', search }, 5000);
  if (data === undefined) return null;
  const rows = [
    ...data.deployments.map((one) => ({ ...one, kind: 'deployment' })),
    ...data.backends.map((one) => ({ ...one, kind: 'backend' })),
  ];
  if (rows.length === 0) return null;
  return (
    <Card title="Limits of deployments and backends" flush>
      <TableScroll label="Limits of deployments and backends">
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Kind</th>
              <th scope="col">Limits used, by all requests</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, kind, limits }) => (
              <tr key={`${kind} ${id}`}>
                <th scope="row">{id}</th>
                <td>{kind}</td>
                <td>
                  <LimitsUsed limits={limits} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Card>
  );
}
