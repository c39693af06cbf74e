/** Money that is reserved before it is spent: what many callers at once can spend of a budget, and what they are told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../helpers/full.ts';
import { until } from '../helpers/gate.ts';
import { ownerOfFile, readToken, type Served, serve } from '../helpers/serve.ts';

const priced = 'endpoints: { chat_completions: [streaming], messages: [streaming] }';
const rounds = runs(12);
const mixed = Array.from({ length: rounds }, (_, round) => `mixed${round}`);
const secretOf = (key: string) => `sk-${key}-0123456789abcdef`;

const gatewayYaml = `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", token: reserved-admin-token-0123, read_token: ${readToken} }
workers: 2
backends: { slow: { simulator: { latency: 1500ms, tokens_per_second: 5000 } }, quick: { simulator: { latency: 20ms, tokens_per_second: 5000 } } }
models:
  per-request: { deployments: [{ backend: slow, price: { per_request: 0.02 }, ${priced} }] }
  opus: { deployments: [{ backend: slow, price: { input: 15, output: 75 }, ${priced} }] }
  mixed: { deployments: [{ backend: quick, price: { input: 0, output: 100 }, ${priced} }] }
keys:
  burst: { secret: ${secretOf('burst')}, rate_limit: { budget: 0.10 USD/day } }
  agents: { secret: ${secretOf('agents')}, rate_limit: { budget: 5 USD/month } }
  strict: { secret: ${secretOf('strict')}, rate_limit: { budget: 5 USD/month, reserve: maximum } }
${mixed.map((key) => `  ${key}: { secret: ${secretOf(key)}, rate_limit: { budget: 0.05 USD/day } }`).join('\n')}
`;

const serving = serve(ownerOfFile(), gatewayYaml);

async function ask(served: Served, key: string, model: string, more: object = {}, abort?: AbortSignal) {
  const { status, headers, json } = await served.call('/v1/chat/completions', {
    body: { model, messages: [{ role: 'user', content: 'Hello' }], ...more },
    headers: { authorization: `Bearer ${secretOf(key)}` },
    ...(abort !== undefined && { signal: abort }),
  });
  return { status, headers, code: json?.error?.code as string | undefined };
}

async function spentBy(served: Served, key: string): Promise<number> {
  const { text } = await served.admin(`/api/limits?search=${key}`);
  const { keys } = JSON.parse(text) as { keys: { id: string; limits: { kind: string; used: number }[] }[] };
  return keys.find(({ id }) => id === key)!.limits.find(({ kind }) => kind === 'budget')!.used;
}

test('of 36 requests at once five fit a budget, and the others may try again in two seconds', async () => {
  const served = await serving;
  const all = await Promise.all(Array.from({ length: 36 }, () => ask(served, 'burst', 'per-request')));
  const passed = all.filter(({ status }) => status === 200);
  const refused = all.filter(({ status }) => status === 429);
  assert.equal(passed.length, 5);
  assert.equal(refused.length, 31);
  for (const { code, headers } of refused) {
    assert.equal(code, 'budget_reserved');
    assert.equal(headers['retry-after'], '2');
  }
  await until(async () => (await spentBy(served, 'burst')) === 0.1, 'all of it is spent, and no more');
  const { code } = await ask(served, 'burst', 'per-request');
  assert.equal(code, 'budget_exceeded');
});

test('seven agents that allow long answers work under a budget that their longest answers would exceed', async () => {
  const served = await serving;
  const seven = (key: string) =>
    Promise.all(Array.from({ length: 7 }, () => ask(served, key, 'opus', { max_tokens: 32_000 })));
  for (const { status } of await seven('agents')) assert.equal(status, 200);
  // Of 2.40 USD each three are let through while anything is left of 5.
  const codes = (await seven('strict')).map(({ status, code }) => code ?? status);
  assert.deepEqual(codes.filter((code) => code === 200).length, 3);
  assert.deepEqual(codes.filter((code) => code === 'budget_reserved').length, 4);
  await until(async () => (await spentBy(served, 'strict')) < 0.1, 'what was not used is there again');
});

test('whatever many callers do at once, no more is spent than the budget and one request beyond what was left', async () => {
  const served = await serving;
  let round = 0;
  const anyRequest = fc.record({
    max_tokens: fc.integer({ min: 1, max: 200 }),
    stream: fc.boolean(),
    leavesAfterMs: fc.option(fc.integer({ min: 0, max: 60 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest, { minLength: 1, maxLength: 40 }), async (requests) => {
      const key = mixed[round % rounds]!;
      round += 1;
      const outcomes = await Promise.all(
        requests.map(({ leavesAfterMs, ...more }) => {
          const abort = leavesAfterMs === null ? undefined : AbortSignal.timeout(leavesAfterMs);
          return ask(served, key, 'mixed', more, abort).catch(() => ({ status: 0, code: undefined }));
        }),
      );
      for (const { status, code } of outcomes)
        if (status >= 400) assert.ok(code === 'budget_reserved' || code === 'budget_exceeded', String(code));
      await until(async () => {
        const { text } = await served.admin('/api/overview');
        return JSON.parse(text).in_flight === 0;
      }, 'all of them are over');
      await until(
        async () => (await spentBy(served, key)) <= 0.05 + 200 * 100e-6,
        'what was reserved is back',
      );
    }),
    { numRuns: rounds },
  );
});
