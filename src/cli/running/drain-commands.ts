import { type Command, Option } from 'commander';
import { adminOptions, examples } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { DrainOptions } from './drain.ts';

const commands = [
  [
    'drain',
    'take a deployment, a tool server or a tool of the running gateway out of traffic, until `gateway resume`',
  ],
  ['resume', 'put drained deployments and tools back into traffic'],
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
        '<name>',
        'MODEL/NAME, as `gateway explain` and the Models page show it; MODEL/NAME@REPLICA for one of its servers; SERVER of `mcp`, or SERVER/TOOL for one of its tools',
      )
      .option('-c, --config <file>', 'the file of the gateway, with its admin listener and token')
      .addOption(admin)
      .addOption(ca)
      .addOption(token)
      .addOption(
        new Option('--kind <kind>', 'the kind of the name, if both have it').choices(['deployment', 'tool']),
      )
      .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
      .addHelpText(
        'after',
        examples(
          `gateway ${act} gpt-4o-mini/openai --config gateway.yaml`,
          `gateway ${act} github/delete_repo --config gateway.yaml`,
          'Asks the running gateway, with `admin.token` or GATEWAY_ADMIN_TOKEN. Requests in flight end as they began.',
          'A drain lasts over restarts: `state.dir` has it.',
        ),
      )
      .action(async (name: string, options: DrainOptions) => {
        const { drain } = await import('./drain.ts');
        finish(await drain(act, name, options, terminal));
      });
  }
}
