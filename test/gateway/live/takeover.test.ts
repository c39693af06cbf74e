import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { completion, delta, startBackend } from '../../helpers/backend.ts';
import { copyOfBuild, takeOver } from '../../helpers/builds.ts';
import { isFull } from '../../helpers/full.ts';
import { type Gate, gate, until } from '../../helpers/gate.ts';
import { begin, readReply, secret } from '../../helpers/gateway.ts';
import { hello, isRunning, liveText } from '../../helpers/live.ts';
import { startLoad } from '../../helpers/load.ts';
import { openNotifySocket } from '../../helpers/notify-socket.ts';
import { gatewayProgram } from '../../helpers/program.ts';
import { type Served, serve } from '../../helpers/serve.ts';

/** Of the load, before, between and after the two takeovers together. */
const loadMs = isFull ? 12_000 : 3000;
const streamMs = isFull ? 10_000 : 3000;
const pieces = 20;

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-takeover-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Answers at once; streams take their time. */
function startSlowStreams(t: TestContext): ReturnType<typeof startBackend> {
  return startBackend(t, async ({ body }, response) => {
    if (!(JSON.parse(String(body)) as { readonly stream?: boolean }).stream) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(completion('a')));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let piece = 0; piece < pieces; piece += 1) {
      response.write(delta(`${piece} `));
      await sleep(streamMs / pieces);
    }
    response.end(`${delta('', 'stop')}data: [DONE]\n\n`);
  });
}

function counting(backend: string, more = ''): string {
  return liveText({
    backend: `{ url: "${backend}" }`,
    keys: `{ test: { secret: ${secret}, rate_limit: { requests: [1000000/day, 1000000/min], budget: 100000 USD/day } } }`,
    more,
  }).replace(
    'endpoints: { chat_completions: [] }',
    'price: { per_request: 0.5 }, endpoints: { chat_completions: [streaming] }',
  );
}

/** Calls over a new connection each time, until it is told to stop; gives what went wrong. */
function callAnew(served: Served): { calls: number; readonly failures: string[]; stop(): Promise<void> } {
  let isOver = false;
  const load = { calls: 0, failures: [] as string[], stop };
  const loops = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      load.calls += 1;
      try {
        const { status, text, complete } = await served.call('/v1/chat/completions', { body: hello });
        if (status !== 200 || !complete) load.failures.push(`${status} ${text}`);
      } catch (error) {
        load.failures.push(String(error));
      }
    }
  });
  async function stop(): Promise<void> {
    isOver = true;
    await Promise.all(loops);
  }
  return load;
}

interface Limit {
  readonly kind: string;
  readonly used: number;
}

async function limitsOf(served: Served): Promise<readonly Limit[]> {
  const { text } = await served.admin('/api/limits?key=test');
  return (JSON.parse(text) as { readonly keys: readonly { readonly limits: readonly Limit[] }[] }).keys[0]!
    .limits;
}

async function requestsKept(served: Served): Promise<number> {
  const { text } = await served.admin('/api/usage?by=key');
  const { rows } = JSON.parse(text) as { readonly rows: readonly { readonly requests: number }[] };
  return rows.reduce((sum, { requests }) => sum + requests, 0);
}

test('two versions in a row take over under load: nothing is refused, cut, lost or counted twice', async (t) => {
  const backend = await startSlowStreams(t);
  const env = { STATE_DIRECTORY: folder(t) };
  const served = await serve(t, counting(backend.url), { env });
  const versions = [copyOfBuild(t, '7.0.1'), copyOfBuild(t, '7.0.2')];
  const kept = startLoad(t, served, { connections: 4, body: hello, pauseMs: 5 });
  const anew = callAnew(served);
  t.after(() => anew.stop());
  let streams = 0;
  const stream = async () => {
    streams += 1;
    return readReply(await begin(served, '/v1/chat/completions', { body: { ...hello, stream: true } }));
  };
  const replies: Promise<Awaited<ReturnType<typeof stream>>>[] = [];
  let pid = served.child.pid!;
  for (const [index, program] of versions.entries()) {
    replies.push(...Array.from({ length: 4 }, stream));
    await sleep(loadMs / 3);
    const before = pid;
    const { code, err, pid: next } = await takeOver(t, program, served.file, env);
    assert.equal(code, 0, err);
    assert.match(
      err,
      new RegExp(
        `^gateway: version 7\\.0\\.${index + 1} serves \\(process ${next}\\); process ${before}, `,
        'm',
      ),
    );
    pid = next!;
    assert.equal((await served.status()).version, `7.0.${index + 1}`);
  }
  await sleep(loadMs / 3);
  await Promise.all([kept.stop(), anew.stop()]);
  for (const { status, text, complete } of await Promise.all(replies)) {
    assert.ok(complete && text.endsWith('data: [DONE]\n\n'), text.slice(-200));
    assert.deepEqual([status, text.match(/"content":"\d+ "/g)?.length], [200, pieces]);
  }
  assert.deepEqual(kept.failures, []);
  assert.deepEqual(anew.failures, []);
  assert.equal(await served.ended, 0);
  const sent = kept.shots.length + anew.calls + streams;
  await until(async () => (await requestsKept(served)) === sent, `${sent} requests are kept`, 20_000).catch(
    async () => assert.equal(await requestsKept(served), sent),
  );
  const [perDay, perMinute, budget] = await limitsOf(served);
  assert.equal(perDay!.used, sent);
  assert.ok(isFull || perMinute!.used === sent, `${perMinute!.used} of ${sent} in a minute`);
  assert.equal(budget!.used, sent / 2);
  process.kill(pid, 'SIGTERM');
  await until(() => !isRunning(pid), 'the last one ends');
  assert.equal(await whyRefused(served.port), 'ECONNREFUSED');
});

