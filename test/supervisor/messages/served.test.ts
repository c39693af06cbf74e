import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyOfBuild, takeOver } from '../../helpers/builds.ts';
import { until } from '../../helpers/gate.ts';
import { secret } from '../../helpers/gateway.ts';
import { hookSecret, startHook } from '../../helpers/hook.ts';
import { hello, liveText } from '../../helpers/live.ts';
import { ownerOfFile, type Served, serve } from '../../helpers/serve.ts';

const owner = ownerOfFile();
const hook = await startHook(owner);
const dir = mkdtempSync(join(tmpdir(), 'gateway-messages-served-'));
owner.after(() => rmSync(dir, { recursive: true, force: true }));
const env = { STATE_DIRECTORY: dir, HOOK_SECRET: hookSecret };
const text = (keys = '') =>
  liveText({
    workers: 1,
    keys: `{ test: { secret: ${secret} }${keys} }`,
    more: `notify: { hooks: [{ url: "${hook.url}", secret: "\${HOOK_SECRET}" }] }`,
  });
const key = (name: string) => `, ${name}: { secret: sk-${name}-0123456789abcdef }`;
const told = () => hook.received.map(({ state, about }) => `${state} ${about}`);

async function isAnswered(served: Served): Promise<void> {
  for (let times = 0; times < 5; times += 1)
    assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
}

test('a hook that is slow, fails or is asked again after a restart and a takeover leaves requests as they were', async () => {
  const first = await serve(owner, text(), { env });
  await first.save('version: 1');
  await first.reloaded('rejected');
  await until(() => told().includes('begun the configuration'), 'the rejected reload is told');
  hook.answer(0);
  await first.save(text(key('a')));
  await first.reloaded('applied');
  await until(() => hook.received.length === 2, 'something more is told');
  await isAnswered(first);
  // The answer to that never comes; the gateway ends, and another one begins.
  first.child.kill('SIGTERM');
  assert.equal(await first.ended, 0);
  hook.answer(500, { 'retry-after': '600' });
  const second = await serve(owner, text(key('a')), { env });
  await until(() => hook.received.length === 3, 'it comes again');
  await isAnswered(second);
  assert.equal(hook.received[2]!.id, hook.received[1]!.id);
  hook.answer(200);
  const next = copyOfBuild(owner, '7.0.1');
  const { code, err } = await takeOver(owner, next, second.file, env);
  assert.equal(code, 0, err);
  await until(() => told().includes('happened key a'), 'what waited is told by the one that followed');
  await until(() => told().includes('over the configuration'), 'and the other');
  // The one that was in the way was sent three times.
  assert.deepEqual([...new Set(told())].sort(), [
    'begun the configuration',
    'happened key a',
    'over the configuration',
  ]);
  assert.equal(hook.received.length, 5);
  assert.equal(new Set(hook.received.map(({ id }) => id)).size, 3);
  await isAnswered(second);
  // It watches on.
  await second.save(text(key('a') + key('b')));
  await until(() => told().includes('happened key b'), 'the key is told');
  const { text: page } = await second.admin('/metrics');
  assert.match(page, /^gateway_messages_total\{result="delivered"\} 3$/m);
  assert.match(page, /^gateway_messages_waiting 0$/m);
});
