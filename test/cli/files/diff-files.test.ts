import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith, valid, withUnknownBackend } from '../files.ts';
import { gateway } from '../recorder.ts';

const changed = valid
  .replace('[vision, streaming]', '[streaming, tool_choice]')
  .replace('self_signed: true }', 'self_signed: true }, max_body: 1MiB')
  .replace('    models: [large, small]\n', '    models: [large, small]\n    expires: 2099-01-01\n')
  .replace('  small:\n', '  tiny:\n')
  .replace('[large, small]', '[large, tiny]');

test('what a change means stands in sections, with the keys that it concerns', async (t) => {
  const dir = await folderWith(t, { 'old.yaml': valid, 'new.yaml': changed });
  const { exitCode, out, err } = await gateway(['diff', join(dir, 'old.yaml'), join(dir, 'new.yaml')]);
  assert.deepEqual([exitCode, err], [0, '']);
  assert.equal(
    out,
    `Models:
  + tiny
  - small
  ~ large/one: endpoints.chat_completions [vision, streaming] -> [streaming, tool_choice]

What requests may ask for:
  + large on chat_completions: chat_completions:tool_choice; tool_choice (keys: team)
  - large on chat_completions: chat_completions:vision; vision (keys: team)
  - small on messages: every request (keys: team)
  + tiny on messages: every request (keys: team)

Keys:
  ~ team: models [large, small] -> [large, tiny]
  ~ team: expires is 2099-01-01

What keys, groups and rules allow:
  + key team: the model tiny
  - key team: the model small

Settings:
  ~ listen.max_body 32MiB -> 1MiB
`,
  );
});

test('--exit-code is 0 for the same, 2 for a change and 1 for an error', async (t) => {
  const moved = valid.replace('backends:', '# moved\n\nbackends:');
  const dir = await folderWith(t, {
    'a.yaml': valid,
    'b.yaml': moved,
    'c.yaml': changed,
    'd.yaml': withUnknownBackend,
  });
  const run = (b: string) => gateway(['diff', '--exit-code', join(dir, 'a.yaml'), join(dir, b)]);
  assert.deepEqual(await run('b.yaml'), { exitCode: 0, out: 'Nothing changes.\n', err: '' });
  assert.equal((await run('c.yaml')).exitCode, 2);
  const broken = await run('d.yaml');
  assert.equal(broken.exitCode, 1);
  assert.match(broken.err, /no backend is named "onne"/);
});

test('one side can be standard input, and the report json or markdown', async (t) => {
  const dir = await folderWith(t, { 'new.yaml': changed });
  const args = ['diff', '-', join(dir, 'new.yaml'), '--format'];
  const json = JSON.parse((await gateway([...args, 'json'], { input: valid })).out);
  assert.equal(json.same, false);
  assert.deepEqual(json.models.added, ['tiny']);
  assert.deepEqual(json.servable[0], {
    model: 'large',
    endpoints: ['chat_completions'],
    gained: [['chat_completions:tool_choice'], ['tool_choice']],
    lost: [['chat_completions:vision'], ['vision']],
    keys: ['team'],
  });
  const markdown = (await gateway([...args, 'markdown'], { input: valid })).out;
  assert.match(markdown, /^### Models\n\n```diff\n\+ tiny\n- small\n! large\/one: /);
  assert.equal((await gateway(['diff', '-', '-'])).exitCode, 2);
});

test('--git reads what was included at that commit, files that are gone and new ones among them', async (t) => {
  const model = (id: string) =>
    `models:\n  ${id}: { deployments: [{ backend: one, endpoints: { messages: [] } }] }\n`;
  const dir = await folderWith(t, {
    'gateway.yaml': valid.replace('version: 1\n', 'version: 1\ninclude: ["more-*.yaml"]\n'),
    'more-a.yaml': model('first'),
  });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd: dir });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'one');
  await rm(join(dir, 'more-a.yaml'));
  await writeFile(join(dir, 'more-b.yaml'), model('second'));
  const { out, err } = await gateway(['diff', '--git', 'HEAD', join(dir, 'gateway.yaml')]);
  assert.equal(err, '');
  assert.match(out, /^Models:\n {2}\+ second\n {2}- first\n/);
});

test('no secret shows in a difference', async (t) => {
  const with1 = valid.replace(
    'one: { simulator: {} }',
    'one: { url: "https://a.example", auth: { bearer: "sk-first" }, headers: { x-a: "first-header" } }',
  );
  const with2 = with1
    .replace('sk-first', 'sk-second')
    .replace('first-header', 'second-header')
    .replace('e19c865f', 'a19c865f');
  const dir = await folderWith(t, { 'a.yaml': with1, 'b.yaml': with2 });
  const { out } = await gateway(['diff', join(dir, 'a.yaml'), join(dir, 'b.yaml')]);
  assert.match(out, /~ team: hash changed/);
  assert.match(out, /~ one: auth\.value changed/);
  assert.doesNotMatch(out, /sk-first|sk-second|first-header|second-header|19c865f/);
});
