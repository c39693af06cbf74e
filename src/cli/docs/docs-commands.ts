import { Argument, type Command, Option } from 'commander';
import { argumentWords, examples } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { DocsOptions } from './docs.ts';
import { pageNames } from './pages.ts';

/** `gateway docs`: the pages that came with this gateway, without a browser and a network. */
export function addDocsCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  const page = new Argument('[page]', 'its name, words of its title, or NAME#SECTION; none lists all pages');
  argumentWords.set(page, pageNames);
  const docs = gateway
    .command('docs')
    .description('print the built-in pages of the documentation')
    .addArgument(page)
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'markdown']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway docs',
        'gateway docs limits',
        'gateway docs routing#timeouts',
        'gateway docs search rotate key',
        'Needs no network. Exit codes: 0 printed, 1 nothing found, 2 no such page.',
      ),
    )
    .action(async (name: string | undefined, options: DocsOptions) => {
      const { docs } = await import('./docs.ts');
      finish(docs(name, options, terminal));
    });

  docs
    .command('search')
    .description('list the sections of all pages with all these words')
    .argument('<words...>', 'parts of words, in any case')
    .addHelpText(
      'after',
      examples(
        'gateway docs search stream nginx',
        'Print a whole section by its first column: gateway docs balancers#nginx',
      ),
    )
    .action(async (words: readonly string[]) => {
      const { searchDocs } = await import('./docs.ts');
      finish(searchDocs(words, terminal));
    });
}
