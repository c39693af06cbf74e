import { type Command, Option } from 'commander';
import { adminOptions, examples, tokenFile } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { ApplyOptions } from './apply.ts';
import type { DriftOptions } from './drift.ts';
import type { ReloadOptions } from './reload.ts';
import type { StatusOptions } from './status.ts';

/** The commands about running gateways: `gateway status`, `reload`, `drift` and `apply`. */
export function addRunningCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  gateway
    .command('status')
    .description('show the state of the running gateway, and if it serves its file')
    .addOption(oneFile())
    .addOption(adminOptions()[0])
    .addOption(adminOptions()[1])
    .addOption(tokenFile())
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway status --config gateway.yaml',
        'gateway status --admin http://127.0.0.1:9901 --format json',
        'Asks with `admin.read_token` of the file, GATEWAY_READ_TOKEN or GATEWAY_ADMIN_TOKEN.',
        'Exit codes: 0 it serves its files, 1 it does not, 2 it could not be asked.',
      ),
    )
    .action(async (options: StatusOptions) => {
      const { status } = await import('./status.ts');
      finish(await status(options, terminal));
    });

  gateway
    .command('reload')
    .description('make the running gateway read its files now, and print the result')
    .addOption(oneFile())
    .addOption(adminOptions()[0])
    .addOption(adminOptions()[1])
    .addOption(tokenFile())
    .option('--timeout <duration>', 'the time limit', '30s')
    .addHelpText(
      'after',
      examples(
        'gateway reload --config gateway.yaml',
        'Asks with `admin.token` of the file or GATEWAY_ADMIN_TOKEN. Saved files are read without it.',
        'Exit codes: 0 the gateway serves the files, 1 it rejected them, 2 it could not be asked.',
      ),
    )
    .action(async (options: ReloadOptions) => {
      const { reload } = await import('./reload.ts');
      finish(await reload(options, terminal));
    });

  gateway
    .command('drift')
    .description('check that every process of running gateways serves a file')
    .argument('<file>', 'the reviewed file, - for standard input')
    .addOption(allGateways())
    .addOption(adminOptions()[1])
    .addOption(tokenFile())
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway drift gateway.yaml --admin https://a.internal:9901 https://b.internal:9901',
        'Compares texts. Secrets, certificates and keys have a line of their own: hosts may have different ones.',
        'Asks with GATEWAY_ADMIN_TOKEN, GATEWAY_READ_TOKEN or --token-file.',
        'Tools of a server with `pin: lock` that a gateway holds back are drift, too: the server offers something else than was reviewed.',
        'Exit codes: 0 all serve it, 1 one serves something else or holds tools back, 2 one could not be asked.',
      ),
    )
    .action(async (file: string, options: DriftOptions) => {
      const { drift } = await import('./drift.ts');
      finish(await drift(file, options, terminal));
    });

  gateway
    .command('apply')
    .description('make running gateways read their files, and wait until all serve this one')
    .argument('<file>', 'the reviewed file, - for standard input')
    .addOption(allGateways())
    .addOption(adminOptions()[1])
    .addOption(tokenFile())
    .option('--timeout <duration>', 'the time limit for all of them', '30s')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway apply gateway.yaml --admin https://a.internal:9901 https://b.internal:9901',
        'Sends nothing of the file: copy it to the hosts first. Asks with GATEWAY_ADMIN_TOKEN or --token-file.',
        'Exit codes: 0 all serve it, 1 one refused it or is late, 2 one could not be asked.',
      ),
    )
    .action(async (file: string, options: ApplyOptions) => {
      const { apply } = await import('./apply.ts');
      finish(await apply(file, options, terminal));
    });
}

function oneFile(): Option {
  return new Option('-c, --config <file>', 'the file of the gateway, with its admin listener and token');
}

function allGateways(): Option {
  return new Option('--admin <urls...>', "their admin listeners, if they differ from the file's");
}
