import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { loadInspected } from '../../../src/check/load-inspected.ts';
import { problemCatalog } from '../../../src/config/problem-codes.ts';
import { folderWith, valid, withFailingTest, withUnknownBackend } from '../files.ts';
import { startProcess } from '../process.ts';
import { gateway } from '../recorder.ts';

const withSpare = valid.replace('  two:', '  spare: { simulator: {} }\n  two:');

test('sarif is a log with a rule for every finding and a region for every result', async () => {
  const { exitCode, out } = await gateway(['check', '--format', 'sarif', '-'], { input: withUnknownBackend });
  assert.equal(exitCode, 1);
  const { version, runs } = JSON.parse(out);
  assert.equal(version, '2.1.0');
  const [{ tool, results, columnKind }] = runs;
  assert.equal(columnKind, 'utf16CodeUnits');
  assert.deepEqual(
    tool.driver.rules.map(({ id }: { id: string }) => id),
    Object.values(problemCatalog).map(({ code }) => code),
  );
  assert.equal(results.length, 1);
  const [{ ruleId, ruleIndex, level, message, locations }] = results;
  assert.deepEqual([ruleId, level, tool.driver.rules[ruleIndex].id], ['GW1301', 'error', 'GW1301']);
  assert.match(message.text, /^models\.large\.deployments\[0\]\.backend: no backend is named "onne"/);
  assert.deepEqual(locations[0].physicalLocation, {
    artifactLocation: { uri: 'stdin', uriBaseId: '%SRCROOT%' },
    region: { startLine: 9, startColumn: 20, endLine: 9, endColumn: 24 },
  });
});

test('sarif of a valid file has no results', async () => {
  const { out } = await gateway(['check', '--format', 'sarif', '-'], { input: valid });
  assert.deepEqual(JSON.parse(out).runs[0].results, []);
});

test('junit has a suite for a file, with a case for the file and one for each test', async () => {
  const { exitCode, out } = await gateway(['check', '--format', 'junit', '-'], { input: withFailingTest });
  assert.equal(exitCode, 1);
  assert.match(out, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites>\n/);
  assert.match(out, /<testsuite name="&lt;stdin&gt;" tests="3" failures="1">/);
  assert.match(out, /<testcase classname="&lt;stdin&gt;" name="the file is valid"\/>/);
  assert.match(
    out,
    /name="vision is on two \(line 19\)">\n {6}<failure message="expects deployment two, but the outcome is deployment large\/one">/,
  );
  assert.match(out, /name="without one there is no vision \(line 22\)"\/>/);
  const broken = await gateway(['check', '--format', 'junit', '-'], { input: withUnknownBackend });
  assert.match(
    broken.out,
    /failures="1">\n.*the file is valid">\n {6}<failure message="&lt;stdin&gt;:9:20 {2}error GW1301/,
  );
});

test('a warning can be ignored by its code, an error and an unknown code can not', async () => {
  const args = ['check', '--strict', '-'];
  assert.equal((await gateway(args, { input: withSpare })).exitCode, 1);
  const { exitCode, out } = await gateway([...args, '--ignore', 'gw1801'], { input: withSpare });
  assert.deepEqual([exitCode, out.includes('GW1801')], [0, false]);
  const error = await gateway([...args, '--ignore', 'GW1301'], { input: valid });
  assert.deepEqual(error, {
    exitCode: 2,
    out: '',
    err: 'gateway: --ignore GW1301: this is an error, and errors can not be ignored\n',
  });
  const unknown = await gateway([...args, '--ignore', 'GW1899'], { input: valid });
  assert.match(unknown.err, /--ignore GW1899: there is no such finding/);
});

test('--explain prints the page on a finding, without a file', async () => {
  const { exitCode, out } = await gateway(['check', '--explain', 'gw1804']);
  assert.equal(exitCode, 0);
  assert.match(out, /^GW1804 {2}warning: /);
  const unknown = await gateway(['check', '--explain', 'GW1310x']);
  assert.deepEqual(
    [unknown.exitCode, unknown.err],
    [2, 'gateway: there is no finding GW1310x (did you mean GW1310?); codes look like GW1301\n'],
  );
});

