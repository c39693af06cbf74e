import type { JSX } from 'preact';
import { useApi } from '../data/use-api.ts';
import { count, money } from '../data/words.ts';
import { Card, Empty, TableScroll } from './elements.tsx';

/** The fastest spenders at the moment. */
export function Spenders(): JSX.Element | null {
  const { data } = useApi('/api/spending', {}, 5000);
  if (data === undefined) return null;
  const both = [
    ['Keys', data.keys],
    ['Models', data.models],
  ] as const;
  return (
    <div class="grid two">
      {both.map(([title, shares]) => (
        <Card
          key={title}
          title={`Fastest spending ${title.toLowerCase()}`}
          flush
          aside={<p class="card-facts">last hour</p>}
        >
          {shares.length === 0 ? (
            <Empty title="Nothing was spent in the last hour" />
          ) : (
            <TableScroll label={`Fastest spending ${title.toLowerCase()}`}>
              <table class="shares">
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col" class="number">
                      Last hour
                    </th>
                    <th scope="col" class="number">
                      At this rate, a day
                    </th>
                    <th scope="col" class="number">
                      Requests
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {shares.map(({ name, cost_usd, requests }) => (
                    <tr key={name}>
                      <th scope="row" class="name">
                        {name}
                      </th>
                      <td class="number">{money(cost_usd)}</td>
                      <td class="number">{money((cost_usd / data.seconds) * 86_400)}</td>
                      <td class="number">{count(requests)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </TableScroll>
          )}
        </Card>
      ))}
    </div>
  );
}