function whyRefused(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const client = connect(port, '127.0.0.1', () => {
      client.destroy();
      resolve(undefined);
    });
    client.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
  });
}

/** Streams that begin, and end with the gate. */
function startHeld(t: TestContext, rest: Gate): ReturnType<typeof startBackend> {
  return startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('a'));
    await rest.opened;
    response.end('data: [DONE]\n\n');
  });
}

test('the one before serves its streams to their end, what it counts meanwhile is told, and systemd knows whom to watch', async (t) => {
  const rest = gate();
  const backend = await startHeld(t, rest);
  const systemd = await openNotifySocket(t);
  const env = { STATE_DIRECTORY: folder(t), NOTIFY_SOCKET: systemd.path };
  const served = await serve(t, counting(backend.url), { env });
  const held = await begin(served, '/v1/chat/completions', { body: { ...hello, stream: true } });
  const { code, err, pid } = await takeOver(t, gatewayProgram, served.file, env);
  assert.equal(code, 0, err);
  await systemd.has(`MAINPID=${pid}`);
  const [perDay] = await limitsOf(served);
  assert.equal(perDay!.used, 1, 'what is under way counts already');
  assert.ok(isRunning(served.child.pid!), 'the one before has a stream under way');
  rest.open();
  const { text, complete } = await readReply(held);
  assert.ok(complete && text.endsWith('data: [DONE]\n\n'), text);
  assert.equal(await served.ended, 0);
  await until(async () => (await requestsKept(served)) === 1, 'it is kept');
  assert.equal((await limitsOf(served))[2]!.used, 0.5);
  assert.ok(systemd.heard.every(({ fields }) => !fields.includes('STOPPING=1')));
  const { recent_reloads: reloads } = await served.status();
  assert.deepEqual(reloads, []);
});

test('a kept connection is told to close with its last answer, and the next one reaches the new version', async (t) => {
  const env = { STATE_DIRECTORY: folder(t) };
  const served = await serve(t, liveText(), { env });
  const { Agent } = await import('node:https');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const call = async () => {
    const { status, headers } = await readReply(
      await begin({ ...served, agent }, '/v1/chat/completions', { body: hello }),
    );
    assert.equal(status, 200);
    return headers['connection'];
  };
  assert.equal(await call(), 'keep-alive');
  const { code, err } = await takeOver(t, gatewayProgram, served.file, env);
  assert.equal(code, 0, err);
  assert.equal(await call(), 'close');
  assert.equal(await call(), 'keep-alive');
  assert.equal(await served.ended, 0);
});

// Idle connections go first, 5 s after the takeover, and 5 s after the last answer the others: in real time.
if (isFull) {
  test('a stream that follows another one on its connection to the version before comes to its end', async (t) => {
    const rests = [gate(), gate()];
    let asked = 0;
    const backend = await startBackend(t, async (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(delta('a'));
      await rests[asked++]!.opened;
      response.end(`${delta('', 'stop')}data: [DONE]\n\n`);
    });
    const env = { STATE_DIRECTORY: folder(t) };
    const served = await serve(t, counting(backend.url), { env });
    const { Agent } = await import('node:https');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    t.after(() => agent.destroy());
    const stream = () =>
      begin({ ...served, agent }, '/v1/chat/completions', { body: { ...hello, stream: true } });
    const first = await stream();
    const { code, err } = await takeOver(t, gatewayProgram, served.file, env);
    assert.equal(code, 0, err);
    await sleep(6000);
    rests[0]!.open();
    assert.ok((await readReply(first)).complete);
    const second = await stream();
    assert.equal(second.headers.connection, 'close', 'it is the same connection');
    await sleep(6000);
    rests[1]!.open();
    const { text, complete } = await readReply(second);
    assert.ok(complete && text.endsWith('data: [DONE]\n\n'), text);
    assert.equal(await served.ended, 0);
  });
}

