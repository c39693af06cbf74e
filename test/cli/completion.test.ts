import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { Command } from 'commander';
import { endpointNames } from '../../src/api/endpoints/index.ts';
import { completion, type Shell } from '../../src/cli/completion.ts';
import { program } from '../../src/cli/program.ts';
import { processTerminal } from '../../src/cli/terminal.ts';
import { folderWith } from './files.ts';
import { gateway } from './recorder.ts';

/** What a shell prints for its arguments, in a folder that is its home too. */
function printed(shell: string, args: readonly string[], cwd: string): string {
  const env = { ...process.env, HOME: cwd };
  const { stdout, stderr, status, error } = spawnSync(shell, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 20_000,
  });
  assert.ok(error === undefined, `${shell} (apt-get install ${shell}): ${error}`);
  assert.equal(status, 0, `${stdout}${stderr}`);
  return stdout;
}

/** What bash would offer for the last of some words. */
function offered(words: readonly string[], cwd: string): readonly string[] {
  const line = `source ./script; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _gateway; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return printed('bash', ['-c', line], cwd)
    .split('\n')
    .filter((word) => word !== '');
}

test('bash completes commands, options, choices and files', async (t) => {
  const { out } = await gateway(['completion', 'bash']);
  const dir = await folderWith(t, { script: out, 'gateway.yaml': '' });
  assert.deepEqual(offered(['gateway', 'expl'], dir), ['explain']);
  assert.deepEqual(offered(['gateway', 'explain', '--endpoint', ''], dir), endpointNames);
  assert.deepEqual(offered(['gateway', 'check', '--str'], dir), ['--strict']);
  assert.deepEqual(offered(['gateway', 'check', 'gate'], dir), ['gateway.yaml']);
  assert.deepEqual(offered(['gateway', 'serve', '--config', 'gate'], dir), ['gateway.yaml']);
  assert.ok(offered(['gateway', 'key', ''], dir).includes('hash'));
  assert.deepEqual(offered(['gateway', 'completion', 'f'], dir), ['fish']);
  // Nothing of these is a file.
  for (const words of ['key revoke', 'drain', 'probe', 'docs', 'docs search', 'catalogue show', 'id show'])
    assert.deepEqual(offered(['gateway', ...words.split(' '), 'gate'], dir), [], words);
});

test('every command and long option stands in every script', async () => {
  const tree = program(processTerminal(), () => {});
  const words = new Set<string>();
  const visit = (command: Command): void => {
    for (const option of command.options) if (option.long) words.add(option.long);
    for (const child of command.commands) {
      words.add(child.name());
      visit(child);
    }
  };
  visit(tree);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { exitCode, out } = await gateway(['completion', shell]);
    assert.equal(exitCode, 0);
    for (const word of words) {
      const shown = shell === 'fish' && word.startsWith('--') ? `-l ${word.slice(2)}` : word;
      assert.ok(out.includes(shown), `${shell}: ${word}`);
    }
  }
});

/** What zsh makes of a line when Tab is pressed at its end, in an interactive shell that began with some commands. */
function completedByZsh(begin: string, line: string, cwd: string): string {
  const script = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1=; gateway() { print -r -- "took"": <$*>" }; ${begin}; print ready""now'
zpty -r shell text '*readynow*'
zpty -n -w shell $'${line}\t\n'
zpty -r shell text '*took: <*>*'
print -r -- "$text"`;
  const text = printed('zsh', ['-f', '-c', script], cwd);
  return /took: <(.*)>/.exec(text)?.[1]?.trimEnd() ?? text;
}

/** Lines whose last word can become but one other. */
const unique: readonly (readonly [line: string, last: string])[] = [
  ['gateway expl', 'explain'],
  ['gateway check --str', '--strict'],
  ['gateway explain --endpoint chat', 'chat_completions'],
  ['gateway serve --config gate', 'gateway.yaml'],
  ['gateway key ha', 'hash'],
  ['gateway completion f', 'fish'],
];
const fromFolder = 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D';

test('zsh completes them at the first Tab, from a folder of functions and when sourced', async (t) => {
  const { out } = await gateway(['completion', 'zsh']);
  const dir = await folderWith(t, { _gateway: out, 'gateway.yaml': '' });
  for (const [line, last] of unique) {
    assert.equal(completedByZsh(fromFolder, line, dir), line.replace('gateway ', '').replace(/\S+$/, last));
  }
  const sourced = 'autoload -Uz compinit; compinit -u -D; source ./_gateway';
  assert.equal(completedByZsh(sourced, 'gateway expl', dir), 'explain');
});

/** What fish offers for a line, with what it says of each. */
function offeredByFish(line: string, cwd: string): readonly string[] {
  const asked = `source ./script; complete --do-complete '${line}'`;
  return printed('fish', ['--no-config', '-c', asked], cwd).trimEnd().split('\n');
}

test('fish completes commands, options, choices and files', async (t) => {
  const { out } = await gateway(['completion', 'fish']);
  const dir = await folderWith(t, { script: out, 'gateway.yaml': '' });
  const words = (line: string) => offeredByFish(line, dir).map((offer) => offer.split('\t')[0]);
  for (const [line, last] of unique) assert.deepEqual(words(line), [last], line);
  // It has an order of its own.
  assert.deepEqual(words('gateway explain --endpoint ').sort(), [...endpointNames].sort());
});

test('an apostrophe in a description is shown as one', async (t) => {
  const tree = new Command('gateway').addCommand(new Command('renew').summary("a team's key"));
  const scriptFor = (shell: Shell) => {
    let script = '';
    const out = (text: string) => {
      script += text;
    };
    completion(shell, tree, { ...processTerminal(), out });
    return script;
  };
  const dir = await folderWith(t, { _gateway: scriptFor('zsh'), script: scriptFor('fish') });
  assert.equal(completedByZsh(fromFolder, 'gateway ren', dir), 'renew');
  assert.deepEqual(offeredByFish('gateway ren', dir), ["renew\ta team's key"]);
});

test('another shell is a mistake in the command', async () => {
  assert.equal((await gateway(['completion', 'tcsh'])).exitCode, 2);
});
