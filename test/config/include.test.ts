import assert from 'node:assert/strict';
import { mkdir, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadInspected } from '../../src/check/load-inspected.ts';
import { effectiveFile } from '../../src/config/effective.ts';
import { minimal, temporaryFolder } from './fixtures.ts';

const listen = 'version: 1\nlisten: { address: "127.0.0.1:8443", tls: { self_signed: true } }\n';

/** A model of its own. */
const model = (id: string, backend = 'local') =>
  `  ${id}: { deployments: [{ backend: ${backend}, endpoints: { chat_completions: [] } }] }\n`;

async function folderWith(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text, { mode: 0o640 });
  }
  return folder;
}

const load = (folder: string) =>
  loadInspected(join(folder, 'gateway.yaml'), { env: {}, requireSecrets: true });

const included = {
  'gateway.yaml': `${listen}include: ["models/*.yaml", "keys/team.yaml", "models/a.yaml"]\nbackends: { local: { simulator: {} } }\n`,
  'models/b.yaml': `models:\n${model('second')}tests:\n  - { name: b, request: { endpoint: chat_completions, model: first }, expect: { model: first } }\n`,
  'models/a.yaml': `models:\n${model('first')}tests:\n  - { name: a, request: { endpoint: chat_completions, model: second }, expect: { model: second } }\n`,
  'models/.b.yaml.swp': 'no YAML: {',
  'models/README': 'not YAML either: {',
  'keys/team.yaml':
    'rate_limits: { team: { requests: 10/s } }\nkeys: { team: { hash: sha256:HASH, rate_limit: team } }\nnever: [{ name: n, request: { key: team }, reaches: { backend: "us-*" } }]\nsurvives: [{ name: s, request: { model: first }, outages: 1 }]\n'.replace(
      'HASH',
      '5f2c'.repeat(16),
    ),
};

test('what files hold that are included is one configuration, and each part knows its file', async (t) => {
  const folder = await folderWith(t, included);
  const { config, problems, trees, sources } = await load(folder);
  assert.deepEqual(problems, []);
  assert.ok(config);
  assert.deepEqual([...config.models.keys()], ['first', 'second']);
  assert.deepEqual(config.models.get('second')?.at, {
    file: join(folder, 'models/b.yaml'),
    line: 2,
    column: 3,
  });
  assert.equal(config.keys.get('team')?.rule, 'team');
  assert.deepEqual(
    config.tests.map(({ name, index, at }) => [name, index, at.file]),
    [
      ['a', 0, join(folder, 'models/a.yaml')],
      ['b', 0, join(folder, 'models/b.yaml')],
    ],
  );
  const asserted = [...config.never, ...config.survives];
  assert.deepEqual(
    asserted.map(({ name, index, at }) => [name, index, at.file, at.line]),
    [
      ['n', 0, join(folder, 'keys/team.yaml'), 3],
      ['s', 0, join(folder, 'keys/team.yaml'), 4],
    ],
  );
  const whole = effectiveFile(trees) as Record<string, Record<string, unknown>>;
  assert.deepEqual(Object.keys(whole['models'] ?? {}), ['first', 'second']);
  assert.deepEqual(
    (whole['tests'] as unknown as { name: string }[]).map(({ name }) => name),
    ['a', 'b'],
  );
  assert.equal((whole['never'] as unknown as object[]).length, 1);
  assert.equal(whole['include'], undefined);
  assert.ok(
    sources.includes(join(folder, 'models/*.yaml')) && sources.includes(join(folder, 'models/b.yaml')),
  );
  assert.ok(!sources.some((path) => path.endsWith('.swp')));
});

test('the revision covers what is included, and by which name', async (t) => {
  const folder = await folderWith(t, included);
  const revision = async () => (await load(folder)).config?.revision;
  const first = await revision();
  await writeFile(join(folder, 'models/b.yaml'), `models:\n${model('second')}`);
  const changed = await revision();
  await rename(join(folder, 'models/b.yaml'), join(folder, 'models/c.yaml'));
  const renamed = await revision();
  assert.equal(new Set([first, changed, renamed]).size, 3);
  assert.notEqual(renamed, undefined);
});