test('--print hides the password in the URL of the limit store, but not where it comes from', async (t) => {
  const printedUrl = async (url: string) => {
    const state = `state: { store: redis, redis: { url: "${url}", gateways: 1 } }\n`;
    const dir = await folderWith(t, { 'gateway.yaml': valid + state });
    const { out } = await gateway(['check', '--print', join(dir, 'gateway.yaml')], {
      env: { PW: 'value-of-it' },
    });
    return (parse(out) as { state: { redis: { url: string } } }).state.redis.url;
  };
  assert.equal(await printedUrl('rediss://me:in-clear@h:6379'), 'rediss://***@h:6379');
  assert.equal(await printedUrl('redis://in-clear@h'), 'redis://***@h');
  assert.equal(await printedUrl('redis://me:${PW}@h'), 'redis://me:${PW}@h');
  assert.equal(await printedUrl('redis://me:${NO:-in-clear}@h'), 'redis://***@h');
  assert.equal(await printedUrl('redis://h:6379/0'), 'redis://h:6379/0');
});

test('--print shows the file as it takes effect, in a form that means the same, and no secret', async (t) => {
  const text = `${valid.replace('one: { simulator: {} }', 'one: { url: "https://a.example", auth: { bearer: "${KEY}" }, headers: { x-api-key: in-clear } }')}keys_file: more.yaml\nx-note: 1\n`;
  const more = `keys:\n  other: { secret: "\${OTHER}" }\n`;
  const dir = await folderWith(t, { 'gateway.yaml': text, 'more.yaml': more });
  const env = { KEY: 'value-of-the-key', OTHER: 'value-of-the-other' };
  const { exitCode, out, err } = await gateway(['check', '--print', join(dir, 'gateway.yaml')], { env });
  assert.equal(exitCode, 0);
  assert.match(err, /: valid, /);
  const printed = parse(out);
  assert.equal(printed.listen.max_body, '32MiB');
  assert.equal(printed.backends.one.auth.bearer, '${KEY}');
  assert.equal(printed.backends.one.headers['x-api-key'], '***');
  assert.deepEqual(Object.keys(printed.keys), ['team', 'other']);
  assert.equal(printed['x-note'], undefined);
  for (const secret of [...Object.values(env), 'in-clear']) assert.ok(!out.includes(secret));
  const first = await loadInspected(join(dir, 'gateway.yaml'), { env, requireSecrets: true });
  const again = await loadInspected('-', { env, requireSecrets: true, text: out });
  assert.ok(first.config && again.config, JSON.stringify(again.problems));
  assert.deepEqual([...again.config.models.keys()], [...first.config.models.keys()]);
  assert.deepEqual(again.config.listen, first.config.listen);
});

test('tests stand in files of their own too, and are reported there', async (t) => {
  const tests = `tests:
  - name: large is on one
    request: { endpoint: chat_completions, model: large }
    expect: { deployment: one, model: large, order: [large/one, two], eligible: [two, one] }
  - name: small is on one
    request: { endpoint: messages, model: small }
    expect: { deployment: one }
`;
  const dir = await folderWith(t, { 'gateway.yaml': valid, 'routes.test.yaml': tests });
  const file = join(dir, 'gateway.yaml');
  const own = join(dir, 'routes.test.yaml');
  const { exitCode, out } = await gateway(['check', file, '--tests', own]);
  assert.equal(exitCode, 1);
  assert.ok(
    out.includes(`${own}:5:5  tests[1]: "small is on one" expects deployment one, but the outcome is`),
    out,
  );
  assert.ok(out.includes('no deployment is named') === false);
  assert.ok(out.endsWith(`${file}: not valid, 1 of 2 tests failed\n`), out);
  await writeFile(own, tests.replace('deployment: one }', 'deployment: two }'));
  assert.match((await gateway(['check', file, '--tests', own])).out, /, 2 tests passed\n$/);
  await writeFile(own, tests.replace('deployment: one }', 'deployment: tow }'));
  const wrong = await gateway(['check', file, '--tests', own]);
  assert.match(
    wrong.out,
    /:7:27 {2}tests\[1\]\.expect\.deployment: no deployment is named "tow" \(did you mean "two"\?\)/,
  );
});

