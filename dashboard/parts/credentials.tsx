import type { JSX } from 'preact';
import type { Credential } from '../../src/admin/contract/credentials.ts';
import { useApi } from '../data/use-api.ts';
import { count, span } from '../data/words.ts';
import { Badge, Card, TableScroll } from './elements.tsx';

/** The credentials that are renewed while the gateway runs; nothing where there are none. */
export function Credentials(): JSX.Element | null {
  const { data } = useApi('/api/credentials', {}, 3000);
  if (data === undefined || data.credentials.length === 0) return null;
  return (
    <Card title="Credentials" flush>
      <TableScroll label="Renewed credentials">
        <table>
          <thead>
            <tr>
              <th scope="col">Backend</th>
              <th scope="col">State</th>
              <th scope="col">Kind</th>
              <th scope="col">Whose</th>
              <th scope="col" class="number">
                Valid for
              </th>
              <th scope="col" class="number" title="The number of the value, counted from the start">
                Value
              </th>
              <th scope="col">Last error</th>
            </tr>
          </thead>
          <tbody>
            {data.credentials.map((credential) => (
              <CredentialRow key={credential.name} credential={credential} />
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Card>
  );
}

function CredentialRow({ credential }: { readonly credential: Credential }): JSX.Element {
  const { name, backends, kind, subject, region, state, valid_for_s, generation, error } = credential;
  return (
    <tr>
      <th scope="row" class="name">
        {name}
        {backends.length > 1 && (
          <span class="quiet-text" title={backends.join(', ')}>
            {' '}
            and {count(backends.length - 1)} more
          </span>
        )}
      </th>
      <td>
        <State state={state} />
      </td>
      <td>
        {kind}
        {region !== null && <span class="quiet-text"> {region}</span>}
      </td>
      <td>{subject}</td>
      <td class="number">{valid_for_s === null ? '–' : span(valid_for_s)}</td>
      <td class="number">{count(generation)}</td>
      <td>
        {error !== null && (
          <>
            {error.code}
            <div class="quiet-text reason">{error.reason}</div>
          </>
        )}
      </td>
    </tr>
  );
}

function State({ state }: { readonly state: Credential['state'] }): JSX.Element {
  switch (state) {
    case 'valid':
      return <Badge tone="good">Valid</Badge>;
    case 'failing':
      return (
        <span title="The last renewal failed; the old value is still valid">
          <Badge tone="warn">Failing</Badge>
        </span>
      );
    case 'starting':
      return (
        <span title="It has no value yet: its deployments are out">
          <Badge tone="bad">Missing</Badge>
        </span>
      );
    case 'out':
      return (
        <span title="It has expired: its deployments are out">
          <Badge tone="bad">Out</Badge>
        </span>
      );
  }
}
