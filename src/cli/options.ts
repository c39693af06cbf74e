import { type Argument, Option } from 'commander';

/** The options that several commands share. */

/** `--config FILE`, without which a command can do nothing. */
export function configFile(): Option {
  return new Option('-c, --config <file>', 'the configuration file').makeOptionMandatory();
}

/** `--admin URL`, `--ca FILE` and `--token-file FILE`, for commands that ask the running gateway. */
export function adminOptions(): readonly [admin: Option, ca: Option, token: Option] {
  return [
    new Option(
      '--admin <url>',
      'the admin listener, such as http://127.0.0.1:9901, if it differs from the file',
    ),
    new Option('--ca <file>', 'the authority of its certificate, PEM, unless that is a public one'),
    tokenFile(),
  ];
}

/** `--token-file FILE`, for commands that ask running gateways. */
export function tokenFile(): Option {
  return new Option(
    '--token-file <file>',
    "a file with the token for the admin listener, in place of the file's or the environment's",
  );
}

/** Lines for the end of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples and notes:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** The shell's suggestions for an argument that accepts other words, too. Read when a completion script is made. */
export const argumentWords = new WeakMap<Argument, () => readonly string[]>();

/** An option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** An option that takes several values, separated by commas. */
export function list(value: string): readonly string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
