import { Argument, type Command, Option } from 'commander';
import { usageGroups } from '../../admin/usage/usage-messages.ts';
import { dayOrders } from '../invoice/export-timestamps.ts';
import type { ReconcileOptions } from '../invoice/reconcile.ts';
import { adminOptions, collect, examples, list, tokenFile } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { BudgetsOptions } from './budgets.ts';
import type { UsageOptions } from './limits-used.ts';
import { logGroups } from './log-groups.ts';
import type { UsageExportOptions } from './usage-export.ts';

/** The commands under `gateway usage`. */
export function addUsageCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  const [admin, ca, token] = adminOptions();
  const usage = gateway
    .command('usage')
    .description('show the used and remaining limits of keys')
    .addOption(runningFile())
    .addOption(admin)
    .addOption(ca)
    .addOption(token)
    .option('--key <id>', 'only of this key')
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
      const { usage: show } = await import('./limits-used.ts');
      finish(await show(options, terminal));
    });

  usage
    .command('export')
    .description('print requests, tokens and cost by day, key, model, deployment and more')
    .option('-c, --config <file>', 'the file of the gateway, whose `state.dir` has the usage')
    .option('--log <files...>', 'sum up these access logs in place of the kept usage, - for standard input')
    .option('--from <day>', 'the first day, such as 2026-01-01 (default: all, 400 days)')
    .option('--to <day>', 'the last day')
    .option(
      '--period <period>',
      'today, yesterday, this-week, last-week, this-month, last-month, or a month: 2026-01',
    )
    .option('--key <id>', 'only of this key')
    .option(
      '--by <names>',
      `what to sum by, separated by commas: ${usageGroups.join(', ')}; with --log: ${logGroups.join(', ')} (default: day,key,model,deployment; of a log session)`,
      list,
    )
    .addOption(new Option('--format <format>', 'how to print').choices(['csv', 'json']).default('csv'))
    .addHelpText(
      'after',
      examples(
        'gateway usage export --config gateway.yaml --from 2026-01-01 --by key,model > usage.csv',
        'gateway usage export --config gateway.yaml --period last-month --by group,certainty',
        'gateway usage export --by session,model --log access.log',
        'Days are UTC, cost is in US dollars. Reads `state.dir`, on the host of the gateway.',
      ),
    )
    .action(async (options: UsageExportOptions) => {
      const { usageExport } = await import('./usage-export.ts');
      finish(await usageExport(options, terminal));
    });

  changingBudgets(
    usage
      .command('credit')
      .description("lower the counted spending of a key's or a group's budgets in the current period")
      .usage('[options] [KEY] AMOUNT USD')
      .addArgument(
        new Argument('<words...>', 'the key, unless --group names a group, and the amount: 20 USD'),
      ),
  )
    .addHelpText(
      'after',
      examples(
        'gateway usage credit team-a 20 USD --reason rerun-of-batch --config gateway.yaml',
        'gateway usage credit --group research 200 USD --reason TICKET-17 --config gateway.yaml',
        'gateway usage credit people 2 USD --caller ada@example.com --reason TICKET-18 --config gateway.yaml',
        'Asks the running gateway, with `admin.token`, GATEWAY_ADMIN_TOKEN or --token-file.',
        'A credit of more than the spending leaves more than the budget. Recorded usage and cost stay.',
      ),
    )
    .action(async (words: readonly string[], options: BudgetsOptions) => {
      const { creditBudgets } = await import('./budgets.ts');
      finish(await creditBudgets(words, options, terminal));
    });

  changingBudgets(
    usage
      .command('reset')
      .description("set the spending of a key's or a group's budgets to zero")
      .addArgument(new Argument('[key]', 'the key, unless --group names a group')),
  )
    .addHelpText(
      'after',
      examples(
        'gateway usage reset team-a --reason end-of-trial --config gateway.yaml',
        'Asks the running gateway, with `admin.token`, GATEWAY_ADMIN_TOKEN or --token-file.',
        'Limits of requests and tokens stay unchanged, and so do recorded usage and cost.',
      ),
    )
    .action(async (key: string | undefined, options: BudgetsOptions) => {
      const { resetBudgets } = await import('./budgets.ts');
      finish(await resetBudgets(key, options, terminal));
    });

  usage
    .command('reconcile')
    .description("compare a vendor's invoice with the gateway's count, by day and the vendor's model")
    .requiredOption(
      '--invoice <file>',
      'the export of costs, CSV or JSON, plain or packed, - for standard input',
    )
    .option('-c, --config <file>', 'the file of the gateway, whose `state.dir` has the usage')
    .addOption(
      new Option('--admin <url>', 'ask the gateway with this admin listener; can be repeated').argParser(
        collect,
      ),
    )
    .addOption(ca)
    .addOption(tokenFile())
    .option('--from <day>', 'the first day, such as 2026-01-01 (default: that of the invoice)')
    .option('--to <day>', 'the last day')
    .option('--by <names>', 'what to compare by: day, model or both', list, ['day', 'model'])
    .option(
      '--backend <names>',
      "the backends that the vendor bills (default: those at the vendor's host)",
      list,
    )
    .option(
      '--map <invoiced=ours>',
      'maps a name of the invoice to a model of ours; can be repeated',
      collect,
    )
    .option('--date <column>', 'the column of days, for a file of an unknown form')
    .option('--model <column>', 'the column of models')
    .option('--cost <column>', 'the column of costs')
    .option('--currency <column>', 'the column of currencies, or one currency for all amounts, such as EUR')
    .option('--only <column=value>', 'only rows with this value; can be repeated', collect)
    .option('--time-zone <zone>', 'the zone of days and times without one, such as Europe/Berlin', 'UTC')
    .addOption(
      new Option(
        '--day-order <order>',
        "the order in days such as 05/06/2026 (default: from the column's values)",
      ).choices(dayOrders),
    )
    .addOption(
      new Option('--decimal <mark>', 'the mark before the cents (default: from the file)').choices([
        'point',
        'comma',
      ]),
    )
    .option('--rate <currency=usd>', 'the value of a currency, such as EUR=1.08; can be repeated', collect)
    .option('--keep-duplicates', 'count duplicate rows too')
    .option('--max-difference <limit>', 'exit with 1 if the models differ by more: 1% or "5 USD"')
    .addOption(
      new Option('--format <format>', 'how to print').choices(['text', 'json', 'csv']).default('text'),
    )
    .addHelpText(
      'after',
      examples(
        'gateway usage reconcile --invoice costs.csv --config gateway.yaml --max-difference 1%',
        'gateway usage reconcile --invoice bill.csv --config gateway.yaml --date Day --model SKU --cost Amount',
        "Knows OpenAI's and Anthropic's exports of costs, CSV and JSON. Days are UTC; differences are ours less the invoice.",
        'Exit codes: 0 compared, 1 above --max-difference, 2 could not run.',
      ),
    )
    .action(async (options: ReconcileOptions) => {
      const { reconcile } = await import('../invoice/reconcile.ts');
      finish(await reconcile(options, terminal));
    });
}

function runningFile(): Option {
  return new Option('-c, --config <file>', 'the file of the gateway, with its admin listener and token');
}

/** Adds the options of a command that changes the spending of budgets: the holder and the reason. */
function changingBudgets(command: Command): Command {
  const [admin, ca] = adminOptions();
  return command
    .addOption(runningFile())
    .addOption(admin)
    .addOption(ca)
    .addOption(tokenFile())
    .addOption(new Option('--group <name>', 'of this group, in place of a key'))
    .addOption(new Option('--caller <value>', 'only of this caller of the key (`each`)'))
    .addOption(new Option('--reason <text>', 'the reason, for the audit line').makeOptionMandatory());
}
