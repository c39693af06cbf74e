import type { Command } from 'commander';
import { configFile, examples } from '../options.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { CodexCatalogueOptions } from './codex-catalogue.ts';

/** The commands under `gateway codex`. */
export function addCodexCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  gateway
    .command('codex')
    .description('descriptions of models for Codex')
    .command('catalogue')
    .description("print the models with `codex` in the file, in the form of Codex's `model_catalog_json`")
    .addOption(configFile())
    .option('--key <id>', 'only models that this key may use (default: all)')
    .addHelpText(
      'after',
      examples(
        'gateway codex catalogue --config gateway.yaml > models.json',
        'In ~/.codex/config.toml: model_catalog_json = "/path/to/models.json"',
      ),
    )
    .action(async (options: CodexCatalogueOptions) => {
      const { codexCatalogue } = await import('./codex-catalogue.ts');
      finish(await codexCatalogue(options, terminal));
    });
}
