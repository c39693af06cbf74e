import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Command } from 'commander';
import { endpointNames } from '../../src/api/endpoints/index.ts';
import { program } from '../../src/cli/program.ts';
import { type Terminal, wantsColor } from '../../src/cli/terminal.ts';
import { simulatorFaults, simulatorManners } from '../../src/simulator/index.ts';
import { gateway } from './recorder.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

test('--version prints the version of package.json', async () => {
  assert.deepEqual(await gateway(['--version']), { exitCode: 0, out: `${version}\n`, err: '' });
});

/** Those that do something, by the words that call them. */
function commandsBelow(command: Command, words: readonly string[] = []): readonly (readonly string[])[] {
  const below = command.commands.flatMap((child) => commandsBelow(child, [...words, child.name()]));
  const isOne = command.commands.length === 0 || (words.length > 0 && command.options.length > 0);
  return isOne ? [words, ...below] : below;
}

const commands = commandsBelow(program({ env: {} } as Terminal, () => {}));

/** What of a line of a shell is for the gateway, as arguments. */
function argumentsIn(line: string): readonly string[] | undefined {
  const [, call] = /(?:^|\| |<\()gateway ([^|<>)]*)/.exec(line) ?? [];
  return call?.trim().split(/ +/);
}

/** A command line that does nothing but find out whether it would have been taken. */
async function refusalOf(args: readonly string[]): Promise<string> {
  let said = '';
  const terminal = { env: {}, out: () => {}, err: (text: string) => (said += text) };
  const line = program(terminal as unknown as Terminal, () => {});
  const disarm = (command: Command): void => {
    command.exitOverride().action(() => {});
    command.commands.forEach(disarm);
  };
  disarm(line);
  await line.parseAsync(args, { from: 'user' }).catch((error: unknown) => (said ||= String(error)));
  return said;
}

test('every command has an example in its help, and all of them can be typed as they stand there', async () => {
  assert.ok(commands.length > 15);
  for (const words of commands) {
    const { exitCode, out } = await gateway([...words, '--help']);
    assert.equal(exitCode, 0);
    const [, examples = ''] = out.split('\nExamples and notes:\n');
    const calls = examples.split('\n').flatMap((line) => {
      const args = argumentsIn(line.trim());
      return args === undefined ? [] : [args];
    });
    const own = calls.filter((args) => words.every((word, index) => args[index] === word));
    assert.ok(own.length > 0, `gateway ${words.join(' ')} has no example`);
    for (const args of calls) assert.equal(await refusalOf(args), '', args.join(' '));
  }
});

test('the examples of the commands that are used most are those that operators know', async () => {
  for (const [command, about] of [
    [['serve'], 'gateway serve --config gateway.yaml'],
    [['check'], 'gateway check gateway.yaml'],
    [['explain'], 'gateway explain --config gateway.yaml --model'],
    [['init'], 'gateway init my-gateway --dev-cert'],
    [['simulate'], 'gateway simulate --listen 127.0.0.1:9000'],
    [['schema'], 'gateway schema > gateway.schema.json'],
    [['key', 'hash'], 'gateway key hash'],
  ] as const) {
    const { exitCode, out } = await gateway([...command, '--help']);
    assert.equal(exitCode, 0);
    assert.ok(out.includes(about), `${command.join(' ')}: ${out}`);
  }
});

test('the help of every command fits a terminal of 80 columns, examples and faults aside', async () => {
  const names = program({ env: {} } as Parameters<typeof program>[0], () => {}).commands.map((each) =>
    each.name(),
  );
  for (const name of names) {
    const { out } = await gateway([name, '--help']);
    const [usage = ''] = out.split('\nExamples');
    for (const line of usage.split('\n')) assert.ok(line.length <= 80, line);
  }
});

