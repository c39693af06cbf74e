import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { json, startBackend } from '../../helpers/backend.ts';
import { until } from '../../helpers/gate.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { childrenOf, hello, isRunning, liveText, pass, workersOf } from '../../helpers/live.ts';
import { startLoad } from '../../helpers/load.ts';
import { dirOf, freePort } from '../../helpers/ports.ts';
import { serve } from '../../helpers/serve.ts';

test('of a worker that is killed only what it had in flight is lost, and it is replaced within a second', async (t) => {
  const served = await serve(t, liveText());
  const connections = 8;
  const load = startLoad(t, served, { connections, body: hello, pauseMs: 5 });
  const kills: number[] = [];
  for (const kill of [1, 2, 3]) {
    const [victim = 0] = workersOf(served);
    kills.push(performance.now());
    process.kill(victim, 'SIGKILL');
    await until(async () => (await served.status()).workers.restarts === kill, 'it is missed');
    await until(async () => (await served.status()).workers.serving === 2, 'it is replaced', 15_000);
    await pass(1000);
  }
  await load.stop();
  assert.ok(load.failures.length <= 3 * connections, `${load.failures.length} failures`);
  for (const { at, failure } of load.failures) {
    assert.ok(
      kills.some((kill) => at >= kill - 1000 && at < kill + 1000),
      `later than a second: ${failure}`,
    );
  }
});

test('while the only worker is being replaced connections are accepted, and answered by the next', async (t) => {
  const served = await serve(t, liveText({ workers: 1 }));
  const { port } = served;
  const refused: string[] = [];
  let tries = 0;
  const connecting = setInterval(() => {
    tries += 1;
    const client = connect(port, '127.0.0.1', () => client.destroy());
    client.on('error', (error) => refused.push(error.message));
  }, 2);
  t.after(() => clearInterval(connecting));
  for (const kill of [1, 2]) {
    const [victim = 0] = workersOf(served);
    process.kill(victim, 'SIGKILL');
    await until(async () => (await served.status()).workers.restarts === kill, 'it is missed');
    assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
    await until(async () => (await served.status()).workers.serving === 1, 'it is replaced', 15_000);
  }
  clearInterval(connecting);
  assert.ok(tries > 20, `${tries} connections`);
  assert.deepEqual(refused, []);
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 0);
  assert.equal(await whyRefused(port), 'ECONNREFUSED');
});

test('an address that is left is closed, also when a worker has died there', async (t) => {
  const [before, next] = [await freePort(), await freePort()];
  const text = (port: number) =>
    liveText({ listen: `{ address: "127.0.0.1:${port}", tls: { self_signed: true } }`, workers: 1 });
  const served = await serve(t, text(before));
  process.kill(workersOf(served)[0] ?? 0, 'SIGKILL');
  await until(async () => (await served.status()).workers.restarts === 1, 'it is missed');
  await until(async () => (await served.status()).workers.serving === 1, 'it is replaced', 15_000);
  await served.save(text(next));
  await served.reloaded('applied');
  await until(async () => (await whyRefused(before)) === 'ECONNREFUSED', 'it is closed', 10_000);
  const reply = await served.call('/v1/chat/completions', { body: hello, port: next });
  assert.equal(reply.status, 200);
});

test('no worker outlives the supervising process', async (t) => {
  const served = await serve(t, liveText());
  served.child.kill('SIGHUP');
  await served.reloaded('unchanged'); // the process that reads the files may be there too
  const children = childrenOf(served.child.pid!).map(({ pid }) => pid);
  assert.ok(children.length >= 2);
  served.child.kill('SIGKILL');
  await until(() => !children.some(isRunning), 'all have ended', 2000);
});

test('SIGUSR2 ends no process', async (t) => {
  const served = await serve(t, liveText());
  served.child.kill('SIGHUP');
  await served.reloaded('unchanged');
  const all = [served.child.pid!, ...childrenOf(served.child.pid!).map(({ pid }) => pid)];
  const workers = workersOf(served);
  for (const pid of all) if (isRunning(pid)) process.kill(pid, 'SIGUSR2');
  served.child.kill('SIGHUP'); // signals come in their order
  await served.reloaded('unchanged');
  assert.deepEqual(workersOf(served), workers);
});

