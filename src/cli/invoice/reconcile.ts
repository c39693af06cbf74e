import type { UsageSum } from '../../admin/contract/usage.ts';
import type { Config } from '../../config/types/gateway.ts';
import { dayOf } from '../../observe/request-batch.ts';
import { requireFile } from '../config-file.ts';
import { counted, type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import type { DecimalMark } from './amounts.ts';
import { type ComparedBy, type Comparison, compare, type OurSum } from './compare.ts';
import { type DayOrder, zoneMinutes } from './export-timestamps.ts';
import { type SourceOptions, usageSource } from './our-usage.ts';
import { type Invoice, readInvoice } from './read-invoice.ts';
import { percent, reconcileCsv, reconcileJson, reconcileText } from './reconcile-text.ts';

export interface ReconcileOptions extends SourceOptions {
  readonly invoice: string;
  readonly config?: string;
  readonly from?: string;
  readonly to?: string;
  readonly by: readonly string[];
  /** Only what these backends used. */
  readonly backend?: readonly string[];
  /** `INVOICED=OURS`. */
  readonly map?: readonly string[];
  readonly date?: string;
  readonly model?: string;
  readonly cost?: string;
  /** A column, or the currency of all amounts. */
  readonly currency?: string;
  readonly only?: readonly string[];
  readonly timeZone: string;
  readonly dayOrder?: DayOrder;
  readonly decimal?: DecimalMark;
  readonly rate?: readonly string[];
  readonly keepDuplicates?: boolean;
  /** `1%` or `5 USD`. */
  readonly maxDifference?: string;
  readonly format: 'text' | 'json' | 'csv';
}

/** Prints the invoice of a vendor beside what was counted here; 1 where they are further apart than is allowed. */
export async function reconcile(options: ReconcileOptions, terminal: Terminal): Promise<ExitCode> {
  const by = comparedBy(options.by);
  const allowed = limitOf(options.maxDifference);
  const renamed = pairs('map', options.map, 'Claude Sonnet 4=claude-sonnet-4-0');
  const config = await configOf(options, terminal);
  if (typeof config === 'number') return config;
  const source = usageSource(config, options, terminal);
  const invoice = await readInvoice(options.invoice, invoiceOptions(options), terminal);
  refuseOtherDays(invoice, by, options);
  const [from, to] = [options.from ?? invoice.firstDay, options.to ?? invoice.lastDay];
  for (const [name, day] of Object.entries({ from: options.from, to: options.to })) requireDay(name, day);
  const billed = within(invoice.byDay, from, to);
  const used = await source.query({
    from,
    to,
    groupBy: ['day', 'model', 'deployment', 'backend', 'upstream_model'],
  });
  const backends = options.backend ?? backendsAt(invoice.form.host, config);
  const ours = used.map((sum) => named(sum, config)).filter(isOf(backends));
  const hasModels = [...billed.values()].some((models) => [...models.keys()].some((name) => name !== ''));
  const comparison = compare(
    billed,
    ours.map(({ sum, model }) => ourSum(sum, model)),
    { day: by.day, model: by.model && hasModels },
    renamed,
  );
  const notes = [
    ...notesOn(invoice, by, hasModels, options),
    ...notesOnOurs(ours, used.length - ours.length, from, to),
  ];
  const about = [
    `Invoice: ${options.invoice}, ${invoice.form.name}, ${from} to ${to}, ${counted(invoice.rows, 'row')}`,
    `Ours:    ${source.name}, ${backends === null ? 'all backends' : `${counted(backends.length, 'backend')}: ${backends.join(', ')}`}`,
  ];
  switch (options.format) {
    case 'csv':
      terminal.out(reconcileCsv(comparison));
      for (const note of notes) terminal.err(`note: ${note}\n`);
      break;
    case 'json': {
      const { rows, duplicates, form } = invoice;
      terminal.out(
        reconcileJson(
          { invoice: options.invoice, form: form.name, from, to, backends, rows, duplicates, notes },
          comparison,
        ),
      );
      break;
    }
    case 'text':
      terminal.out(reconcileText(about, comparison, notes));
  }
  return judged(comparison, allowed, terminal);
}

async function configOf(
  { config, admin }: ReconcileOptions,
  terminal: Terminal,
): Promise<Config | undefined | ExitCode> {
  if (config === undefined) {
    if (admin === undefined) throw new Error('say whose usage: --config FILE, or --admin URL');
    return undefined;
  }
  const loaded = await requireFile(config, { requireSecrets: false }, terminal);
  return loaded.config ?? (loaded as { readonly exitCode: ExitCode }).exitCode;
}

function comparedBy(names: readonly string[]): ComparedBy {
  const stray = names.find((name) => name !== 'day' && name !== 'model');
  if (stray !== undefined) throw new Error(`--by ${stray}: an invoice is compared by day, model or both`);
  return { day: names.includes('day'), model: names.includes('model') };
}

function invoiceOptions(options: ReconcileOptions) {
  const { date, model, cost, currency, decimal, keepDuplicates = false, timeZone, dayOrder } = options;
  zoneMinutes(timeZone, 0);
  const isCode = currency !== undefined && /^[A-Z]{3}$/.test(currency);
  if ((date === undefined) !== (cost === undefined) || (model !== undefined && cost === undefined)) {
    throw new Error(
      'columns are named together: --date COLUMN --cost COLUMN, and --model COLUMN where there is one',
    );
  }
  const columns =
    date === undefined || cost === undefined
      ? undefined
      : { date, cost, model, currency: isCode ? undefined : currency };
  return {
    columns,
    currency: isCode ? currency : undefined,
    only: pairs('only', options.only, 'project_id=proj_1'),
    timeZone,
    dayOrder,
    decimal,
    rates: new Map(
      [...pairs('rate', options.rate, 'EUR=1.08')].map(([code, rate]) => [code.toUpperCase(), rateOf(rate)]),
    ),
    keepsDuplicates: keepDuplicates,
  };
}

function pairs(
  option: string,
  given: readonly string[] | undefined,
  example: string,
): ReadonlyMap<string, string> {
  return new Map(
    (given ?? []).map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at < 1) throw new Error(`--${option} ${pair}: write it as --${option} '${example}'`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function rateOf(text: string): number {
  const rate = Number(text);
  if (!(rate > 0)) throw new Error(`--rate: ${text} is no rate; write what one is in US dollars: EUR=1.08`);
  return rate;
}

function requireDay(name: string, day: string | undefined): void {
  if (day === undefined || (/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)))) return;
  throw new Error(`--${name} ${day}: write a day such as 2026-01-31`);
}

/** Days of another zone hold other requests than ours: only the whole can be compared. */
function refuseOtherDays(
  { offMinutes, isCoarse }: Invoice,
  by: ComparedBy,
  { invoice }: ReconcileOptions,
): void {
  if (!by.day) return;
  if (isCoarse) {
    throw new Error(
      `${invoice}: its rows are of more than a day; compare the whole time with --by model, or export by day`,
    );
  }
  if (offMinutes > 0) {
    throw new Error(
      `${invoice}: its days begin ${hours(offMinutes)} off those of UTC, which ours are; export it in UTC or by the hour, or compare the whole time with --by model`,
    );
  }
}

function hours(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

function within(
  byDay: Invoice['byDay'],
  from: string,
  to: string,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  return new Map([...byDay].filter(([day]) => day >= from && day <= to));
}

interface Named {
  readonly sum: UsageSum;
  readonly model: string;
  readonly backend: string;
  /** Kept before records said it: taken from what the file says today. */
  readonly isGuessed: boolean;
}

function named(sum: UsageSum, config: Config | undefined): Named {
  const { upstream_model: model, backend } = sum;
  if (model !== null && model !== '') return { sum, model, backend: backend ?? '', isGuessed: false };
  const deployment = config?.models
    .get(sum.model ?? '')
    ?.deployments.find(({ name }) => name === sum.deployment);
  return {
    sum,
    model: deployment?.upstreamModel ?? sum.model ?? '',
    backend: deployment?.backend ?? backend ?? '',
    isGuessed: true,
  };
}

function isOf(backends: readonly string[] | null): (one: Named) => boolean {
  return ({ backend }) => backends === null || backends.includes(backend);
}

/** The backends that the vendor bills; null for all of them, where that can't be told. */
function backendsAt(host: string, config: Config | undefined): readonly string[] | null {
  if (host === '' || config === undefined) return null;
  const found = [...config.backends.values()]
    .filter(({ address }) => address.kind === 'url' && address.hostname === host)
    .map(({ name }) => name);
  return found.length === 0 ? null : found;
}

function ourSum(sum: UsageSum, model: string): OurSum {
  return { day: sum.day ?? '', model, usd: sum.cost_usd, estimatedUsd: sum.estimated_cost_usd };
}

function notesOn(invoice: Invoice, by: ComparedBy, hasModels: boolean, options: ReconcileOptions): string[] {
  const { duplicates, alike, totals, converted, isCurrencyUnsaid, offMinutes } = invoice;
  const notes: string[] = [];
  if (duplicates.rows > 0) {
    notes.push(
      `${counted(duplicates.rows, 'row')} of the invoice ${duplicates.rows === 1 ? 'is' : 'are'} there more than once (first at ${duplicates.where}) and counted once; counted each time they would add ${duplicates.usd.toFixed(4)} USD (--keep-duplicates)`,
    );
  }
  if (alike > 0) {
    notes.push(
      `${counted(alike, 'row')} of the invoice ${alike === 1 ? 'differs' : 'differ'} from another in nothing but the amount; all are counted. Was a day exported twice while it went on?`,
    );
  }
  if (totals > 0) notes.push(`${counted(totals, 'row')} of totals ${totals === 1 ? 'is' : 'are'} left out`);
  for (const [code, sum] of converted) {
    const rate = pairs('rate', options.rate, '').get(code);
    notes.push(`${sum.toFixed(2)} ${code} of the invoice are taken at ${rate} USD each`);
  }
  if (isCurrencyUnsaid) notes.push('nothing says the currency of the invoice; taken as USD');
  if (by.model && !hasModels) {
    notes.push('the invoice names no models; for a comparison by model export it grouped by line item');
  }
  if (offMinutes > 0) {
    notes.push(
      `days of the invoice begin ${hours(offMinutes)} off those of UTC: at both ends of the time so much is on one side only`,
    );
  }
  return notes;
}

function notesOnOurs(ours: readonly Named[], others: number, from: string, to: string): string[] {
  const notes: string[] = [];
  const sumOf = (figure: (sum: UsageSum) => number) => ours.reduce((all, { sum }) => all + figure(sum), 0);
  const unpriced = sumOf(({ unpriced_requests }) => unpriced_requests);
  if (unpriced > 0) {
    const where = [
      ...new Set(
        ours
          .filter(({ sum }) => sum.unpriced_requests > 0)
          .map(({ sum }) => `${sum.model}/${sum.deployment}`),
      ),
    ];
    notes.push(
      `${counted(unpriced, 'request')} had no price and ${unpriced === 1 ? 'counts' : 'count'} as nothing: ${where.slice(0, 5).join(', ')}${where.length > 5 ? ' and others' : ''}`,
    );
  }
  const guessed = ours.filter(({ isGuessed, sum }) => isGuessed && sum.cost_usd > 0);
  if (guessed.length > 0) {
    notes.push(
      "some of ours was kept before records named the vendor's model; it is listed under the file's present name, or under our own",
    );
  }
  if (others > 0)
    notes.push('what other backends used is left out (--backend names those that are compared)');
  const first = ours.map(({ sum }) => sum.day ?? '').sort()[0];
  if (first === undefined) notes.push('nothing was counted here in that time');
  else if (first > from) notes.push(`ours begins on ${first}: what was used before is on the invoice only`);
  if (to >= dayOf(Date.now())) notes.push(`${dayOf(Date.now())} (UTC) is not over`);
  return notes;
}

/** The allowed difference between the two. */
type Limit = { readonly share: number } | { readonly usd: number };

function limitOf(text: string | undefined): Limit | undefined {
  if (text === undefined) return undefined;
  const found = /^(\d+(?:\.\d+)?)\s*(%|USD)$/i.exec(text.trim());
  if (found === null) throw new Error(`--max-difference ${text}: write 1% or '5 USD'`);
  const value = Number(found[1]);
  return found[2] === '%' ? { share: value / 100 } : { usd: value };
}

function judged({ apartUsd, total }: Comparison, limit: Limit | undefined, terminal: Terminal): ExitCode {
  if (limit === undefined) return exitCodes.good;
  const invoiced = Math.abs(total.invoiceUsd ?? 0);
  const allowed = 'usd' in limit ? limit.usd : limit.share * invoiced;
  if (apartUsd <= allowed + 1e-9) return exitCodes.good;
  const share = invoiced === 0 ? '' : `, which is ${percent(apartUsd / invoiced)} of the invoice`;
  terminal.err(
    `the models are ${apartUsd.toFixed(4)} USD apart${share}; --max-difference allows ${'usd' in limit ? `${limit.usd} USD` : percent(limit.share)}\n`,
  );
  return exitCodes.notValid;
}
