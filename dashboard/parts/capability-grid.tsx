import type { JSX } from 'preact';
import type { Deployment, DeploymentProof } from '../../src/admin/contract/deployments.ts';
import { type EndpointName, endpointsToChoose } from '../../src/api/endpoints/index.ts';
import { fullTime, spaced } from '../data/words.ts';
import { TableScroll } from './elements.tsx';

interface Row {
  readonly deployment: Deployment;
  readonly endpoint: EndpointName;
  readonly capabilities: readonly string[];
}

/** In the words of a sentence that begins with "yes". */
const proofWords: Readonly<Record<DeploymentProof['state'], string>> = {
  proven: 'proven',
  not_proven: 'not proven',
  failed: 'refused by the backend',
  future: 'proven, with a date in the future',
  never: 'never tested',
  no_proof: 'no proof is known',
};

const isGood: ReadonlySet<DeploymentProof['state']> = new Set(['proven', 'no_proof']);

/** A capability that the file has: a full dot, or a ring where it is not proven. */
function Declared({ proof }: { readonly proof: DeploymentProof | undefined }): JSX.Element {
  if (proof === undefined) {
    return (
      <>
        <span aria-hidden="true" class="dot" />
        <span class="unseen">yes</span>
      </>
    );
  }
  const { state, at } = proof;
  const words = at === null ? proofWords[state] : `${proofWords[state]}, ${fullTime(at)}`;
  return (
    <span title={words}>
      <span aria-hidden="true" class={isGood.has(state) ? 'dot' : 'dot unproven'} />
      <span class="unseen">yes, {words}</span>
    </span>
  );
}

/** The backend's dialect, if it differs from the client's. */
function Via({ deployment, endpoint }: Pick<Row, 'deployment' | 'endpoint'>): JSX.Element | null {
  const to = deployment.via[endpoint];
  if (to === undefined) return null;
  return (
    <span class="quiet-text" title="Requests and answers are translated">
      {' '}
      via {spaced(to)}
    </span>
  );
}

/** In the order of forms: those that come with the gateway, then those that its configuration declares. */
function endpointsServed({ endpoints }: Deployment): readonly EndpointName[] {
  return [...new Set([...endpointsToChoose, ...(Object.keys(endpoints) as EndpointName[])])];
}

/** A name that may break after each underscore. */
function breakable(name: string): (string | JSX.Element)[] {
  return name.split('_').flatMap((word, place) => (place === 0 ? [word] : ['_', <wbr key={place} />, word]));
}

/** The guarantees of deployments by endpoint, as a grid: a gap in a column shows why a tag fails. */
export function CapabilityGrid({
  deployments,
}: {
  readonly deployments: readonly Deployment[];
}): JSX.Element {
  const rows: readonly Row[] = deployments.flatMap((deployment) =>
    endpointsServed(deployment).flatMap((endpoint) => {
      const capabilities = deployment.endpoints[endpoint];
      return capabilities === undefined ? [] : [{ deployment, endpoint, capabilities }];
    }),
  );
  const columns = [...new Set(rows.flatMap(({ capabilities }) => capabilities))].sort();
  return (
    <details class="capabilities">
      <summary>
        Capabilities
        <span class="quiet-text"> {columns.length === 0 ? 'none declared' : columns.join(', ')}</span>
      </summary>
      {deployments.some(({ proofs }) => proofs !== null) && (
        <p class="fine">
          A dot: proven, or no proof is known. A ring: declared, not proven (<code>gateway probe</code>).
        </p>
      )}
      <TableScroll label="Capabilities">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Deployment</th>
              <th scope="col">Endpoint</th>
              {columns.map((capability) => (
                <th key={capability} scope="col" class="slim">
                  {breakable(capability)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ deployment, endpoint, capabilities }) => (
              <tr key={`${deployment.deployment} ${endpoint}`}>
                <th scope="row">{deployment.name}</th>
                <td>
                  {spaced(endpoint)}
                  <Via deployment={deployment} endpoint={endpoint} />
                </td>
                {columns.map((capability) => (
                  <td key={capability} class="tick">
                    {capabilities.includes(capability) ? (
                      <Declared proof={deployment.proofs?.[endpoint]?.[capability]} />
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