test('a version that does not come to serve changes nothing, and the command says why', async (t) => {
  const env = { STATE_DIRECTORY: folder(t) };
  const served = await serve(t, liveText(), { env });
  // Good for the command, which reads no secrets; the one that is to serve needs them.
  const absent = liveText().replace('admin: {', 'admin: { token: "${GATEWAY_TEST_ABSENT}",');
  await served.save(absent, 'next.yaml');
  const failed = await takeOver(t, gatewayProgram, join(served.dir, 'next.yaml'), env);
  assert.equal(failed.code, 2, failed.err);
  assert.match(
    failed.err,
    new RegExp(
      `the gateway that runs \\(process ${served.child.pid}, version .*\\) serves on: version .* did not come to serve: `,
    ),
  );
  assert.match(failed.err, /GATEWAY_TEST_ABSENT/);
  await served.save(
    liveText({ listen: '{ address: "127.0.0.1:0", tls: { cert: c.pem, key: k.pem } }' }),
    'next.yaml',
  );
  await served.save('no certificate', 'c.pem');
  await served.save('no key', 'k.pem');
  const late = await takeOver(t, gatewayProgram, join(served.dir, 'next.yaml'), env);
  assert.notEqual(late.code, 0, late.err);
  await served.save(
    liveText({ listen: '{ address: "127.0.0.1:1", tls: { self_signed: true } }' }),
    'next.yaml',
  );
  const elsewhere = await takeOver(t, gatewayProgram, join(served.dir, 'next.yaml'), env);
  assert.match(
    elsewhere.err,
    new RegExp(
      `listen\\.address is 127\\.0\\.0\\.1:1, and the gateway that this one follows listens at 127\\.0\\.0\\.1:${served.port} for it: change the address first`,
    ),
  );
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
  const good = await takeOver(t, gatewayProgram, served.file, env);
  assert.equal(good.code, 0, good.err);
  assert.equal(await served.ended, 0);
});

test('a version that fails when the state is its own already gives it back', async (t) => {
  const env = { STATE_DIRECTORY: folder(t) };
  const text = liveText();
  const served = await serve(t, text.replace(/^admin: .*$/m, ''), { env });
  // Its own public port is taken, and only now is it tried.
  await served.save(liveText({ admin: `"127.0.0.1:${served.port}"` }), 'next.yaml');
  const failed = await takeOver(t, gatewayProgram, join(served.dir, 'next.yaml'), env);
  assert.equal(failed.code, 2, failed.err);
  assert.match(failed.err, /did not come to serve: admin\.address: can't listen on /);
  const holder = JSON.parse(readFileSync(join(env.STATE_DIRECTORY, 'gateway.lock'), 'utf8'));
  assert.equal(holder.pid, served.child.pid);
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
  const good = await takeOver(t, gatewayProgram, served.file, env);
  assert.equal(good.code, 0, good.err);
  assert.equal(await served.ended, 0);
});

test('without a gateway that runs --takeover serves', async (t) => {
  const env = { STATE_DIRECTORY: folder(t) };
  const served = await serve(t, liveText(), { env, args: ['--takeover'] });
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
});

test('with --takeover-only nothing is served where none runs, and the command says so', async (t) => {
  const env = { STATE_DIRECTORY: folder(t) };
  const served = await serve(t, liveText(), { env });
  const good = await takeOver(t, gatewayProgram, served.file, env, '--takeover-only');
  assert.equal(good.code, 0, good.err);
  assert.equal(await served.ended, 0);
  process.kill(good.pid!, 'SIGTERM');
  await until(() => !isRunning(good.pid!), 'the last one ends');
  const alone = await takeOver(t, gatewayProgram, served.file, env, '--takeover-only');
  assert.equal(alone.code, 2);
  assert.match(alone.err, /^gateway: no gateway runs with the state\.dir of .*: start this one, without/);
});
