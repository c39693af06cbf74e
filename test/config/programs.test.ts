import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { effectiveYaml } from '../../src/config/effective.ts';
import { loadConfig } from '../../src/config/load.ts';
import { formatProblems } from '../../src/config/problems.ts';
import type { ProgramRuns } from '../../src/config/program-secrets.ts';
import { copyOfStore } from '../../src/config/resolve/resolve.ts';
import { programId } from '../../src/config/types/programs.ts';
import { runSecretProgram } from '../../src/credentials/sources/exec/secret-program.ts';
import { until } from '../helpers/gate.ts';
import { isRunning } from '../helpers/live.ts';
import { scratchFolder, shellProgram } from '../helpers/scratch.ts';
import { staticValue } from '../helpers/static-value.ts';

const env = { PATH: process.env['PATH'], GIVEN: 'a-variable', OTHER: 'not-given' };
const runs: ProgramRuns = { known: new Map(), run: (program) => runSecretProgram(program, env) };

/** A file with one program, and what else it says. */
function fileWith(
  t: TestContext,
  program: string,
  {
    more = '',
    options = '',
    files = {},
    bearer = '${program:vault}',
  }: {
    more?: string;
    options?: string;
    files?: Record<string, string>;
    bearer?: string;
  } = {},
): string {
  const folder = scratchFolder(t);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content, { mode: 0o600 });
  }
  const file = join(folder, 'gateway.yaml');
  writeFileSync(
    file,
    `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
state: { dir: state }
programs: { vault: { command: [${program}]${options} } }
backends:
  local: { url: "https://llm.example.com", auth: { bearer: "${bearer}" } }
models:
  fast: { deployments: [{ backend: local, endpoints: { chat_completions: [] } }] }
${more}`,
    { mode: 0o600 },
  );
  return file;
}

async function load(file: string, programs: ProgramRuns | undefined = runs) {
  const loaded = await loadConfig(file, { env, requireSecrets: true, ...(programs && { programs }) });
  const said = formatProblems(loaded.problems);
  return { said, bearer: loaded.config && staticValue(loaded.config.backends.get('local')!), ...loaded };
}

test('what a program prints is a secret of the file, masked wherever the file is shown', async (t) => {
  const program = shellProgram(t, 'echo "canary-of-a-vault"; echo');
  const { config, bearer, said, trees, problems } = await load(fileWith(t, program));
  assert.deepEqual(problems, []);
  assert.equal(bearer, 'Bearer canary-of-a-vault');
  assert.deepEqual(config!.programs.get('vault'), {
    name: 'vault',
    command: [program],
    env: [],
    everyMs: 900_000,
    timeoutMs: 10_000,
    value: 'canary-of-a-vault',
  });
  const shown = effectiveYaml(trees, 110);
  assert.ok(!`${said}${shown}`.includes('canary'));
  assert.match(shown, /bearer: \$\{program:vault\}/);
});

test('it runs without a shell, with its arguments as they stand and no variables but those that are named', async (t) => {
  const program = shellProgram(t, 'printf "%s|" "$@" "$GIVEN" "$OTHER"');
  const file = fileWith(t, `${program}, "$HOME/*", "a;b"`, { options: ', env: [GIVEN]' });
  const { config } = await load(file);
  assert.equal(config!.programs.get('vault')!.value, '$HOME/*|a;b|a-variable||');
});

test('the file is read once, with the text that named the programs, whatever they do meanwhile', async (t) => {
  const folder = scratchFolder(t);
  const program = shellProgram(t, `echo "nothing: [" > ${folder}/gateway.yaml; echo said`);
  const file = join(folder, 'gateway.yaml');
  writeFileSync(file, readFileSync(fileWith(t, program), 'utf8'));
  const { config, said } = await load(file);
  assert.ok(config, said);
  assert.equal(config.programs.get('vault')!.value, 'said');
  assert.equal(readFileSync(file, 'utf8'), 'nothing: [\n');
});

test('an included file may refer to a program, too', async (t) => {
  const program = shellProgram(t, 'echo from-a-program');
  const more = 'include: [more.yaml]';
  const files = {
    'more.yaml':
      'backends:\n  other: { url: "https://llm.example.com", auth: { bearer: "${program:vault}" } }\n',
  };
  const { config, said } = await load(fileWith(t, program, { more, files }));
  assert.ok(config, said);
  assert.equal(staticValue(config.backends.get('other')!), 'Bearer from-a-program');
});

test('what a program prints is part of the revision, and not of those that hosts are compared by', async (t) => {
  const folder = scratchFolder(t);
  writeFileSync(join(folder, 'out'), 'one');
  const file = fileWith(t, shellProgram(t, `cat ${join(folder, 'out')}`));
  const { config: one } = await load(file);
  const { config: again } = await load(file);
  writeFileSync(join(folder, 'out'), 'two');
  const { config: two } = await load(file);
  assert.equal(one!.revision, again!.revision);
  assert.notEqual(one!.revision, two!.revision);
  assert.equal(one!.textRevision, two!.textRevision);
  assert.equal(one!.secretsRevision, two!.secretsRevision);
});

