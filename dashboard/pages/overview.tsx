import type { JSX } from 'preact';
import type { OverviewAnswer, Share, TrafficSummary } from '../../src/admin/contract/overview.ts';
import { follow, useChoiceInAddress } from '../data/router.ts';
import { useApi } from '../data/use-api.ts';
import {
  count,
  counted,
  countMarks,
  duration,
  money,
  percent,
  span,
  standingWord,
  troubleOf,
} from '../data/words.ts';
import { Chart } from '../parts/chart.tsx';
import { Badge, Card, Empty, Meter, PageHead, Pending, TableScroll } from '../parts/elements.tsx';
import { Segments } from '../parts/form.tsx';
import { GuardStanding } from '../parts/guards.tsx';
import { Stat } from '../parts/stat.tsx';

const windows = { '15 min': 900, '1 hour': 3600 } as const;
type WindowWord = keyof typeof windows;

/** Is it well, who uses it, what does it cost. */
export function Overview(): JSX.Element {
  const words: readonly [WindowWord, ...WindowWord[]] = ['15 min', '1 hour'];
  const [shown, setShown] = useChoiceInAddress('window', words);
  const { data, error } = useApi('/api/overview', { window: windows[shown] }, 2000);
  const tools = <Segments label="Window" options={words} value={shown} onValue={(word) => setShown(word)} />;
  return (
    <>
      <PageHead title="Overview">{tools}</PageHead>
      {data === undefined ? <Pending error={error} /> : <Figured answer={data} />}
    </>
  );
}

function Figured({ answer }: { readonly answer: OverviewAnswer }): JSX.Element {
  const { window: now, today, series, gateway } = answer;
  const seconds = answer.window_seconds;
  const tokensPerSecond = series.output_tokens.map((tokens) => tokens / answer.step_seconds);
  const perSecond = (counts: readonly number[]) => counts.map((value) => value / answer.step_seconds);
  return (
    <>
      {answer.unwell.length > 0 && <Unwell answer={answer} />}
      {answer.unwell_guards.length > 0 && <UnwellGuards answer={answer} />}
      {answer.unwell_tool_servers.length > 0 && <UnwellToolServers answer={answer} />}
      <div class="stats">
        <Stat
          label="Requests"
          value={count(now.requests)}
          note={`${rate(now.requests / seconds)} in the last ${span(seconds)}`}
        />
        <Stat
          label="Failed"
          value={percent(now.requests === 0 ? 0 : now.failed / now.requests)}
          note={failureNote(now)}
          tone={now.failed > 0 ? 'bad' : undefined}
        />
        <Stat
          label="Duration, p95"
          value={duration(now.p95_ms)}
          note={`p50 ${duration(now.p50_ms)}, p99 ${duration(now.p99_ms)}`}
        />
        <Stat
          label="First byte, p50"
          value={duration(now.first_byte_p50_ms)}
          note={`p95 ${duration(now.first_byte_p95_ms)}`}
        />
        <Stat
          label="In flight"
          value={count(answer.in_flight)}
          note={`${rate(now.output_tokens / seconds, 'tokens')} out${socketNote(answer)}`}
        />
        <Stat
          label="Cost today"
          value={money(today?.cost_usd ?? null)}
          note={
            today === null
              ? "the gateway can't read usage"
              : `${counted(today.requests, 'request')} since midnight UTC`
          }
        />
      </div>
      <div class="grid two">
        <Card title="Requests a second">
          <Chart
            label={`Requests a second over the last ${span(seconds)}`}
            at={series.at}
            show={(value) => (value < 10 ? value.toFixed(1).replace(/\.0$/, '') : count(value))}
            showMarks={countMarks}
            lines={[
              { label: 'Answered', values: perSecond(series.answered), color: '--accent', filled: true },
              { label: 'Refused (4xx)', values: perSecond(series.refused), color: '--warn' },
              { label: 'Failed (5xx)', values: perSecond(series.failed), color: '--bad' },
            ]}
          />
        </Card>
        <Card title="Duration">
          <Chart
            label={`Duration of requests over the last ${span(seconds)}`}
            at={series.at}
            show={axisDuration}
            lines={[
              { label: 'p50', values: series.p50_ms, color: '--accent', filled: true },
              { label: 'p95', values: series.p95_ms, color: '--second' },
              { label: 'p99', values: series.p99_ms, color: '--third' },
            ]}
          />
        </Card>
        <Card title="Time to the first byte">
          <Chart
            label={`Time to the first byte over the last ${span(seconds)}`}
            at={series.at}
            show={axisDuration}
            lines={[{ label: 'p50', values: series.first_byte_p50_ms, color: '--accent', filled: true }]}
          />
        </Card>
        <Card title="Tokens out a second">
          <Chart
            label={`Tokens written a second over the last ${span(seconds)}`}
            at={series.at}
            show={(value) => count(Math.round(value))}
            showMarks={countMarks}
            lines={[{ label: 'Tokens a second', values: tokensPerSecond, color: '--second', filled: true }]}
          />
        </Card>
        <Shares title="Models" noun="model" shares={answer.models} total={now.requests} />
        <Shares title="Keys" noun="key" shares={answer.keys} total={now.requests} />
      </div>
      <p class="fine">
        {gateway.config_file} at <code>{gateway.url}</code> · Node {gateway.node} · up{' '}
        {span(gateway.uptime_seconds)} · {counted(gateway.workers.restarts, 'worker restart')} ·{' '}
        {counted(gateway.reloads.applied, 'reload')} applied, {count(gateway.reloads.rejected)} rejected
      </p>
    </>
  );
}

