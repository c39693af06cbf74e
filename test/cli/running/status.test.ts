/** What a person learns of one running gateway, and has it do. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Seen, startBackend } from '../../helpers/backend.ts';
import { hello, type LiveParts, liveText } from '../../helpers/live.ts';
import { dirOf, freePort } from '../../helpers/ports.ts';
import { type Served, serve } from '../../helpers/serve.ts';
import { gateway } from '../recorder.ts';

const token = 'live-admin-token-0123';

/** A gateway whose file says where its admin listener is. */
async function started(
  t: TestContext,
  tls = '',
  parts: LiveParts = {},
): Promise<{ served: Served; file: string; url: string }> {
  const dir = dirOf(t);
  const file = join(dir, 'gateway.yaml');
  const port = await freePort();
  const admin = `"127.0.0.1:${port}"`;
  const text = liveText({ ...parts, admin })
    .replace('read_token', `${tls}token: ${token}, read_token`)
    .replace('endpoints:', 'price: { input: 1, output: 2 }, endpoints:');
  writeFileSync(file, text);
  const served = await serve(t, '', { file, env: { STATE_DIRECTORY: dir } });
  return { served, file, url: `127.0.0.1:${port}` };
}

/** A server that does not know the field which asks a stream for its usage. */
function refusingUsage({ body }: Seen, response: ServerResponse): void {
  const isRefused = body.includes('stream_options');
  response.writeHead(isRefused ? 400 : 200, {
    'content-type': isRefused ? 'application/json' : 'text/event-stream',
  });
  const choices = [{ index: 0, delta: { content: 'hi' }, finish_reason: 'stop' }];
  response.end(
    isRefused
      ? '{"error":{"message":"unknown field: stream_options"}}'
      : `data: ${JSON.stringify({ id: 'c', choices })}\n\ndata: [DONE]\n\n`,
  );
}

test('status says that the gateway is ready and serves its file, and what speaks against that', async (t) => {
  const backend = await startBackend(t, refusingUsage);
  const { served, file } = await started(t, '', { backend: `{ url: "${backend.url}" }` });
  const good = await gateway(['status', '--config', file]);
  assert.equal(good.exitCode, 0, good.err + good.out);
  assert.match(
    good.out,
    /^gateway +http:\/\/127\.0\.0\.1:\d+ is ready, version \d\S* on Node\.js v\d\S*, up /m,
  );
  assert.match(
    good.out,
    /^serves +\S+gateway\.yaml, taken \S+ \(text [0-9a-f]{12}, revision [0-9a-f]{12}\)$/m,
  );
  assert.match(good.out, /^workers +2 of 2 serve it, 0 restarts$/m);
  assert.match(good.out, /^file +\S+ is what it serves$/m);
  assert.match(good.out, /^traffic +0 requests in the last 15 min: 0 failed, 0 refused; 0 in flight$/m);

  assert.doesNotMatch(good.out, /^usage/m);
  const streamed = await served.call('/v1/chat/completions', { body: { ...hello, stream: true } });
  assert.equal(streamed.status, 200, streamed.text);
  assert.equal((await gateway(['drain', 'first/one', '--config', file])).exitCode, 0);
  const text = readFileSync(file, 'utf8');
  await served.save(text.replace('backend: one', 'backend: noe'));
  await served.reloaded('rejected');
  const bad = await gateway(['status', '--config', file]);
  assert.equal(bad.exitCode, 1, bad.out);
  assert.match(bad.out, /^file +\S+ is NOT valid, so that it can't be taken: gateway check \S+$/m);
  assert.match(bad.out, /^reload +the last, at \S+, was REJECTED:\n[\s\S]*no backend is named "noe"/m);
  assert.match(bad.out, /^usage +first\/one: its backend refuses stream_options, so that its streams count/m);
  assert.match(bad.out, /^drained +first\/one \(until `gateway resume`\)$/m);

  const elsewhere = join(dirOf(t), 'gateway.yaml');
  writeFileSync(elsewhere, `${text}\n# reviewed later\n`);
  const other = await gateway(['status', '--config', elsewhere]);
  assert.match(other.out, /^file +\S+ gives another text \([0-9a-f]{12}\): gateway reload --config \S+$/m);
});

test('reload tells what came of it: applied with its changes, nothing new, or rejected with its problems', async (t) => {
  const { served, file } = await started(t);
  const reload = () => gateway(['reload', '--config', file]);
  const nothing = await reload();
  assert.equal(nothing.exitCode, 0, nothing.err);
  assert.match(nothing.out, /serves what its files say already \(revision [0-9a-f]{12}\)\n$/);
  const text = readFileSync(file, 'utf8');
  await served.save(text.replace('backend: one', 'backend: noe'));
  const rejected = await reload();
  assert.equal(rejected.exitCode, 1);
  assert.match(
    rejected.out,
    /has REJECTED its files and serves on as before \(revision \S+\):\n[\s\S]*no backend is named "noe"/,
  );
  await served.save(
    text.replace(
      '  first:',
      '  more: { deployments: [{ backend: one, endpoints: { chat_completions: [] } }] }\n  first:',
    ),
  );
  const applied = await reload();
  assert.equal(applied.exitCode, 0);
  // It may have noticed by itself before it was asked.
  assert.match((await served.call('/v1/models')).text, /"more"/);
});

test('a token that may only read is told what a reload takes', async (t) => {
  const { url } = await started(t);
  const env = { GATEWAY_ADMIN_TOKEN: 'live-read-token-0123' };
  const { exitCode, err } = await gateway(['reload', '--admin', `http://${url}`], { env });
  assert.equal(exitCode, 2);
  assert.match(err, /answered 403: /);
});

test('status asks over TLS with an authority of its own, and says so where that is missing', async (t) => {
  const { file, url } = await started(t, 'tls: { self_signed: true }, ');
  const at = ['--config', file, '--admin', `https://${url}`];
  const refused = await gateway(['status', ...at]);
  assert.equal(refused.exitCode, 2);
  assert.match(refused.err, /certificate is not trusted .*--ca FILE/);
  const told = await gateway(['status', ...at, '--ca', join(file, '..', 'dev-ca.pem')]);
  assert.equal(told.exitCode, 0, told.err);
});

test('status and reload need to be told which gateway', async () => {
  for (const command of ['status', 'reload']) {
    const { exitCode, err } = await gateway([command]);
    assert.equal(exitCode, 2);
    assert.match(err, /say which gateway to ask: --config FILE, or --admin URL/);
  }
});
