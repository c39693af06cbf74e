/** Manual pages, made from the commands themselves and from the schema of the file. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { program } from '../../src/cli/program.ts';
import { buildTime } from './reproducible-archive.ts';

const root = resolve(import.meta.dirname, '../..');
const date = new Date(buildTime() * 1000).toISOString().slice(0, 10);

/** Tells `put` every page: `man1/gateway.1`, one for each command (`man1/gateway-check.1`), and `man5/gateway.yaml.5`. */
export function writeManPages(put: (path: string, text: string) => void): void {
  const gateway = program(
    { out: () => {}, err: () => {}, colorOut: false, colorErr: false } as never,
    () => {},
  );
  for (const command of [gateway, ...below(gateway)]) {
    const name = pathOf(command).join('-');
    put(`man1/${name}.1`, commandPage(command, name));
  }
  put('man5/gateway.yaml.5', filePage());
}

function below(command: Command): readonly Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .flatMap((each) => [each, ...below(each)]);
}

function pathOf(command: Command): readonly string[] {
  return command.parent === null ? [command.name()] : [...pathOf(command.parent), command.name()];
}

function commandPage(command: Command, name: string): string {
  const help = command.createHelp();
  const path = pathOf(command).join(' ');
  const lines = [
    `.TH ${name.toUpperCase()} 1 ${date} gateway "Gateway"`,
    '.SH NAME',
    `${escaped(name)} \\- ${escaped(command.description())}`,
    '.SH SYNOPSIS',
    `.B ${escaped(path)}`,
    escaped(command.usage()),
  ];
  const terms = (title: string, entries: readonly (readonly [string, string])[]) => {
    if (entries.length === 0) return;
    lines.push(`.SH ${title}`);
    for (const [term, about] of entries) lines.push('.TP', `.B ${escaped(term)}`, escaped(about));
  };
  terms(
    'ARGUMENTS',
    help.visibleArguments(command).map((each) => [help.argumentTerm(each), help.argumentDescription(each)]),
  );
  terms(
    'COMMANDS',
    help
      .visibleCommands(command)
      .filter((each) => each.name() !== 'help')
      .map((each) => [help.subcommandTerm(each), help.subcommandDescription(each)]),
  );
  terms(
    'OPTIONS',
    help.visibleOptions(command).map((each) => [help.optionTerm(each), help.optionDescription(each)]),
  );
  const notes = notesOf(command);
  if (notes !== '') lines.push('.SH NOTES', '.nf', escaped(notes), '.fi');
  lines.push('.SH SEE ALSO');
  const others = [
    ...(command.parent === null ? [] : [`${pathOf(command.parent).join('-')}(1)`]),
    ...below(command).map((each) => `${pathOf(each).join('-')}(1)`),
    'gateway.yaml(5)',
  ];
  lines.push(others.map(escaped).join(',\n'));
  return `${lines.join('\n')}\n`;
}

/** The text after the help: examples and remarks. */
function notesOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (more) => (text += more) });
  command.outputHelp();
  const [, notes = ''] = /\n(?:Examples and notes:\n|(?=Exit codes:))([\s\S]*)$/.exec(text) ?? [];
  return notes.trim();
}

/** The reference of the file, from Markdown tables to terms. */
function filePage(): string {
  const reference = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
  const lines = [
    `.TH GATEWAY.YAML 5 ${date} gateway "Gateway"`,
    '.SH NAME',
    'gateway.yaml \\- the configuration of the gateway',
    '.SH DESCRIPTION',
  ];
  for (const line of reference.split('\n')) {
    const [, title] = /^#+ (.+)$/.exec(line) ?? [];
    const cells = line.startsWith('|')
      ? line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((cell) => cell.trim())
      : undefined;
    if (title !== undefined) lines.push(`.SS ${plain(title)}`);
    else if (cells === undefined) lines.push(line.trim() === '' ? '.PP' : plain(line));
    else if (!/^-+$/.test(cells[0] ?? '') && cells[0] !== 'field') {
      const [term = '', form = '', about = '', ...more] = cells;
      lines.push(
        '.TP',
        `.B ${plain(term)}`,
        plain([form, about, ...more].filter((cell) => cell !== '').join(' \u2014 ')),
      );
    }
  }
  lines.push('.SH SEE ALSO', 'gateway(1), gateway\\-check(1)');
  return `${lines.join('\n')}\n`;
}

/** Markdown without its marks. */
function plain(text: string): string {
  return escaped(
    text
      .replace(/\\\|/g, '|')
      .replace(/`([^`]*)`/g, '$1')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  );
}

/** Nothing of a text is taken for a request or an escape of roff. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
}