function rate(perSecond: number, what = ''): string {
  const unit = what === '' ? '/s' : ` ${what}/s`;
  return `${perSecond >= 10 || perSecond === 0 ? count(Math.round(perSecond)) : perSecond.toFixed(2)}${unit}`;
}

function failureNote({ failed, refused, gone }: TrafficSummary): string {
  const left = gone > 0 ? `, ${count(gone)} left early` : '';
  return `${count(failed)} failed, ${count(refused)} refused${left}`;
}

function socketNote({ open_sockets: open }: OverviewAnswer): string {
  return open === null || open === 0 ? '' : `, ${counted(open, 'socket')} open`;
}

function axisDuration(ms: number): string {
  return ms >= 1000 ? `${Number((ms / 1000).toFixed(1))} s` : `${Math.round(ms)} ms`;
}

function Unwell({ answer }: { readonly answer: OverviewAnswer }): JSX.Element {
  return (
    <section class="notice warn" aria-label="Unhealthy deployments">
      <p>
        <strong>{counted(answer.unwell.length, 'deployment')} unhealthy</strong>
      </p>
      <ul class="plain-list">
        {answer.unwell.map(({ deployment, standing, ...state }) => (
          <li key={deployment}>
            <Badge tone={standing === 'out' ? 'bad' : 'warn'}>{standingWord(standing)}</Badge>{' '}
            <a href="/dashboard/models" onClick={(event) => follow(event, '/dashboard/models')}>
              {deployment}
            </a>
            <span class="quiet-text"> {troubleOf(state)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function UnwellGuards({ answer }: { readonly answer: OverviewAnswer }): JSX.Element {
  return (
    <section class="notice warn" aria-label="Unhealthy guards">
      <p>
        <strong>{counted(answer.unwell_guards.length, 'guard')} unhealthy</strong>
      </p>
      <ul class="plain-list">
        {answer.unwell_guards.map((state) => (
          <li key={state.guard}>
            <GuardStanding state={state} />{' '}
            <a href="/dashboard/models" onClick={(event) => follow(event, '/dashboard/models')}>
              {state.guard}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const whyOut = {
  health: 'its health check fails',
  circuit: 'its circuit is open',
  credential: 'it has no credential',
} as const;

function UnwellToolServers({ answer }: { readonly answer: OverviewAnswer }): JSX.Element {
  const { unwell_tool_servers: servers } = answer;
  return (
    <section class="notice warn" aria-label="Unhealthy tool servers">
      <p>
        <strong>{counted(servers.length, 'tool server')} unhealthy</strong>
      </p>
      <ul class="plain-list">
        {servers.map(({ server, reason, workers_out: workers }) => (
          <li key={`${server} ${reason}`}>
            <a href="/dashboard/models" onClick={(event) => follow(event, '/dashboard/models')}>
              {server}
            </a>
            <span class="quiet-text">
              {' '}
              {whyOut[reason]} in {counted(workers, 'worker')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SharesProps {
  readonly title: string;
  readonly noun: string;
  readonly shares: readonly Share[];
  readonly total: number;
}

function Shares({ title, noun, shares, total }: SharesProps): JSX.Element {
  return (
    <Card title={title} flush>
      {shares.length === 0 ? (
        <Empty title={`No ${noun} used yet`}>
          <p>Calls appear here within a second.</p>
        </Empty>
      ) : (
        <TableScroll label={title}>
          <table class="shares">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" class="wide-only">
                  <span class="unseen">Share</span>
                </th>
                <th scope="col" class="number">
                  Requests
                </th>
                <th scope="col" class="number">
                  Failed
                </th>
                <th scope="col" class="number">
                  Tokens out
                </th>
                <th scope="col" class="number">
                  Cost
                </th>
              </tr>
            </thead>
            <tbody>
              {shares.map((share) => (
                <tr key={share.name}>
                  <td class="name">{share.name}</td>
                  <td class="wide-only meter-cell">
                    <Meter
                      share={total === 0 ? 0 : share.requests / total}
                      label={percent(share.requests / total)}
                      plain
                    />
                  </td>
                  <td class="number">{count(share.requests)}</td>
                  <td class={share.failed > 0 ? 'number bad-text' : 'number'}>{count(share.failed)}</td>
                  <td class="number">{count(share.output_tokens)}</td>
                  <td class="number">{money(share.cost_usd)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </Card>
  );
}
