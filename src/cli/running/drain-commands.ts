import { type Command, Option } from 'commander';
import { adminOptions, examples } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { DrainOptions } from './drain.ts';

const commands = [
  ['drain', 'take a deployment of the running gateway out, until `gateway resume`'],
  ['resume', 'take a drained deployment back'],
] as const;

/** `gateway drain` and `gateway resume`. */
export function addDrainCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  for (const [act, about] of commands) {
    const [admin, ca, token] = adminOptions();
    gateway
      .command(act)
      .description(about)
      .argument(
        '<deployment>',
        'MODEL/NAME, as `gateway explain` and the Models page show it; MODEL/NAME@REPLICA for one of its servers',
      )
      .option('-c, --config <file>', 'the file of the gateway: where its admin listener is, and the token')
      .addOption(admin)
      .addOption(ca)
      .addOption(token)
      .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
      .addHelpText(
        'after',
        examples(
          `gateway ${act} gpt-4o-mini/openai --config gateway.yaml`,
          'Asks the running gateway, with `admin.token` or GATEWAY_ADMIN_TOKEN. Requests in flight end as they began.',
          'What is drained is kept in `state.dir`, also over a restart.',
        ),
      )
      .action(async (deployment: string, options: DrainOptions) => {
        const { drain } = await import('./drain.ts');
        finish(await drain(act, deployment, options, terminal));
      });
  }
}
