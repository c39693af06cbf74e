/** A group's budget and limits on one real Redis, over several gateways, their workers and keys. */
import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { test } from 'node:test';
import { begin, readReply } from '../helpers/gateway.ts';
import { hello, liveText } from '../helpers/live.ts';
import { scriptCalls, startRedis, type TestRedis } from '../helpers/redis.ts';
import { type Served, serve } from '../helpers/serve.ts';

const keys = Array.from({ length: 5 }, (_, index) => `sk-of-a-group-${index}-0123456789`);
/** Of each gateway. */
const lanes = 4;

function text(
  redis: TestRedis,
  rule: string,
  { gateways = 2, keyRule = '', workers = 2, onFailure = 'deny' } = {},
): string {
  const written = keys.map((key, index) => `k${index}: { secret: ${key}, group: research${keyRule} }`);
  return liveText({
    workers,
    keys: `{ ${written.join(', ')} }`,
    more: `groups: { research: { rate_limit: ${rule}, group: company }, company: { rate_limit: { requests: 1000000/min } } }
state: { store: redis, redis: { url: "${redis.url}", gateways: ${gateways}, on_failure: ${onFailure} } }`,
  }).replace(
    'endpoints: { chat_completions: [] } }',
    'price: { input: 1000, output: 1000 }, endpoints: { chat_completions: [] } }',
  );
}

async function spentOf(served: Served): Promise<number> {
  const { groups } = JSON.parse((await served.admin('/api/limits')).text);
  return groups[0].limits[0].used;
}

test('a budget of a group holds over five keys, two workers and two gateways but for what is under way', async (t) => {
  const redis = await startRedis(t);
  const measured = await serve(t, text(redis, '{ budget: 1000 USD/month }'));
  const { status } = await measured.call('/v1/chat/completions', { key: keys[0]!, body: hello });
  assert.equal(status, 200);
  const cost = await spentOf(measured);
  assert.ok(cost > 0);
  const paid = 60;
  const budget = `{ budget: ${(cost * paid).toFixed(6)} USD/week }`;
  const served = [await serve(t, text(redis, budget)), await serve(t, text(redis, budget))];
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * lanes });
  t.after(() => agent.destroy());
  let answered = 0;
  const work = async ({ port, ca }: Served, lane: number) => {
    for (let refused = 0, sent = 0; refused < 5; sent += 1) {
      const key = keys[(lane + sent) % keys.length]!;
      const response = await begin({ port, ca, agent }, '/v1/chat/completions', { body: hello, key });
      const { status, json } = await readReply(response);
      // The store has 50 ms for an answer, and this host may be busy.
      if (json.error?.code === 'limiter_unavailable') continue;
      // Those under way hold the rest of it for a moment.
      if (json.error?.code === 'budget_reserved') continue;
      if (status === 200) answered += 1;
      else {
        assert.equal(json.error.code, 'budget_exceeded');
        assert.match(json.error.message, /^The budget of the group "research" of this key, /);
        refused += 1;
      }
    }
  };
  await Promise.all(served.flatMap((one) => Array.from({ length: lanes }, (_, lane) => work(one, lane))));
  assert.ok(answered >= paid, String(answered));
  // The one that reached it, and beside it what each lane had under way or not yet settled.
  assert.ok(answered <= paid + 2 * (2 * lanes), String(answered));
});

test('groups and end users cost no further call of the store', async (t) => {
  const redis = await startRedis(t);
  const calls = await scriptCalls(t, redis);
  const counts: number[] = [];
  for (const keyRule of [
    '',
    ', rate_limit: { requests: 100000/min }, end_users: { from: [body user], rate_limit: { requests: 100000/min, concurrency: 50 } }',
  ]) {
    const served = await serve(
      t,
      text(redis, '{ tokens: 1000000000/min, concurrency: 100, budget: 1000 USD/month }', {
        gateways: 1,
        workers: 1,
        keyRule,
        onFailure: 'local',
      }),
    );
    await served.call('/v1/chat/completions', { key: keys[0]!, body: { ...hello, user: 'ada' } });
    const before = await calls();
    for (let sent = 0; sent < 10; sent += 1) {
      const { status } = await served.call('/v1/chat/completions', {
        key: keys[sent % keys.length]!,
        body: { ...hello, user: `user-${sent}` },
      });
      assert.equal(status, 200);
    }
    counts.push((await calls()) - before);
  }
  // One that admits and one that settles each, some of them together; a further one for each would be 30.
  for (const count of counts) assert.ok(count >= 10 && count < 25, counts.join(' '));
});
