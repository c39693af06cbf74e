import assert from 'node:assert/strict';
import { chmod, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { formatYaml } from '../../../src/config/text/format-yaml.ts';
import { folderWith, valid } from '../files.ts';
import { gateway } from '../recorder.ts';

const untidy = `# on top
version:   1
listen:    # behind a name
    address: "127.0.0.1:0"      # aligned
    tls: {self_signed: true}


backends: {one: {simulator: {}}}
models:
    large:
        # about the deployment
        deployments: [{backend: one, capabilities: [streaming], endpoints: {chat_completions: [vision, tool_choice, function_calling], responses: [vision]}}]
`;

const tidy = `# on top
version: 1
listen: # behind a name
  address: "127.0.0.1:0" # aligned
  tls: { self_signed: true }

backends: { one: { simulator: {} } }
models:
  large:
    # about the deployment
    deployments:
      - backend: one
        capabilities: [streaming]
        endpoints: { chat_completions: [vision, tool_choice, function_calling], responses: [vision] }
`;

test('a file is formatted in place, with its comments, its mode and through a link', async (t) => {
  const dir = await folderWith(t, { 'gateway.yaml': untidy });
  await chmod(join(dir, 'gateway.yaml'), 0o640);
  await symlink(join(dir, 'gateway.yaml'), join(dir, 'link.yaml'));
  assert.deepEqual(await gateway(['fmt', join(dir, 'link.yaml')]), { exitCode: 0, out: '', err: '' });
  assert.equal(await readFile(join(dir, 'gateway.yaml'), 'utf8'), tidy);
  assert.equal((await stat(join(dir, 'gateway.yaml'))).mode & 0o777, 0o640);
  assert.deepEqual((await readdir(dir)).sort(), ['gateway.yaml', 'link.yaml']);
});

test('--check lists what is not formatted and changes nothing', async (t) => {
  const dir = await folderWith(t, { 'a.yaml': untidy, 'b.yaml': tidy });
  const [a, b] = [join(dir, 'a.yaml'), join(dir, 'b.yaml')];
  assert.deepEqual(await gateway(['fmt', '--check', a, b]), { exitCode: 1, out: `${a}\n`, err: '' });
  assert.equal(await readFile(a, 'utf8'), untidy);
  assert.equal((await gateway(['fmt', '--check', b])).exitCode, 0);
  const told = await gateway(['fmt', '--check', '--format', 'json', a, b]);
  assert.deepEqual(
    [told.exitCode, JSON.parse(told.out)],
    [
      1,
      [
        { file: a, state: 'not_formatted' },
        { file: b, state: 'unchanged' },
      ],
    ],
  );
  const both = await gateway(['fmt', '--format', 'json', '-'], { input: untidy });
  assert.match(both.err, /leave --format away/);
});

test('the files that one includes are formatted with it, each once', async (t) => {
  const dir = await folderWith(t, {
    'gateway.yaml': `${tidy}include: ["*-keys.yaml", absent.yaml]\n`,
    'a-keys.yaml': 'keys:   {}\n',
    'b-keys.yaml': 'keys: {}\n',
  });
  const [main, a] = [join(dir, 'gateway.yaml'), join(dir, 'a-keys.yaml')];
  const listed = await gateway(['fmt', '--check', main, a]);
  assert.deepEqual(listed, { exitCode: 1, out: `${a}\n`, err: '' });
  assert.deepEqual(await gateway(['fmt', main]), { exitCode: 0, out: '', err: '' });
  assert.equal(await readFile(a, 'utf8'), 'keys: {}\n');
});

test('- formats standard input to standard output', async () => {
  assert.deepEqual(await gateway(['fmt', '-'], { input: untidy }), { exitCode: 0, out: tidy, err: '' });
});

test('what is not YAML stays as it is', async (t) => {
  const dir = await folderWith(t, { 'bad.yaml': 'a: [1\n' });
  const { exitCode, err } = await gateway(['fmt', join(dir, 'bad.yaml')]);
  assert.equal(exitCode, 1);
  assert.match(err, /bad\.yaml: is not YAML \(line \d\); `gateway check` names the fault/);
  assert.equal(await readFile(join(dir, 'bad.yaml'), 'utf8'), 'a: [1\n');
  assert.equal((await gateway(['fmt', 'no-such.yaml'])).exitCode, 2);
});

test('the examples are formatted, and formatting twice is formatting once', async () => {
  for (const folder of ['examples', 'test/fixtures/config/good', 'test/fixtures/config/bad']) {
    for (const name of await readdir(resolve(folder))) {
      if (!name.endsWith('.yaml')) continue;
      const text = await readFile(resolve(folder, name), 'utf8');
      const once = formatYaml(text);
      if ('fault' in once) continue;
      assert.deepEqual(formatYaml(once.text), once, name);
      if (folder === 'examples') assert.equal(once.text, text, name);
      const comments = (yaml: string) => yaml.match(/(^|\s)#/gm)?.length ?? 0;
      assert.equal(comments(once.text), comments(text), name);
    }
  }
  assert.ok('text' in formatYaml(valid));
});