test('one that is known is not run', async (t) => {
  const ran = join(scratchFolder(t), 'ran');
  const program = shellProgram(t, `touch ${ran}; echo fresh`);
  const known = new Map([[programId({ command: [program], env: [] }), 'from-before']]);
  const { bearer } = await load(fileWith(t, program), { known, run: runs.run });
  assert.equal(bearer, 'Bearer from-before');
  assert.ok(!existsSync(ran));
});

test('nothing is run without being told to, nor where the program itself is wrong', async (t) => {
  const ran = join(scratchFolder(t), 'ran');
  const program = shellProgram(t, `touch ${ran}; echo fresh`);
  const { config, problems } = await loadConfig(fileWith(t, program), { env, requireSecrets: true });
  assert.ok(config);
  assert.deepEqual(
    problems.map(({ severity, code, message, hint }) => [severity, code, message, hint]),
    [['note', 'GW1510', 'the program vault was not run', '`gateway check --run-programs` runs it']],
  );
  const wrong = await load(fileWith(t, program, { options: ', timeout: 1h' }));
  assert.equal(wrong.config, undefined);
  assert.ok(!existsSync(ran));
});

/** Programs that give no secret, and what is told of them. */
const useless: Readonly<Record<string, readonly [lines: string, told: RegExp]>> = {
  'that never ends': ['echo canary; trap "" TERM; sleep 60', /did not end within 0\.3 s and was ended/],
  'that prints a gigabyte': ['head -c 1073741824 /dev/zero', /printed more than 64 KiB/],
  'that fails, with a secret on its standard error': [
    'echo "canary=$1" >&2; echo canary; exit 3',
    /ended with code 3$/m,
  ],
  'that prints nothing': ['exit 0', /printed nothing/],
  'that prints what is no text': ["printf '\\377\\376canary'", /is not UTF-8/],
  'that kills itself': ['kill -9 $$', /ended by SIGKILL/],
};

for (const [what, [lines, told]] of Object.entries(useless)) {
  test(`a program ${what} is an error that says nothing of what it printed`, async (t) => {
    const { config, said, problems } = await load(
      fileWith(t, `${shellProgram(t, lines)}, canary-argument`, { options: ', timeout: 300ms' }),
    );
    assert.equal(config, undefined);
    assert.deepEqual(
      problems.map(({ code, severity }) => [code, severity]),
      [['GW1510', 'error']],
    );
    assert.match(problems[0]!.message, told);
    assert.ok(!said.includes('canary'), said);
  });
}

test('a program that is not there is told as such', async (t) => {
  const { problems } = await load(fileWith(t, '/nowhere/vault'));
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['GW1431', 'GW1510'].slice(0, problems.length),
  );
  assert.match(problems[0]!.message, /does not exist/);
});

test('what a program leaves running ends with it, or is not waited for', async (t) => {
  const folder = scratchFolder(t);
  const pids = join(folder, 'pids');
  const program = shellProgram(
    t,
    `(sleep 60 & echo $! >>${pids}); sleep 60 & echo $! >>${pids}; echo a-secret`,
  );
  const since = performance.now();
  const { bearer } = await load(fileWith(t, program));
  assert.equal(bearer, 'Bearer a-secret');
  assert.ok(performance.now() - since < 5000);
  const left = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
  assert.equal(left.length, 2);
  await until(() => !left.some(isRunning), 'they have ended');
});

test('in a keys file and in the copy of a store a reference to a program stays text', async (t) => {
  const ran = join(scratchFolder(t), 'ran');
  const program = shellProgram(t, `echo ran >>${ran}; echo canary`);
  const hash = `sha256:${'ab'.repeat(32)}`;
  const key = (note: string) => `{ "hash": "${hash}", "note": "${note}" }`;
  const more =
    'keys_file: keys.json\nkeys_store: redis\nstate: { dir: state, redis: { url: "redis://127.0.0.1:1" } }';
  const file = fileWith(t, program, {
    files: {
      'keys.json': `{ "keys": { "a": ${key('${program:vault}')} } }`,
      'state/store-keys.json': `{ "keys": { "b": ${key('${program:vault}').replace('abab', 'cdcd')} } }`,
    },
  });
  writeFileSync(file, readFileSync(file, 'utf8').replace('state: { dir: state }\n', '') + more);
  assert.ok(existsSync(copyOfStore(join(dirname(file), 'state'))));
  const { config, said } = await load(file);
  assert.ok(config, said);
  assert.equal(config.keys.get('a')!.note, '${program:vault}');
  assert.equal(config.keys.get('b')!.note, '${program:vault}');
  assert.equal(readFileSync(ran, 'utf8'), 'ran\n');
  // As the secret of a key it is what it says: a secret in clear, and not the program's.
  writeFileSync(join(dirname(file), 'keys.json'), '{ "keys": { "a": { "secret": "${program:vault}" } } }');
  const clear = await load(file);
  assert.ok(
    clear.problems.some(({ code, path }) => code === 'GW1505' && path === 'keys.a.secret'),
    clear.said,
  );
});
