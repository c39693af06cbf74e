/** The exports of vendors that are known by their columns, as the vendors document them. */

/** The columns of a row. */
export interface Columns {
  readonly date: string;
  /** The end of the time that a row stands for, where it has one. */
  readonly end?: string | undefined;
  readonly model?: string | undefined;
  readonly cost: string;
  readonly currency?: string | undefined;
}

export interface Form {
  readonly name: string;
  /** Backends of these hosts are the ones that it bills. */
  readonly host: string;
  readonly columns: Columns;
  /** Of all amounts, where no column says it. */
  readonly currency: string | undefined;
  readonly modelIn: (cell: string) => string;
}

const asWritten = (cell: string): string => cell;

/** A line item is a model and what of it was used: `gpt-4.1-2025-04-14, input`. */
export function modelOfLineItem(item: string): string {
  const comma = item.indexOf(',');
  return comma < 0 ? item : item.slice(0, comma);
}

const openAiCosts: Form = {
  name: "OpenAI's costs (CSV)",
  host: 'api.openai.com',
  columns: {
    date: 'start_time_iso',
    end: 'end_time_iso',
    model: 'line_item',
    cost: 'amount_value',
    currency: 'amount_currency',
  },
  currency: undefined,
  modelIn: modelOfLineItem,
};

const anthropicCosts: Form = {
  name: "Anthropic's costs (CSV)",
  host: 'api.anthropic.com',
  columns: { date: 'usage_date_utc', model: 'model', cost: 'cost_usd' },
  currency: 'USD',
  modelIn: asWritten,
};

/** The form of a file by its columns. Throws where it is a known one without costs; undefined where it is none of these. */
export function formOf(header: readonly string[]): Form | undefined {
  const has = (...names: readonly string[]) => names.every((name) => header.includes(name));
  if (has('amount_value') && (has('start_time_iso') || has('start_time'))) {
    if (has('start_time_iso')) return openAiCosts;
    return { ...openAiCosts, columns: { ...openAiCosts.columns, date: 'start_time', end: 'end_time' } };
  }
  if (has('usage_date_utc', 'cost_usd')) return anthropicCosts;
  if (has('num_model_requests')) throw new Error(withoutCosts('OpenAI', 'Usage page, "Costs"'));
  if (has('usage_date_utc', 'usage_output_tokens')) throw new Error(withoutCosts('Anthropic', 'Cost page'));
  return undefined;
}

export function withoutCosts(vendor: string, where: string): string {
  return `this is ${vendor}'s export of usage, which has tokens and no costs; take the one of costs (${where})`;
}

/** Columns that somebody named. */
export function namedForm(columns: Columns, currency: string | undefined): Form {
  return { name: 'columns by name', host: '', columns, currency, modelIn: asWritten };
}
