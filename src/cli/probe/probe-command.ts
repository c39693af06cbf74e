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
    .description(
      'ask deployments for each capability they declare, and write what they prove to capabilities.lock',
    )
    .argument('[deployment]', 'a model, or MODEL/NAME (default: every deployment that is not disabled)')
    .addOption(configFile())
    .option(
      '--max-cost <usd>',
      'ask as long as it costs at most so many US dollars, by the prices in the file',
    )
    .option('-y, --yes', 'ask whatever it costs, and what has no price')
    .option('--timeout <duration>', 'how long one request may take', '60s')
    .option('--prune', 'take out of capabilities.lock what the file does not have')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway probe --config gateway.yaml',
        'gateway probe --config gateway.yaml --max-cost 0.50',
        'gateway probe gpt-4o-mini/openai --config gateway.yaml --yes',
        'gateway check --require-proof 30d gateway.yaml',
        'Without --max-cost and --yes it says what it would ask and what that may cost, and asks nothing.',
        'Requests go from here to the backends, with their credentials, headers, TLS and proxy; no gateway has to run.',
        'capabilities.lock lies beside the file. What was not asked stays in it as it was.',
        'Exit codes: 0 all is proven that a proof is known for, 1 something is not, 2 could not run.',
      ),
    )
    .action(async (deployment: string | undefined, options: ProbeOptions) => {
      const { probe } = await import('./probe.ts');
      finish(await probe(deployment, options, terminal));
    });
}
