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
    .description('what vendors charge, and what their models take');
  const list = () =>
    new Option(
      '-l, --list <file>',
      'a price list of your own, laid over the one that comes with the gateway',
    );
  const format = () =>
    new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text');

  catalogue
    .command('show')
    .description('print all that the price list says of models')
    .argument('<models...>', 'as VENDOR/ID')
    .addOption(list())
    .addOption(format())
    .addHelpText(
      'after',
      examples(
        'gateway catalogue show openai/gpt-5',
        'Prices are US dollars for a million tokens, as of the day that is shown.',
      ),
    )
    .action(async (models: readonly string[], options: ListOptions) => {
      const { show } = await import('./show.ts');
      finish(show(models, options, terminal));
    });

  catalogue
    .command('search')
    .description('list the models whose names have all words in them')
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
    .description('print a model to paste into a configuration, with what it may be capable of')
    .argument('<model>', 'as VENDOR/ID, or the id alone for all vendors that list it')
    .addOption(list())
    .addHelpText(
      'after',
      examples(
        'gateway catalogue suggest anthropic/claude-haiku-4-5-20251001',
        'Backends are named after the vendors. Capabilities are comments: they are guarantees, and yours to give.',
      ),
    )
    .action(async (model: string, options: { list?: string }) => {
      const { suggest } = await import('./suggest.ts');
      finish(suggest(model, options, terminal));
    });

  catalogue
    .command('diff')
    .description('say where a price list differs from the one that comes with the gateway')
    .argument('<file>', 'a price list')
    .addOption(format())
    .addHelpText('after', examples('gateway catalogue diff prices.json'))
    .action(async (file: string, options: { format: 'text' | 'json' }) => {
      const { diff } = await import('./diff.ts');
      finish(diff(file, options, terminal));
    });

  catalogue
    .command('import')
    .description('make a price list of a file that was downloaded elsewhere, and print it')
    .argument('<file>', 'the file, - for standard input')
    .addOption(
      new Option('--from <source>', 'whose form it has')
        .choices(['models.dev', 'litellm'])
        .makeOptionMandatory(),
    )
    .option('--date <day>', 'the day that its prices are of, such as 2026-01-31 (default: today)')
    .addHelpText(
      'after',
      examples(
        'gateway catalogue import --from models.dev api.json > prices.json',
        'gateway catalogue import --from litellm model_prices_and_context_window.json > prices.json',
        '`catalogue: { file: prices.json }` in a configuration lays it over what comes with the gateway.',
      ),
    )
    .action(async (file: string, options: ImportOptions) => {
      const { importPrices } = await import('./import-prices.ts');
      finish(await importPrices(file, options, terminal));
    });
}
