import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { UsageDb } from '../../../src/admin/usage/usage-db.ts';
import { usageFile } from '../../../src/admin/usage/usage-store.ts';
import { noUsage } from '../../../src/observe/usage.ts';
import type { UsageRow } from '../../../src/observe/usage-tally.ts';
import { gateway } from '../recorder.ts';

const text = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends:
  openai: { url: "https://api.openai.com/v1", auth: { bearer: "\${OPENAI_API_KEY}" } }
  anthropic: { url: "https://api.anthropic.com", auth: { header: x-api-key, value: "\${ANTHROPIC_API_KEY}" } }
models:
  fast: { deployments: [ { backend: openai, model: gpt-4.1, endpoints: { chat_completions: [] } } ] }
  deep: { deployments: [ { backend: anthropic, model: claude-sonnet-4-5, endpoints: { messages: [] } } ] }
keys: { team-a: { hash: "sha256:${'ab'.repeat(32)}" } }
state: { dir: state }
`;

/** What is told of a row: cost in US dollars. */
export interface Used extends Partial<Omit<UsageRow, 'costNanoUsd'>> {
  readonly usd: number;
}

/** A folder with a configuration and with what was counted under it. */
export function counted(
  t: TestContext,
  rows: readonly Used[],
): { readonly dir: string; readonly config: string } {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-reconcile-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const config = join(dir, 'gateway.yaml');
  writeFileSync(config, text);
  const db = UsageDb.open(usageFile(join(dir, 'state')));
  db.add(
    rows.map(({ usd, ...given }) => ({
      day: '2026-10-01',
      key: 'team-a',
      model: 'fast',
      deployment: 'openai',
      group: '',
      backend: 'openai',
      upstream_model: 'gpt-4.1',
      certainty: 'measured',
      end_user: '',
      requests: 1,
      failed: 0,
      unpriced: 0,
      usage: { ...noUsage },
      ...given,
      costNanoUsd: Math.round(usd * 1e9),
    })),
  );
  db.close();
  return { dir, config };
}

/** Compares an invoice with what was counted. */
export async function reconciled(
  { dir, config }: ReturnType<typeof counted>,
  invoice: string | Buffer,
  ...args: readonly string[]
) {
  const file = join(dir, 'invoice');
  writeFileSync(file, invoice);
  const said = await gateway(['usage', 'reconcile', '--invoice', file, '--config', config, ...args]);
  return { ...said, out: said.out.replaceAll(`${dir}/`, ''), err: said.err.replaceAll(`${dir}/`, '') };
}

export interface Line {
  readonly day: string | null;
  readonly model: string | null;
  readonly invoice_usd: number | null;
  readonly ours_usd: number | null;
  readonly difference_usd: number;
  readonly estimated_share: number | null;
}

/** The same, as what its JSON says. */
export async function compared(
  place: ReturnType<typeof counted>,
  invoice: string | Buffer,
  ...args: readonly string[]
) {
  const { exitCode, out, err } = await reconciled(place, invoice, ...args, '--format', 'json');
  if (exitCode !== 0) throw new Error(err);
  const { lines, total, notes } = JSON.parse(out) as {
    readonly lines: readonly Line[];
    readonly total: Line & { readonly apart_usd: number };
    readonly notes: readonly string[];
  };
  return { lines: lines.map((one) => [one.day, one.model, one.invoice_usd, one.ours_usd]), total, notes };
}

export const openAiHeader =
  'start_time,end_time,start_time_iso,end_time_iso,amount_value,amount_currency,line_item,project_id,organization_id,organization_name';

/** A row of OpenAI's export of costs. */
export function openAiRow(day: string, item: string, usd: string, currency = 'usd'): string {
  const start = Date.parse(day) / 1000;
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  return `${start},${start + 86_400},${day}T00:00:00+00:00,${next}T00:00:00+00:00,${usd},${usd && currency},"${item}",proj_1,org-1,Acme`;
}
