import { type Command, Option } from 'commander';
import { adminOptions, examples } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { ContentsOptions, FindOptions } from './audit-contents.ts';

/** The commands under `gateway contents`. */
export function addContentCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  const contents = gateway
    .command('contents')
    .description('read and delete what requests said, where it is kept in files (`content_log.file`)');

  asking(contents.command('find').description('list requests whose contents are kept, newest first'))
    .option('--from <day>', 'the first day, such as 2026-01-01 (default: all that is kept)')
    .option('--to <day>', 'the last day')
    .option('--key <id>', 'of this key alone')
    .option('--model <id>', 'that asked for this model')
    .option('--end-user <name>', 'for this end user, as requests say')
    .option('--text <text>', 'that said this, or were told it, in upper or lower case')
    .option('--limit <count>', 'so many at most', '100')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples('gateway contents find --key team-a --from 2026-11-01 --config gateway.yaml', note),
    )
    .action(async (options: FindOptions) => {
      const { findContents } = await import('./audit-contents.ts');
      finish(await findContents(options, terminal));
    });

  asking(
    contents
      .command('get')
      .description('print what a request said and what came back, as JSON')
      .argument('<id>', 'the id of the request, which its answer has as `x-request-id`'),
  )
    .addHelpText('after', examples('gateway contents get req_01k... --config gateway.yaml', note))
    .action(async (id: string, options: ContentsOptions) => {
      const { getContent } = await import('./audit-contents.ts');
      finish(await getContent(id, options, terminal));
    });

  asking(
    contents
      .command('delete')
      .description('delete what requests of an end user said and were told, from all files'),
  )
    .requiredOption('--end-user <name>', 'whose, as requests say')
    .addHelpText(
      'after',
      examples('gateway contents delete --end-user ada@example.com --config gateway.yaml', note),
    )
    .action(async (options: ContentsOptions & { readonly endUser: string }) => {
      const { deleteContents } = await import('./audit-contents.ts');
      finish(await deleteContents(options, terminal));
    });
}

const note =
  'Asks the running gateway, with `admin.content_token` or GATEWAY_CONTENT_TOKEN. Each look is a line in its log.';

function asking(command: Command): Command {
  const [admin, ca, token] = adminOptions();
  return command
    .option('-c, --config <file>', 'the file of the gateway: where its admin listener is, and the token')
    .addOption(admin)
    .addOption(ca)
    .addOption(token);
}
