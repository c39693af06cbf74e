/** A real server that speaks TLS, with a certificate made here and a user who may do what limits need and no more. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeCertificates } from '../../../src/lib/tls/dev-cert.ts';
import { openRedisLink, type RedisLink } from '../../../src/limits/redis/redis-link.ts';
import { redisStore } from '../../../src/limits/redis/redis-store.ts';
import { metersOf, rateMeter } from '../../../src/limits/rules.ts';
import { secret } from '../../helpers/gateway.ts';
import { hello, liveText } from '../../helpers/live.ts';
import { startRedis } from '../../helpers/redis.ts';
import { serve } from '../../helpers/serve.ts';

const password = 'a-password-of-limits';
const commands =
  'eval evalsha ping time del pexpire pexpireat hmget hset hincrby hdel hexists zadd zrem zcard zremrangebyscore';

interface SecureRedis {
  readonly port: number;
  /** PEM of what has to be trusted. */
  readonly ca: string;
}

async function startSecureRedis(t: TestContext): Promise<SecureRedis> {
  const { ca, cert, key } = await makeCertificates();
  const dir = mkdtempSync(join(tmpdir(), 'gateway-redis-tls-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const path = (name: string, content: string) => {
    writeFileSync(join(dir, name), content, { mode: 0o600 });
    return join(dir, name);
  };
  const certificate = ['--tls-cert-file', path('cert.pem', cert), '--tls-key-file', path('key.pem', key)];
  const rights = commands.split(' ').map((command) => `+${command}`);
  const { port } = await startRedis(t, (port) => [
    ...['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no', ...certificate],
    ...['--user', 'limits', 'on', `>${password}`, '~gateway:*', ...rights],
    ...['--user', 'default', 'off'],
  ]);
  return { port, ca };
}

async function open(
  t: TestContext,
  url: string,
  tls: { readonly ca?: string; readonly serverName?: string },
): Promise<{ readonly link: RedisLink; readonly reasons: readonly string[] }> {
  const reasons: string[] = [];
  const none = { ca: undefined, cert: undefined, key: undefined, serverName: undefined };
  const onChange = (_isUp: boolean, reason: string) => void reasons.push(reason);
  const link = await openRedisLink({ url, tls: { ...none, ...tls }, onChange });
  t.after(() => link.close());
  return { link, reasons };
}

test('limits are counted over TLS by a user who may do nothing else', async (t) => {
  const { port, ca } = await startSecureRedis(t);
  const { link } = await open(t, `rediss://limits:${password}@127.0.0.1:${port}`, { ca });
  assert.equal(link.isUp, true);
  const store = redisStore({ link, prefix: 'gateway:', processId: 'one' });
  t.after(() => store.close());
  const meters = metersOf('key', [rateMeter('requests', 2, 60_000)]);
  const verdicts = [1, 2, 3].map(async () => (await store.spend({ meters, tokens: 0 })).admitted);
  assert.deepEqual(await Promise.all(verdicts), [true, true, false]);
  await assert.rejects(link.run(['KEYS', '*']), /NOPERM/);
});

test('a server that nobody vouches for, or of another name, or that wants TLS and gets none, is not used', async (t) => {
  const { port, ca } = await startSecureRedis(t);
  const at = `limits:${password}@127.0.0.1:${port}`;
  for (const [url, tls] of [
    [`rediss://${at}`, {}],
    [`rediss://${at}`, { ca, serverName: 'redis.example' }],
    [`redis://${at}`, {}],
  ] as const) {
    const { link } = await open(t, url, tls);
    assert.equal(link.isUp, false, url.slice(0, 8));
  }
  const right = await open(t, `rediss://${at}`, { ca, serverName: 'localhost' });
  assert.equal(right.link.isUp, true);
});

test('a gateway is told of the store in its file, the password by the environment', async (t) => {
  const { port, ca } = await startSecureRedis(t);
  const redis = `{ url: "rediss://limits:\${REDIS_PASSWORD}@127.0.0.1:${port}", gateways: 1, on_failure: deny, tls: { ca: redis-ca.pem } }`;
  const keys = `{ test: { secret: ${secret}, rate_limit: { requests: 3/min } } }`;
  const served = await serve(t, liveText({ keys, more: `state: { store: redis, redis: ${redis} }` }), {
    files: { 'redis-ca.pem': ca },
    env: { REDIS_PASSWORD: password },
  });
  const statuses: number[] = [];
  for (let call = 0; call < 5; call += 1) {
    statuses.push((await served.call('/v1/chat/completions', { body: hello })).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  assert.ok(!(JSON.stringify(served.logs) + served.said.err).includes(password));
});

test('a wrong password ends the start, and is not told', async (t) => {
  const { port, ca } = await startSecureRedis(t);
  await assert.rejects(
    open(t, `rediss://limits:not-the-password@127.0.0.1:${port}`, { ca }),
    (error: Error) => {
      assert.match(error.message, /^state\.redis: the server refuses the credentials: WRONGPASS/);
      assert.doesNotMatch(error.message, /not-the-password/);
      return true;
    },
  );
});