test('SIGUSR1 opens no debugger in any process', async (t) => {
  const served = await serve(t, liveText());
  served.child.kill('SIGHUP');
  await served.reloaded('unchanged');
  const all = [served.child.pid!, ...childrenOf(served.child.pid!).map(({ pid }) => pid)];
  for (const pid of all) if (isRunning(pid)) process.kill(pid, 'SIGUSR1');
  await pass(200);
  assert.doesNotMatch(served.said.err, /Debugger/);
  // 0x240D is port 9229, where a debugger would listen.
  assert.doesNotMatch(readFileSync('/proc/net/tcp', 'latin1'), /0100007F:240D 00000000:0000 0A/);
  assert.ok([served.child.pid!, ...workersOf(served)].every(isRunning));
  assert.equal(workersOf(served).length, 2);
});

test('a fault in a worker lets its answers finish and replaces it at once', async (t) => {
  const faulty = join(dirOf(t), 'faulty.mjs');
  writeFileSync(
    faulty,
    `import cluster from 'node:cluster';
     if (cluster.isWorker) process.on('SIGUSR2', () => { throw new Error('made by the test'); });`,
  );
  const listen = `{ address: "127.0.0.1:${await freePort()}", tls: { self_signed: true } }`;
  const served = await serve(
    t,
    liveText({ listen, workers: 1, backend: '{ simulator: { latency: 1500ms } }' }),
    {
      env: { NODE_OPTIONS: `--import ${pathToFileURL(faulty)}` },
    },
  );
  const [failing = 0] = workersOf(served);
  const answer = begin(served, '/v1/chat/completions', { body: hello });
  await pass(500);
  process.kill(failing, 'SIGUSR2');
  await until(async () => (await served.status()).workers.restarts === 1, 'it is missed');
  await until(async () => (await served.status()).workers.serving === 1, 'it is replaced', 10_000);
  assert.equal((await readReply(await answer)).status, 200);
  await until(() => !isRunning(failing), 'it has ended', 20_000);
  assert.equal((await served.call('/v1/models')).status, 200);
  await until(() => served.logs.some(({ level }) => level === 'fatal'), 'the log says it');
});

test('a crash loop of the workers ends the process, so that its supervisor sees it', {
  timeout: 180_000,
}, async (t) => {
  const dir = dirOf(t);
  const broken = join(dir, 'broken');
  const faulty = join(dir, 'faulty.mjs');
  writeFileSync(
    faulty,
    `import cluster from 'node:cluster';
     import { existsSync } from 'node:fs';
     if (cluster.isWorker && existsSync(${JSON.stringify(broken)})) process.exit(7);`,
  );
  const env = { NODE_OPTIONS: `--import ${pathToFileURL(faulty)}` };
  const served = await serve(t, liveText({ workers: 1 }), { env });
  const { pid = 0 } = served.child;
  writeFileSync(broken, '');
  process.kill(workersOf(served)[0]!, 'SIGKILL');
  assert.equal(await served.ended, 1);
  assert.match(served.said.err, /^gateway: .*workers/m);
  const deaths = served.logs.filter(({ msg }) => msg === 'a worker died and is replaced');
  assert.ok(deaths.length >= 9, `${deaths.length} deaths were told`);
  assert.ok(!isRunning(pid));
});

test('circuits and kept-alive connections of what did not change outlive a reload', async (t) => {
  const connections = new Set<unknown>();
  const good = await startBackend(t, (seen, response, request) => {
    connections.add(request.socket);
    return json({ ok: true })(seen, response, request);
  });
  const bad = await startBackend(t, json({ error: {} }, 500));
  const models = `{
    first: { deployments: [
      { backend: bad, endpoints: { chat_completions: [] } },
      { backend: good, priority: 1, endpoints: { chat_completions: [] } } ] } }`;
  const text = (more: string) =>
    liveText({ workers: 1, more })
      .replace(/^backends: .*$/m, `backends: { bad: { url: "${bad.url}" }, good: { url: "${good.url}" } }`)
      .replace(/^models:\n.*$/m, `models: ${models}`);
  const served = await serve(t, text(''));
  for (let asked = 0; asked < 6; asked += 1) await served.call('/v1/chat/completions', { body: hello });
  const failures = bad.seen.length;
  assert.equal(failures, 5);
  await served.save(text('log: { level: warn }'));
  await served.reloaded('applied');
  for (let asked = 0; asked < 3; asked += 1) {
    assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
  }
  assert.equal(bad.seen.length, failures);
  assert.equal(connections.size, 1);
});

/** The code of the system's error, or undefined where the port is open. */
function whyRefused(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const client = connect(port, '127.0.0.1', () => {
      client.destroy();
      resolve(undefined);
    });
    client.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}
