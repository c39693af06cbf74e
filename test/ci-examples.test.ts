import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'yaml';
import { liveText } from './helpers/live.ts';
import { gatewayProgram } from './helpers/program.ts';
import { readToken, serve } from './helpers/serve.ts';

const examples = resolve(import.meta.dirname, '../examples');
const read = (name: string) => readFileSync(join(examples, 'ci', name), 'utf8');

interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Stands in for a program that posts a comment: keeps what it was to post, and how it was called. */
const poster = `#!/bin/sh\nprintf '%s\\n' "$@" > "$HOME/posted.args"\nexec cat > "$HOME/posted.md"\n`;

/** A checkout with the quickstart, as a job finds it, and `gateway` on its path. */
function checkout(t: TestContext): Place {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-ci-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const bin = join(folder, '.bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'gateway'), `#!/bin/sh\nexec "${process.execPath}" "${gatewayProgram}" "$@"\n`);
  for (const name of ['gh', 'curl']) writeFileSync(join(bin, name), poster);
  for (const name of ['gateway', 'gh', 'curl']) chmodSync(join(bin, name), 0o755);
  cpSync(join(examples, 'quickstart.yaml'), join(folder, 'gateway.yaml'));
  cpSync(join(examples, 'ci/routes.test.yaml'), join(folder, 'routes.test.yaml'));
  for (const name of ['gateway.yaml', 'routes.test.yaml']) chmodSync(join(folder, name), 0o644);
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  for (const args of [
    ['init', '-q'],
    ['add', 'gateway.yaml', 'routes.test.yaml'],
    [...identity, 'commit', '-qm', 'first'],
  ]) {
    assert.equal(spawnSync('git', args, { cwd: folder }).status, 0);
  }
  const head = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).stdout.trim();
  const env = {
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: folder,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    BASE: head,
    CI_MERGE_REQUEST_DIFF_BASE_SHA: head,
    PR: 'https://github.example/o/r/pull/1',
    COMMENT_TOKEN: 'glpat-test',
    CI_API_V4_URL: 'https://gitlab.example/api/v4',
    CI_PROJECT_ID: '1',
    CI_MERGE_REQUEST_IID: '2',
  };
  return { folder, env };
}

function run(line: string, { folder, env }: Place): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', line], { cwd: folder, env, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** Every command line of the examples. */
function linesOf(name: string): readonly string[] {
  if (name === 'pre-commit')
    return read(name)
      .split('\n')
      .filter((line) => /^gateway /.test(line));
  const file = parse(read(name));
  if (name === 'gitlab-ci.yaml') return file.gateway.script;
  return file.jobs.check.steps.flatMap((step: { run?: string }) => step.run ?? []);
}

