/**
 * Completion scripts, made from the command tree itself: a command or option that is added there is completed here.
 * The scripts are complete in themselves, so that a key press does not start Node.js.
 */
import type { Argument, Command, Option } from 'commander';
import { argumentWords } from './options.ts';
import { type ExitCode, exitCodes, type Terminal } from './terminal.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

/** Prints the script for a shell. */
export function completion(shell: Shell, gateway: Command, terminal: Terminal): ExitCode {
  terminal.out(scripts[shell](levels(gateway)));
  return exitCodes.good;
}

/** One command with what can follow it. */
interface Level {
  /** From the program's name on. */
  readonly path: readonly string[];
  readonly commands: readonly { readonly name: string; readonly about: string }[];
  readonly options: readonly {
    readonly flags: readonly string[];
    readonly about: string;
    readonly values: Values;
  }[];
  /** The values of its arguments. */
  readonly argument: Values;
}

/** Fixed words, or files, or nothing that could be known. */
type Values = readonly string[] | 'files' | 'none';

function levels(command: Command, above: readonly string[] = []): readonly Level[] {
  const path = [...above, command.name()];
  const [argument] = command.registeredArguments;
  const help = command.createHelp();
  const level: Level = {
    path,
    commands: help
      .visibleCommands(command)
      .map((child) => ({ name: child.name(), about: child.summary() || child.description() })),
    options: help.visibleOptions(command).map((option) => ({
      flags: [option.short, option.long].filter((flag) => flag !== undefined),
      about: option.description,
      values: valuesOf(option),
    })),
    argument: argument === undefined ? 'none' : wordsOf(argument),
  };
  return [level, ...command.commands.flatMap((child) => levels(child, path))];
}

function wordsOf(argument: Argument): Values {
  return argumentWords.get(argument)?.() ?? argument.argChoices ?? (isFile(argument) ? 'files' : 'none');
}

/** Names of keys, deployments and models are known to a running gateway alone. */
function isFile(argument: Argument): boolean {
  return /^(?:files?|old|new|dir|path)$/.test(argument.name());
}

function valuesOf(option: Option): Values {
  if (option.argChoices !== undefined) return option.argChoices;
  return /<(file|path)>/.test(option.flags) ? 'files' : 'none';
}

const scripts: Readonly<Record<Shell, (levels: readonly Level[]) => string>> = { bash, zsh, fish };

function bash(all: readonly Level[]): string {
  const cases = all.map((level) => {
    const words = [...level.commands.map(({ name }) => name), ...level.options.flatMap(({ flags }) => flags)];
    const choices = typeof level.argument === 'string' ? [] : level.argument;
    return `    '${level.path.join(' ')}') words='${[...words, ...choices].join(' ')}'; files=${level.argument === 'files' ? 1 : 0} ;;`;
  });
  const values = all.flatMap((level) =>
    level.options
      .filter((option) => option.values !== 'none')
      .map(({ flags, values }) => {
        const patterns = flags.map((flag) => `'${level.path.join(' ')} ${flag}'`).join('|');
        return values === 'files'
          ? `    ${patterns}) words=''; files=1 ;;`
          : `    ${patterns}) words='${(values as readonly string[]).join(' ')}'; files=0 ;;`;
      }),
  );
  const known = all.slice(1).map(({ path }) => `'${path.join(' ')}'`);
  return `# bash completion for gateway; made by \`gateway completion bash\`
_gateway() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='gateway' words='' files=0 word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${known.join('|')}) path="$path $word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  case "$path $previous" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ "$files" = 1 ] && [[ "$current" != -* ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _gateway gateway
`;
}

function zsh(all: readonly Level[]): string {
  const cases = all.map(({ path, commands, options, argument }) => {
    const lines = [...commands.map(({ name, about }) => `${quoted(`${name}:${about}`)}`)];
    const commandLine =
      lines.length === 0 ? '' : `      choices=(${lines.join(' ')}); _describe command choices\n`;
    const flags = options.flatMap(({ flags, about }) => flags.map((flag) => quoted(`${flag}:${about}`)));
    const words = typeof argument === 'string' ? [] : argument.map(quoted);
    const wordLine = words.length === 0 ? '' : `      compadd -- ${words.join(' ')}\n`;
    const files = argument === 'files' ? '      _files\n' : '';
    return `    ${quoted(path.join(' '))})\n${commandLine}${wordLine}      choices=(${flags.join(' ')}); _describe option choices\n${files}    ;;`;
  });
  const values = all.flatMap(({ path, options }) =>
    options
      .filter(({ values }) => values !== 'none')
      .map(({ flags, values }) => {
        const patterns = flags.map((flag) => quoted(`${path.join(' ')} ${flag}`)).join('|');
        const action =
          values === 'files' ? '_files' : `compadd -- ${(values as readonly string[]).map(quoted).join(' ')}`;
        return `    ${patterns}) ${action}; return ;;`;
      }),
  );
  const known = all.slice(1).map(({ path }) => quoted(path.join(' ')));
  return `#compdef gateway
# zsh completion for gateway; made by \`gateway completion zsh\`
_gateway() {
  local at='gateway' word
  local -a choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      ${known.join('|')}) at="$at $word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$at" in
${cases.join('\n')}
  esac
}
# In a folder of $fpath this file is the function itself, when it is called first; otherwise it was sourced.
if [ "\${funcstack[1]}" = _gateway ]; then _gateway "$@"; else compdef _gateway gateway; fi
`;
}

function fish(all: readonly Level[]): string {
  const lines = all.flatMap(({ path, commands, options, argument }) => {
    const below = path.slice(1);
    const seen = below.map((name) => `__fish_seen_subcommand_from ${name}`);
    const others = commands.map(({ name }) => name);
    const here =
      below.length === 0
        ? '__fish_use_subcommand'
        : [
            ...seen,
            ...(others.length === 0 ? [] : [`not __fish_seen_subcommand_from ${others.join(' ')}`]),
          ].join('; and ');
    const base = `complete -c gateway -n ${quoted(here)}`;
    return [
      ...commands.map(({ name, about }) => `${base} -f -a ${quoted(name)} -d ${quoted(about)}`),
      ...options.map(({ flags, about, values }) => {
        const names = flags.map((flag) =>
          flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
        );
        const words =
          values === 'none' ? '' : values === 'files' ? ' -r -F' : ` -x -a ${quoted(values.join(' '))}`;
        return `${base} ${names.join(' ')}${words} -d ${quoted(about)}`;
      }),
      ...(typeof argument === 'string' ? [] : [`${base} -f -a ${quoted(argument.join(' '))}`]),
    ];
  });
  return `# fish completion for gateway; made by \`gateway completion fish\`\n${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