test('the help of simulate lists every fault and every manner', async () => {
  for (const args of [
    ['simulate', '--help'],
    ['help', 'simulate'],
  ]) {
    const { out } = await gateway(args);
    for (const [name, about] of Object.entries({ ...simulatorFaults, ...simulatorManners })) {
      assert.match(out, new RegExp(`^ {2}${name} +`, 'm'));
      assert.ok(out.includes(about), about);
    }
  }
});

test('mistakes in the command line are exit code 2, with what was meant', async () => {
  for (const [args, said] of [
    [['chekc', 'a.yaml'], /unknown command 'chekc'\n\(Did you mean check\?\)/],
    [['check', '--formt', 'json'], /unknown option '--formt'\n\(Did you mean --format\?\)/],
    [['check', '--format', 'yaml', 'a.yaml'], /Allowed choices are text, json, github/],
    [['serve'], /required option '-c, --config <file>' not specified/],
    [
      ['explain', '-c', 'examples/quickstart.yaml', '-m', 'b', '-e', 'chat'],
      new RegExp(`Allowed choices are ${[...endpointNames].sort().join(', ')}`),
    ],
    [['simulate', '-l', '127.0.0.1:0', '--tokens-per-second', 'fast'], /Give a number from 0 on/],
    [['simulate', '-l', '9000'], /^gateway: --listen 9000: write host:port/],
    [['simulate', '-l', '127.0.0.1:0', '--latency', '5'], /^gateway: --latency 5: write a number and a unit/],
    [[], /^Usage: gateway/],
  ] as const) {
    const { exitCode, out, err } = await gateway(args);
    assert.equal(exitCode, 2, args.join(' '));
    assert.match(err, said);
    assert.equal(out, '');
  }
});

test('schema prints the schema file as it is', async () => {
  const { out } = await gateway(['schema']);
  assert.equal(out, readFileSync('schemas/gateway.schema.json', 'utf8'));
});

test('key hash prints the hash of the secret without its line break', async () => {
  const hash = 'sha256:e19c865f8490a262aa2e88c659c0f838f7078394c9a39a55fd63fc453bd1156d\n';
  for (const input of ['sk-quickstart', 'sk-quickstart\n', 'sk-quickstart\r\n']) {
    assert.deepEqual(await gateway(['key', 'hash'], { input }), { exitCode: 0, out: hash, err: '' });
  }
});

test('key hash refuses what no client could send, without repeating it', async () => {
  for (const input of ['', '\n', 'two words', ' led', 'a,b', 'schlüssel', 'one\ntwo\n', 'x'.repeat(600)]) {
    const { exitCode, out, err } = await gateway(['key', 'hash'], { input });
    assert.equal(exitCode, 2);
    assert.equal(out, '');
    assert.match(err, /^gateway: (no secret on standard input|no client could send this secret: .*)\n$/);
  }
});

test('an error is one line; its stack is shown with GATEWAY_DEBUG=1', async () => {
  assert.equal((await gateway(['check'])).err.split('\n').length, 2);
  const { err } = await gateway(['check'], { env: { GATEWAY_DEBUG: '1' } });
  assert.match(err, /^gateway: no file to check; .*\nError: no file to check.*\n +at /);
});

test('colours go to terminals, less with NO_COLOR and more with FORCE_COLOR', () => {
  const terminal = { isTTY: true };
  assert.equal(wantsColor(terminal, {}), true);
  assert.equal(wantsColor({}, {}), false);
  assert.equal(wantsColor(terminal, { NO_COLOR: '1' }), false);
  assert.equal(wantsColor(terminal, { NO_COLOR: '' }), true);
  assert.equal(wantsColor(terminal, { TERM: 'dumb' }), false);
  assert.equal(wantsColor({}, { FORCE_COLOR: '1' }), true);
  assert.equal(wantsColor(terminal, { FORCE_COLOR: '0' }), false);
  assert.equal(wantsColor({}, { FORCE_COLOR: '1', NO_COLOR: '1' }), false);
});
