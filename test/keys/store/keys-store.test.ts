/** Keys of all gateways in one real Redis, with two gateways as operators run them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { redisClients } from '../../../src/lib/packages/redis-client.ts';
import { until } from '../../helpers/gate.ts';
import { gatewayProgram } from '../../helpers/program.ts';
import { startRedis, type TestRedis } from '../../helpers/redis.ts';
import { readToken, type Served, serve } from '../../helpers/serve.ts';

const token = 'keys-store-admin-token-0123';

/** Within it a change is to hold everywhere; the rest is for a machine that others work on. */
const soonMs = 1000;
const patienceMs = 10_000;
const noTls = { ca: undefined, cert: undefined, key: undefined, serverName: undefined };

interface Site {
  readonly served: Served;
  readonly stateDir: string;
  /** With the admin token. */
  api(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly json: Readonly<Record<string, unknown>> }>;
  /** What a call with a secret is answered. */
  answers(secret: string): Promise<number>;
  /** The command line with the same configuration. */
  run(
    ...words: readonly string[]
  ): Promise<{ readonly code: number; readonly out: string; readonly err: string }>;
}

function textFor(redis: TestRedis, more = ''): string {
  return `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", token: ${token}, read_token: ${readToken} }
workers: 1
state: { redis: { url: "${redis.url}" } }
keys_store: redis
keys_file: keys.yaml
rate_limits: { small: { requests: 1000/min } }
backends: { local: { simulator: {} } }
models:
  demo: { deployments: [{ backend: local, endpoints: { chat_completions: [streaming] } }] }
${more}`;
}

async function site(t: TestContext, redis: TestRedis, more = '', stateDir?: string): Promise<Site> {
  const dir = stateDir ?? mkdtempSync(join(tmpdir(), 'gateway-keys-store-'));
  if (stateDir === undefined) t.after(() => rmSync(dir, { recursive: true, force: true }));
  const served = await serve(t, textFor(redis, more), {
    files: { 'keys.yaml': 'keys: {}\n' },
    env: { STATE_DIRECTORY: dir },
  });
  const url = /admin on (http:\/\/[\d.:]+)/.exec(served.said.err)![1]!;
  return {
    served,
    stateDir: dir,
    async api(method, path, body) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
    },
    answers: async (secret) =>
      (
        await served.call('/v1/chat/completions', {
          key: secret,
          body: { model: 'demo', messages: [{ role: 'user', content: 'x' }] },
        })
      ).status,
    run: (...words) =>
      new Promise((resolve) => {
        const args = [gatewayProgram, ...words, '--config', served.file];
        const env = { PATH: process.env['PATH'], STATE_DIRECTORY: dir, GATEWAY_ADMIN_TOKEN: token };
        execFile(process.execPath, args, { env }, (error, out, err) =>
          resolve({ code: error === null ? 0 : Number(error.code), out, err }),
        );
      }),
  };
}

/** Milliseconds until a secret is answered so. */
async function answered(place: Site, secret: string, status: number): Promise<number> {
  const since = performance.now();
  await until(
    async () => (await place.answers(secret)) === status,
    `a call is answered ${status}`,
    patienceMs,
  );
  return performance.now() - since;
}

/** By the machine's load a look, a reload and a call may each take longer: once in three it is to be quick. */
async function holdsSoon(change: () => Promise<() => Promise<number>>): Promise<void> {
  const took: number[] = [];
  for (let tries = 0; tries < 3; tries += 1) {
    took.push(await (await change())());
    if (took.at(-1)! < soonMs) return;
  }
  assert.fail(`it took ${took.map(Math.round).join(', ')} ms`);
}

