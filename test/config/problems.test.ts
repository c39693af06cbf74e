import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { problemCatalog } from '../../src/config/problem-codes.ts';
import { Report } from '../../src/config/problem-report.ts';
import { formatProblems, type Problem } from '../../src/config/problems.ts';
import { fileShape } from '../../src/config/schema/generated/shape.generated.js';
import { codeFrame } from '../../src/config/text/code-frame.ts';
import { parseYaml } from '../../src/config/text/parse-yaml.ts';
import { secretSpans } from '../../src/config/text/secret-spans.ts';
import { source } from '../../src/config/text/source.ts';
import { minimal } from './fixtures.ts';
import { fileWith, scalars } from './schema/every-field.ts';

const problemsOf = async (text: string) =>
  (await loadConfig('-', { text, env: {}, requireSecrets: true })).problems;

test('a problem is shown with its place, its code, its line and a way out', async () => {
  const problems = await problemsOf(`${minimal.replace('backend: local', 'backend: locla')}zebra: 2\n`);
  assert.equal(
    formatProblems(problems),
    `<stdin>:8:20  models.fast.deployments[0].backend: no backend is named "locla" (did you mean "local"?)
  error GW1301
     8 |       - { backend: locla, endpoints: { chat_completions: [streaming] } }
       |                    ^^^^^

<stdin>:9:1  zebra: there is no field "zebra" here
  error GW1201
     9 | zebra: 2
       | ^^^^^
  help: possible here: version, include, extra_capabilities, listen, admin, workers, log, tracing, metrics, notify, content_log, programs, routing, catalogue, endpoints, stateful, backends, models, guards, mcp, rate_limits, groups, keys, identity, keys_file, keys_store, state, tests, never, survives`,
  );
});

test('a bare number where a rate or a budget belongs gets one to write', async () => {
  const rules = 'rate_limits: { default: { requests: 60, tokens: [7], budget: 5 } }\n';
  assert.deepEqual(
    (await problemsOf(minimal + rules)).map(({ hint }) => hint),
    ['write a rate, such as 60/min', 'write a rate, such as 7/min', 'write a budget, such as "5 USD/month"'],
  );
});

test('colours change nothing but colours', async () => {
  const problems = await problemsOf(minimal.replace('local, ', 'locla, '));
  const coloured = formatProblems(problems, { color: true });
  assert.notEqual(coloured, formatProblems(problems));
  assert.equal(stripVTControlCharacters(coloured), formatProblems(problems));
});

test('problems are sorted by file, line and column, errors first', () => {
  const at = (file: string, line: number, severity: Problem['severity']): Problem => ({
    code: 'GW1201',
    severity,
    file,
    line,
    column: 1,
    endLine: line,
    endColumn: 2,
    path: '',
    message: `${file} ${line} ${severity}`,
  });
  const text = formatProblems([
    at('b', 1, 'error'),
    at('a', 10, 'error'),
    at('a', 9, 'note'),
    at('a', 9, 'error'),
  ]);
  assert.deepEqual(text.match(/[ab] \d+ \w+/g), ['a 9 error', 'a 9 note', 'a 10 error', 'b 1 error']);
});

test('frames mask secrets, also those whose field is misspelled or whose file cannot be parsed', async () => {
  for (const text of [
    `${minimal}keys:\n  a: { secert: sk-geheim }\n`,
    `${minimal}keys:\n  a: { hash: sk-geheim }\n`,
    `${minimal}keys: { a: { secret: sk-geheim, models: [*] } }\n`,
    `${minimal}admin: { address: 5, tokne: sk-geheim }\n`,
    minimal.replace('{ simulator: {} }', '{ url: "https://a.example", auth: { baerer: sk-geheim } }'),
    minimal.replace(
      '{ simulator: {} }',
      '{ url: "https://a.example", headers: { x-api-key: sk-geheim, x: 5 } }',
    ),
    minimal.replace('{ simulator: {} }', '{ url: "https://me:sk-geheim@a.example" }'),
    minimal.replace('{ simulator: {} }', '{ url: "https://a.example", auth: { bearer: "sk-geheim" '),
    minimal.replace(
      '{ simulator: {} }',
      '{ url: "https://a.example", auth: { bearer: 5 }, tsl: {}, x: sk-open }',
    ),
  ]) {
    const problems = await problemsOf(text);
    assert.ok(problems.length > 0);
    assert.ok(!formatProblems(problems).includes('geheim'), formatProblems(problems));
  }
});

test('what the schema calls a secret is hidden, and what has a form of its own is shown', () => {
  for (const [shape, path] of scalars(fileShape)) {
    const isOpen = shape.definition !== undefined && shape.definition !== 'secret';
    if (shape.definition !== 'secret' && !(isOpen && path.includes('auth'))) continue;
    const text = fileWith(path, 'geheim-und-lang');
    const tree = parseYaml(source('f.yaml', 'f.yaml', text), new Report(), '');
    const shown = secretSpans(tree!).map(({ start, end }) => text.slice(start, end));
    assert.equal(shown.includes('geheim-und-lang'), !isOpen, path.join('.'));
    const at = text.indexOf('geheim-und-lang');
    const unparsed = codeFrame(source('f.yaml', 'f.yaml', text), { start: at, end: at + 1 }, []);
    assert.equal(unparsed?.includes('geheim'), isOpen, `${path.join('.')} in a file that cannot be parsed`);
  }
});

test('a long line is shown around the place', async () => {
  const { frame } = (await problemsOf(`${minimal}x-a: [${'word, '.repeat(100)}!env X]\n`))[0] ?? {};
  const [line = '', carets = ''] = frame?.split('\n') ?? [];
  assert.ok(line.length < 130);
  assert.equal(line.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1), '!env');
});

test('codes are unique and have their form', () => {
  const codes = Object.values(problemCatalog).map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^GW\d{4}$/);
});
