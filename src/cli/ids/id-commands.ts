import { type Command, Option } from 'commander';
import { argumentWords, configFile, examples } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { IdShowOptions } from './id-show.ts';

/** The commands under `gateway id`. */
export function addIdCommands(gateway: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const id = gateway.command('id').description("read clients' signed ids");
  const show = id
    .command('show')
    .description("show the object behind a signed id: its kind, its backend, its owner, the vendor's id")
    .argument('<id>', "the gateway's id of the object")
    .addOption(configFile())
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway id show resp_~g2... --config gateway.yaml',
        "Needs the gateway's signing secret: `state.ids.secret`, or `ids.key` in `state.dir`.",
        'Exit code 1 if no secret of this configuration has signed the id.',
      ),
    )
    .action(async (text: string, options: IdShowOptions) => {
      const { idShow } = await import('./id-show.ts');
      finish(await idShow(text, options, terminal));
    });
  argumentWords.set(show.registeredArguments[0]!, () => []);
}