test('a key that is made at one gateway answers at the other within a second, and is refused there as soon when it is revoked', async (t) => {
  const redis = await startRedis(t);
  const [here, there] = [await site(t, redis), await site(t, redis)];
  let made = 0;
  const secrets: string[] = [];
  await holdsSoon(async () => {
    made += 1;
    const answer = await here.api('POST', '/api/keys', {
      id: `team-${made}`,
      models: ['demo'],
      tools: ['github/get_*'],
      rate_limit: 'small',
      owner: 'ada',
      note: 'evaluation',
    });
    assert.deepEqual([answer.status, answer.json['live']], [201, true], JSON.stringify(answer.json));
    const secret = String(answer.json['secret']);
    secrets.push(secret);
    assert.equal(await here.answers(secret), 200, 'it holds where it was made');
    return () => answered(there, secret, 200);
  });
  const { json } = await there.api('GET', '/api/keys');
  const [key] = json['keys'] as Record<string, unknown>[];
  assert.deepEqual(
    [key!['id'], key!['stands_in'], key!['managed'], key!['owner'], key!['note'], key!['rate_limit']],
    ['team-1', 'store', true, 'ada', 'evaluation', 'small'],
  );
  assert.deepEqual([key!['tools'], key!['group_tools']], [['github/get_*'], []]);
  assert.match(String(key!['created']), /^\d{4}-\d\d-\d\dT/);
  await holdsSoon(async () => {
    const revoked = await there.api('DELETE', `/api/keys/team-${made}`);
    assert.equal(revoked.json['live'], true, JSON.stringify(revoked.json));
    made -= 1;
    const secret = secrets.pop()!;
    if (secrets.length === 0) made = 0;
    return () => answered(here, secret, 401);
  });
  const copy = readFileSync(join(here.stateDir, 'store-keys.json'), 'utf8');
  assert.ok(!copy.includes('gw-') || !secrets.some((secret) => copy.includes(secret)), 'hashes only');
});

test('while Redis stands still both serve on and changes are refused; once it is back, what was revoked is refused everywhere', async (t) => {
  const redis = await startRedis(t);
  const [here, there] = [await site(t, redis), await site(t, redis)];
  const secret = String((await here.api('POST', '/api/keys', { id: 'team' })).json['secret']);
  await answered(there, secret, 200);
  redis.freeze();
  t.after(() => redis.thaw());
  await until(
    () => here.served.logs.some(({ msg }) => String(msg).startsWith('the keys_store does not answer')),
    'the log says that it is away',
    patienceMs,
  );
  assert.deepEqual([await here.answers(secret), await there.answers(secret)], [200, 200]);
  const refused = await here.api('POST', '/api/keys', { id: 'later' });
  assert.equal(refused.status, 409);
  assert.match(JSON.stringify(refused.json), /the keys_store does not answer/);
  const { json } = await there.api('GET', '/api/keys');
  await until(
    async () =>
      ((await there.api('GET', '/api/keys')).json['keys_store'] as { kind: string }).kind === 'down',
    'it is told',
    patienceMs,
  );
  assert.equal((json['keys'] as unknown[]).length, 1);
  redis.thaw();
  const revoke = async () => (await here.api('DELETE', '/api/keys/team')).status;
  await until(async () => (await revoke()) === 200, 'it can be revoked again', patienceMs);
  const took = await Promise.all([answered(here, secret, 401), answered(there, secret, 401)]);
  assert.ok(Math.max(...took) < 3000, `${took} ms`);
  await until(
    () => there.served.logs.some(({ msg }) => msg === 'the keys_store answers'),
    'the log says that it is back',
    patienceMs,
  );
});

test('a gateway that starts while Redis is away serves what was last seen, one that was never here waits for what there is', async (t) => {
  const redis = await startRedis(t);
  const here = await site(t, redis);
  const secret = String((await here.api('POST', '/api/keys', { id: 'team' })).json['secret']);
  const fresh = await site(t, redis);
  assert.equal(await fresh.answers(secret), 200, 'at its first request');
  here.served.child.kill('SIGTERM');
  await here.served.ended;
  await redis.kill();
  const again = await site(t, redis, '', here.stateDir);
  assert.equal(await again.answers(secret), 200);
});

test('a Redis that has lost its keys is given them again', async (t) => {
  const redis = await startRedis(t);
  const [here, there] = [await site(t, redis), await site(t, redis)];
  const secret = String((await here.api('POST', '/api/keys', { id: 'team' })).json['secret']);
  await answered(there, secret, 200);
  await redis.restart();
  await until(
    () =>
      [here, there].some(({ served }) =>
        served.logs.some(({ msg }) => String(msg).includes('the gateway restored them')),
      ),
    'one of them has put the keys back',
    patienceMs,
  );
  assert.deepEqual([await here.answers(secret), await there.answers(secret)], [200, 200]);
  const fresh = await site(t, redis);
  assert.equal(await fresh.answers(secret), 200);
});

