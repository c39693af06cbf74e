import { type Command, Option } from 'commander';
import { usageGroups } from '../admin/usage/usage-messages.ts';
import { adminOptions, configFile, examples, list } from './options.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import type { UsageOptions } from './usage/limits-used.ts';
import type { UsageExportOptions } from './usage/usage-export.ts';

/** The commands under `gateway usage`. */
export function addUsageCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  const [admin, ca] = adminOptions();
  const usage = gateway
    .command('usage')
    .description('show what keys used of their limits and have left')
    .option('-c, --config <file>', 'the file of the gateway: where its admin listener is, and the token')
    .addOption(admin)
    .addOption(ca)
    .option('--key <id>', 'of this key alone')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .enablePositionalOptions()
    .addHelpText(
      'after',
      examples(
        'gateway usage --config gateway.yaml --key team-a',
        'Asks the running gateway, with `admin.read_token` or GATEWAY_READ_TOKEN.',
      ),
    )
    .action(async (options: UsageOptions) => {
      const { usage: show } = await import('./usage/limits-used.ts');
      finish(await show(options, terminal));
    });

  usage
    .command('export')
    .description('print requests, tokens and cost by day, key, model, deployment and more')
    .addOption(configFile())
    .option('--from <day>', 'the first day, such as 2026-01-01 (default: all that is kept, 400 days)')
    .option('--to <day>', 'the last day')
    .option('--key <id>', 'of this key alone')
    .option('--by <names>', `what to sum by, separated by commas: ${usageGroups.join(', ')}`, list, [
      'day',
      'key',
      'model',
      'deployment',
    ])
    .addOption(new Option('--format <format>', 'how to print').choices(['csv', 'json']).default('csv'))
    .addHelpText(
      'after',
      examples(
        'gateway usage export --config gateway.yaml --from 2026-01-01 --by key,model > usage.csv',
        'Days are UTC, cost is in US dollars. Reads what is kept in `state.dir`, on the host of the gateway.',
      ),
    )
    .action(async (options: UsageExportOptions) => {
      const { usageExport } = await import('./usage/usage-export.ts');
      finish(await usageExport(options, terminal));
    });
}
