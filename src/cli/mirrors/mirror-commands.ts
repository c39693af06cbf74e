import { type Command, Option } from 'commander';
import { examples } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { CompareOptions } from './compare-mirror.ts';

/** The commands under `gateway mirror`. */
export function addMirrorCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  const mirror = gateway
    .command('mirror')
    .description('look at copies of requests for another model (`mirror`)');
  mirror
    .command('compare')
    .description('compare mirrors with what they are mirrors of: status, latency, tokens, length')
    .requiredOption('--log <files...>', 'the access logs, - for standard input')
    .option('--model <id>', 'of requests for this model alone')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway mirror compare --log access.log',
        'gateway mirror compare --log access.log --model gpt-4.1-mini --format json',
        'Each line with `purpose: mirror` has a copy and what the client got. Differences are the mirror less the original,',
        'request by request, where both answered.',
      ),
    )
    .action(async (options: CompareOptions) => {
      const { compareMirrors } = await import('./compare-mirror.ts');
      finish(await compareMirrors(options, terminal));
    });
}
