import { TextDecoder } from 'node:util';
import { takeBytes } from '../files/packed-bytes.ts';
import { counted, type Terminal } from '../terminal.ts';
import { ProgressBar } from '../traffic/progress-bar.ts';
import { DatedCharges } from './ambiguous-dates.ts';
import { CsvRows } from './csv-rows.ts';
import type { ChargeOptions, InvoiceSums } from './invoiced-charges.ts';
import { chargesOfBucket } from './json-buckets.ts';
import { JsonItems } from './json-items.ts';
import { type Columns, type Form, formOf, namedForm } from './vendor-export-formats.ts';

export interface InvoiceOptions extends ChargeOptions {
  /** Columns by name, in place of those of a known form. */
  readonly columns: Columns | undefined;
  /** Of all amounts that name none. */
  readonly currency: string | undefined;
  /** Only rows that have these values in these columns. */
  readonly only: ReadonlyMap<string, string>;
}

export interface Invoice extends InvoiceSums {
  readonly form: Form;
  /** Rows of totals, which are left out. */
  readonly totals: number;
}

const command = 'gateway usage reconcile --invoice - ...';

/** Reads an invoice of any size; `-` is standard input. Throws an Error with the place of what can't be read. */
export async function readInvoice(
  file: string,
  options: InvoiceOptions,
  terminal: Terminal,
): Promise<Invoice> {
  const reader = new InvoiceReader(file, options);
  const bar = new ProgressBar(terminal);
  try {
    const { isCut } = await takeBytes(
      file,
      {
        push: (chunk) => reader.push(chunk),
        read: (bytes, size) => bar.show(size && bytes / size, `${counted(reader.rows, 'row')} of ${file}`),
      },
      command,
    );
    if (isCut) throw new Error(`${file} is packed and damaged: it ends in the middle`);
    return reader.end();
  } finally {
    bar.clear();
  }
}

const utf16 = { little: [0xff, 0xfe], big: [0xfe, 0xff] } as const;

/** Reads an invoice's bytes into sums. */
class InvoiceReader {
  readonly #file: string;
  readonly #options: InvoiceOptions;
  #decoder: TextDecoder | undefined;
  #head = Buffer.alloc(0);
  #rows: CsvRows | JsonItems | undefined;
  #header: readonly string[] | undefined;
  #form: Form | undefined;
  #charges: DatedCharges | undefined;
  #totals = 0;
  /** Rows that have been read. */
  rows = 0;

  constructor(file: string, options: InvoiceOptions) {
    this.#file = file;
    this.#options = options;
  }

  push(chunk: Buffer): void {
    if (this.#decoder === undefined) {
      this.#head = Buffer.concat([this.#head, chunk]);
      if (this.#head.length < 2) return;
      this.#decoder = decoderOf(this.#head);
      this.#text(this.#decoder.decode(this.#head, { stream: true }));
    } else this.#text(this.#decoder.decode(chunk, { stream: true }));
  }

  end(): Invoice {
    this.#decoder ??= decoderOf(this.#head);
    this.#text(this.#decoder.decode());
    this.#told(() => this.#rows?.end());
    let sums: InvoiceSums | undefined;
    this.#told(() => {
      sums = this.#charges?.sums;
    });
    if (sums === undefined || this.#form === undefined || sums.firstDay === '') {
      throw new Error(`${this.#file}: there is no charge in it`);
    }
    return { ...sums, form: this.#form, totals: this.#totals };
  }

