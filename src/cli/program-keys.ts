import { type Command, Option } from 'commander';
import type { CreateOptions } from './keys/key-change.ts';
import { configFile, examples, list } from './options.ts';
import type { ExitCode, Terminal } from './terminal.ts';

/** The commands under `gateway key`. */
export function addKeyCommands(gateway: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const key = gateway.command('key').description('make, list, replace and revoke client keys');

  key
    .command('create')
    .description('make a key in the `keys_file`; its secret is printed once')
    .argument('<name>', 'the id of the key')
    .addOption(configFile())
    .option('--models <globs>', 'models it may use, separated by commas', list)
    .option('--endpoints <names>', 'endpoints it may use, separated by commas', list)
    .option('--rate-limit <rule>', 'one of `rate_limits`')
    .option('--expires <time>', 'a date, or a date and time with its zone')
    .addHelpText(
      'after',
      examples(
        "gateway key create team-b --config gateway.yaml --models 'gpt-*' --rate-limit standard",
        'The secret goes to standard output, everything said about it to standard error.',
      ),
    )
    .action(async (id: string, options: CreateOptions) => {
      const { keyCreate } = await import('./keys/key-change.ts');
      finish(await keyCreate(id, options, terminal));
    });

  key
    .command('list')
    .description('list all keys: the ends of their secrets, until when they are valid, their rules')
    .addOption(configFile())
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .addHelpText('after', examples('gateway key list --config gateway.yaml'))
    .action(async (options: { config: string; format: 'text' | 'json' }) => {
      const { keyList } = await import('./keys/key-list.ts');
      finish(await keyList(options, terminal));
    });

  key
    .command('rotate')
    .description('give a key a second secret; the one before stays valid for a while')
    .argument('<name>', 'the id of the key')
    .addOption(configFile())
    .option('--overlap <duration>', 'how long both are valid; 0 refuses the old one at once', '24h')
    .addHelpText('after', examples('gateway key rotate team-b --config gateway.yaml --overlap 72h'))
    .action(async (id: string, options: { config: string; overlap: string }) => {
      const { keyRotate } = await import('./keys/key-change.ts');
      finish(await keyRotate(id, options, terminal));
    });

  key
    .command('revoke')
    .description('take a key out of the `keys_file`')
    .argument('<name>', 'the id of the key')
    .addOption(configFile())
    .addHelpText('after', examples('gateway key revoke team-b --config gateway.yaml'))
    .action(async (id: string, options: { config: string }) => {
      const { keyRevoke } = await import('./keys/key-change.ts');
      finish(await keyRevoke(id, options, terminal));
    });

  key
    .command('hash')
    .description('read a secret from standard input and print the hash to put in the file')
    .addHelpText('after', examples('printf %s "$SECRET" | gateway key hash'))
    .action(async () => {
      const { keyHash } = await import('./keys/key-hash.ts');
      finish(await keyHash(terminal));
    });
}