for (const name of ['github-actions.yaml', 'gitlab-ci.yaml', 'pre-commit']) {
  test(`every line of ${name} runs, and those that check refuse a bad change`, (t) => {
    const place = checkout(t);
    const lines = linesOf(name);
    assert.ok(lines.length >= 3, name);
    for (const line of lines) {
      const { status, said } = run(line, place);
      assert.equal(status, 0, `${line}\n${said}`);
    }
    const file = join(place.folder, 'gateway.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('fallbacks: [demo]', 'fallbacks: [dmeo]'));
    const refused = lines.filter((line) => run(line, place).status !== 0);
    assert.ok(
      refused.some((line) => line.includes('gateway check')),
      refused.join('\n'),
    );
    assert.ok(
      refused.some((line) => line.includes('gateway diff')),
      refused.join('\n'),
    );
  });
}

for (const [name, target] of [
  ['github-actions.yaml', 'https://github.example/o/r/pull/1'],
  ['gitlab-ci.yaml', 'https://gitlab.example/api/v4/projects/1/merge_requests/2/notes'],
] as const) {
  test(`one line of ${name} posts what the change means as a comment`, (t) => {
    const place = checkout(t);
    const file = join(place.folder, 'gateway.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('20ms', '30ms'));
    const [line = '', ...others] = linesOf(name).filter((each) => / \| (?:gh|curl) /.test(each));
    assert.deepEqual(others, []);
    const { status, said } = run(line, place);
    assert.equal(status, 0, said);
    assert.match(readFileSync(join(place.folder, 'posted.md'), 'utf8'), /`?local`?.*simulator\.latency/);
    assert.ok(readFileSync(join(place.folder, 'posted.args'), 'utf8').split('\n').includes(target));
  });
}

for (const name of ['github-actions.yaml', 'gitlab-ci.yaml']) {
  test(`the job of ${name} fails where a gateway serves something else than the branch`, async (t) => {
    const place = checkout(t);
    const file = join(place.folder, 'gateway.yaml');
    writeFileSync(file, liveText(), { mode: 0o644 });
    const served = await serve(t, liveText());
    const [admin = ''] = /(?<=admin on )https?:\/\/[^\s/]+/.exec(served.said.err) ?? [];
    const jobs = parse(read(name));
    const line =
      name === 'gitlab-ci.yaml' ? jobs['gateway-drift'].script[0] : jobs.jobs.drift.steps.at(-1).run;
    const env = { ...place.env, GATEWAY_READ_TOKEN: readToken, GATEWAY_ADMIN_URLS: `${admin} ${admin}` };
    const same = run(line, { ...place, env });
    assert.equal(same.status, 0, same.said);
    writeFileSync(file, liveText({ models: ['first', 'more'] }));
    const other = run(line, { ...place, env });
    assert.equal(other.status, 1, other.said);
    assert.match(other.said, /^DRIFT /m);
  });
}

/** A checkout with the hook, and how to commit. */
function hooked(t: TestContext, files: Readonly<Record<string, string>> = {}) {
  const place = checkout(t);
  const hook = join(place.folder, '.git/hooks/pre-commit');
  writeFileSync(hook, read('pre-commit'));
  chmodSync(hook, 0o755);
  const path = (name: string) => join(place.folder, name);
  for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text, { mode: 0o644 });
  return {
    place,
    text: readFileSync(path('gateway.yaml'), 'utf8'),
    write: (name: string, text: string) => writeFileSync(path(name), text, { mode: 0o644 }),
    git: (line: string) => run(`git -c user.name=t -c user.email=t@example.com ${line}`, place),
  };
}

test('the hook stops a commit', (t) => {
  const { text, write, git } = hooked(t);
  write('gateway.yaml', text.replace('20ms', '30ms'));
  const good = git('commit -qam change');
  assert.equal(good.status, 0, good.said);
  assert.match(good.said, /~ local: simulator\.latency 20ms -> 30ms/);
  write('gateway.yaml', text.replace('backend: local', 'backend: lcoal'));
  assert.notEqual(git('commit -qam change').status, 0);
});

test('the hook looks at what is staged, and at nothing else', (t) => {
  const { text, write, git } = hooked(t);
  const bad = text.replace('backend: local', 'backend: lcoal');
  write('gateway.yaml', text.replace('20ms', '30ms'));
  git('add gateway.yaml');
  write('gateway.yaml', bad);
  const good = git('commit -qm good');
  assert.equal(good.status, 0, good.said);
  assert.match(good.said, /simulator\.latency 20ms -> 30ms/);

  git('add gateway.yaml');
  write('gateway.yaml', text);
  const refused = git('commit -qm bad');
  assert.notEqual(refused.status, 0);
  assert.match(refused.said, /no backend is named "lcoal"/);
});

test('the hook lets a first commit through, and no faulty one', (t) => {
  const { text, write, git, place } = hooked(t);
  assert.equal(run('git update-ref -d HEAD', place).status, 0);
  write('gateway.yaml', text.replace('backend: local', 'backend: lcoal'));
  git('add gateway.yaml');
  assert.notEqual(git('commit -qm first').status, 0);
  write('gateway.yaml', text);
  git('add gateway.yaml');
  const good = git('commit -qm first');
  assert.equal(good.status, 0, good.said);
});

const withKeys = (text: string) => text.replace(/^keys:/m, 'keys_file: keys.yaml\nkeys:');
const hash = `sha256:${'1'.repeat(64)}`;

for (const name of ['gitlab-ci.yaml', 'github-actions.yaml', 'pre-commit']) {
  test(`the diff of ${name} compares each side with the keys that it had`, (t) => {
    const { text, write, git, place } = hooked(t);
    rmSync(join(place.folder, '.git/hooks/pre-commit'));
    write('gateway.yaml', withKeys(text));
    write('keys.yaml', 'keys: {}\n');
    git('add .');
    assert.equal(git('commit -qm keys').status, 0);
    const base = run('git rev-parse HEAD', place).said.trim();
    write('keys.yaml', `keys:\n  unlimited: { hash: "${hash}" }\n`);
    git('add keys.yaml');
    const [line = ''] = linesOf(name).filter((each) => each.includes('gateway diff'));
    const env = { ...place.env, BASE: base, CI_MERGE_REQUEST_DIFF_BASE_SHA: base };
    const { status, said } = run(line.replace(/ >> .*/, ''), { ...place, env });
    assert.equal(status, 0, said);
    assert.match(said, /\+ unlimited/);
  });
}

test('diff --git reads what git does not know from the disk, follows links, and says what is not there', (t) => {
  const { text, write, git, place } = hooked(t);
  rmSync(join(place.folder, '.git/hooks/pre-commit'));
  run(
    'mkdir conf shared && git mv gateway.yaml shared/gateway.yaml && ln -s ../shared/gateway.yaml conf/gateway.yaml',
    place,
  );
  write('shared/gateway.yaml', withKeys(text));
  write('.gitignore', 'keys.yaml\n');
  git('add .');
  assert.equal(git('commit -qm moved').status, 0);
  // Never committed, so it is what it was.
  write('conf/keys.yaml', `keys:\n  local: { hash: "${hash}" }\n`);
  assert.equal(run('gateway diff --git HEAD conf/gateway.yaml', place).said, 'Nothing changes.\n');
  write('shared/gateway.yaml', withKeys(text).replace('20ms', '30ms'));
  assert.match(run('cd conf && gateway diff --git HEAD gateway.yaml', place).said, /latency 20ms -> 30ms/);

  const nowhere = run('gateway diff --git no-such conf/gateway.yaml', place);
  assert.equal(nowhere.status, 2);
  assert.match(nowhere.said, /--git no-such: there is no such commit here; .*fetch-depth: 0/);
  write('new.yaml', text);
  const fresh = run('gateway diff --git HEAD new.yaml', place);
  assert.deepEqual([fresh.status, fresh.said], [0, 'new.yaml is not in HEAD yet: all of it is new\n']);
});
