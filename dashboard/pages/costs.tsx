import type { JSX } from 'preact';
import type { UsageSum } from '../../src/admin/contract/usage.ts';
import { useChoiceInAddress } from '../data/router.ts';
import { useApi } from '../data/use-api.ts';
import { count, counted, money, moneyMarks, percent, unknown } from '../data/words.ts';
import { Chart } from '../parts/chart.tsx';
import { Badge, Card, Empty, Meter, Notice, PageHead, Pending, TableScroll } from '../parts/elements.tsx';
import { Segments } from '../parts/form.tsx';
import { GroupBudgets } from '../parts/group-budgets.tsx';
import { Spenders } from '../parts/spenders.tsx';
import { Stat } from '../parts/stat.tsx';

const dayMs = 24 * 60 * 60 * 1000;

const periods = ['This month', 'Last month', '7 days', 'Today'] as const;
type Period = (typeof periods)[number];

/** The dimensions of costs, with the name of a row without one. */
const dimensions = {
  Groups: ['group', 'no group'],
  Keys: ['key', ''],
  Models: ['model', ''],
  Backends: ['backend', 'not known'],
  "Vendor's models": ['upstream_model', 'not known'],
} as const;
type DimensionWord = keyof typeof dimensions;
const dimensionWords = Object.keys(dimensions) as [DimensionWord, ...DimensionWord[]];

/** First and last day of a period, in UTC as usage is kept. */
function daysOf(period: Period, nowMs: number): { readonly since: string; readonly until: string } {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const text = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const today = text(nowMs);
  switch (period) {
    case 'This month':
      return { since: text(Date.UTC(year, month)), until: today };
    case 'Last month':
      return { since: text(Date.UTC(year, month - 1)), until: text(Date.UTC(year, month) - dayMs) };
    case '7 days':
      return { since: text(nowMs - 6 * dayMs), until: today };
    case 'Today':
      return { since: today, until: today };
  }
}

/** The spending, its owners, its certainty, and the rest of the budgets. */
export function Costs(): JSX.Element {
  const [period, setPeriod] = useChoiceInAddress('period', periods as readonly [Period, ...Period[]]);
  const days = daysOf(period, Date.now());
  const byDay = useApi('/api/usage', { ...days, by: 'day' }, 10_000);
  return (
    <>
      <PageHead title="Costs">
        <Segments label="Period" options={periods} value={period} onValue={(word) => setPeriod(word)} />
      </PageHead>
      {byDay.data === undefined ? (
        <Pending error={byDay.error} />
      ) : (
        <Spent days={days} rows={byDay.data.rows} isToday={period === 'Today'} />
      )}
      <ByDimension days={days} />
      <GroupBudgets days={days} />
      <Spenders />
    </>
  );
}

interface Days {
  readonly since: string;
  readonly until: string;
}

interface SpentProps {
  readonly days: Days;
  readonly rows: readonly UsageSum[];
  readonly isToday: boolean;
}

function Spent({ days, rows, isToday }: SpentProps): JSX.Element {
  const sum = (figure: (row: UsageSum) => number) => rows.reduce((all, row) => all + figure(row), 0);
  const spent = sum(({ cost_usd }) => cost_usd);
  const estimated = sum(({ estimated_cost_usd }) => estimated_cost_usd);
  const unpriced = sum(({ unpriced_requests }) => unpriced_requests);
  const requests = sum((row) => row.requests);
  const shown = allDays(days);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return (
    <>
      {unpriced > 0 && spent > 0 && (
        <Notice tone="warn">
          {counted(unpriced, 'request')} went to deployments without a price: what they cost is in no sum and
          in no budget.
        </Notice>
      )}
      <div class="stats">
        <Stat label="Spent" value={money(spent)} note={`${days.since} to ${days.until}, UTC`} />
        <Stat
          label="Requests"
          value={count(requests)}
          note={requests === 0 ? unknown : `${money(spent / requests)} each`}
        />
        <Stat
          label="Estimated"
          value={percent(spent === 0 ? 0 : estimated / spent)}
          note={`${money(estimated)} without reported usage`}
        />
        <Stat
          label="Without a price"
          value={count(unpriced)}
          note={unpriced === 0 ? 'every request has a price' : 'requests, counted as free'}
          tone={unpriced > 0 && spent > 0 ? 'bad' : undefined}
        />
      </div>
      {!isToday && (
        <Card title="By day">
          <Chart
            label={`Spending on each day from ${days.since} to ${days.until}`}
            at={shown.map((day) => Date.parse(day) / 1000)}
            time="day"
            show={money}
            showMarks={moneyMarks}
            lines={[
              {
                label: 'Spent',
                values: shown.map((day) => byDay.get(day)?.cost_usd ?? 0),
                color: '--accent',
                filled: true,
              },
              {
                label: 'Estimated part',
                values: shown.map((day) => byDay.get(day)?.estimated_cost_usd ?? 0),
                color: '--warn',
              },
            ]}
          />
        </Card>
      )}
    </>
  );
}

