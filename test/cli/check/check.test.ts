import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { folderWith, valid, withFailingTest, withUnknownBackend } from '../files.ts';
import { startProcess } from '../process.ts';
import { gateway } from '../recorder.ts';

test('a valid file is one line with what it holds, and exit code 0', async (t) => {
  const file = join(await folderWith(t, { 'gateway.yaml': valid }), 'gateway.yaml');
  assert.deepEqual(await gateway(['check', file]), {
    exitCode: 0,
    out: `${file}: valid, 2 models, 3 deployments, 1 key\n`,
    err: '',
  });
});

test('programs are run where that is asked for, and what they print is nowhere', async (t) => {
  const folder = await folderWith(t, { ran: '' });
  const program = (words: string) => `programs: { vault: { command: [/bin/sh, -c, "${words}"] } }`;
  const text = (words: string) =>
    `${valid.replace('    hash:', '    owner: "${program:vault}"\n    hash:')}${program(words)}\n`;
  const check = async (words: string, ...options: readonly string[]) => {
    const file = join(await folderWith(t, { 'gateway.yaml': text(words) }), 'gateway.yaml');
    return gateway(['check', '--require-secrets', ...options, file]);
  };
  const prints = `echo x >>${join(folder, 'ran')}; echo canary`;
  const without = await check(prints);
  assert.equal(without.exitCode, 0, without.out);
  assert.match(without.out, /the program vault was not run\n {2}note GW1510/);
  assert.equal(readFileSync(join(folder, 'ran'), 'utf8'), '');
  const run = await check(prints, '--run-programs');
  assert.equal(run.exitCode, 0, run.out);
  assert.ok(!run.out.includes('GW1510'));
  assert.equal(readFileSync(join(folder, 'ran'), 'utf8'), 'x\n');
  const printed = await check(prints, '--run-programs', '--print');
  assert.match(printed.out, /owner: \$\{program:vault\}/);
  const failing = await check('echo canary >&2; exit 3', '--run-programs');
  assert.equal(failing.exitCode, 1);
  assert.match(
    failing.out,
    /the program vault gave no secret: \/bin\/sh ended with code 3\n {2}error GW1510/,
  );
  assert.ok(![without, run, printed, failing].some(({ out, err }) => /canary(?!"| >&2)/.test(out + err)));
});

test('tests that pass are counted', async (t) => {
  const passing = withFailingTest.replace('{ deployment: two }', '{ deployment: one }');
  const file = join(await folderWith(t, { 'gateway.yaml': passing }), 'gateway.yaml');
  const { exitCode, out } = await gateway(['check', file]);
  assert.equal(out, `${file}: valid, 2 models, 3 deployments, 1 key, 2 tests passed\n`);
  assert.equal(exitCode, 0);
});

test('a file that is not valid shows each problem where it was typed, and exit code 1', async (t) => {
  const file = join(await folderWith(t, { 'gateway.yaml': withUnknownBackend }), 'gateway.yaml');
  const { exitCode, out } = await gateway(['check', '--config', file]);
  assert.equal(exitCode, 1);
  const first = `${file}:9:20  models.large.deployments[0].backend: no backend is named "onne" (did you mean "one"?)`;
  assert.equal(out.split('\n')[0], first);
  assert.ok(out.endsWith(`\n\n${file}: not valid, 1 error\n`), out);
});

test('a failed test is reported at its line with the expectation, the outcome and why', async (t) => {
  const file = join(await folderWith(t, { 'gateway.yaml': withFailingTest }), 'gateway.yaml');
  const { exitCode, out } = await gateway(['check', file]);
  assert.equal(exitCode, 1);
  const said = `${file}:19:5  tests[0]: "vision is on two" expects deployment two, but the outcome is deployment large/one\n`;
  assert.ok(out.startsWith(said), out);
  assert.match(out, /large\/two +two +1 +lacks `vision`/);
  assert.ok(out.endsWith(`${file}: not valid, 1 of 2 tests failed\n`), out);
});

test('the command that a failed test names explains the same request', async (t) => {
  const file = join(await folderWith(t, { 'gateway.yaml': withFailingTest }), 'gateway.yaml');
  const { out } = await gateway(['check', file]);
  const [, line = ''] = /to ask again: gateway (.*)$/m.exec(out) ?? [];
  const explained = await gateway(line.split(' '));
  assert.equal(explained.exitCode, 0);
  assert.match(explained.out, /^Goes to large\/one\.$/m);
});

test('the command that a failed test of claims names has the claims', async (t) => {
  const text = `${valid}identity:
  issuers:
    corp: { issuer: "https://login.example.com", audience: gateway, jwks: "https://login.example.com/keys", rules: [{ when: { groups: staff }, key: KEY }] }
tests:
  - name: staff comes to two
    request: { endpoint: chat_completions, model: large, claims: { iss: "https://login.example.com", groups: [staff, "it's"] } }
    expect: { deployment: two }
`.replace('KEY', /^keys:\s+([\w-]+):/m.exec(valid)?.[1] ?? '');
  const file = join(await folderWith(t, { 'gateway.yaml': text }), 'gateway.yaml');
  const { out } = await gateway(['check', file]);
  const [, claims = ''] = /to ask again: gateway explain .* --claims (.*)$/m.exec(out) ?? [];
  const told = claims.replace(/^'|'$/g, '').replaceAll(`'\\''`, "'");
  assert.deepEqual(JSON.parse(told), { iss: 'https://login.example.com', groups: ['staff', "it's"] });
});

test('the command that a failed test on a socket names asks on one', async (t) => {
  const text = `${valid}tests:
  - name: a page goes to two
    request: { endpoint: responses, model: large, socket: true, origin: "https://a.example" }
    expect: { deployment: two }
`;
  const file = join(await folderWith(t, { 'gateway.yaml': text }), 'gateway.yaml');
  const { out } = await gateway(['check', file]);
  const [, line = ''] = /to ask again: gateway (.*)$/m.exec(out) ?? [];
  assert.match(line, / --socket --origin https:\/\/a\.example$/);
  const explained = await gateway(line.split(' '));
  assert.match(
    explained.out,
    /^Answered with 426 upgrade_refused: There is no WebSocket at \/v1\/responses/m,
  );
});

test('warnings fail with --strict only', async (t) => {
  const plain = valid.replace('one: { simulator: {} }', 'one: { url: "http://gpu-1.internal:8000" }');
  const file = join(await folderWith(t, { 'gateway.yaml': plain }), 'gateway.yaml');
  const relaxed = await gateway(['check', file]);
  assert.equal(relaxed.exitCode, 0);
  assert.ok(relaxed.out.endsWith(`${file}: valid, 2 models, 3 deployments, 1 key, 1 warning\n`), relaxed.out);
  const strict = await gateway(['check', '--strict', file]);
  assert.equal(strict.exitCode, 1);
  assert.ok(strict.out.endsWith(`${file}: not valid, 1 warning (--strict)\n`), strict.out);
});

test('unset variables are notes, and errors with --require-secrets', async (t) => {
  const text = valid.replace(/hash: .*/, 'secret: ${TEAM_KEY}');
  const file = join(await folderWith(t, { 'gateway.yaml': text }), 'gateway.yaml');
  const relaxed = await gateway(['check', '--strict', file]);
  assert.equal(relaxed.exitCode, 0);
  assert.match(relaxed.out, /TEAM_KEY is not set\n {2}note GW1501\n\n.*valid, .*, 1 note\n$/);
  assert.equal((await gateway(['check', '--require-secrets', file])).exitCode, 1);
  const env = { TEAM_KEY: 'gw-some-secret-of-a-team' };
  const set = await gateway(['check', '--require-secrets', file], { env });
  assert.equal(set.exitCode, 0);
  assert.ok(!set.out.includes(env.TEAM_KEY));
});

test('a file that is not there is exit code 2', async () => {
  const { exitCode, out } = await gateway(['check', 'no-such.yaml']);
  assert.equal(exitCode, 2);
  assert.match(out, /no-such\.yaml:1:1 {2}the file does not exist/);
  assert.ok(out.endsWith('no-such.yaml: can not be read\n'), out);
});

test('a keys file that is not there makes the file not valid', async (t) => {
  const text = `${valid.slice(0, valid.indexOf('keys:'))}keys_file: keys.yaml\n`;
  const file = join(await folderWith(t, { 'gateway.yaml': text }), 'gateway.yaml');
  assert.equal((await gateway(['check', file])).exitCode, 1);
});

test('several files are checked in one run, and one bad file fails it', async (t) => {
  const dir = await folderWith(t, { 'a.yaml': valid, 'b.yaml': withUnknownBackend, 'c.yaml': valid });
  const files = ['a.yaml', 'b.yaml', 'c.yaml'].map((name) => join(dir, name));
  const { exitCode, out } = await gateway(['check', ...files]);
  assert.equal(exitCode, 1);
  const summaries = out.split('\n').filter((line) => /: (not )?valid/.test(line));
  assert.deepEqual(
    summaries.map((line) => line.replace(dir, '').split(',')[0]),
    ['/a.yaml: valid', '/b.yaml: not valid', '/c.yaml: valid'],
  );
});

test('- is standard input', async () => {
  const good = await gateway(['check', '-'], { input: valid });
  assert.equal(good.out, '<stdin>: valid, 2 models, 3 deployments, 1 key\n');
  const bad = await gateway(['check', '-'], { input: withFailingTest });
  assert.equal(bad.exitCode, 1);
  assert.ok(bad.out.startsWith('<stdin>:19:5  tests[0]: '), bad.out);
});

test('nothing to check, and standard input twice, could not run', async () => {
  assert.deepEqual(await gateway(['check']), {
    exitCode: 2,
    out: '',
    err: 'gateway: no file to check; name one, or - for standard input\n',
  });
  assert.equal((await gateway(['check', '-', '-'])).exitCode, 2);
});

test('--verbose lists the backends and the stages that the file assembles', async (t) => {
  const file = join(await folderWith(t, { 'gateway.yaml': valid }), 'gateway.yaml');
  const { out } = await gateway(['check', '--verbose', file]);
  const [, backends, stages] = out.split('\n');
  assert.equal(backends, '  backends: one, two');
  assert.match(stages ?? '', /^ {2}stages: notify observers, open, .*authenticate, .*route, forward$/);
});

test('--verbose names the stages in the build too, whose functions have other names', async (t) => {
  const file = join(await folderWith(t, { 'gateway.yaml': valid }), 'gateway.yaml');
  const { said, ended } = startProcess(t, ['check', '--verbose', file]);
  assert.equal(await ended, 0, said.err);
  assert.match(
    said.out,
    /^ {2}stages: notify observers, open, framing, authenticate, upgrade, classify, list models, turn away, read body, route, forward$/m,
  );
});

test('--verbose says the URL that each backend and endpoint comes to, and nothing that a variable brought', async (t) => {
  const text = `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends:
  openai: { url: "https://api.openai.com/v1" }
  azure:
    url: https://x.openai.azure.com
    paths: { chat_completions: /openai/deployments/gpt/chat/completions }
    query: { api-version: "2025-04-01-preview" }
  local: { url: "http://[::1]:8000/base" }
  named: { url: "\${NAMED_URL}", paths: { responses: /responses } }
  built: { simulator: {} }
models:
  m:
    deployments:
      - { backend: openai, endpoints: { responses: [], chat_completions: [] } }
      - { backend: azure, endpoints: { chat_completions: [] } }
      - { backend: local, endpoints: { messages: [] } }
      - { backend: named, endpoints: { completions: [], responses: [] } }
      - { backend: built, endpoints: { completions: [] } }
`;
  const file = join(await folderWith(t, { 'gateway.yaml': text }), 'gateway.yaml');
  const env = { NAMED_URL: 'https://hidden.example.com/v1' };
  const { out } = await gateway(['check', '--verbose', file], { env });
  assert.deepEqual(
    out
      .split('\n')
      .filter((line) => /^ {2}\w+ (?:chat_completions|completions|messages|responses): /.test(line)),
    [
      '  openai chat_completions: https://api.openai.com/v1/chat/completions',
      '  openai responses: https://api.openai.com/v1/responses',
      '  azure chat_completions: https://x.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2025-04-01-preview',
      '  local messages: http://[::1]:8000/base/v1/messages',
      '  named completions: ${NAMED_URL} with /v1/completions',
      '  named responses: /responses on the host of ${NAMED_URL}',
      '  built completions: built in',
    ],
  );
  assert.doesNotMatch(out, /hidden/);
});

test('--verbose names a model in the paths of the dialect that its backend is asked in, and in no other', async (t) => {
  const text = `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends:
  one: { url: "https://one.example", flavor: vllm, paths: { messages: "/m/{model}", chat_completions: "/c/{model}" } }
models:
  native: { deployments: [ { backend: one, endpoints: { messages: [] } } ] }
  translated: { deployments: [ { backend: one, endpoints: { messages: { via: chat_completions }, chat_completions: [] } } ] }
`;
  const file = join(await folderWith(t, { 'gateway.yaml': text }), 'gateway.yaml');
  const { out } = await gateway(['check', '--verbose', file]);
  assert.deepEqual(
    out.split('\n').filter((line) => line.startsWith('  one ')),
    [
      '  one chat_completions: https://one.example/c/translated',
      '  one messages: https://one.example/m/native',
    ],
  );
});

test('--verbose says each path of an endpoint that has several: for streams, and for each model', async (t) => {
  const text = `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends:
  one: { url: "https://one.example", paths: { messages: { whole: "/m/{model}", stream: "/m/{model}:stream" } } }
models:
  a: { deployments: [ { backend: one, model: "a b", endpoints: { messages: [] } } ] }
  b: { deployments: [ { backend: one, endpoints: { messages: [] } }, { backend: one, id: again, endpoints: { messages: [] } } ] }
  "c/*": { deployments: [ { backend: one, model: "*", endpoints: { messages: [] } } ] }
`;
  const file = join(await folderWith(t, { 'gateway.yaml': text }), 'gateway.yaml');
  const { out } = await gateway(['check', '--verbose', file]);
  assert.deepEqual(
    out.split('\n').filter((line) => line.startsWith('  one messages')),
    [
      '  one messages: https://one.example/m/a%20b',
      '  one messages: https://one.example/m/b',
      '  one messages: https://one.example/m/{model}',
      '  one messages (streams): https://one.example/m/a%20b:stream',
      '  one messages (streams): https://one.example/m/b:stream',
      '  one messages (streams): https://one.example/m/{model}:stream',
    ],
  );
});

test('json is one object per finding, complete and without the code frame', async (t) => {
  const file = join(await folderWith(t, { 'gateway.yaml': withUnknownBackend }), 'gateway.yaml');
  const { exitCode, out } = await gateway(['check', '--format', 'json', file]);
  assert.equal(exitCode, 1);
  assert.deepEqual(JSON.parse(out), [
    {
      code: 'GW1301',
      severity: 'error',
      file,
      line: 9,
      column: 20,
      endLine: 9,
      endColumn: 24,
      path: 'models.large.deployments[0].backend',
      message: 'no backend is named "onne" (did you mean "one"?)',
    },
  ]);
});

test('json of a valid file is an empty array', async () => {
  const { out } = await gateway(['check', '--format', 'json', '-'], { input: valid });
  assert.deepEqual(JSON.parse(out), []);
});

test('json of a failed test says why', async () => {
  const { out } = await gateway(['check', '--format', 'json', '-'], { input: withFailingTest });
  const [finding] = JSON.parse(out) as [{ path: string; why: string }];
  assert.equal(finding.path, 'tests[0]');
  assert.match(finding.why, /Goes to large\/one\.$/);
});

test('under GITHUB_ACTIONS findings are annotations, relative to the workspace', async (t) => {
  const dir = await folderWith(t, { 'gateway.yaml': withUnknownBackend });
  const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: dir };
  const { exitCode, out } = await gateway(['check', join(dir, 'gateway.yaml')], { env });
  assert.equal(exitCode, 1);
  assert.deepEqual(out.split('\n'), [
    '::error file=gateway.yaml,line=9,col=20,endLine=9,endColumn=24,title=GW1301::' +
      'models.large.deployments[0].backend: no backend is named "onne" (did you mean "one"?)',
    `${join(dir, 'gateway.yaml')}: not valid, 1 error`,
    '',
  ]);
  const text = await gateway(['check', '--format', 'text', join(dir, 'gateway.yaml')], { env });
  assert.ok(!text.out.includes('::error'));
});

test('annotations stay on one line whatever they hold', async () => {
  const odd = withFailingTest.replace('vision is on two', '"100% of: a,b"');
  const { out } = await gateway(['check', '--format', 'github', '-'], { input: odd });
  const [annotation = '', summary = ''] = out.split('\n');
  assert.ok(annotation.startsWith('::error file=<stdin>,line=19,'), annotation);
  assert.ok(annotation.includes('tests[0]: "100%25 of: a,b" expects'), annotation);
  assert.ok(annotation.endsWith('%0AGoes to large/one.'), annotation);
  assert.equal(summary, '<stdin>: not valid, 1 of 2 tests failed');
});

test('colours change nothing but the colour', async () => {
  const plain = await gateway(['check', '-'], { input: withFailingTest });
  const coloured = await gateway(['check', '-'], { input: withFailingTest, color: true });
  assert.notEqual(coloured.out, plain.out);
  assert.equal(stripVTControlCharacters(coloured.out), plain.out);
});
