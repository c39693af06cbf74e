import type { FoundEntry } from '../../config/catalogue/catalogue.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { openedCatalogue } from './opened-list.ts';
import { priceText } from './price-words.ts';

export interface ListOptions {
  readonly list?: string;
  readonly format: 'text' | 'json';
}

/** Prints all that the price list says of models. A name that it lacks is an error, with those that are near. */
export function show(names: readonly string[], { list, format }: ListOptions, terminal: Terminal): ExitCode {
  const catalogue = openedCatalogue(list, terminal);
  if (catalogue === undefined) return exitCodes.notValid;
  const found: (readonly [string, FoundEntry])[] = [];
  for (const name of names) {
    const entry = catalogue.find(name);
    if (entry !== undefined) found.push([name, entry]);
    else {
      const near = catalogue.near(name);
      const guess = near.length === 0 ? '' : `; near it: ${near.join(', ')}`;
      terminal.err(`gateway: no model is listed as ${JSON.stringify(name)}${guess}\n`);
    }
  }
  if (format === 'json') {
    const all = found.map(([name, { entry, onlySource, ...of }]) => [
      name,
      { ...entry, ...of, ...(onlySource === undefined ? {} : { single_source: onlySource }) },
    ]);
    terminal.out(`${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  } else terminal.out(found.map(([name, entry]) => described(name, entry)).join('\n'));
  return found.length === names.length ? exitCodes.good : exitCodes.notValid;
}

function described(name: string, { entry, date, source, onlySource }: FoundEntry): string {
  const { price, context, max_output: maxOutput, modalities } = entry;
  const yesOrNo = (flag: boolean | undefined) => (flag === undefined ? undefined : flag ? 'yes' : 'no');
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['price', priceText(price)],
    ['context', context?.toString()],
    ['max_output', maxOutput?.toString()],
    ['takes', modalities?.input.join(', ')],
    ['gives', modalities?.output.join(', ')],
    ['reasoning', yesOrNo(entry.reasoning)],
    ['efforts', entry.efforts?.join(', ')],
    ['function_calling', yesOrNo(entry.function_calling)],
    ['forced tools', yesOrNo(entry.forced_tool_choice)],
    ['temperature', yesOrNo(entry.temperature)],
    ['as of', `${date}, ${source}`],
    ['only by', onlySource],
  ];
  const retired = entry.retired === true ? ' (its source no longer lists it)' : '';
  const lines = rows.flatMap(([title, value]) =>
    value === undefined ? [] : [`  ${title.padEnd(16)}  ${value}\n`],
  );
  return `${name}${retired}\n${lines.join('')}`;
}
