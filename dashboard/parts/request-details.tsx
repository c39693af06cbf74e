import type { ComponentChildren, JSX } from 'preact';
import type { Attempt, RequestRecord } from '../../src/admin/contract/requests.ts';
import { count, duration, fullTime, money, spaced } from '../data/words.ts';
import { Dialog } from './dialog.tsx';
import { CopyButton } from './elements.tsx';

interface RequestDetailsProps {
  readonly request: RequestRecord;
  onClose(): void;
}

/** One request, with its attempts on a time line. */
export function RequestDetails({ request, onClose }: RequestDetailsProps): JSX.Element {
  const { status, code, ms, attempts } = request;
  return (
    <Dialog title={`${status}${code === null ? '' : ` ${code}`} in ${duration(ms)}`} onClose={onClose}>
      <h3>Attempts</h3>
      {attempts.length === 0 ? (
        <p class="quiet-text">No attempt: the gateway answered by itself.</p>
      ) : (
        <Timeline attempts={attempts} request={request} />
      )}
      <dl class="facts">
        <Fact name="Came">{fullTime(request.at)}</Fact>
        <Fact name="Request id">
          <code>{request.id}</code> <CopyButton text={request.id} label="Copy" />
        </Fact>
        <Fact name="Key">{request.key}</Fact>
        <Fact name="Client">{request.client}</Fact>
        <Fact name="Endpoint">
          {request.endpoint && spaced(request.endpoint)}
          {request.streamed && ' · stream'}
        </Fact>
        <Fact name="Model">{request.model}</Fact>
        <Fact name="Deployment">{request.deployment}</Fact>
        <Fact name="Tags">{request.tags.length === 0 ? null : request.tags.join(', ')}</Fact>
        <Fact name="First byte">
          {request.first_byte_ms === null ? null : duration(request.first_byte_ms)}
        </Fact>
        <Fact name="Tokens">
          {request.output_tokens === null
            ? null
            : `${count(request.input_tokens)} in, ${count(request.output_tokens)} out`}
        </Fact>
        <Fact name="Cost">{request.cost_usd === null ? null : money(request.cost_usd)}</Fact>
        <Fact name="Application">{request.title}</Fact>
        <Fact name="Referer">{request.referer}</Fact>
      </dl>
    </Dialog>
  );
}

function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || <span class="quiet-text">–</span>}</dd>
    </div>
  );
}

const rowHeight = 8;

function Timeline({
  attempts,
  request,
}: {
  readonly attempts: readonly Attempt[];
  readonly request: RequestRecord;
}): JSX.Element {
  const whole = Math.max(request.ms, ...attempts.map(({ start_ms, ms }) => start_ms + ms), 1);
  const at = (ms: number) => (ms / whole) * 100;
  return (
    <ol class="timeline">
      {attempts.map((attempt, index) => (
        // An attempt has no name: one deployment may be tried twice.
        <li key={index}>
          <p>
            <strong>{attempt.deployment}</strong>{' '}
            <span class={attempt.ok ? 'quiet-text' : 'bad-text'}>
              {spaced(attempt.outcome)}
              {attempt.status !== null && ` · ${attempt.status}`}
            </span>
            <span class="timeline-time">
              {duration(attempt.ms)} from {duration(attempt.start_ms)}
            </span>
          </p>
          <svg viewBox={`0 0 100 ${rowHeight}`} preserveAspectRatio="none" aria-hidden="true">
            <rect class="meter-rest" width="100" height={rowHeight} />
            <rect
              class={attempt.ok ? 'bar-good' : 'bar-bad'}
              x={at(attempt.start_ms)}
              width={Math.max(0.6, at(attempt.ms))}
              height={rowHeight}
            />
          </svg>
        </li>
      ))}
    </ol>
  );
}
