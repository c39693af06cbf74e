import assert from 'node:assert/strict';
import { existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ExecSource } from '../../../src/config/types/credentials.ts';
import { RenewalProcess } from '../../../src/supervisor/credentials/renewal-process.ts';
import { until } from '../../helpers/gate.ts';
import { childrenOf } from '../../helpers/live.ts';
import { scratchFolder, shellProgram } from '../../helpers/scratch.ts';

function started(t: TestContext): RenewalProcess {
  const renewals = new RenewalProcess();
  t.after(() => renewals.end());
  return renewals;
}

function program(t: TestContext, lines: string): ExecSource {
  return { kind: 'exec', command: [shellProgram(t, lines)], everyMs: undefined, timeoutMs: 60_000, env: [] };
}

const helpers = () => childrenOf(process.pid).filter(({ command }) => command.includes('renewal-main'));

test('sources are renewed in a process of its own, all at once, and one that takes long keeps none waiting', async (t) => {
  const renewals = started(t);
  const file = join(scratchFolder(t), 'token');
  const go = join(scratchFolder(t), 'go');
  writeFileSync(file, 'token-0123456789');
  const slow = renewals.renew(
    program(t, `while [ ! -e ${go} ]; do sleep 0.02; done; echo slow-token-0123456789`),
  );
  const quick = await Promise.all([1, 2, 3].map(() => renewals.renew({ kind: 'file', file })));
  for (const outcome of quick) assert.equal(outcome.kind, 'renewed', JSON.stringify(outcome));
  assert.equal(helpers().length, 1);
  writeFileSync(go, '');
  const outcome = await slow;
  assert.ok(outcome.kind === 'renewed' && outcome.renewed.value.kind === 'token');
});

test('what a library prints in that process is in no log', async (t) => {
  const renewals = started(t);
  await renewals.renew({ kind: 'file', file: '/nowhere' });
  const [{ pid } = { pid: 0 }] = helpers();
  for (const descriptor of [0, 1, 2])
    assert.equal(readlinkSync(`/proc/${pid}/fd/${descriptor}`), '/dev/null');
});

test('a process that is killed costs the renewals that are under way, and the next one works', async (t) => {
  const renewals = started(t);
  const file = join(scratchFolder(t), 'token');
  writeFileSync(file, 'token-0123456789');
  const hanging = renewals.renew(program(t, 'while [ -e "$0" ]; do sleep 0.1; done'));
  await until(() => helpers().length === 1, 'it runs');
  process.kill(helpers()[0]!.pid, 'SIGKILL');
  const lost = await hanging;
  assert.ok(lost.kind === 'failed' && lost.code === 'crashed', JSON.stringify(lost));
  assert.match(lost.message, /ended \(SIGKILL\)/);
  assert.equal((await renewals.renew({ kind: 'file', file })).kind, 'renewed');
});

test('at its end it ends the programs that run, and renews nothing more', async (t) => {
  const renewals = started(t);
  const pidFile = join(scratchFolder(t), 'pid');
  void renewals.renew(program(t, `echo $$ > ${pidFile}; sleep 600`));
  await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', 'the program runs');
  const pid = Number(readFileSync(pidFile, 'utf8'));
  await renewals.end();
  assert.deepEqual(helpers(), []);
  await until(
    () => !existsSync(`/proc/${pid}`) || / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')),
    'it is gone',
  );
  const outcome = await renewals.renew({ kind: 'file', file: '/nowhere' });
  assert.ok(outcome.kind === 'failed' && outcome.code === 'stopped');
});
