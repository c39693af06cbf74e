import type { JSX } from 'preact';
import type { GuardState } from '../../src/admin/contract/guards.ts';
import { useApi } from '../data/use-api.ts';
import { count, counted, duration } from '../data/words.ts';
import { Badge, Card, TableScroll } from './elements.tsx';

/** The guards, and what they found since the gateway started; nothing where there are none. */
export function Guards(): JSX.Element | null {
  const { data } = useApi('/api/guards', {}, 3000);
  if (data === undefined || data.guards.length === 0) return null;
  return (
    <Card title="Guards" flush>
      <TableScroll label="Guards since the gateway started">
        <table>
          <thead>
            <tr>
              <th scope="col">Guard</th>
              <th scope="col">State</th>
              <th scope="col" class="number" title="Looks at requests">
                Requests
              </th>
              <th scope="col" class="number" title="Looks at answers; each window of a stream is one">
                Answers
              </th>
              <th scope="col" class="number">
                Refused
              </th>
              <th scope="col" class="number" title="It changed a text">
                Masked
              </th>
              <th scope="col" class="number" title="Content that the guard can't see">
                Unseen
              </th>
              <th scope="col" class="number" title="The guard was down, late or not understood">
                Unavailable
              </th>
              <th scope="col" class="number" title="A look, on average">
                Time
              </th>
            </tr>
          </thead>
          <tbody>
            {data.guards.map((state) => (
              <GuardRow key={state.guard} state={state} />
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Card>
  );
}

function GuardRow({ state }: { readonly state: GuardState }): JSX.Element {
  const { guard, requests, answers, refused, masked, unseen, unavailable, ms } = state;
  return (
    <tr>
      <th scope="row" class="name">
        {guard}
      </th>
      <td>
        <GuardStanding state={state} />
      </td>
      <td class="number">{count(requests)}</td>
      <td class="number">{count(answers)}</td>
      <td class="number">{count(refused)}</td>
      <td class="number">{count(masked)}</td>
      <td class="number">{count(unseen)}</td>
      <td class={unavailable > 0 ? 'number bad-text' : 'number'}>{count(unavailable)}</td>
      <td class="number">{duration(ms)}</td>
    </tr>
  );
}

/** The state of a guard at the moment. */
export function GuardStanding({ state }: { readonly state: GuardState }): JSX.Element {
  const { standing, workers_down: down } = state;
  if (standing === 'well') return <Badge tone="good">Well</Badge>;
  return (
    <span title={`${counted(down, 'worker')} got no answer and paused its requests`}>
      <Badge tone={standing === 'down' ? 'bad' : 'warn'}>
        {standing === 'down' ? 'Down' : 'Partly down'}
      </Badge>
    </span>
  );
}
