import type { JSX } from 'preact';
import type { Deployment } from '../../src/admin/contract/deployments.ts';
import type { Model, ModelsAnswer } from '../../src/admin/contract/models.ts';
import { useInAddress } from '../data/router.ts';
import { useApi } from '../data/use-api.ts';
import { clock, count, duration, fullTime, percent, spaced, troubleOf } from '../data/words.ts';
import { CapabilityGrid } from '../parts/capability-grid.tsx';
import { Capacity } from '../parts/capacity.tsx';
import { Credentials } from '../parts/credentials.tsx';
import { DrainButton } from '../parts/drain-button.tsx';
import { Badge, Card, Empty, Meter, PageHead, Pending, Search, TableScroll } from '../parts/elements.tsx';
import { Guards } from '../parts/guards.tsx';
import { Queues } from '../parts/queues.tsx';
import { Replicas } from '../parts/replicas.tsx';
import { ToolServers } from '../parts/tool-servers.tsx';
import { Translations } from '../parts/translations.tsx';

/** The models with their deployments: what each can do, how it is, what it has of the traffic. */
export function Models(): JSX.Element {
  const [search, setSearch] = useInAddress('search');
  const { data, error } = useApi('/api/models', { search }, 3000);
  return (
    <>
      <PageHead title="Models">
        <Search label="Find a model" value={search} onValue={setSearch} />
      </PageHead>
      {data === undefined ? <Pending error={error} /> : <Found answer={data} search={search} />}
      <Queues search={search} />
      <Capacity search={search} />
      {search === '' && (
        <>
          <ToolServers />
          <Guards />
          <Credentials />
        </>
      )}
    </>
  );
}

function Found({ answer, search }: { readonly answer: ModelsAnswer; readonly search: string }): JSX.Element {
  const { models, total } = answer;
  if (total === 0) {
    return (
      <Empty title={search === '' ? 'No models yet' : `No model is named like “${search}”`}>
        {search === '' && (
          <p>
            Add one under <code>models</code> in the configuration; it appears here within a second.
          </p>
        )}
      </Empty>
    );
  }
  return (
    <>
      {models.map((model) => (
        <ModelCard key={model.id} model={model} />
      ))}
      {models.length < total && (
        <p class="fine">
          {count(models.length)} of {count(total)} models: search for the others.
        </p>
      )}
    </>
  );
}

function ModelCard({ model }: { readonly model: Model }): JSX.Element {
  const aside = (
    <p class="card-facts">
      <span>{spaced(model.balance)}</span>
      {model.fallbacks.length > 0 && <span>then {model.fallbacks.join(', ')}</span>}
      {model.mirror !== null && <span>copies {model.mirror}</span>}
      <span title={`${model.file}:${model.line}`}>
        {model.file.slice(model.file.lastIndexOf('/') + 1)}:{model.line}
      </span>
    </p>
  );
  return (
    <Card title={model.id} aside={aside} flush>
      <TableScroll label={`Deployments of ${model.id}`}>
        <table class="deployments">
          <thead>
            <tr>
              <th scope="col">Deployment</th>
              <th scope="col">Health</th>
              <th scope="col" class="number">
                In flight
              </th>
              <th scope="col" class="number" title="To the first byte, smoothed">
                Latency
              </th>
              <th scope="col" class="number">
                Requests, 1 h
              </th>
              <th
                scope="col"
                class="number"
                title="Including attempts of requests that another deployment answered"
              >
                Attempts, 1 h
              </th>
              <th scope="col">Last error</th>
              <th scope="col">Share</th>
              <th scope="col" class="number">
                Priority
              </th>
              <th scope="col" class="number">
                Weight
              </th>
            </tr>
          </thead>
          <tbody>
            {model.deployments.map((deployment) => (
              <DeploymentRow key={deployment.deployment} deployment={deployment} total={model.requests} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      <Replicas deployments={model.deployments} />
      <CapabilityGrid deployments={model.deployments} />
      <Translations deployments={model.deployments} />
    </Card>
  );
}

function DeploymentRow({
  deployment,
  total,
}: {
  readonly deployment: Deployment;
  readonly total: number;
}): JSX.Element {
  const { name, backend, state, requests, failed, attempts, failures, last_error, priority, weight, priced } =
    deployment;
  const share = total === 0 ? 0 : requests / total;
  return (
    <tr>
      <th scope="row" class="name">
        {name}
        {name !== backend && <span class="quiet-text"> on {backend}</span>}
        {!priced && (
          <span class="quiet-text" title="The file has no price, so its cost does not count">
            {' '}
            · no price
          </span>
        )}
      </th>
      <td>
        <Health deployment={deployment} />
        {!deployment.disabled && (
          <DrainButton
            of="deployments"
            name={deployment.deployment}
            isDrained={deployment.drained !== null}
          />
        )}
      </td>
      <td class="number">{count(state?.in_flight ?? null)}</td>
      <td class="number">{duration(state?.latency_ms ?? null)}</td>
      <td class="number">
        {count(requests)}
        {failed > 0 && <span class="bad-text"> · {count(failed)} failed</span>}
      </td>
      <td class="number">
        {count(attempts)}
        {failures > 0 && <span class="bad-text"> · {count(failures)} failed</span>}
      </td>
      <td class="last-error">
        <LastError error={last_error} />
      </td>
      <td class="meter-cell">
        <Meter share={share} label={percent(share)} plain /> <span class="meter-text">{percent(share)}</span>
      </td>
      <td class="number">{priority}</td>
      <td class="number">{weight}</td>
    </tr>
  );
}

function Health({
  deployment: { state, disabled, drained },
}: {
  readonly deployment: Deployment;
}): JSX.Element {
  if (disabled) return <Badge tone="quiet">Disabled</Badge>;
  if (drained !== null) {
    return (
      <span title={`Since ${fullTime(drained.at)}, by ${drained.by}`}>
        <Badge tone="warn">Drained</Badge>
      </span>
    );
  }
  if (state === null) return <Badge tone="quiet">Unknown</Badge>;
  const where = troubleOf(state);
  switch (state.standing) {
    case 'healthy':
      return where === undefined ? (
        <Badge tone="good">Healthy</Badge>
      ) : (
        <span title={where}>
          <Badge tone="warn">Shaky</Badge>
        </span>
      );
    case 'last':
      return (
        <span title="It asked for a pause, so others come first">
          <Badge tone="warn">Last</Badge>
        </span>
      );
    case 'drained':
      return <Badge tone="warn">Drained</Badge>;
    case 'out':
      return (
        <span title={where}>
          <Badge tone="bad">Out</Badge>
        </span>
      );
  }
}

function LastError({ error }: { readonly error: Deployment['last_error'] }): JSX.Element | null {
  if (error === null) return null;
  const { at, outcome, status, request } = error;
  return (
    <span title={`Request ${request}`}>
      {spaced(outcome)}
      {status !== null && ` (${status})`} <span class="quiet-text">{clock(at)}</span>
    </span>
  );
}
