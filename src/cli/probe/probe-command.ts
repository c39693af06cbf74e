import { type Command, Option } from 'commander';
import { configFile, examples } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { ProbeOptions } from './probe.ts';

/** `gateway probe`. */
export function addProbeCommand(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  gateway
    .command('probe')
    .description('test the declared capabilities of deployments, and write the results to capabilities.lock')
    .argument('[deployment]', 'a model, or MODEL/NAME (default: every deployment that is not disabled)')
    .addOption(configFile())
    .option('--max-cost <usd>', 'test within this budget in US dollars, by the prices in the file')
    .option('-y, --yes', 'test at any cost, including deployments without a price')
    .option('--timeout <duration>', 'the time limit of one request', '60s')
    .option('--prune', 'remove entries from capabilities.lock that the file does not have')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway probe --config gateway.yaml',
        'gateway probe --config gateway.yaml --max-cost 0.50',
        'gateway probe gpt-4o-mini/openai --config gateway.yaml --yes',
        'gateway check --require-proof 30d gateway.yaml',
        'Without --max-cost and --yes it prints the requests and their highest cost, and sends nothing.',
        'Requests go from here to the backends, with their credentials, headers, TLS and proxy; no gateway has to run.',
        'capabilities.lock is beside the file. Untested entries stay unchanged.',
        'Exit codes: 0 everything with a known proof is proven, 1 something is not, 2 could not run.',
      ),
    )
    .action(async (deployment: string | undefined, options: ProbeOptions) => {
      const { probe } = await import('./probe.ts');
      finish(await probe(deployment, options, terminal));
    });
}