test('a key that names what the files lack is not made; one that only other files allow is left out, and keeps no change from the rest', async (t) => {
  const redis = await startRedis(t);
  const wide = await site(
    t,
    redis,
    '  other: { deployments: [{ backend: local, endpoints: { chat_completions: [] } }] }\n',
  );
  const here = await site(t, redis);
  const refused = await here.api('POST', '/api/keys', { id: 'x', models: ['other'] });
  assert.equal(refused.status, 400);
  assert.match(JSON.stringify(refused.json), /no model is named/);
  const odd = String((await wide.api('POST', '/api/keys', { id: 'odd', models: ['other'] })).json['secret']);
  const even = String((await wide.api('POST', '/api/keys', { id: 'even' })).json['secret']);
  await answered(here, even, 200);
  assert.equal(await here.answers(odd), 401);
  const checked = await here.run('check');
  assert.equal(checked.code, 1);
  assert.match(checked.err + checked.out, /keys_store:\d+:\d+ {2}keys\.odd\.models\[0\]: no model is named/);
});

test('entries that somebody else wrote, and that are no keys, are named and keep no change from the rest', async (t) => {
  const redis = await startRedis(t);
  const here = await site(t, redis);
  const good = String((await here.api('POST', '/api/keys', { id: 'good' })).json['secret']);
  const secret = String((await here.api('POST', '/api/keys', { id: 'gone' })).json['secret']);
  assert.equal(await here.answers(secret), 200);
  const client = await (await redisClients({ url: redis.url, tls: noTls }))();
  client.on('error', () => {});
  await client.connect();
  const [name] = (await client.sendCommand(['KEYS', '*{keys}'])) as [string];
  const nested = '{"a":'.repeat(20_000) + 1 + '}'.repeat(20_000);
  const deep = `{"secrets":[],"terms":${nested}}`;
  const whole = (await client.sendCommand(['HGET', name, 'gone'])) as string;
  const faulty = { none: '{"secrets":[null],"terms":{}}', deep, text: 'no JSON', 'gone\nx': whole };
  for (const [id, text] of Object.entries(faulty)) await client.sendCommand(['HSET', name, id, text]);
  client.destroy();
  assert.equal((await here.api('DELETE', '/api/keys/gone')).json['live'], true);
  await answered(here, secret, 401);
  assert.equal(await here.answers(good), 200);
  // Lines are written together, up to a second later.
  const told = () =>
    new Set(
      here.served.logs.filter(({ msg }) => String(msg).includes('is not a valid key')).map(({ key }) => key),
    );
  await until(() => told().size === Object.keys(faulty).length, 'the log names each', patienceMs);
  assert.deepEqual([...told()].sort(), Object.keys(faulty).sort());
});

test('a key that stands in the file and in the store is an error in `check`, and answers with what the file says', async (t) => {
  const redis = await startRedis(t);
  const here = await site(t, redis);
  await here.run('key', 'create', 'team', '--file');
  const inFile = await here.run('key', 'create', 'both', '--file');
  assert.equal(inFile.code, 0, inFile.err);
  const refused = await here.run('key', 'create', 'both');
  assert.equal(refused.code, 1);
  assert.match(refused.err, /the key "both" is also in .*keys\.yaml, line \d+/);
  await answered(here, inFile.out.trim(), 200);
});

