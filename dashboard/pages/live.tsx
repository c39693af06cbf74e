import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RequestRecord } from '../../src/admin/contract/requests.ts';
import { useInAddress } from '../data/router.ts';
import { useApi } from '../data/use-api.ts';
import { useRequests } from '../data/use-requests.ts';
import { count, duration, spaced } from '../data/words.ts';
import { Badge, Card, Clock, Empty, Notice, PageHead, TableScroll, type Tone } from '../parts/elements.tsx';
import { Field, Suggest } from '../parts/form.tsx';
import { RequestDetails } from '../parts/request-details.tsx';

const statuses = ['', '2xx', '4xx', '5xx', '401', '403', '404', '429', '499', '502', '503', '504'];

/** The latest requests as they happen. */
export function Live(): JSX.Element {
  const { data: names } = useApi('/api/names');
  const [key, setKey] = useInAddress('key');
  const [model, setModel] = useInAddress('model');
  const [status, setStatus] = useInAddress('status');
  const [isPaused, setPaused] = useState(false);
  const [opened, setOpened] = useState<RequestRecord>();
  const { requests, error } = useRequests({ key, model, status }, isPaused);
  const isFiltered = key !== '' || model !== '' || status !== '';
  return (
    <>
      <PageHead title="Live">
        <Field label="Key" inline>
          <Suggest value={key} names={names?.keys ?? []} placeholder="all" onValue={setKey} />
        </Field>
        <Field label="Model" inline>
          <Suggest value={model} names={names?.models ?? []} placeholder="all" onValue={setModel} />
        </Field>
        <Field label="Status" inline>
          <select value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
            {statuses.map((word) => (
              <option key={word} value={word}>
                {word === '' ? 'all' : word}
              </option>
            ))}
          </select>
        </Field>
        <button type="button" class="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Resume' : 'Pause'}
        </button>
      </PageHead>
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
      <Card
        title="Latest requests"
        flush
        aside={
          <p class="card-facts">
            <span class={isPaused ? 'pulse still' : 'pulse'} aria-hidden="true" />
            {isPaused ? 'paused' : `${count(requests.length)} shown`}
          </p>
        }
      >
        {requests.length === 0 ? (
          <Empty title={isFiltered ? 'No such request among the latest' : 'No requests yet'}>
            <p>Requests appear here within a second of their end.</p>
          </Empty>
        ) : (
          <RequestTable requests={requests} onOpen={setOpened} />
        )}
      </Card>
      {opened !== undefined && <RequestDetails request={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

interface RequestTableProps {
  readonly requests: readonly RequestRecord[];
  onOpen(request: RequestRecord): void;
}

function RequestTable({ requests, onOpen }: RequestTableProps): JSX.Element {
  return (
    <TableScroll label="Requests">
      <table class="requests">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Status</th>
            <th scope="col">Key</th>
            <th scope="col">Model</th>
            <th scope="col">Deployment</th>
            <th scope="col">Endpoint</th>
            <th scope="col" class="number">
              Duration
            </th>
            <th scope="col" class="number">
              First byte
            </th>
            <th scope="col" class="number">
              Tokens
            </th>
            <th scope="col" class="number">
              Tries
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <tr key={request.number} onClick={() => onOpen(request)}>
              <td>
                <button
                  type="button"
                  class="link"
                  onClick={(event) => {
                    event.stopPropagation();
                    onOpen(request);
                  }}
                >
                  <Clock at={request.at} />
                </button>
              </td>
              <td>
                <Badge tone={toneOf(request.status)}>{request.status}</Badge>
                {request.code !== null && <span class="below quiet-text">{spaced(request.code)}</span>}
              </td>
              <td class="long">{request.key ?? <span class="quiet-text">none</span>}</td>
              <td class="long">{request.model ?? '–'}</td>
              <td class="long">{servedBy(request)}</td>
              <td>
                {request.endpoint === null ? '–' : spaced(request.endpoint)}
                {request.streamed && <span class="quiet-text"> · stream</span>}
              </td>
              <td class="number">{duration(request.ms)}</td>
              <td class="number">{duration(request.first_byte_ms)}</td>
              <td class="number">
                {request.output_tokens === null
                  ? '–'
                  : `${count(request.input_tokens)} → ${count(request.output_tokens)}`}
              </td>
              <td class="number">{request.attempts.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** The deployment's own name where it is one of the model that was asked for. */
function servedBy({ model, deployment }: RequestRecord): string {
  if (deployment === null) return '–';
  return deployment.startsWith(`${model}/`) ? deployment.slice(`${model}/`.length) : deployment;
}

function toneOf(status: number): Tone {
  if (status === 499) return 'quiet';
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}
