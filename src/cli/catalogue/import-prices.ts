import { priceListText } from '../../config/catalogue/entry.ts';
import { entriesOfLitellm } from '../../config/catalogue/litellm-prices.ts';
import { entriesOfModelsDev } from '../../config/catalogue/models-dev.ts';
import { parseTime } from '../../config/resolve/units.ts';
import { fileFault, readRegular } from '../../config/text/files.ts';
import { maxFileBytes } from '../../config/text/read-text.ts';
import { parseObject } from '../../lib/json.ts';
import { counted, type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

export interface ImportOptions {
  readonly from: 'models.dev' | 'litellm';
  readonly date?: string;
}

const forms = {
  'models.dev': { read: entriesOfModelsDev, file: 'api.json of models.dev' },
  litellm: { read: entriesOfLitellm, file: "LiteLLM's model_prices_and_context_window.json" },
} as const;

/**
 * Makes a price list of one that was downloaded from somewhere else, and prints it. Throws where the file cannot be read
 * or has no models in that form.
 */
export async function importPrices(
  file: string,
  options: ImportOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { from, date = new Date().toISOString().slice(0, 10) } = options;
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || parseTime(date) === undefined)
    throw new Error(`there is no day ${JSON.stringify(date)}; write it as 2026-01-31`);
  const text = file === '-' ? await terminal.readInput() : textOf(file);
  const form = forms[from];
  const json = parseObject(text);
  if (json === undefined) throw new Error(`${file} is not a JSON object; ${form.file} is one`);
  const models = form.read(json);
  const all = Object.values(models);
  if (all.length === 0) throw new Error(`${file} has no models in the form of ${form.file}`);
  terminal.out(priceListText({ source: from, date, models }));
  const unpriced = all.filter(({ price }) => price?.input === undefined || price.output === undefined).length;
  terminal.err(`gateway: ${counted(all.length, 'model')}, ${unpriced} without a price for tokens\n`);
  return exitCodes.good;
}

function textOf(file: string): string {
  const content = readRegular(file, maxFileBytes);
  if (content.kind !== 'content')
    throw new Error(`can't read ${file}: it ${fileFault(content.kind, maxFileBytes)}`);
  return content.bytes.toString('utf8');
}
