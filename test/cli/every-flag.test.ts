/** Each flag of each command that reads a configuration, on each example. What a person types ends in words, never in a fault of ours. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command, Option } from 'commander';
import { program } from '../../src/cli/program.ts';
import { folderWith } from './files.ts';
import { gateway, terminalOf } from './recorder.ts';

const folder = join(import.meta.dirname, '../../examples');
const examples = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

/** Where each command has the file, and what it is asked beside a flag. */
const asked: Readonly<Record<string, (file: string) => readonly string[]>> = {
  check: (file) => [file],
  explain: (file) => ['--config', file, '--endpoint', 'chat_completions'],
  diff: (file) => [file, file],
  fmt: (file) => [file],
  status: (file) => ['--config', file],
  'usage export': (file) => ['--config', file],
  'key list': (file) => ['--config', file],
  'id show': (file) => ['resp_1', '--config', file],
};
/** Those that serve, ask a gateway or a vendor, or write what they are for; each has tests of its own. */
const elsewhere: readonly string[] = [
  ...[
    'serve',
    'drain',
    'resume',
    'queue flush',
    'reload',
    'drift',
    'apply',
    'credentials',
    'notify test',
    'probe',
    'tools lock',
    'codex catalogue',
  ],
  ...['key create', 'key update', 'key disable', 'key enable', 'key rotate', 'key revoke', 'key move'],
  ...['usage credit', 'usage reset', 'usage reconcile'],
  ...['contents find', 'contents get', 'contents delete'],
];
/** Of no use here: `--watch` goes on, the rest would call what the file names, or read another file. */
const left = new Set(['--config', '--watch', '--git', '--ca', '--token-file', '--admin']);

const root = program(terminalOf().terminal, () => {});

function commandsOf(command: Command, words: readonly string[] = []): ReadonlyMap<string, Command> {
  const below = command.commands.flatMap((one) => [...commandsOf(one, [...words, one.name()])]);
  return new Map(command.commands.length === 0 ? [[words.join(' '), command]] : below);
}

const commands = commandsOf(root);

test('each command that reads a configuration is among those that are asked, or has tests elsewhere', () => {
  const readers = [...commands].filter(
    ([words, { options, registeredArguments }]) =>
      options.some(({ long }) => long === '--config') ||
      (!/^(?:catalogue|import) /.test(words) &&
        registeredArguments.some((argument) => /^(?:files?|old)$/.test(argument.name()))),
  );
  assert.deepEqual(readers.map(([words]) => words).sort(), [...Object.keys(asked), ...elsewhere].sort());
});

/** Values of an option: each of its choices, or a word that could be meant. */
function wordsOf(option: Option): readonly (readonly string[])[] {
  const flag = option.long ?? option.short!;
  if (!option.required && !option.optional) return [[flag]];
  const values = option.argChoices ?? ['chat_completions', '1', '2026-11-27'];
  return values.map((value) => [flag, value]);
}

/** What a fault of ours looks like, in place of an answer. */
const fault =
  /Cannot read propert|is not a function|is not iterable|undefined|\[object |NaN|at file:|\.ts:\d/;

for (const [words, argumentsOf] of Object.entries(asked)) {
  test(`${words} takes each of its flags on every example, and ends in words`, async (t) => {
    const { options } = commands.get(words)!;
    const copies = await folderWith(t, {});
    for (const name of examples) {
      const file = join(copies, name);
      const sets = [[], ...options.filter(({ long }) => !left.has(long!)).flatMap(wordsOf)];
      for (const flags of sets) {
        writeFileSync(file, readExample(name)); // fmt writes it
        const line = [...words.split(' '), ...argumentsOf(file), ...flags];
        const { exitCode, out, err } = await gateway(line, { input: readExample(name) });
        const shown = `${line.join(' ')}: ${exitCode}\n${out}${err}`;
        assert.ok([0, 1, 2].includes(exitCode), shown);
        assert.doesNotMatch(out + err, fault, shown);
      }
    }
  });
}

function readExample(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
