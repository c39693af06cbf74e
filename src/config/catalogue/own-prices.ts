import { didYouMean } from '../../lib/suggest.ts';
import { kindedUnitPrices } from '../../observe/units/index.ts';
import type { ProblemName } from '../problem-codes.ts';
import type { Report } from '../problem-report.ts';
import { plain, rateHint } from '../schema/price-words.ts';
import type { Files } from '../text/files.ts';
import { parseJson } from '../text/parse-json.ts';
import { parseYaml } from '../text/parse-yaml.ts';
import { readText } from '../text/read-text.ts';
import type { Path, Tree } from '../text/tree.ts';
import { efforts } from '../translation-settings.ts';
import { type CatalogueEntry, type PriceList, rateNames } from './entry.ts';

/** USD for a million tokens below which no model is sold: a price for one token looks like that. */
const leastUsd = 0.001;
/** As for `price` in the file. */
const mostUsd = 1_000_000;

type Check = (path: Path, value: unknown) => void;

const hint = 'a price list has the fields `date` and `models`';

/**
 * The price list in a file of the operator, JSON or YAML; undefined where something is wrong, all of which is reported.
 *
 * @param unreadable Gets what is wrong with the file itself; without it that is reported as the file's own.
 */
export function readPriceList(
  path: string,
  files: Files,
  report: Report,
  unreadable?: (name: ProblemName, fault: string) => void,
): PriceList | undefined {
  const source = readText(path, files, report, unreadable);
  if (source === undefined) return undefined;
  const tree = path.endsWith('.json')
    ? parseJson(source, report, { emptyHint: hint, field: 'models' })
    : parseYaml(source, report, hint);
  return tree && priceListOf(tree, report);
}

