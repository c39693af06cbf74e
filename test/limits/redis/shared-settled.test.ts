import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRedisLink } from '../../../src/limits/redis/redis-link.ts';
import { sharedSettled } from '../../../src/limits/redis/shared-settled-ids.ts';
import { startRedis } from '../../helpers/redis.ts';

const tls = { ca: undefined, cert: undefined, key: undefined, serverName: undefined };
/** What limits need, and what the test looks with. */
const may = ['hello', 'ping', 'eval', 'hexists', 'hset', 'hmget', 'pexpire', 'pttl'].map(
  (name) => `+${name}`,
);
const rights = ['--user', 'default', 'on', 'nopass', '~gateway:*', '-@all', ...may];

test('an id is new to one of two gateways, also where the server answers late', async (t) => {
  const redis = await startRedis(t, rights);
  const [one, two] = await Promise.all([
    openRedisLink({ url: redis.url, tls }),
    openRedisLink({ url: redis.url, tls }),
  ]);
  t.after(() => Promise.all([one.close(), two.close()]));
  const settled = [sharedSettled(one, 'gateway:'), sharedSettled(two, 'gateway:')];
  redis.freeze();
  const asked = settled.map((each) => each.first('batch a batch_1'));
  // By then nobody who admits requests waits for it any more.
  await Promise.all([one, two].map((link) => assert.rejects(link.run(['PING']), /no answer within/)));
  redis.thaw();
  assert.deepEqual((await Promise.all(asked)).sort(), [false, true]);
  assert.equal(await settled[0]!.first('batch a batch_1'), false);
  const left = Number(await one.run(['PTTL', 'gateway:settled:batch a batch_1']));
  assert.ok(left > 29 * 86_400_000 && left <= 30 * 86_400_000, `${left} ms`);
});

test('what one gateway notes of an object the other one finds, until it is counted', async (t) => {
  const redis = await startRedis(t, rights);
  const [one, two] = await Promise.all([
    openRedisLink({ url: redis.url, tls }),
    openRedisLink({ url: redis.url, tls }),
  ]);
  t.after(() => Promise.all([one.close(), two.close()]));
  const [mine, theirs] = [sharedSettled(one, 'gateway:'), sharedSettled(two, 'gateway:')];
  assert.equal(await theirs.noted('response a 1'), undefined);
  await mine.note('response a 1', '{"input":1}');
  assert.equal(await theirs.noted('response a 1'), '{"input":1}');
  assert.equal(await theirs.first('response a 1'), true);
  await mine.note('response a 1', 'late');
  assert.deepEqual([await mine.noted('response a 1'), await mine.first('response a 1')], [undefined, false]);
});

test('how many parts are counted is raised once for all gateways, and not beyond what is counted as a whole', async (t) => {
  const redis = await startRedis(t, rights);
  const [one, two] = await Promise.all([
    openRedisLink({ url: redis.url, tls }),
    openRedisLink({ url: redis.url, tls }),
  ]);
  t.after(() => Promise.all([one.close(), two.close()]));
  const [mine, theirs] = [sharedSettled(one, 'gateway:'), sharedSettled(two, 'gateway:')];
  const asked = await Promise.all([mine.advance('batch a 1', 500), theirs.advance('batch a 1', 500)]);
  assert.deepEqual(asked.sort(), [0, 500]);
  assert.equal(await theirs.advance('batch a 1', 20), 500);
  assert.equal(await mine.advance('batch a 1', 501), 500);
  await mine.first('batch a 1');
  assert.equal(await theirs.advance('batch a 1', 9), Number.POSITIVE_INFINITY);
});
