import { hash } from 'node:crypto';
import { dayOf } from '../../observe/request-batch.ts';
import { type Amount, amountOf, type DecimalMark } from './amounts.ts';
import { type DayOrder, type Moment, momentOf } from './export-timestamps.ts';
import type { Form } from './vendor-export-formats.ts';

export interface ChargeOptions {
  /** The zone of days and times that say none. */
  readonly timeZone: string;
  /** Of days that are written with slashes; undefined where their values have to say it. */
  readonly dayOrder?: DayOrder | undefined;
  readonly decimal: DecimalMark | undefined;
  /** The value of one unit of each currency in US dollars. */
  readonly rates: ReadonlyMap<string, number>;
  /** Rows that are equal to another are counted as often as they are there. */
  readonly keepsDuplicates: boolean;
}

/** One row of an invoice, in the words of its form. */
export interface WrittenCharge {
  readonly date: string;
  readonly end: string | undefined;
  readonly model: string | undefined;
  /** Text, or US cents' worth of nothing but a number where the form has one. */
  readonly cost: string | number;
  readonly currency: string | undefined;
  /** All that is in the row but the cost: rows that agree in it are the same charge. */
  readonly identity: string;
}

/** The sums of an invoice. */
export interface InvoiceSums {
  /** By day, then by model as the invoice names it; the name is empty where it has none. US dollars. */
  readonly byDay: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly rows: number;
  /** Rows that were there before, and what they come to. */
  readonly duplicates: { readonly rows: number; readonly usd: number; readonly where: string };
  /** Rows that differ from another in nothing but the cost. All are counted. */
  readonly alike: number;
  /** Days of it are not the days of UTC: by how many minutes at most. Or rows of more than a day. */
  readonly offMinutes: number;
  readonly isCoarse: boolean;
  /** Sums of its own currencies that were converted. */
  readonly converted: ReadonlyMap<string, number>;
  /** Nothing says in which currency; taken as US dollars. */
  readonly isCurrencyUnsaid: boolean;
}

/** When a charge was made. */
interface Time {
  readonly until: string;
  readonly day: string;
  readonly nearest: string;
}

/** As many are remembered. */
const mostTimes = 10_000;
const dayMs = 24 * 60 * 60 * 1000;

/** Sums by day and model, with the first and the last day that anything was said of; both are empty before. */
class Days {
  readonly byDay = new Map<string, Map<string, number>>();
  firstDay = '';
  lastDay = '';

  reach(first: string, last: string): void {
    if (this.firstDay === '' || first < this.firstDay) this.firstDay = first;
    if (last > this.lastDay) this.lastDay = last;
  }

  add(day: string, model: string, usd: number): void {
    const models = this.byDay.get(day) ?? new Map<string, number>();
    this.byDay.set(day, models);
    models.set(model, (models.get(model) ?? 0) + usd);
  }
}

/** The day of UTC whose beginning is nearest. */
function nearestDay(ms: number): string {
  return dayOf(Math.round(ms / dayMs) * dayMs);
}

/** Adds up the charges of one invoice. What is wrong with a row is thrown in the operator's words. */
export class Charges {
  readonly #form: Form;
  readonly #options: ChargeOptions;
  readonly #exact = new Days();
  /** The same with each day where most of it is, for days that are not those of UTC. */
  readonly #nearest = new Days();
  readonly #times = new Map<string, Time>();
  readonly #seen = new Map<string, string | number>();
  readonly #converted = new Map<string, number>();
  #rows = 0;
  #duplicates = { rows: 0, usd: 0, where: '' };
  #alike = 0;
  #offMinutes = 0;
  /** A time within a day was written: what stands at midnight is an hour of it. */
  #hasHours = false;
  #isCoarse = false;
  #isCurrencyUnsaid = false;

  constructor(form: Form, options: ChargeOptions) {
    this.#form = form;
    this.#options = options;
  }

  /** @param where The row's place, for messages. */
  add(charge: WrittenCharge, separator: string, where: string): void {
    const { decimal, keepsDuplicates } = this.#options;
    const { day, nearest } = this.#timeOf(charge.date, charge.end ?? '');
    // A day without charges has a row too.
    if (charge.cost === '') return;
    const amount: Amount =
      typeof charge.cost === 'number'
        ? { value: charge.cost, currency: undefined }
        : amountOf(charge.cost, decimal, separator);
    const usd = this.#usd(amount, charge.currency);
    this.#rows += 1;
    const id = hash('sha256', charge.identity, 'base64');
    const before = this.#seen.get(id);
    if (before === undefined) this.#seen.set(id, amount.value);
    else if (before !== amount.value) this.#alike += 1;
    else if (!keepsDuplicates) {
      if (this.#duplicates.rows === 0) this.#duplicates.where = where;
      this.#duplicates.rows += 1;
      this.#duplicates.usd += usd;
      return;
    }
    const model = this.#form.modelIn(charge.model ?? '').trim();
    this.#exact.add(day, model, usd);
    this.#nearest.add(nearest, model, usd);
  }

  get sums(): InvoiceSums {
    const offMinutes = this.#hasHours ? 0 : this.#offMinutes;
    const { byDay, firstDay, lastDay } = offMinutes > 0 ? this.#nearest : this.#exact;
    return {
      byDay,
      firstDay,
      lastDay,
      rows: this.#rows,
      duplicates: this.#duplicates,
      alike: this.#alike,
      offMinutes,
      isCoarse: this.#isCoarse,
      converted: this.#converted,
      isCurrencyUnsaid: this.#isCurrencyUnsaid,
    };
  }

  /** Very many rows are of few times. */
  #timeOf(date: string, until: string): Time {
    const known = this.#times.get(date);
    if (known?.until === until) return known;
    const { timeZone, dayOrder } = this.#options;
    const start = momentOf(date, timeZone, dayOrder);
    const end = until === '' ? undefined : momentOf(until, timeZone, dayOrder);
    const last = end === undefined ? start.ms : Math.max(start.ms, end.ms - 1);
    this.#note(start, end, last);
    const time: Time = { until, day: dayOf(start.ms), nearest: nearestDay(start.ms) };
    this.#exact.reach(time.day, dayOf(last));
    this.#nearest.reach(time.nearest, end === undefined ? time.nearest : nearestDay(end.ms - dayMs));
    if (this.#times.size >= mostTimes) this.#times.clear();
    this.#times.set(date, time);
    return time;
  }

  #note(start: Moment, end: Moment | undefined, last: number): void {
    const isDay = end === undefined ? start.isMidnight : last - start.ms >= dayMs - 1;
    if (!isDay) this.#hasHours = true;
    else if (start.ms % dayMs !== 0) {
      const off = Math.min(start.ms % dayMs, dayMs - (start.ms % dayMs)) / 60_000;
      this.#offMinutes = Math.max(this.#offMinutes, off);
    }
    if (last - start.ms >= 25 * 60 * 60 * 1000) this.#isCoarse = true;
  }

  #usd({ value, currency: own }: Amount, cell: string | undefined): number {
    const said = own ?? (cell === undefined || cell === '' ? this.#form.currency : cell.trim().toUpperCase());
    if (said === undefined) this.#isCurrencyUnsaid = true;
    if (said === undefined || said === 'USD') return value;
    const rate = this.#options.rates.get(said);
    if (rate === undefined) {
      throw new Error(
        `the amount is in ${said.slice(0, 20)}, and what the gateway counts is in USD; say what one is worth: --rate ${said.slice(0, 20)}=1.08`,
      );
    }
    this.#converted.set(said, (this.#converted.get(said) ?? 0) + value);
    return value * rate;
  }
}
