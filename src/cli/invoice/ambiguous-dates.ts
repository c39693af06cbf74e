/** Charges whose days are written with slashes: which number is the month is seen by the values of the column. */
import { type DayOrder, dayOrders, isSlashed } from './export-timestamps.ts';
import { type ChargeOptions, Charges, type InvoiceSums, type WrittenCharge } from './invoiced-charges.ts';
import type { Form } from './vendor-export-formats.ts';

/** Adds charges up in each order that their days can be read in. */
export class DatedCharges {
  readonly #form: Form;
  readonly #options: ChargeOptions;
  #readings: Charges[] | undefined;
  #example = '';

  constructor(form: Form, options: ChargeOptions) {
    this.#form = form;
    this.#options = options;
  }

  /** Throws an Error in the operator's words where the row can be read in no order. */
  add(charge: WrittenCharge, separator: string, where: string): void {
    this.#readings ??= this.#ordersOf(charge.date).map(
      (dayOrder) => new Charges(this.#form, { ...this.#options, dayOrder }),
    );
    if (this.#example === '') this.#example = charge.date;
    let fault: unknown;
    const left = this.#readings.filter((reading) => {
      try {
        reading.add(charge, separator, where);
        return true;
      } catch (error) {
        fault ??= error;
        return false;
      }
    });
    if (left.length === 0) throw fault;
    this.#readings = left;
  }

  #ordersOf(date: string): readonly (DayOrder | undefined)[] {
    const { dayOrder } = this.#options;
    return dayOrder === undefined && isSlashed(date) ? dayOrders : [dayOrder];
  }

  /** Undefined where there is none. Throws an Error in the operator's words where the days can be read both ways. */
  get sums(): InvoiceSums | undefined {
    const [first, second] = this.#readings?.map(({ sums }) => sums) ?? [];
    if (first === undefined || second === undefined || daysOf(first) === daysOf(second)) return first;
    throw new Error(
      `its days, such as ${this.#example.slice(0, 20)}, can be read both ways; say which number is the month: --day-order month-first, or day-first`,
    );
  }
}

function daysOf({ byDay, firstDay, lastDay }: InvoiceSums): string {
  return [firstDay, lastDay, ...[...byDay.keys()].sort()].join(' ');
}
