import { Command, InvalidArgumentError, Option } from 'commander';
import { packageVersion } from '../process/package-paths.ts';
import { addCatalogueCommands } from './catalogue/catalogue-commands.ts';
import { addCodexCommands } from './codex/codex-commands.ts';
import { addConfigCommands } from './config-commands.ts';
import { addContentCommands } from './contents/content-commands.ts';
import { addCredentialCommands } from './credentials/credential-commands.ts';
import { addDocsCommands } from './docs/docs-commands.ts';
import { addIdCommands } from './ids/id-commands.ts';
import { addKeyCommands } from './keys/key-commands.ts';
import { addMirrorCommands } from './mirrors/mirror-commands.ts';
import { addNotifyCommands } from './notify/notify-commands.ts';
import { configFile, examples } from './options.ts';
import { addProbeCommand } from './probe/probe-command.ts';
import { addDrainCommands } from './running/drain-commands.ts';
import { addQueueCommands } from './running/queue-commands.ts';
import { addRunningCommands } from './running/running-commands.ts';
import type { SimulateOptions } from './serve/simulate.ts';
import { type ExitCode, painter, type Terminal } from './terminal.ts';
import { addToolsCommands } from './tools/tools-commands.ts';
import { addUsageCommands } from './usage/usage-commands.ts';

/** The faults and models that the simulator knows by name, with a line about each. */
export interface ModelNames {
  readonly faults: Readonly<Record<string, string>>;
  readonly manners: Readonly<Record<string, string>>;
}

/**
 * The command line: every command with its options, its help and the file that does it. What a command does is
 * loaded when it is called, so that `check` and `--version` don't wait for a proxy to load.
 *
 * `finish` gets the exit code of the command that ran. `modelNames` are for the help of `simulate`: names with one line
 * about each.
 */
export function program(
  terminal: Terminal,
  finish: (code: ExitCode) => void,
  { faults, manners }: ModelNames = { faults: {}, manners: {} },
): Command {
  const gateway = new Command('gateway')
    .description('A declarative gateway for language models: one YAML file in, answered requests out.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    // Options behind a command belong to that command: some have subcommands with the same options.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHasColors: () => terminal.colorOut,
      getErrHasColors: () => terminal.colorErr,
      // As all else that goes wrong is told.
      outputError: (text, write) =>
        write(text.replace(/^error: /, `${painter(terminal.colorErr)('red', 'gateway:')} `)),
    })
    .configureHelp({ styleTitle: (title) => painter(true)('bold', title) }) // taken out where nobody wants it
    .showHelpAfterError('(add --help for the options and examples)')
    .addHelpText('after', '\nExit codes: 0 good, 1 the file is not valid, 2 could not run.');

  gateway
    .command('serve')
    .description('run the gateway')
    .addOption(configFile())
    .option('--takeover', 'make the running gateway start this version in its place, and end when it serves')
    .option('--takeover-only', 'the same, but end with 2 if no gateway runs')
    .addHelpText(
      'after',
      examples(
        'gateway serve --config gateway.yaml',
        'gateway serve --takeover --config gateway.yaml',
        'Prints its addresses and a first call on standard error; the log is JSON on standard output.',
        'SIGTERM and SIGINT let requests in flight finish; a second one ends at once.',
        'With --takeover, the gateway with the same state.dir starts this version, hands over its sockets and counts,',
        'finishes its requests and ends. If the new version can not serve, the old one keeps serving, and this command',
        'prints the reason. Without a running gateway, this one serves as usual; --takeover-only, for scripts, ends with 2.',
      ),
    )
    .action(async ({ config, ...options }: { config: string; takeover?: true; takeoverOnly?: true }) => {
      const { serve } = await import('./serve/serve.ts');
      const takeover = options.takeoverOnly ? 'only' : options.takeover ? 'if any runs' : 'none';
      finish(await serve(config, terminal, { takeover }));
    });

  gateway
    .command('init')
    .description('write a commented file to start from, and a first key')
    .argument('[dir]', 'where to', '.')
    .option(
      '--dev-cert',
      'make a local certificate authority and certificate, and print how clients trust it',
    )
    .addHelpText(
      'after',
      examples(
        'gateway init my-gateway --dev-cert',
        'Never overwrites a file. Shows the secret of the key once.',
      ),
    )
    .action(async (dir: string, { devCert = false }: { devCert?: boolean }) => {
      const { init } = await import('./init/init.ts');
      finish(await init(dir, { devCert }, terminal));
    });

  addKeyCommands(gateway, terminal, finish);
  addIdCommands(gateway, terminal, finish);
  addDrainCommands(gateway, terminal, finish);
  addQueueCommands(gateway, terminal, finish);
  addRunningCommands(gateway, terminal, finish);
  addContentCommands(gateway, terminal, finish);
  addMirrorCommands(gateway, terminal, finish);
  addUsageCommands(gateway, terminal, finish);
  addCatalogueCommands(gateway, terminal, finish);
  addCodexCommands(gateway, terminal, finish);
  addCredentialCommands(gateway, terminal, finish);
  addNotifyCommands(gateway, terminal, finish);

  gateway
    .command('simulate')
    .description('run the built-in backend alone: plain HTTP, every endpoint, faults on demand')
    .addOption(
      new Option('-l, --listen <address>', 'host:port; port 0 takes a free one').makeOptionMandatory(),
    )
    .option('--latency <duration>', 'time before the head of an answer, such as 20ms', '0ms')
    .option('--tokens-per-second <number>', 'speed of the text; 0 is as fast as possible', positive, 0)
    .option('--text <text>', 'a fixed answer instead of one made from the prompt')
    .addHelpText(
      'after',
      () =>
        examples('gateway simulate --listen 127.0.0.1:9000 --latency 200ms --tokens-per-second 50') +
        `\n\nModel names that select a fault (N is a number):\n${twoColumns(Object.entries(faults))}` +
        '\n\nWords that select the manners of a server, in names such as manner-parallel+no-role, and behind a fault:\n' +
        twoColumns(Object.entries(manners)),
    )
    .action(async (options: SimulateOptions) => {
      const { simulate } = await import('./serve/simulate.ts');
      finish(await simulate(options, terminal));
    });

  addConfigCommands(gateway, terminal, finish);
  addProbeCommand(gateway, terminal, finish);
  addToolsCommands(gateway, terminal, finish);
  addDocsCommands(gateway, terminal, finish);
  return gateway;
}

function twoColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`).join('\n');
}

function positive(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number) || number < 0) {
    throw new InvalidArgumentError('Give a number from 0 on.');
  }
  return number;
}
