import { type Command, Option } from 'commander';
import { collect, configFile, examples } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { LockToolsOptions } from './lock-tools.ts';

/** `gateway tools`. */
export function addToolsCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  gateway
    .command('tools')
    .description('commands about the tools of MCP servers')
    .command('lock')
    .description('ask MCP servers what they offer, and write all of it to tools.lock for review')
    .addOption(configFile())
    .option('--server <name>', 'only this server of `mcp`; can be repeated', collect)
    .option('--check', 'write nothing; exit with 1 if the servers offer something else than tools.lock has')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway tools lock --config gateway.yaml',
        'gateway tools lock --config gateway.yaml --server github',
        'gateway tools lock --config gateway.yaml --check',
        'Requests go from here to the servers, with their credentials, TLS and proxy; no gateway has to run.',
        'tools.lock is beside the file, and holds servers with `pin: lock` to what it has. Review its diff before you merge it.',
        'A server that does not answer keeps its entries.',
        'Exit codes: 0 done, 1 with --check: something differs, 2 a server did not answer, or nothing could be done.',
      ),
    )
    .action(async (options: LockToolsOptions) => {
      const { lockTools } = await import('./lock-tools.ts');
      finish(await lockTools(options, terminal));
    });
}
