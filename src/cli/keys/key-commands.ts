import { type Command, Option } from 'commander';
import { adminOptions, configFile, examples, list } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { ChangeOptions, CreateOptions } from './key-change.ts';
import type { MoveOptions } from './key-move.ts';

/** The commands under `gateway key`. */
export function addKeyCommands(gateway: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const [admin, ca, token] = adminOptions();
  const key = gateway.command('key').description('make, list, change, replace and revoke client keys');
  /** A command that changes the `keys_store` or the `keys_file`, and asks the running gateway whether it serves the change. */
  const change = (name: string, description: string) => {
    const command = key.command(name).description(description).argument('<name>', 'the id of the key');
    for (const option of [configFile(), ...adminOptions()]) command.addOption(option);
    return command.option('--file', 'change the `keys_file`, even if there is a `keys_store`');
  };

  /** The terms of a key; given empty, a field is taken away. */
  const terms = (command: Command) =>
    command
      .option('--models <globs>', 'models it may use, separated by commas', list)
      .option(
        '--tools <patterns>',
        'tools of MCP servers it may use, separated by commas, such as `github/get_*`; none where it is left out',
        list,
      )
      .option(
        '--endpoints <names>',
        'endpoints it may use, separated by commas; `all` and `stateless` mean several',
        list,
      )
      .option('--rate-limit <rule>', 'one of `rate_limits`')
      .option('--group <name>', 'one of `groups`')
      .option('--expires <time>', 'a date, a date and time with its zone, or a time from now such as 90d')
      .option('--owner <text>', 'the responsible person or team')
      .option('--note <text>', 'its purpose');

  terms(change('create', 'make a key in the `keys_store` or the `keys_file`; its secret is printed once'))
    .addHelpText(
      'after',
      examples(
        "gateway key create team-b --config gateway.yaml --models 'gpt-*' --rate-limit standard",
        'Prints the secret on standard output, everything else on standard error.',
        'Asks the running gateway, with a token of `admin`, whether it has taken the key; exit code 1 if it has not.',
      ),
    )
    .action(async (id: string, options: CreateOptions) => {
      const { keyCreate } = await import('./key-change.ts');
      finish(await keyCreate(id, options, terminal));
    });

  terms(change('update', 'change the rights and limits of a key; its secret stays'))
    .addHelpText(
      'after',
      examples(
        'gateway key update team-b --config gateway.yaml --rate-limit standard --expires 2027-01-01',
        "Other fields stay; an empty value, such as --expires '', removes the field.",
      ),
    )
    .action(async (id: string, options: CreateOptions) => {
      const { keyUpdate } = await import('./key-change.ts');
      finish(await keyUpdate(id, options, terminal));
    });

  const about = {
    disable: 'refuse a key without removing it',
    enable: 'accept a disabled key again',
  } as const;
  for (const name of ['disable', 'enable'] as const) {
    change(name, about[name])
      .addHelpText('after', examples(`gateway key ${name} team-b --config gateway.yaml`))
      .action(async (id: string, options: ChangeOptions) => {
        const { keyDisable } = await import('./key-change.ts');
        finish(await keyDisable(id, name === 'disable', options, terminal));
      });
  }

  key
    .command('list')
    .description('list all secrets of all keys: their last characters, expiry and last use')
    .addOption(configFile())
    .addOption(admin)
    .addOption(ca)
    .addOption(token)
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .addHelpText('after', examples('gateway key list --config gateway.yaml'))
    .action(async (options: ChangeOptions & { format: 'text' | 'json' }) => {
      const { keyList } = await import('./key-list.ts');
      finish(await keyList(options, terminal));
    });

  change('rotate', 'give a key a second secret; the old one stays valid for the overlap')
    .option(
      '--overlap <duration>',
      'the overlap in which both are valid; 0 refuses the old one at once',
      '24h',
    )
    .addHelpText('after', examples('gateway key rotate team-b --config gateway.yaml --overlap 72h'))
    .action(async (id: string, options: ChangeOptions & { overlap: string }) => {
      const { keyRotate } = await import('./key-change.ts');
      finish(await keyRotate(id, options, terminal));
    });

  change('revoke', 'end a key: remove it from the `keys_store` or the `keys_file`')
    .addHelpText('after', examples('gateway key revoke team-b --config gateway.yaml'))
    .action(async (id: string, options: ChangeOptions) => {
      const { keyRevoke } = await import('./key-change.ts');
      finish(await keyRevoke(id, options, terminal));
    });

  key
    .command('move')
    .description(
      'move keys between the `keys_file` and the `keys_store`; their secrets stay, and answer all the while',
    )
    .argument('[names...]', 'the ids of the keys; by default all')
    .addOption(new Option('--to <place>', 'where to').choices(['redis', 'file']).makeOptionMandatory())
    .addOption(configFile())
    .addHelpText('after', examples('gateway key move --to redis --config gateway.yaml'))
    .action(async (ids: readonly string[], options: MoveOptions) => {
      const { keyMove } = await import('./key-move.ts');
      finish(await keyMove(ids, options, terminal));
    });

  key
    .command('hash')
    .description('read a secret from standard input and print the hash to put in the file')
    .addHelpText('after', examples('printf %s "$SECRET" | gateway key hash'))
    .action(async () => {
      const { keyHash } = await import('./key-hash.ts');
      finish(await keyHash(terminal));
    });
}