test('the commands make, list, change, disable and move keys of the store, whose secrets stay', async (t) => {
  const redis = await startRedis(t);
  const [here, there] = [await site(t, redis), await site(t, redis)];
  const created = await here.run('key', 'create', 'team', '--owner', 'ada', '--note', 'tests');
  assert.equal(created.code, 0, created.err);
  assert.match(created.err, /the key "team" is in the keys_store; its secret, shown this once:/);
  assert.match(created.err, /has taken it/);
  const secret = created.out.trim();
  await answered(there, secret, 200);
  const listed = JSON.parse((await here.run('key', 'list', '--format', 'json')).out) as Record<
    string,
    unknown
  >[];
  assert.deepEqual(
    listed.map(({ id, owner, note, file, secret: hint }) => [id, owner, note, file, hint]),
    [['team', 'ada', 'tests', 'keys_store', `gw-\u2026${secret.slice(-4)}`]],
  );
  assert.equal((await there.run('key', 'disable', 'team')).code, 0);
  await answered(here, secret, 401);
  assert.equal((await here.run('key', 'enable', 'team')).code, 0);
  await answered(there, secret, 200);
  assert.equal((await here.run('key', 'update', 'team', '--note', '', '--rate-limit', 'small')).code, 0);
  const rotated = await here.run('key', 'rotate', 'team', '--overlap', '1h');
  assert.equal(rotated.code, 0, rotated.err);
  await answered(there, rotated.out.trim(), 200);
  assert.equal(await there.answers(secret), 200, 'the one before stays for a while');
  const moved = await here.run('key', 'move', 'team', '--to', 'file');
  assert.match(moved.err, /1 key moved to .*keys\.yaml: team/);
  await answered(there, secret, 401);
  await until(
    async () =>
      (await here.api('GET', '/api/keys')).json['keys'] !== undefined &&
      ((await here.api('GET', '/api/keys')).json['keys'] as Record<string, unknown>[])[0]?.['stands_in'] ===
        'file',
    'it stands in the file',
    patienceMs,
  );
  assert.deepEqual([await here.answers(secret), await here.answers(rotated.out.trim())], [200, 200]);
  assert.equal((await here.run('key', 'move', '--to', 'redis')).code, 0);
  await answered(there, secret, 200);
  const printed = await here.run('check', '--print');
  assert.match(printed.out, /team:\n +# keys_store\n/);
  assert.equal((await here.run('key', 'revoke', 'team')).code, 0);
  await Promise.all([answered(here, secret, 401), answered(there, secret, 401)]);
});

test('a key is updated, disabled and enabled by the API, in the file as in the store', async (t) => {
  const redis = await startRedis(t);
  const here = await site(t, redis);
  await here.run('key', 'create', 'of-file', '--file');
  await here.api('POST', '/api/keys', { id: 'of-store' });
  for (const id of ['of-file', 'of-store']) {
    const changed = await here.api('POST', `/api/keys/${id}`, { owner: 'ada', rate_limit: 'small' });
    assert.deepEqual([changed.status, changed.json['live']], [200, true], JSON.stringify(changed.json));
    assert.equal((await here.api('POST', `/api/keys/${id}/disable`)).json['live'], true);
    const read = async () =>
      ((await here.api('GET', '/api/keys')).json['keys'] as Record<string, unknown>[]).find(
        (key) => key['id'] === id,
      )!;
    const disabled = await read();
    assert.deepEqual(
      [disabled['owner'], disabled['rate_limit'], disabled['state']],
      ['ada', 'small', 'disabled'],
    );
    assert.equal((await here.api('POST', `/api/keys/${id}/enable`)).json['live'], true);
    await here.api('POST', `/api/keys/${id}`, { owner: null });
    const enabled = await read();
    assert.deepEqual([enabled['owner'], enabled['state']], [null, 'active']);
    assert.match(String(enabled['created']), /^\d{4}-/);
  }
  const said = () =>
    here.served.logs.flatMap(({ audit, key }) => (audit === undefined ? [] : [`${audit} ${key}`]));
  const wanted = ['key updated of-store', 'key disabled of-file'];
  // Lines are written together, up to a second later.
  await until(() => wanted.every((line) => said().includes(line)), 'the log has both', patienceMs);
});

test('a key is revoked also while the files are not valid, and what they say is taken once they are', async (t) => {
  const redis = await startRedis(t);
  const [here, there] = [await site(t, redis), await site(t, redis)];
  const secrets = new Map<string, string>();
  for (const id of ['leaked', 'sound']) {
    secrets.set(id, String((await here.api('POST', '/api/keys', { id })).json['secret']));
  }
  await answered(there, secrets.get('sound')!, 200);
  await there.served.save(textFor(redis, 'nonsense: 1\n'));
  await there.served.reloaded('rejected');
  assert.equal((await here.api('DELETE', '/api/keys/leaked')).json['live'], true);
  await answered(there, secrets.get('leaked')!, 401);
  assert.equal(await there.answers(secrets.get('sound')!), 200);
  assert.equal((await there.served.status()).last_reload?.outcome, 'rejected');
  await there.served.save(textFor(redis, 'tests: []\n'));
  await until(
    async () => (await there.served.status()).last_reload?.outcome === 'applied',
    'the mended files are taken',
    patienceMs,
  );
  assert.deepEqual(
    [await there.answers(secrets.get('leaked')!), await there.answers(secrets.get('sound')!)],
    [401, 200],
  );
});
