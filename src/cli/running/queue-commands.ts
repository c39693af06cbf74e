import { type Command, Option } from 'commander';
import { adminOptions, examples } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { FlushOptions } from './flush-queue.ts';

/** `gateway queue flush`. */
export function addQueueCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  const queue = gateway.command('queue').description('requests that wait for slots of the running gateway');
  const [admin, ca, token] = adminOptions();
  queue
    .command('flush')
    .description('refuse the waiting requests of a model: each gets 429 `queue_full`')
    .argument('<model>', 'as `gateway status` names it')
    .option('-c, --config <file>', 'the file of the gateway, with its admin listener and token')
    .addOption(admin)
    .addOption(ca)
    .addOption(token)
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway queue flush gpt-4o-mini --config gateway.yaml',
        'Asks the running gateway, with `admin.token` or GATEWAY_ADMIN_TOKEN. Later requests wait as before.',
      ),
    )
    .action(async (model: string, options: FlushOptions) => {
      const { flushQueue } = await import('./flush-queue.ts');
      finish(await flushQueue(model, options, terminal));
    });
}
