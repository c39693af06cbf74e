/** Gateways one behind the other, and one that is its own backend. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadTls } from '../../src/process/loaded-tls.ts';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { begin, configText, readReply, secret } from '../helpers/gateway.ts';
import { startInside, stateDir } from '../helpers/inside.ts';
import { freePort } from '../helpers/ports.ts';

const serving = 'endpoints: { chat_completions: [streaming] }';
const body = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };

test('a request that goes round in a circle ends at the fifth turn, is tried nowhere else, and is told', async (t) => {
  const port = await freePort();
  const good = await startBackend(t, json(completion('good')));
  // Where the certificate of every such gateway is.
  const { caFile } = await loadTls({ kind: 'self_signed' }, stateDir);
  const self = (name: string) =>
    `${name}: { url: "https://localhost:${port}", auth: { bearer: ${secret} }, tls: { ca: ${JSON.stringify(join(caFile!))} } }`;
  const gateway = await startInside(
    t,
    configText({
      listen: `{ address: "127.0.0.1:${port}", tls: { self_signed: true } }`,
      backends: `{ ${self('a')}, ${self('b')}, good: { url: "${good.url}" } }`,
      models: `{ m: { deployments: [ { backend: a, ${serving} }, { backend: b, ${serving} }, { backend: good, priority: 1, ${serving} } ] } }`,
    }),
  );
  const reply = await readReply(await begin(gateway, '/v1/chat/completions', { body }));
  assert.equal(reply.status, 502);
  assert.equal(reply.json.error.code, 'upstream_invalid');
  assert.match(reply.json.error.message, /leads back to a gateway that it came through/);
  assert.equal(reply.headers['x-gateway-attempts'] ?? '1', '1');
  assert.equal(good.seen.length, 0);
  const failed = gateway.logs.filter(({ msg }) => msg === 'an attempt failed');
  assert.deepEqual(
    failed.map(({ level }) => level),
    ['error', 'error', 'error', 'error'],
  );
  const { circuit } = gateway.keep.served!.live.health('m/a');
  assert.deepEqual(circuit, { state: 'closed', failedAt: [] });
});

test('backends on private addresses are told how many gateways there are; a client can not hide any', async (t) => {
  const backend = await startBackend(t, json(completion('good')));
  const gateway = await startInside(
    t,
    configText({
      backends: `{ a: { url: "${backend.url}" } }`,
      models: `{ m: { deployments: [ { backend: a, ${serving} } ] } }`,
    }),
  );
  for (const [sent, seen] of [
    [undefined, '1'],
    ['3', '4'],
    ['many', '1'],
  ] as const) {
    const headers = sent === undefined ? {} : { 'X-Gateway-Hops': sent };
    const { status } = await readReply(await begin(gateway, '/v1/chat/completions', { body, headers }));
    assert.equal(status, 200);
    assert.equal(backend.seen.at(-1)!.headers['x-gateway-hops'], seen);
  }
});

test('a guard that is the gateway itself asks itself no more often than gateways may stand behind each other', async (t) => {
  const port = await freePort();
  const { caFile } = await loadTls({ kind: 'self_signed' }, stateDir);
  const good = await startBackend(t, json(completion('good')));
  const gateway = await startInside(
    t,
    configText({
      listen: `{ address: "127.0.0.1:${port}", tls: { self_signed: true } }`,
      backends: `{ good: { url: "${good.url}" } }`,
      models: `{ m: { deployments: [ { backend: good, endpoints: { chat_completions: [streaming], moderations: [] } } ] } }`,
      keys: `{ all: { secret: ${secret}, endpoints: [all] } }`,
      more: `guards: { self: { form: openai_moderation, url: "https://localhost:${port}", model: m, auth: { bearer: ${secret} }, tls: { ca: ${JSON.stringify(join(caFile!))} }, unseen: refuse, concurrency: 1000, timeouts: { total: 20s } } }`,
    }),
  );
  const reply = await readReply(await begin(gateway, '/v1/chat/completions', { body }));
  assert.deepEqual([reply.status, reply.json.error.code], [503, 'guard_unavailable']);
  const requests = gateway.logs.filter(({ msg }) => msg === 'request');
  assert.deepEqual(
    requests.map(({ status, code }) => `${status} ${code}`),
    ['502 upstream_invalid', ...Array(4).fill('503 guard_unavailable')],
  );
  assert.equal(good.seen.length, 0);
});
