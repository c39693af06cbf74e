import { type Command, Option } from 'commander';
import { examples } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { ImportOptions } from './import-prices.ts';
import type { ListOptions } from './show.ts';

/** The commands under `gateway catalogue`: what vendors charge, as the price list has it. */
export function addCatalogueCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  const catalogue = gateway
    .command('catalogue')
    .description("vendors' prices, and the features of their models");
  const list = () => new Option('-l, --list <file>', 'your own price list, which overlays the built-in one');
  const format = () =>
    new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text');

  catalogue
    .command('show')
    .description("print the price list's entries of models")
    .argument('<models...>', 'as VENDOR/ID')
    .addOption(list())
    .addOption(format())
    .addHelpText(
      'after',
      examples(
        'gateway catalogue show openai/gpt-5',
        'Prices are US dollars for a million tokens, as of the day shown.',
      ),
    )
    .action(async (models: readonly string[], options: ListOptions) => {
      const { show } = await import('./show.ts');
      finish(show(models, options, terminal));
    });

  catalogue
    .command('search')
    .description('list the models with all these words in their names')
    .argument('<words...>', 'parts of names, in any case')
    .addOption(list())
    .addOption(format())
    .addHelpText(
      'after',
      examples(
        'gateway catalogue search haiku bedrock',
        'Exit codes: 0 found, 1 none found, 2 could not run.',
      ),
    )
    .action(async (words: readonly string[], options: ListOptions) => {
      const { search } = await import('./search.ts');
      finish(search(words, options, terminal));
    });

  catalogue
    .command('suggest')
    .description('print a model to paste into a configuration, with its possible capabilities')
    .argument('<model>', 'as VENDOR/ID, or the id alone for all vendors with it')
    .addOption(list())
    .addHelpText(
      'after',
      examples(
        'gateway catalogue suggest anthropic/claude-haiku-4-5-20251001',
        'Backends are named after the vendors. Capabilities are comments: you decide what to guarantee.',
      ),
    )
    .action(async (model: string, options: { list?: string }) => {
      const { suggest } = await import('./suggest.ts');
      finish(suggest(model, options, terminal));
    });

  catalogue
    .command('diff')
    .description('compare a price list with the built-in one')
    .argument('<file>', 'a price list')
    .addOption(format())
    .addHelpText('after', examples('gateway catalogue diff prices.json'))
    .action(async (file: string, options: { format: 'text' | 'json' }) => {
      const { diff } = await import('./diff.ts');
      finish(diff(file, options, terminal));
    });

  catalogue
    .command('import')
    .description('convert a downloaded file to a price list, and print it')
    .argument('<file>', 'the file, - for standard input')
    .addOption(
      new Option('--from <source>', 'the form of the file')
        .choices(['models.dev', 'litellm'])
        .makeOptionMandatory(),
    )
    .option('--date <day>', 'the day of its prices, such as 2026-01-31 (default: today)')
    .addHelpText(
      'after',
      examples(
        'gateway catalogue import --from models.dev api.json > prices.json',
        'gateway catalogue import --from litellm model_prices_and_context_window.json > prices.json',
        '`catalogue: { file: prices.json }` in a configuration overlays the built-in list with it.',
      ),
    )
    .action(async (file: string, options: ImportOptions) => {
      const { importPrices } = await import('./import-prices.ts');
      finish(await importPrices(file, options, terminal));
    });
}
