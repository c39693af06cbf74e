import type { JSX } from 'preact';
import { useApi } from '../data/use-api.ts';
import { count, span } from '../data/words.ts';
import { Badge, Card, TableScroll } from './elements.tsx';

/** The key sets that tokens of issuers are checked with; nothing where there are none. */
export function KeySets(): JSX.Element | null {
  const { data } = useApi('/api/key-sets', {}, 3000);
  if (data === undefined || data.key_sets.length === 0) return null;
  return (
    <Card title="Issuers" flush>
      <TableScroll label="Key sets of issuers">
        <table>
          <thead>
            <tr>
              <th scope="col">Issuer</th>
              <th scope="col">State</th>
              <th scope="col" class="number">
                Keys
              </th>
              <th scope="col" class="number" title="The age of its keys">
                Age
              </th>
              <th scope="col">Last error</th>
            </tr>
          </thead>
          <tbody>
            {data.key_sets.map(({ issuer, keys, age_s, error }) => (
              <tr key={issuer}>
                <th scope="row" class="name">
                  {issuer}
                </th>
                <td>
                  <State isThere={age_s !== null} isFailing={error !== null} />
                </td>
                <td class="number">{count(keys)}</td>
                <td class="number">{age_s === null ? '–' : span(age_s)}</td>
                <td>{error !== null && <div class="quiet-text reason">{error}</div>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Card>
  );
}

function State({
  isThere,
  isFailing,
}: {
  readonly isThere: boolean;
  readonly isFailing: boolean;
}): JSX.Element {
  if (!isThere) {
    return (
      <span title="Its tokens get 503 until its keys arrive">
        <Badge tone="bad">Missing</Badge>
      </span>
    );
  }
  if (!isFailing) return <Badge tone="good">Valid</Badge>;
  return (
    <span title="The last renewal failed; the old keys stay in use">
      <Badge tone="warn">Failing</Badge>
    </span>
  );
}
