import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { program } from '../../src/cli/program.ts';
import { processTerminal } from '../../src/cli/terminal.ts';
import { folderWith } from './files.ts';
import { gateway } from './recorder.ts';

/** What bash would offer for the last of some words. */
function offered(script: string, words: readonly string[], cwd: string): readonly string[] {
  const line = `source ./script; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _gateway; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', line], { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.ok(script.length > 0);
  return stdout.split('\n').filter((word) => word !== '');
}

test('bash completes commands, options, choices and files', async (t) => {
  const { out } = await gateway(['completion', 'bash']);
  const dir = await folderWith(t, { script: out, 'gateway.yaml': '' });
  assert.deepEqual(offered(out, ['gateway', 'expl'], dir), ['explain']);
  assert.deepEqual(offered(out, ['gateway', 'explain', '--endpoint', ''], dir), [
    'chat_completions',
    'completions',
    'messages',
    'responses',
  ]);
  assert.deepEqual(offered(out, ['gateway', 'check', '--str'], dir), ['--strict']);
  assert.deepEqual(offered(out, ['gateway', 'check', 'gate'], dir), ['gateway.yaml']);
  assert.deepEqual(offered(out, ['gateway', 'serve', '--config', 'gate'], dir), ['gateway.yaml']);
  assert.ok(offered(out, ['gateway', 'key', ''], dir).includes('hash'));
  assert.deepEqual(offered(out, ['gateway', 'completion', 'f'], dir), ['fish']);
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

test('the scripts for zsh and fish are taken by those shells, where they are there', async (t) => {
  for (const [shell, args] of [
    ['zsh', ['-n']],
    ['fish', ['--no-execute']],
  ] as const) {
    if (spawnSync(shell, ['--version']).error !== undefined) {
      t.diagnostic(`${shell} is not installed here`);
      continue;
    }
    const { out } = await gateway(['completion', shell]);
    const dir = await folderWith(t, { script: out });
    const { status, stderr } = spawnSync(shell, [...args, join(dir, 'script')], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  }
});

test('another shell is a mistake in the command', async () => {
  assert.equal((await gateway(['completion', 'tcsh'])).exitCode, 2);
});
