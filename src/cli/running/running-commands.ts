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
    .description('how the running gateway is, and whether it serves what its file says')
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
        'Exit codes: 0 it serves what its files say, 1 it does not, 2 it could not be asked.',
      ),
    )
    .action(async (options: StatusOptions) => {
      const { status } = await import('./status.ts');
      finish(await status(options, terminal));
    });

  gateway
    .command('reload')
    .description('have the running gateway read its files now, and say what came of it')
    .addOption(oneFile())
    .addOption(adminOptions()[0])
    .addOption(adminOptions()[1])
    .addOption(tokenFile())
    .option('--timeout <duration>', 'how long that may take', '30s')
    .addHelpText(
      'after',
      examples(
        'gateway reload --config gateway.yaml',
        'Asks with `admin.token` of the file or GATEWAY_ADMIN_TOKEN. Files that are saved are read without it.',
        'Exit codes: 0 the files are served, 1 they were rejected, 2 it could not be asked.',
      ),
    )
    .action(async (options: ReloadOptions) => {
      const { reload } = await import('./reload.ts');
      finish(await reload(options, terminal));
    });

  gateway
    .command('drift')
    .description('whether every process of running gateways serves what a file says')
    .argument('<file>', 'the file as it was reviewed, - for standard input')
    .addOption(allGateways())
    .addOption(adminOptions()[1])
    .addOption(tokenFile())
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway drift gateway.yaml --admin https://a.internal:9901 https://b.internal:9901',
        'Compares texts. Secrets, certificates and keys are a line of their own: hosts may have others.',
        'Asks with GATEWAY_ADMIN_TOKEN, GATEWAY_READ_TOKEN or --token-file.',
        'Exit codes: 0 all serve it, 1 one serves something else, 2 one could not be asked.',
      ),
    )
    .action(async (file: string, options: DriftOptions) => {
      const { drift } = await import('./drift.ts');
      finish(await drift(file, options, terminal));
    });

  gateway
    .command('apply')
    .description('have running gateways read their files, and wait until all serve one')
    .argument('<file>', 'the file as it was reviewed, - for standard input')
    .addOption(allGateways())
    .addOption(adminOptions()[1])
    .addOption(tokenFile())
    .option('--timeout <duration>', 'how long all of them may take', '30s')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway apply gateway.yaml --admin https://a.internal:9901 https://b.internal:9901',
        'Sends nothing of the file: bring it to the hosts first. Asks with GATEWAY_ADMIN_TOKEN or --token-file.',
        'Exit codes: 0 all serve it, 1 one refused it or is late, 2 one could not be asked.',
      ),
    )
    .action(async (file: string, options: ApplyOptions) => {
      const { apply } = await import('./apply.ts');
      finish(await apply(file, options, terminal));
    });
}

function oneFile(): Option {
  return new Option(
    '-c, --config <file>',
    'the file of the gateway: where its admin listener is, and the token',
  );
}

function allGateways(): Option {
  return new Option('--admin <urls...>', 'their admin listeners, if not the one that the file names');
}