/** The price list in a file; undefined where something is wrong with it, all of which is reported where it stands. */
function priceListOf(tree: Tree, report: Report): PriceList | undefined {
  let faults = 0;
  const wrong = (path: Path, message: string, hint?: string) => {
    faults += 1;
    report.atValue(tree, path, 'bad_price_list', message, { hint });
  };
  const unknown = (path: Path, fields: readonly string[]) => {
    faults += 1;
    const field = String(path.at(-1));
    const guess = didYouMean(field, fields);
    const hint = guess === '' ? `possible here: ${fields.join(', ')}` : undefined;
    report.atKey(tree, path, 'bad_price_list', `there is no field "${field}" here${guess}`, { hint });
  };
  /** Goes through the fields of a map, each with its own check. */
  const fields = (path: Path, value: unknown, checks: Readonly<Record<string, Check>>) => {
    if (!isMap(value)) {
      wrong(path, 'must be a map of fields');
      return;
    }
    for (const [name, inner] of Object.entries(value)) {
      const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
      if (check === undefined) unknown([...path, name], Object.keys(checks));
      else check([...path, name], inner);
    }
  };
  const text: Check = (path, value) => {
    if (typeof value !== 'string' || value === '') wrong(path, 'must be text');
  };
  const day: Check = (path, value) => {
    if (typeof value !== 'string' || !isDay(value))
      wrong(path, 'must be a day such as "2026-01-31"', 'write the day that the prices are of');
  };
  const flag: Check = (path, value) => {
    if (typeof value !== 'boolean') wrong(path, 'must be true or false');
  };
  const count: Check = (path, value) => {
    if (!Number.isSafeInteger(value) || Number(value) < 1) wrong(path, 'must be a whole number of tokens');
  };
  const words: Check = (path, value) => {
    if (!Array.isArray(value) || value.some((word) => typeof word !== 'string'))
      wrong(path, 'must be a list such as ["text", "image"]');
  };
  const effortWords: Check = (path, value) => {
    const isWord = (word: unknown) => efforts.some((effort) => effort === word);
    if (!Array.isArray(value) || value.length === 0 || !value.every(isWord))
      wrong(path, `must be a list of ${efforts.join(', ')}`);
  };
  const rate: Check = (path, value) => {
    if (typeof value === 'string')
      wrong(path, 'must be a number, not text', rateHint(String(path.at(-1)), value));
    else if (typeof value !== 'number') wrong(path, 'must be a number');
    else if (value < 0 || value > mostUsd) wrong(path, `must be between 0 and ${mostUsd}`);
    else if (value > 0 && value < leastUsd && !/^per_(?!million)/.test(String(path.at(-1)))) {
      const message = `${value} USD for a million tokens is next to nothing; prices are per million here, not per token`;
      wrong(path, message, `write ${plain(value * 1e6)}`);
    }
  };
  /** Of what is priced one by one. */
  const each: Check = (path, value) => {
    if (typeof value === 'string')
      wrong(path, 'must be a number, not text', rateHint(String(path.at(-1)), value));
    else if (typeof value !== 'number') wrong(path, 'must be a number');
    else if (value < 0 || value > mostUsd) wrong(path, `must be between 0 and ${mostUsd}`);
  };
  const named: Check = (path, value) => {
    if (!isMap(value)) return wrong(path, 'must be a map of prices by name');
    for (const [name, usd] of Object.entries(value)) each([...path, name], usd);
  };
  const byKind: Check = (path, value) => {
    if (!isMap(value)) return each(path, value);
    named(path, value);
    if (value['default'] === undefined) wrong(path, 'the field "default" is missing');
  };
  const rates = Object.fromEntries(rateNames.map((name) => [name, rate]));
  const kinded = Object.fromEntries(kindedUnitPrices.map(({ field }) => [field, byKind]));
  const tiers: Check = (path, value) => {
    if (!Array.isArray(value)) return wrong(path, 'must be a list of tiers');
    for (const [index, tier] of value.entries()) {
      fields([...path, index], tier, { above_input: count, ...rates });
      if (isMap(tier) && tier['above_input'] === undefined)
        wrong([...path, index], 'the field "above_input" is missing');
    }
  };
  const modalities: Check = (path, value) => {
    fields(path, value, { input: words, output: words });
    if (isMap(value) && (value['input'] === undefined || value['output'] === undefined))
      wrong(path, 'needs both "input" and "output"');
  };
  const entry: Check = (path, value) => {
    const theirs = isMap(value) ? otherForm(value) : undefined;
    if (theirs !== undefined) return wrong(path, theirs.message, theirs.hint);
    fields(path, value, {
      price: (at, price) => fields(at, price, { ...rates, ...kinded, per_tool_call: named, tiers }),
      context: count,
      max_output: count,
      modalities,
      reasoning: flag,
      function_calling: flag,
      temperature: flag,
      efforts: effortWords,
      forced_tool_choice: flag,
      retired: flag,
      single_source: text,
      date: day,
    });
  };
  const models: Check = (path, value) => {
    if (!isMap(value)) return wrong(path, 'must be a map of models');
    for (const [name, model] of Object.entries(value)) {
      if (!/^[^/]+\/.+/.test(name))
        wrong([...path, name], `"${name}" must be VENDOR/ID, such as openai/gpt-5`);
      else entry([...path, name], model);
    }
  };

  const root = tree.root.value as Readonly<Record<string, unknown>>;
  const other = Object.values(root).slice(0, 20).filter(isMap).map(otherForm).find(Boolean);
  if (other !== undefined && root['models'] === undefined) wrong([], other.message, other.hint);
  else {
    for (const field of ['date', 'models'])
      if (root[field] === undefined) wrong([], `the field "${field}" is missing`);
    fields([], root, { source: text, date: day, models });
  }
  if (faults > 0) return undefined;
  const source = typeof root['source'] === 'string' ? root['source'] : tree.source.shown;
  return {
    source,
    date: String(root['date']),
    models: root['models'] as Readonly<Record<string, CatalogueEntry>>,
  };
}

/** The message about an entry, or a vendor, in another program's form. */
function otherForm(value: Readonly<Record<string, unknown>>) {
  const hint = (from: string) => `\`gateway catalogue import --from ${from} FILE\` makes one of it`;
  if (Object.keys(value).some((name) => /^(?:input|output)_cost_per_/.test(name)))
    return { message: 'this has the form of LiteLLM, with prices per token', hint: hint('litellm') };
  if (isMap(value['models']) || value['cost'] !== undefined)
    return { message: 'this has the form of models.dev', hint: hint('models.dev') };
  return undefined;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDay(text: string): boolean {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Some engines take 30 February for 2 March.
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().slice(0, 10) === text;
}
