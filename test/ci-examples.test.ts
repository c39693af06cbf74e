import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'yaml';
import { gatewayProgram } from './helpers/program.ts';

const examples = resolve(import.meta.dirname, '../examples');
const read = (name: string) => readFileSync(join(examples, 'ci', name), 'utf8');

interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A checkout with the quickstart, as a job finds it, and `gateway` on its path. */
function checkout(t: TestContext): Place {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-ci-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const bin = join(folder, '.bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'gateway'), `#!/bin/sh\nexec "${process.execPath}" "${gatewayProgram}" "$@"\n`);
  chmodSync(join(bin, 'gateway'), 0o755);
  cpSync(join(examples, 'quickstart.yaml'), join(folder, 'gateway.yaml'));
  cpSync(join(examples, 'ci/routes.test.yaml'), join(folder, 'routes.test.yaml'));
  mkdirSync(join(folder, '.base'));
  cpSync(join(folder, 'gateway.yaml'), join(folder, '.base/gateway.yaml'));
  for (const name of ['gateway.yaml', 'routes.test.yaml']) chmodSync(join(folder, name), 0o644);
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  for (const args of [
    ['init', '-q'],
    ['add', 'gateway.yaml'],
    [...identity, 'commit', '-qm', 'first'],
  ]) {
    assert.equal(spawnSync('git', args, { cwd: folder }).status, 0);
  }
  const head = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).stdout.trim();
  const env = {
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: folder,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    CI_MERGE_REQUEST_DIFF_BASE_SHA: head,
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
      .filter((line) => /^(gateway|git) /.test(line));
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

test('the hook stops a commit', (t) => {
  const place = checkout(t);
  const hook = join(place.folder, '.git/hooks/pre-commit');
  writeFileSync(hook, read('pre-commit'));
  chmodSync(hook, 0o755);
  const commit = 'git -c user.name=t -c user.email=t@example.com commit -qam change';
  const file = join(place.folder, 'gateway.yaml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('20ms', '30ms'));
  const good = run(commit, place);
  assert.equal(good.status, 0, good.said);
  assert.match(good.said, /~ local: simulator\.latency 20ms -> 30ms/);
  writeFileSync(file, text.replace('backend: local', 'backend: lcoal'));
  assert.notEqual(run(commit, place).status, 0);
});