test('a test asks what its body asks', async (t) => {
  const tests = (body: string) => `${valid}tests:
  - name: an image
    body: ${body}
    request: { endpoint: chat_completions }
    expect: { deployment: large/one }
`;
  const content = [{ type: 'image_url', image_url: { url: 'https://a.example/x.png' } }];
  const body = { model: 'large', tags: ['vision'], messages: [{ role: 'user', content }] };
  const files = {
    'gateway.yaml': tests('image.json'),
    'other.yaml': tests('gone.json'),
    'image.json': JSON.stringify(body),
  };
  const dir = await folderWith(t, files);
  assert.match((await gateway(['check', join(dir, 'gateway.yaml')])).out, /, 1 test passed\n$/);
  const gone = await gateway(['check', join(dir, 'other.yaml')]);
  assert.match(gone.out, /the test can not be run[\s\S]*the body file .*gone\.json does not exist/);
});

test('--coverage lists what no test touches', async () => {
  const input = withFailingTest.replace('{ deployment: two }', '{ deployment: one }');
  const { exitCode, out } = await gateway(['check', '--coverage', '-'], { input });
  assert.equal(exitCode, 0);
  const [, models, deployments, tags] = out.split('\n');
  assert.equal(models, '  tests touch 1 of 2 models; not small');
  assert.equal(deployments, '  tests touch 1 of 3 deployments; not large/two, small/two');
  assert.match(tags ?? '', /^ {2}tests touch 1 of 4 tags; not large chat_completions:streaming, /);
});

test('--watch checks again when the file changes, until a signal ends it', async (t) => {
  const dir = await folderWith(t, { 'gateway.yaml': withUnknownBackend });
  const file = join(dir, 'gateway.yaml');
  const process = startProcess(t, ['check', '--watch', file]);
  await process.saying(/not valid, 1 error[\s\S]*watching 1 file/);
  await writeFile(file, valid);
  await process.saying(/: valid, 2 models/);
  process.child.kill('SIGINT');
  assert.equal(await process.ended, 0);
  assert.equal((await gateway(['check', '--watch', '-'])).exitCode, 2);
  assert.ok((await readFile(file, 'utf8')).length > 0);
});

/** A variable that is not set is a note, and stands before the error. */
const withNote = withUnknownBackend.replace(
  '  one:',
  '  named: { url: "https://example.com", auth: { bearer: "${NOT_SET}" } }\n  one:',
);

test("junit's failure is the first error, not a note before it", async () => {
  const { exitCode, out } = await gateway(['check', '--format', 'junit', '-'], { input: withNote });
  assert.equal(exitCode, 1);
  assert.match(out, /<failure message="[^"]* error GW1301 [^"]*">/);
  assert.match(out, / note GW1501 /);
  const warned = withSpare.replace(
    '  one:',
    '  named: { url: "https://example.com", auth: { bearer: "${NOT_SET}" } }\n  one:',
  );
  const strict = await gateway(['check', '--strict', '--format', 'junit', '-'], { input: warned });
  assert.match(strict.out, /<failure message="[^"]* warning GW1801 [^"]*">/);
});

test('what is shown as a note can be ignored, and stays an error where secrets are required', async () => {
  const input = valid
    .replace(
      '{ backend: one,',
      '{ backend: named, endpoints: { chat_completions: [] } }\n      - { backend: one,',
    )
    .replace('  one:', '  named: { url: "https://example.com", auth: { bearer: "${NOT_SET}" } }\n  one:');
  const args = ['check', '--ignore', 'GW1501,GW1804', '--format', 'json', '-'];
  assert.deepEqual(await gateway(args, { input }), { exitCode: 0, out: '[]\n', err: '' });
  const required = await gateway(['check', '--require-secrets', ...args.slice(1)], { input });
  assert.equal(required.exitCode, 1);
  assert.deepEqual(
    JSON.parse(required.out).map(({ code, severity }: { code: string; severity: string }) => [
      code,
      severity,
    ]),
    [['GW1501', 'error']],
  );
});

test('--coverage in json is an object with the findings and what no test touches', async () => {
  const { exitCode, out } = await gateway(['check', '--coverage', '--format', 'json', '-'], {
    input: withFailingTest,
  });
  assert.equal(exitCode, 1);
  const { findings, coverage } = JSON.parse(out);
  assert.deepEqual(
    findings.map(({ code }: { code: string }) => code),
    ['GW1701'],
  );
  assert.equal(coverage.length, 1);
  const [{ file, models, deployments }] = coverage;
  assert.equal(file, '<stdin>');
  assert.deepEqual(models, { total: 2, untouched: ['small'] });
  assert.deepEqual(deployments.untouched, ['large/two', 'small/two']);
});
