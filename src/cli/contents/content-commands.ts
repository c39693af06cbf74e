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
    .description('read and delete kept contents of requests (`content_log.file`)');

  asking(contents.command('find').description('list requests whose contents are kept, newest first'))
    .option('--from <day>', 'the first day, such as 2026-01-01 (default: all)')
    .option('--to <day>', 'the last day')
    .option('--key <id>', 'only of this key')
    .option('--model <id>', 'only of this model')
    .option('--end-user <name>', "only of this end user, by the requests' name")
    .option('--text <text>', 'with this text in the request or the answer, in upper or lower case')
    .option('--limit <count>', 'at most this many', '100')
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
      .description('print the contents of a request and its answer, as JSON')
      .argument('<id>', 'the id of the request: `x-request-id` of its answer'),
  )
    .addHelpText('after', examples('gateway contents get req_01k... --config gateway.yaml', note))
    .action(async (id: string, options: ContentsOptions) => {
      const { getContent } = await import('./audit-contents.ts');
      finish(await getContent(id, options, terminal));
    });

  asking(
    contents.command('delete').description("delete the contents of an end user's requests from all files"),
  )
    .requiredOption('--end-user <name>', "the end user, by the requests' name")
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
  'Asks the running gateway, with `admin.content_token` or GATEWAY_CONTENT_TOKEN. Its log has a line for each look.';

function asking(command: Command): Command {
  const [admin, ca, token] = adminOptions();
  return command
    .option('-c, --config <file>', 'the file of the gateway, with its admin listener and token')
    .addOption(admin)
    .addOption(ca)
    .addOption(token);
}