  #text(text: string): void {
    if (text === '') return;
    this.#told(() => {
      this.#rows ??= this.#reading(text);
      this.#rows.push(text);
    });
  }

  #reading(text: string): CsvRows | JsonItems {
    if (/^\s*[[{]/.test(text)) return new JsonItems((item) => this.#item(item));
    return new CsvRows((cells, line) => this.#row(cells, line));
  }

  #row(cells: readonly string[], line: number): void {
    try {
      if (this.#header === undefined) this.#begin(cells.map((cell) => cell.trim()));
      else this.#charge(cells, `line ${line}`);
    } catch (error) {
      throw new Error(`line ${line}: ${messageOf(error)}`, { cause: error });
    }
  }

  #begin(header: readonly string[]): void {
    const { columns, currency } = this.#options;
    const form = columns === undefined ? formOf(header) : namedForm(columns, currency);
    if (form === undefined) {
      throw new Error(
        `these columns are of no export that is known (${header.slice(0, 12).join(', ')}); name those that hold what with --date, --cost, --model and --currency`,
      );
    }
    const { date, end, model, cost, currency: inColumn } = form.columns;
    // Some exports have no column for a dimension that they are not grouped by.
    const needed = columns === undefined ? [date, cost] : [date, end, model, cost, inColumn];
    for (const name of [...needed, ...this.#options.only.keys()]) {
      if (name !== undefined && !header.includes(name)) {
        throw new Error(`there is no column ${name}; there are ${header.slice(0, 20).join(', ')}`);
      }
    }
    this.#header = header;
    this.#form = form;
    this.#charges = new DatedCharges(form, this.#options);
  }

  #charge(cells: readonly string[], where: string): void {
    const { columns } = this.#form!;
    const at = (name: string | undefined) => {
      const index = name === undefined ? -1 : this.#header!.indexOf(name);
      return index < 0 ? undefined : (cells[index] ?? '').trim();
    };
    this.rows += 1;
    for (const [name, value] of this.#options.only) if (at(name) !== value) return;
    const date = at(columns.date) ?? '';
    if (/^(?:grand )?total\b/i.test(date || (cells[0] ?? '').trim())) {
      this.#totals += 1;
      return;
    }
    const costAt = this.#header!.indexOf(columns.cost);
    const identity = cells.map((cell, index) => (index === costAt ? '' : cell.trim())).join('\n');
    const charge = {
      date,
      end: at(columns.end),
      model: at(columns.model),
      cost: at(columns.cost) ?? '',
      currency: at(columns.currency),
      identity,
    };
    this.#charges!.add(charge, (this.#rows as CsvRows).separator ?? ',', where);
  }

  #item(item: unknown): void {
    this.rows += 1;
    const where = `item ${this.rows}`;
    try {
      const { columns, currency, only } = this.#options;
      const found =
        columns === undefined
          ? chargesOfBucket(item, only)
          : { form: namedForm(columns, currency), charges: chargeOfObject(item, columns, only) };
      if (this.#form !== undefined && this.#form.name !== found.form.name) {
        throw new Error(`it is of ${found.form.name}, what came before of ${this.#form.name}`);
      }
      this.#form ??= found.form;
      this.#charges ??= new DatedCharges(this.#form, this.#options);
      for (const charge of found.charges) this.#charges.add(charge, ',', where);
    } catch (error) {
      throw new Error(`${where}: ${messageOf(error)}`, { cause: error });
    }
  }

  #told(action: () => void): void {
    try {
      action();
    } catch (error) {
      // Text of the file must not steer the terminal.
      const message = messageOf(error).replace(/\p{Cc}/gu, '?');
      throw new Error(`${this.#file}: ${message}`, { cause: error });
    }
  }
}

/** An object whose fields are columns. */
function chargeOfObject(item: unknown, columns: Columns, only: ReadonlyMap<string, string>) {
  const fields = item as Readonly<Record<string, unknown>>;
  const at = (name: string | undefined) =>
    name === undefined || fields[name] === undefined || fields[name] === null
      ? undefined
      : String(fields[name]);
  for (const [name, value] of only) if (at(name) !== value) return [];
  const date = at(columns.date);
  if (date === undefined) throw new Error(`it has no ${columns.date}`);
  const cost = fields[columns.cost];
  if (cost === undefined) throw new Error(`it has no ${columns.cost}`);
  return [
    {
      date,
      end: at(columns.end),
      model: at(columns.model),
      cost: typeof cost === 'number' ? cost : String(cost ?? ''),
      currency: at(columns.currency),
      identity: JSON.stringify({ ...fields, [columns.cost]: 0 }),
    },
  ];
}

function decoderOf(head: Buffer): TextDecoder {
  const begins = (mark: readonly number[]) => mark.every((byte, index) => head[index] === byte);
  if (begins(utf16.little)) return new TextDecoder('utf-16le');
  if (begins(utf16.big)) return new TextDecoder('utf-16be');
  return new TextDecoder('utf-8');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
