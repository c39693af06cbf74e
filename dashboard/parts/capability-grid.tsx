import type { JSX } from 'preact';
import type { Deployment } from '../../src/admin/contract/deployments.ts';
import { type EndpointName, endpointsToChoose } from '../../src/api/endpoints/index.ts';
import { spaced } from '../data/words.ts';
import { TableScroll } from './small.tsx';

interface Row {
  readonly deployment: Deployment;
  readonly endpoint: EndpointName;
  readonly capabilities: readonly string[];
}

/** Which deployment guarantees what on which endpoint, as a grid: a gap in a column is where a tag fails. */
export function CapabilityGrid({
  deployments,
}: {
  readonly deployments: readonly Deployment[];
}): JSX.Element {
  const rows: readonly Row[] = deployments.flatMap((deployment) =>
    endpointsToChoose.flatMap((endpoint) => {
      const capabilities = deployment.endpoints[endpoint];
      return capabilities === undefined ? [] : [{ deployment, endpoint, capabilities }];
    }),
  );
  const columns = [...new Set(rows.flatMap(({ capabilities }) => capabilities))].sort();
  return (
    <details class="capabilities">
      <summary>
        Capabilities
        <span class="quiet-text">
          {' '}
          {columns.length === 0 ? 'none declared' : columns.map(spaced).join(', ')}
        </span>
      </summary>
      <TableScroll label="Capabilities">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Deployment</th>
              <th scope="col">Endpoint</th>
              {columns.map((capability) => (
                <th key={capability} scope="col" class="slim">
                  {spaced(capability)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ deployment, endpoint, capabilities }) => (
              <tr key={`${deployment.deployment} ${endpoint}`}>
                <th scope="row">{deployment.name}</th>
                <td>{spaced(endpoint)}</td>
                {columns.map((capability) => (
                  <td key={capability} class="tick">
                    {capabilities.includes(capability) ? (
                      <>
                        <span aria-hidden="true" class="dot" />
                        <span class="unseen">yes</span>
                      </>
                    ) : (
                      <span class="unseen">no</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </details>
  );
}
