import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { endpointNames } from '../api/endpoints/index.ts';
import type { CheckOptions } from './check/check.ts';
import { type AskedClient, clientNames } from './client-names.ts';
import type { DiffOptions } from './files/diff-files.ts';
import type { ExplainOptions } from './files/explain-request.ts';
import type { FmtOptions } from './files/fmt.ts';
import { collect, examples, list, tokenFile } from './options.ts';
import type { ExitCode, Terminal } from './terminal.ts';

/** The commands about configuration files: everything that can be known of them without serving. */
export function addConfigCommands(
  gateway: Command,
  terminal: Terminal,
  finish: (code: ExitCode) => void,
): void {
  gateway
    .command('check')
    .description('find all mistakes in files without network, and run their tests')
    .argument('[files...]', 'files to check, - for standard input')
    .addOption(
      new Option('-c, --config <file>', 'the same as naming the file').argParser(collect).default([]),
    )
    .addOption(
      new Option('--format <format>', 'how to report (default: text, github under GITHUB_ACTIONS)').choices([
        'text',
        'json',
        'github',
        'sarif',
        'junit',
      ]),
    )
    .option('--strict', 'fail on warnings too')
    .option('--require-secrets', 'unset variables and absent secret or certificate files are errors')
    .option('--run-programs', 'run the programs of `programs`; otherwise their secrets are not checked')
    .option('--ignore <codes>', 'codes of warnings and notes to ignore, separated by commas', codes)
    .option('--tests <file>', 'further routing tests; can be repeated', collect)
    .option(
      '--coverage',
      'list the models, deployments, tags and endpoints without a model that no test covers; with json an object of findings and coverage',
    )
    .addOption(clientOption())
    .option('--key <id>', 'with --client: only this key; can be repeated', collect)
    .option('--model <id>', 'with --client: only this model; can be repeated', collect)
    .option(
      '--require-proof <age>',
      'the highest age of proofs in capabilities.lock (`gateway probe`) for declared capabilities',
    )
    .option('--watch', 'check again after each change of a file')
    .option('--print', 'print the configuration with its defaults, secrets masked; the report goes to stderr')
    .option('--explain <code>', 'print the page on a finding, such as GW1301')
    .option('--verbose', 'list backends with their URLs, and the stages of a request')
    .addHelpText(
      'after',
      examples(
        'gateway check gateway.yaml',
        'gateway check --strict --format github configs/*.yaml',
        'gateway check gateway.yaml --tests routes.test.yaml --coverage',
        "gateway check --format json - < gateway.yaml | jq -r '.[].message'",
        'gateway check --client codex --model gpt-4.1-mini gateway.yaml',
        'gateway check --require-proof 30d gateway.yaml',
        'gateway check --explain GW1804',
        'Exit codes: 0 valid, 1 not valid or a test failed, 2 could not run.',
      ),
    )
    .action(
      async (files: readonly string[], { config = [], ...options }: CheckOptions & { config?: string[] }) => {
        const { check } = await import('./check/check.ts');
        finish(await check([...files, ...config], options, terminal));
      },
    );

  gateway
    .command('explain')
    .description('show the deployments for a request, their order, and why others are excluded')
    .option('-c, --config <file>', 'the configuration file (needed without --admin)')
    .option('-m, --model <model>', 'the `model` of the request (needed without --body)')
    .option('--models <ids>', 'the `models` of the request, separated by commas', list)
    .addOption(
      new Option('-e, --endpoint <endpoint>', 'the called endpoint, or one that the file declares')
        .choices(endpointNames)
        // The file may have more of them.
        .argParser(String)
        .default('chat_completions'),
    )
    .option('-t, --tags <tags>', 'wanted tags, separated by commas', list)
    .option('-k, --key <id>', "the caller's key (default: one with all rights)")
    .option('--claims <file>', 'claims of a token, a file or JSON, in place of a key')
    .option('--as-active', 'treat the key as active, even if it is disabled or outside its dates')
    .option('-b, --body <file>', 'the body of the request, - for standard input: its model, tags and needs')
    .option(
      '--tool <name>',
      'in place of a request: tests if the key may use SERVER/TOOL, SERVER/prompt:NAME or SERVER/resource:URI',
    )
    .option('--socket', 'on a WebSocket; --body is then the event, a `response.create`')
    .option('--origin <site>', 'with --socket: the site of the page (default: a program without a site)')
    .option('-d, --down <names...>', 'simulated outage: backends, or deployments as MODEL/NAME')
    .option(
      '--admin <url>',
      'ask the running gateway with this admin listener; the token comes from --config, else GATEWAY_READ_TOKEN',
    )
    .option('--ca <file>', 'the authority of its certificate, PEM, unless that is a public one')
    .addOption(tokenFile())
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      examples(
        'gateway explain --config gateway.yaml --model gpt-4o-mini --tags vision,streaming',
        'gateway explain --config gateway.yaml --model gpt-4o-mini --key team-a --down openai',
        'gateway explain --config gateway.yaml --endpoint messages --body request.json',
        'gateway explain --config gateway.yaml --model gpt-4o-mini --claims claims.json',
        'gateway explain --config gateway.yaml --model gpt-4o-mini --endpoint responses --socket',
        'gateway explain --config gateway.yaml --tool github/get_issue --key team-a',
        'gateway explain --admin http://127.0.0.1:9901 --model gpt-4o-mini',
        'Exit codes: 0 explained (also a refusal), 1 the file is not valid, 2 could not run.',
      ),
    )
    .action(async (options: ExplainOptions) => {
      const { explainRequest } = await import('./files/explain-request.ts');
      finish(await explainRequest(options, terminal));
    });

  gateway
    .command('diff')
    .description('show what a change of the configuration means for models, tags, keys and limits')
    .argument('<old>', 'the old file, - for standard input; with --git the present file')
    .argument('[new]', 'the new file, - for standard input')
    .option('--git <rev>', 'compare the file, and the files it names, with their state in a commit')
    .addOption(
      new Option(
        '--traffic <log>',
        'replay the requests of an access log, plain or packed, - for standard input; can be repeated',
      ).argParser((log: string, before: readonly string[] = []) => [...before, log]),
    )
    .option(
      '--usage <export>',
      'the cost of this usage under both files: an output of `gateway usage export`, - for standard input',
    )
    .addOption(
      new Option(
        '--from <url>',
        'the same with the last thirty days of the gateway at this admin listener; can be repeated',
      ).argParser((url: string, before: readonly string[] = []) => [...before, url]),
    )
    .option('--ca <file>', 'the authority of its certificate, PEM, unless that is a public one')
    .addOption(tokenFile())
    .addOption(
      new Option('--format <format>', 'how to report').choices(['text', 'json', 'markdown']).default('text'),
    )
    .option('--exit-code', 'exit with 2 if something changes')
    .addHelpText(
      'after',
      examples(
        'gateway diff --git main gateway.yaml',
        'gateway diff --format markdown --exit-code old.yaml new.yaml',
        'gateway diff --traffic access.log.gz old.yaml new.yaml',
        'gateway diff --usage usage.csv old.yaml new.yaml',
        'gateway diff --from http://127.0.0.1:9901 --git main gateway.yaml',
        'Exit codes: 0 compared, 1 one of the files is not valid; with --exit-code 0 the same, 2 changed, 1 error.',
      ),
    )
    .action(async (before: string, after: string | undefined, options: DiffOptions) => {
      const { diff } = await import('./files/diff-files.ts');
      finish(await diff(before, after, options, terminal));
    });

  gateway
    .command('fmt')
    .description('format configuration files and those that they include; comments stay')
    .argument('<files...>', 'files to format in place; - from standard input to standard output')
    .option('--check', 'change nothing; list the unformatted files, and exit with 1')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .addHelpText('after', examples('gateway fmt gateway.yaml', 'gateway fmt --check configs/*.yaml'))
    .action(async (files: readonly string[], options: FmtOptions) => {
      const { fmt } = await import('./files/fmt.ts');
      finish(await fmt(files, options, terminal));
    });

  gateway
    .command('schema')
    .description('print the JSON schema of the configuration file')
    .addHelpText('after', examples('gateway schema > gateway.schema.json'))
    .action(async () => {
      const { schema } = await import('./files/print-schema.ts');
      finish(schema(terminal));
    });

  gateway
    .command('completion')
    .description('print a script that completes command lines')
    .addArgument(new Argument('<shell>', 'the shell it is for').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      examples(
        'source <(gateway completion bash)',
        'gateway completion zsh > "${fpath[1]}/_gateway"',
        'gateway completion fish > ~/.config/fish/completions/gateway.fish',
      ),
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completion } = await import('./completion.ts');
      finish(completion(shell, gateway, terminal));
    });

  gateway
    .command('import')
    .description('convert the configuration of another gateway')
    .command('litellm')
    .description('read the configuration of a LiteLLM proxy and print ours')
    .argument('<file>', 'its config.yaml, - for standard input')
    .option('--native', "serve models only in their backends' dialects, without translation")
    .addHelpText(
      'after',
      examples(
        'gateway import litellm config.yaml > gateway.yaml',
        'A setting without an equivalent becomes a comment with NOTE in its place.',
      ),
    )
    .action(async (file: string, options: { readonly native?: boolean }) => {
      const { importLitellm } = await import('./litellm/import-litellm.ts');
      finish(await importLitellm(file, options, terminal));
    });
}

/** A program that is known; several may be named. */
function clientOption(): Option {
  const option = new Option(
    '--client <name>',
    "replay this program's requests: their deployments, refusals and dropped fields; NAME@VERSION for an older version",
  );
  return option.choices(clientNames).argParser((value: string, before: readonly AskedClient[] = []) => {
    const [written, version] = value.split('@', 2);
    const name = clientNames.find((one) => one === written);
    if (name === undefined) throw new InvalidArgumentError(`Allowed choices are ${clientNames.join(', ')}.`);
    return [...before, { name, version }];
  });
}

function codes(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...list(value).map((code) => code.toUpperCase())];
}
