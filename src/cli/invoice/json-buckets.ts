/** The answers of the vendors' cost APIs: pages of time buckets, each with its results. */
import type { WrittenCharge } from './invoiced-charges.ts';
import { type Form, modelOfLineItem, withoutCosts } from './vendor-export-formats.ts';

const openAi: Form = {
  name: "OpenAI's costs (API)",
  host: 'api.openai.com',
  columns: { date: 'start_time', cost: 'amount' },
  currency: undefined,
  modelIn: modelOfLineItem,
};

const anthropic: Form = {
  name: "Anthropic's costs (API)",
  host: 'api.anthropic.com',
  columns: { date: 'starting_at', cost: 'amount' },
  currency: undefined,
  modelIn: (name) => name,
};

type Fields = Readonly<Record<string, unknown>>;

/** The charges of a bucket. Throws an Error in the operator's words where it is of no API that is known. */
export function chargesOfBucket(
  item: unknown,
  only: ReadonlyMap<string, string>,
): { readonly form: Form; readonly charges: readonly WrittenCharge[] } {
  const bucket = item as Fields;
  const results = bucket['results'];
  if (!Array.isArray(results)) throw new Error(unknown(bucket));
  const found = results.filter(isFields).filter((result) => isWanted(result, only));
  // A day without charges is a day of the invoice all the same.
  if (found.length === 0) found.push({ amount: bucket['start_time'] === undefined ? '' : {} });
  const usage = found.find((result) => result['amount'] === undefined);
  if (usage !== undefined) {
    if (String(usage['object']).startsWith('organization.usage.')) {
      throw new Error(withoutCosts('OpenAI', '/v1/organization/costs'));
    }
    if (usage['uncached_input_tokens'] !== undefined) {
      throw new Error(withoutCosts('Anthropic', '/v1/organizations/cost_report'));
    }
    throw new Error(unknown(usage));
  }
  if (bucket['start_time'] !== undefined) return { form: openAi, charges: found.map(ofOpenAi(bucket)) };
  if (bucket['starting_at'] !== undefined) {
    return { form: anthropic, charges: found.map(ofAnthropic(bucket)) };
  }
  throw new Error(unknown(bucket));
}

function ofOpenAi(bucket: Fields) {
  return (result: Fields): WrittenCharge => {
    const { value, currency } = (result['amount'] ?? {}) as Fields;
    return {
      date: String(bucket['start_time']),
      end: textOf(bucket['end_time']),
      model: textOf(result['line_item']),
      cost: typeof value === 'number' ? value : (textOf(value) ?? ''),
      currency: textOf(currency),
      identity: identityOf(bucket, result),
    };
  };
}

/** Amounts are in the smallest unit of the currency, such as cents. */
function ofAnthropic(bucket: Fields) {
  return (result: Fields): WrittenCharge => {
    const cents = Number(result['amount']);
    if (result['amount'] !== '' && !Number.isFinite(cents))
      throw new Error(`"${String(result['amount'])}" is no amount`);
    return {
      date: String(bucket['starting_at']),
      end: textOf(bucket['ending_at']),
      model: textOf(result['model']) ?? modelOfDescription(textOf(result['description'])),
      cost: result['amount'] === '' ? '' : cents / 100,
      currency: textOf(result['currency']),
      identity: identityOf(bucket, result),
    };
  };
}

/** A charge that is not for a model's tokens (`Web Search Usage`) goes by its description. */
function modelOfDescription(description: string | undefined): string {
  return description ?? '';
}

/** Costs of a day that are not grouped by what they are for say nothing but the amount. */
function identityOf(bucket: Fields, result: Fields): string {
  const when = bucket['start_time'] ?? bucket['starting_at'];
  return JSON.stringify({ ...result, amount: 0, when });
}

function isWanted(result: Fields, only: ReadonlyMap<string, string>): boolean {
  for (const [name, value] of only) if (textOf(result[name]) !== value) return false;
  return true;
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function unknown(fields: Fields): string {
  return `an object with ${Object.keys(fields).slice(0, 12).join(', ')} is of no API that is known; name its fields with --date, --cost, --model and --currency`;
}