test('a lint is told in the file that it is about', async (t) => {
  const folder = await folderWith(t, {
    'gateway.yaml': `${minimal}include: [more.yaml]\n`,
    'more.yaml': 'backends:\n  spare: { simulator: {} }\n',
  });
  const { problems } = await load(folder);
  assert.deepEqual(
    problems.map(({ file, line, code }) => [file, line, code]),
    [[join(folder, 'more.yaml'), 2, 'GW1801']],
  );
});

test('a deployment without a price is told in its own file', async (t) => {
  const folder = await folderWith(t, {
    'gateway.yaml': `${listen}include: [models.yaml, keys.yaml]\nbackends: { local: { simulator: {} } }\n`,
    'models.yaml': `models:\n${model('first')}`,
    'keys.yaml': `keys: { team: { hash: sha256:${'5f2c'.repeat(16)}, rate_limit: { budget: 1 USD/day } } }\n`,
  });
  const { problems } = await load(folder);
  assert.deepEqual(
    problems.map(({ file, code }) => [file, code]),
    [[join(folder, 'models.yaml'), 'GW1313']],
  );
});

test('a name in two files is told with both places', async (t) => {
  const folder = await folderWith(t, { ...included, 'models/c.yaml': `models:\n${model('first')}` });
  const { config, problems } = await load(folder);
  assert.equal(config, undefined);
  const [problem] = problems;
  assert.equal(
    `${problem?.file}:${problem?.line}:${problem?.column}`,
    `${join(folder, 'models/c.yaml')}:2:3`,
  );
  assert.equal(problem?.message, `the model "first" is also in ${join(folder, 'models/a.yaml')}, line 2`);
  assert.equal(problems.length, 1);
});

test('where a file could not be read, nothing is said about names that may stand in it', async (t) => {
  const folder = await folderWith(t, {
    'gateway.yaml': `${minimal}include: [broken.yaml]\nkeys: { team: { hash: sha256:${'5f2c'.repeat(16)}, models: [other], rate_limit: team } }\n`,
    'broken.yaml': 'models: {\n',
  });
  const { problems } = await load(folder);
  assert.deepEqual([...new Set(problems.map(({ file }) => file))], [join(folder, 'broken.yaml')]);
});

test('more than a thousand files are refused before they are read', async (t) => {
  const folder = await folderWith(t, { 'gateway.yaml': `${listen}include: ["many/*.yaml"]\n` });
  await mkdir(join(folder, 'many'));
  for (let at = 0; at < 10_000; at += 1) await symlink('/nowhere', join(folder, 'many', `${at}.yaml`));
  const { problems, sources } = await load(folder);
  assert.deepEqual(
    problems.map(({ code, message, line, column }) => [code, message, line, column]),
    [['GW1007', '10000 files would be included; 1000 are the most', 3, 1]],
  );
  assert.equal(sources.length, 2);
});

test('the files that are included have 64 MiB together, and 16 MiB each', async (t) => {
  const folder = await folderWith(t, { 'gateway.yaml': `${listen}include: ["*.part"]\n` });
  for (let at = 0; at < 5; at += 1) {
    const comment = `# ${'x'.repeat(1022)}\n`.repeat(14 * 1024);
    await writeFile(join(folder, `${at}.part`), `keys: {}\n${comment}`, { mode: 0o640 });
  }
  const whole = await load(folder);
  assert.deepEqual(
    whole.problems.map(({ code, message }) => [code, message]),
    [['GW1002', `with ${join(folder, '4.part')} the included files have more than 64 MiB together`]],
  );
  await truncate(join(folder, '0.part'), 16 * 1024 * 1024 + 1);
  const one = await load(folder);
  assert.match(one.problems[0]?.message ?? '', /0\.part, which "\*\.part" matches, is larger than 16 MiB/);
});