function allDays({ since, until }: Days): readonly string[] {
  const found: string[] = [];
  for (let ms = Date.parse(since); ms <= Date.parse(until); ms += dayMs) {
    found.push(new Date(ms).toISOString().slice(0, 10));
  }
  return found;
}

/** More would not be read; an export has all of them. */
const mostRows = 50;

function ByDimension({ days }: { readonly days: Days }): JSX.Element {
  const [word, setWord] = useChoiceInAddress('by', dimensionWords);
  const [dimension, unnamed] = dimensions[word];
  const { data, error } = useApi('/api/usage', { ...days, by: dimension }, 10_000);
  const rows = [...(data?.rows ?? [])].sort((a, b) => b.cost_usd - a.cost_usd || b.requests - a.requests);
  const total = rows.reduce((sum, { cost_usd }) => sum + cost_usd, 0);
  const tools = (
    <Segments label="Summed by" options={dimensionWords} value={word} onValue={(next) => setWord(next)} />
  );
  return (
    <Card title="Spending" flush aside={tools}>
      {data === undefined ? (
        <Pending error={error} />
      ) : rows.length === 0 ? (
        <Empty title="No usage in this time" />
      ) : (
        <TableScroll label={`Costs by ${word}`}>
          <table class="shares">
            <thead>
              <tr>
                <th scope="col">{word}</th>
                <th scope="col" class="wide-only">
                  <span class="unseen">Share</span>
                </th>
                <th scope="col" class="number">
                  Cost
                </th>
                <th scope="col" class="number">
                  Estimated
                </th>
                <th scope="col" class="number">
                  Requests
                </th>
                <th scope="col" class="number">
                  Tokens in
                </th>
                <th scope="col" class="number">
                  Tokens out
                </th>
                <th scope="col">
                  <span class="unseen">Remarks</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, mostRows).map((row) => (
                <CostRow key={row[dimension]} name={row[dimension] || unnamed} of={row} total={total} />
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      {rows.length > mostRows && (
        <p class="fine in-card">
          {count(mostRows)} of {count(rows.length)}: <code>gateway usage export</code> has all of them.
        </p>
      )}
    </Card>
  );
}

interface CostRowProps {
  readonly name: string;
  readonly of: UsageSum;
  readonly total: number;
}

function CostRow({ name, of: row, total }: CostRowProps): JSX.Element {
  const share = total === 0 ? 0 : row.cost_usd / total;
  return (
    <tr>
      <th scope="row" class="name">
        {name}
      </th>
      <td class="wide-only meter-cell">
        <Meter share={share} label={percent(share)} plain />
      </td>
      <td class="number">{money(row.cost_usd)}</td>
      <td class="number">{row.cost_usd === 0 ? unknown : percent(row.estimated_cost_usd / row.cost_usd)}</td>
      <td class="number">{count(row.requests)}</td>
      <td class="number">{count(row.input_tokens)}</td>
      <td class="number">{count(row.output_tokens)}</td>
      <td>
        {row.unpriced_requests > 0 && (
          <Badge tone="warn">{count(row.unpriced_requests)} without a price</Badge>
        )}
      </td>
    </tr>
  );
}
