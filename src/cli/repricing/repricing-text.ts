import { fenced, printable } from '../../check/diff/diff-text.ts';
import { aligned } from '../aligned-columns.ts';
import { counted } from '../terminal.ts';
import type { Repriced, Repricing, Roughness } from './reprice.ts';

export interface RepricingNames {
  /** The file of usage, or the gateway that was asked. */
  readonly usage: string;
  readonly before: string;
  readonly after: string;
}

const right: ReadonlySet<number> = new Set([1, 2, 3, 4, 5]);

/** For a terminal. */
export function repricingText(found: Repricing, names: RepricingNames): string {
  return `${blocks(found, names).join('\n\n')}\n`;
}

/** For the description of a pull request or a comment on it. */
export function repricingMarkdown(found: Repricing, names: RepricingNames): string {
  const [first, ...others] = blocks(found, names);
  return `${first}\n\n\`\`\`\n${others.map(fenced).join('\n\n')}\n\`\`\`\n`;
}

function blocks(found: Repricing, names: RepricingNames): readonly string[] {
  const { total, unpriceable, rough } = found;
  const time = found.from === undefined ? '' : `, ${found.from} to ${found.to}`;
  const head = printable(
    `${names.usage}${time}: ${counted(found.requests, 'request')}, counted at ${usd(found.countedUsd)} USD when they were made`,
  );
  const sections = [
    ...section('Keys', found.keys),
    ...section('Models', found.models),
    ...section('Deployments', found.deployments),
  ];
  const rows = [
    ['', 'REQUESTS', 'OLD USD', 'NEW USD', 'DIFFERENCE', '%'],
    ...sections,
    rowOf('TOTAL', total),
  ];
  const parts = [head];
  if (total.requests > 0) parts.push(aligned(rows, right).join('\n'));
  if (isSameCost(total) && sections.every((row) => row.length === 6 && row[4] === '')) {
    parts.push(`Nothing costs more or less under ${printable(names.after)}.`);
  }
  if (unpriceable.length > 0) {
    const lines = unpriceable.map(
      ({ deployment, why, requests, countedUsd }) =>
        `  ${printable(deployment)}: ${why} (${counted(requests, 'request')}, counted at ${usd(countedUsd)} USD)`,
    );
    parts.push(['Not in these sums, since it can not be priced:', ...lines].join('\n'));
  }
  if (rough.length > 0) parts.push(rough.map((one) => `note: ${roughWords[one]}`).join('\n'));
  return parts;
}

const roughWords: Readonly<Record<Roughness, string>> = {
  tiers:
    'sums do not say how large each request was, or in which tier of service it was served: prices of tiers are left out',
  reported:
    'backends named the cost of some requests themselves; in this export they are not told apart (--by ...,certainty) and are priced as the others',
};

/** All unchanged deployments share one line. */
function section(title: string, all: readonly Repriced[]): readonly (readonly string[])[] {
  if (all.length === 0) return [];
  const changed = all.filter((one) => !isSameCost(one));
  const same = all.filter(isSameCost);
  const rows = changed.map((one) => rowOf(`  ${one.name}`, one));
  if (same.length > 0) {
    const sum = same.reduce((usdSum, { oldUsd }) => usdSum + oldUsd, 0);
    const requests = same.reduce((count, one) => count + one.requests, 0);
    const name = changed.length === 0 ? 'all unchanged' : `${same.length} unchanged`;
    rows.push([`  ${name}`, String(requests), usd(sum), usd(sum), '', '']);
  }
  return [[title, '', '', '', '', ''], ...rows];
}

/** Equal to the millionth of a dollar: less is what adding up leaves behind. */
export function isSameCost({ oldUsd, newUsd }: Repriced): boolean {
  return Math.abs(newUsd - oldUsd) < 1e-6;
}

function rowOf(name: string, { requests, oldUsd, newUsd }: Repriced): readonly string[] {
  const difference = newUsd - oldUsd;
  const sign = difference >= 0.00005 ? '+' : '';
  const share = oldUsd === 0 ? '' : `${sign}${((difference / oldUsd) * 100).toFixed(1)} %`;
  return [name, String(requests), usd(oldUsd), usd(newUsd), `${sign}${usd(difference)}`, share];
}

function usd(value: number): string {
  const text = value.toFixed(4);
  return Number(text) === 0 ? '0.0000' : text;
}

/** Plain names; sums rounded to what is counted. */
export function repricingJson(found: Repricing, names: RepricingNames): string {
  const plain = ({ name, requests, oldUsd, newUsd }: Repriced) => ({
    name,
    requests,
    old_usd: round(oldUsd),
    new_usd: round(newUsd),
    difference_usd: round(newUsd - oldUsd),
  });
  const { name: _name, ...total } = plain(found.total);
  const answer = {
    same: isUnchanged(found),
    usage: names.usage,
    from: found.from ?? null,
    to: found.to ?? null,
    requests: found.requests,
    counted_usd: round(found.countedUsd),
    total,
    keys: found.keys.map(plain),
    models: found.models.map(plain),
    deployments: found.deployments.map(plain),
    unpriceable: found.unpriceable.map(({ deployment, why, requests, countedUsd }) => ({
      deployment,
      why,
      requests,
      counted_usd: round(countedUsd),
    })),
    notes: found.rough.map((one) => roughWords[one]),
  };
  return `${JSON.stringify(answer, null, 2)}\n`;
}

/** True if the cost of every deployment is unchanged. */
export function isUnchanged({ deployments, unpriceable }: Repricing): boolean {
  return (
    deployments.every(isSameCost) &&
    unpriceable.every(({ why }) => why.startsWith('in neither') || why.endsWith('either file'))
  );
}

function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
