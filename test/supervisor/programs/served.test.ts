import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { completion, json, startBackend } from '../../helpers/backend.ts';
import { until } from '../../helpers/gate.ts';
import { hello, liveText } from '../../helpers/live.ts';
import { shellProgram } from '../../helpers/scratch.ts';
import { ownerOfFile, serve } from '../../helpers/serve.ts';

const owner = ownerOfFile();

test('a secret that a program prints anew is taken up while requests go on, and a reload runs nothing', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-programs-'));
  owner.after(() => rmSync(dir, { recursive: true, force: true }));
  const [out, runs] = [join(dir, 'out'), join(dir, 'runs')];
  writeFileSync(out, 'canary-first');
  const program = shellProgram(owner, `echo run >>${runs}; echo "canary on stderr" >&2; cat ${out}`);
  const backend = await startBackend(owner, json(completion('a')));
  const text = (every: string, level = 'info') =>
    liveText({
      backend: `{ url: "${backend.url}", auth: { bearer: "\${program:vault}" } }`,
      more: `programs: { vault: { command: [${program}], every: ${every} } }\nlog: { level: ${level} }`,
    });
  const served = await serve(owner, text('1h'));
  const call = async () => {
    assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
    return backend.seen.at(-1)!.headers.authorization;
  };
  const timesRun = () => readFileSync(runs, 'utf8').split('\n').length - 1;
  assert.equal(await call(), 'Bearer canary-first');
  assert.equal(timesRun(), 1);
  writeFileSync(out, 'canary-second');
  await served.save(text('1h', 'debug'));
  await served.reloaded('applied');
  assert.deepEqual([timesRun(), await call()], [1, 'Bearer canary-first']);
  await served.save(text('1s', 'debug'));
  await served.reloaded('applied');
  await until(async () => (await call()) === 'Bearer canary-second', 'the new one is used');
  rmSync(out);
  await until(() => served.logs.some(({ msg }) => msg.startsWith('a program gave no secret')), 'it fails');
  assert.equal(await call(), 'Bearer canary-second');
  const pages = await Promise.all(['/status', '/metrics', '/api/config'].map((path) => served.admin(path)));
  const said = `${JSON.stringify(served.logs)}${served.said.err}${pages.map(({ text }) => text).join('')}`;
  assert.ok(!said.includes('canary'));
  assert.ok(existsSync(runs));
});
