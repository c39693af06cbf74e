/** What is counted once, while one gateway takes the place of another. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Answer, startBackend } from '../../helpers/backend.ts';
import { takeOver } from '../../helpers/builds.ts';
import { type Gate, gate, until } from '../../helpers/gate.ts';
import { configText, secret } from '../../helpers/gateway.ts';
import { isRunning } from '../../helpers/live.ts';
import { gatewayProgram } from '../../helpers/program.ts';
import { readToken, type Served, serve } from '../../helpers/serve.ts';

function text(backend: string): string {
  const price = 'price: { input: 1000000, output: 1000000 }';
  return configText({
    backends: `{ a: { url: "${backend}" } }`,
    models: `{ m: { deployments: [ { backend: a, endpoints: { responses: [streaming], chat_completions: [] }, ${price} } ] } }`,
    keys: `{ test: { secret: ${secret}, endpoints: [all], rate_limit: { budget: 1000000 USD/month } } }`,
    more: `workers: 2
admin: { address: "127.0.0.1:0", read_token: ${readToken} }
endpoints: { files: { backends: [a], price: { per_request: 0 } }, batches: { backends: [a], price: { per_request: 0, unknown_batch: 0 } } }
stateful: { ids: signed, endpoints: [responses, files, batches], settle_after: 1h }`,
  });
}

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-settled-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Everything is done as soon as it is asked for; what has `?held` in its address waits, and so does what says so. */
function kept(rest: Gate): Answer {
  let made = 0;
  return async ({ url, method, body }, response) => {
    const [, , kind = '', named] = url.split(/[/?]/);
    made += 1;
    const id = named ?? (kind === 'responses' ? `resp_${made}` : `batch_${made}`);
    if (url.includes('held') || String(body).includes('held')) await rest.opened;
    const isQueued = method === 'POST';
    const usage = { input_tokens: 3, output_tokens: 4, total_tokens: 7 };
    const about = {
      id,
      model: 'm',
      status: isQueued ? 'queued' : 'completed',
      usage: isQueued ? null : usage,
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: kind === 'responses' ? 'response' : 'batch', ...about }));
  };
}

const call = async (served: Served, path: string, body?: object) => {
  const reply = await served.call(path, body === undefined ? {} : { body });
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
};
const spent = async (served: Served): Promise<number> =>
  JSON.parse((await served.admin('/api/limits?key=test')).text).keys[0].limits[0].used;

const background = { model: 'm', input: 'x', background: true };

test('what both see while one follows the other is counted once, and what the one before notes the next one knows', async (t) => {
  const rest = gate();
  t.after(() => rest.open());
  const backend = await startBackend(t, kept(rest));
  const env = { STATE_DIRECTORY: folder(t) };
  const served = await serve(t, text(backend.url), { env });
  const made = async () => (await call(served, '/v1/batches', { input_file_id: file, endpoint: 'x' })).id;
  const uploaded = await served.call('/v1/files', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x--\r\n',
  });
  const file = uploaded.json.id;
  const [early, before, after] = [await made(), await made(), await made()];
  await call(served, `/v1/batches/${early}`);
  await until(async () => (await spent(served)) === 7, 'the first one is counted');
  // Under way in the one before, until the next one serves.
  const held = [
    served.call(`/v1/batches/${before}?held`),
    served.call(`/v1/batches/${after}?held`),
    served.call('/v1/responses', { body: { ...background, user: 'held' } }),
  ];
  await until(() => backend.seen.length === 8, 'all are under way');
  const reserved = (await spent(served)) - 7;
  assert.ok(reserved > 1000, String(reserved));
  const { code, err, pid } = await takeOver(t, gatewayProgram, served.file, env);
  assert.equal(code, 0, err);
  assert.ok(isRunning(served.child.pid!), 'the one before has requests under way');
  await call(served, `/v1/batches/${early}`);
  await call(served, `/v1/batches/${before}`);
  await until(async () => (await spent(served)) === 14 + reserved, 'the next one has counted one more');
  rest.open();
  const replies = await Promise.all(held);
  for (const { status, text: said } of replies) assert.equal(status, 200, said);
  await served.ended;
  for (const id of [early, before, after]) await call(served, `/v1/batches/${id}`);
  await until(async () => (await spent(served)) > 21 + 1000, 'what is reserved is told');
  await call(served, `/v1/responses/${replies[2]!.json.id}`);
  await until(async () => (await spent(served)) === 28, 'the response is settled').catch(async () =>
    assert.equal(await spent(served), 28),
  );
  process.kill(pid!, 'SIGTERM');
  await until(() => !isRunning(pid!), 'the next one ends');
  const last = await serve(t, text(backend.url), { env });
  for (const id of [early, before, after]) await call(last, `/v1/batches/${id}`);
  await call(last, `/v1/responses/${replies[2]!.json.id}`);
  assert.equal(await spent(last), 28);
});

test('where the next one does not come to serve, the one before remembers on', async (t) => {
  const backend = await startBackend(t, kept(gate()));
  const env = { STATE_DIRECTORY: folder(t) };
  const served = await serve(t, text(backend.url).replace(/^admin: .*$/m, ''), { env });
  const { id } = await call(served, '/v1/responses', background);
  // Its own public port is taken, and only now is it tried.
  await served.save(
    text(backend.url).replace('"127.0.0.1:0", read', `"127.0.0.1:${served.port}", read`),
    'next.yaml',
  );
  const failed = await takeOver(t, gatewayProgram, join(served.dir, 'next.yaml'), env);
  assert.match(failed.err, /did not come to serve/);
  await call(served, `/v1/responses/${id}`);
  await until(
    () =>
      served.logs.filter(({ msg }) => String(msg).startsWith('a response in the background')).length === 1,
    'it is settled',
  );
  await call(served, `/v1/responses/${id}`);
  served.child.kill('SIGTERM');
  await served.ended;
  const last = await serve(t, text(backend.url), { env });
  await call(last, `/v1/responses/${id}`);
  assert.equal(await spent(last), 7);
});
