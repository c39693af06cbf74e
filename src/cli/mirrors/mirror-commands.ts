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
    .description('compare mirrors with their originals: status, latency, tokens, length')
    .requiredOption('--log <files...>', 'the access logs, - for standard input')
    .option('--model <id>', 'only of requests for this model')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway mirror compare --log access.log',
        'gateway mirror compare --log access.log --model gpt-4.1-mini --format json',
        'Each line with `purpose: mirror` has a copy and the original answer. Differences are the mirror less the original,',
        'request by request, if both answered.',
      ),
    )
    .action(async (options: CompareOptions) => {
      const { compareMirrors } = await import('./compare-mirror.ts');
      finish(await compareMirrors(options, terminal));
    });
}
