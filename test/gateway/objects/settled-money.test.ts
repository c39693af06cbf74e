/** What is spent, and what the books say of it, where answers, background responses and batches come and clients go. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { type Seen, startBackend } from '../../helpers/backend.ts';
import { runs } from '../../helpers/full.ts';
import { until } from '../../helpers/gate.ts';
import { begin, configText, newConnections, secret } from '../../helpers/gateway.ts';
import { readToken, type Served, serve } from '../../helpers/serve.ts';

const budget = 3000;
const tight = 'sk-tight-0123456789abc';
const keys = { test: secret, tight };
type Caller = keyof typeof keys;

/** A US dollar a token. */
function text(backend: string): string {
  const price = 'price: { input: 1000000, output: 1000000 }';
  return configText({
    backends: `{ a: { url: "${backend}" } }`,
    models: `{ m: { deployments: [ { backend: a, endpoints: { responses: [streaming], chat_completions: [], messages: [] }, ${price} } ] } }`,
    keys: `{ test: { secret: ${secret}, endpoints: [all], rate_limit: { budget: 1000000 USD/month } }, tight: { secret: ${tight}, endpoints: [all], rate_limit: { budget: ${budget} USD/month } } }`,
    more: `workers: 2
admin: { address: "127.0.0.1:0", read_token: ${readToken} }
endpoints: { files: { price: { per_request: 0 } }, batches: { price: { per_request: 0 } }, message_batches: { price: { per_request: 0 } } }
stateful: { ids: signed, endpoints: [responses, files, batches, message_batches], default: { files: a, message_batches: a }, settle_after: 100ms }`,
  });
}

/** The most that a single request uses. */
const most = 400;

/** A vendor, which bills what it does: objects are done the third time that somebody looks at them. */
async function startVendor(t: TestContext) {
  const billed = { total: 0 };
  const objects = new Map<string, { readonly tokens: number; looks: number }>();
  const tokensIn = (seen: Seen) => Number(/use (\d+)/.exec(String(seen.body))?.[1] ?? 7);
  const make = (prefix: string, seen: Seen) => {
    const id = `${prefix}_${objects.size + 1}`;
    const tokens = tokensIn(seen);
    objects.set(id, { tokens, looks: 0 });
    billed.total += tokens;
    return id;
  };
  const usageOf = (tokens: number) => ({ input_tokens: 1, output_tokens: tokens - 1, total_tokens: tokens });
  const send = (response: ServerResponse, value: object | string) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  };
  const { url } = await startBackend(t, (seen, response) => {
    const [, , kind, ...steps] = seen.url.split(/[/?]/);
    const isNew = seen.method === 'POST';
    if (kind === 'files') return send(response, { id: `file-${objects.size}`, object: 'file' });
    if (kind === 'chat') {
      const tokens = tokensIn(seen);
      billed.total += tokens;
      const usage = { prompt_tokens: 1, completion_tokens: tokens - 1, total_tokens: tokens };
      const message = { role: 'assistant', content: 'done' };
      return send(response, {
        id: 'c',
        object: 'chat.completion',
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage,
      });
    }
    const prefix = kind === 'responses' ? 'resp' : kind === 'batches' ? 'batch' : 'msgbatch';
    const id = isNew ? make(prefix, seen) : steps.find((step) => objects.has(step))!;
    const object = objects.get(id)!;
    if (!isNew && !seen.url.endsWith('/results')) object.looks += 1;
    const isDone = object.looks > 2;
    const usage = isDone ? usageOf(object.tokens) : null;
    if (kind === 'messages') {
      const message = { model: 'm', usage: usageOf(object.tokens) };
      if (seen.url.endsWith('/results'))
        return send(
          response,
          `${JSON.stringify({ custom_id: 'a', result: { type: 'succeeded', message } })}\n`,
        );
      return send(response, {
        id,
        type: 'message_batch',
        processing_status: isDone ? 'ended' : 'in_progress',
      });
    }
    const about = { id, object: kind === 'batches' ? 'batch' : 'response', model: 'm', usage };
    const status = isDone ? 'completed' : 'in_progress';
    if (!String(seen.body).includes('"stream":true')) return send(response, { ...about, status });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = { type: 'response.created', response: { ...about, status } };
    response.write(`event: response.created\ndata: ${JSON.stringify(event)}\n\n`);
  });
  return { url, billed };
}

const operation = fc.record({
  what: fc.constantFrom(
    'chat',
    'background',
    'hung up',
    'batch',
    'message batch',
    'read',
    'deleted' as const,
  ),
  by: fc.constantFrom<Caller>('test', 'test', 'tight'),
  tokens: fc.integer({ min: 2, max: most }),
});
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;

/** Does one thing, whatever comes of it. */
async function act(served: Served, { what, by, tokens }: Operation, made: { id: string; by: Caller }[]) {
  const headers = { authorization: `Bearer ${keys[by]}` };
  const call = async (path: string, body: object | undefined, method = 'POST') => {
    const reply = await served.call(path, { method, headers, ...(body !== undefined && { body }) });
    assert.ok([200, 404, 429].includes(reply.status), `${what}: ${reply.status} ${reply.text}`);
    return reply;
  };
  const use = `use ${tokens}`;
  const background = { model: 'm', input: use, background: true, max_output_tokens: most };
  const params = { model: 'm', max_tokens: most, messages: [{ role: 'user', content: use }] };
  switch (what) {
    case 'chat':
      await call('/v1/chat/completions', params);
      break;
    case 'background': {
      const reply = await call('/v1/responses', background);
      if (reply.status === 200) made.push({ id: reply.json.id, by });
      break;
    }
    case 'hung up': {
      const { port, ca } = served;
      const body = { ...background, stream: true };
      const answer = await begin({ port, ca, agent: newConnections(ca) }, '/v1/responses', { headers, body });
      for await (const _piece of answer) break;
      break;
    }
    case 'batch': {
      // Of what came from elsewhere nothing is known; what it uses stands in a field that vendors keep.
      const uploaded = await served.call('/v1/files', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
        body: '--x--\r\n',
      });
      if (uploaded.status === 200)
        await call('/v1/batches', { input_file_id: uploaded.json.id, endpoint: 'x', metadata: { use } });
      break;
    }
    case 'message batch':
      await call('/v1/messages/batches', { requests: [{ custom_id: 'a', params }] });
      break;
    default: {
      const own = made.find((one) => one.by === by);
      if (own !== undefined) await call(`/v1/responses/${own.id}`, undefined, 'GET');
    }
  }
}

/** What is kept of each key, in US dollars. */
async function booked(served: Served): Promise<Readonly<Record<Caller, number>>> {
  const { rows } = JSON.parse((await served.admin('/api/usage?by=key')).text);
  const of = (key: Caller) => Number(rows.find((row: { key: string }) => row.key === key)?.cost_usd ?? 0);
  return { test: of('test'), tight: of('tight') };
}

test('whatever callers do and however they leave, the books end at what the vendor billed, over restarts, too', async (t) => {
  const vendor = await startVendor(t);
  const dir = mkdtempSync(join(tmpdir(), 'gateway-money-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const env = { STATE_DIRECTORY: dir };
  const made: { id: string; by: Caller }[] = [];
  const seed = Math.floor(Math.random() * 2 ** 31);
  const rounds = fc.sample(fc.array(operation, { minLength: 12, maxLength: 16 }), {
    numRuns: Math.max(2, runs(8)),
    seed,
  });
  let served: Served | undefined;
  for (const operations of rounds) {
    if (served !== undefined) {
      served.child.kill('SIGTERM');
      await served.ended;
    }
    served = await serve(t, text(vendor.url), { env });
    for (let at = 0; at < operations.length; at += 4)
      await Promise.all(operations.slice(at, at + 4).map((one) => act(served!, one, made)));
  }
  let books = await booked(served!);
  await until(
    async () => {
      books = await booked(served!);
      return books.test + books.tight === vendor.billed.total;
    },
    'the books agree with the bill',
    30_000,
  ).catch(() => assert.fail(`seed ${seed}: ${JSON.stringify(books)} of ${vendor.billed.total}`));
  // Four at a time are let through while anything is left, and each may use more than was left.
  assert.ok(books.tight <= budget + 4 * most, `seed ${seed}: ${books.tight}`);
  const { keys: limits } = JSON.parse((await served!.admin('/api/limits?search=test')).text);
  assert.equal(
    limits.find(({ id }: { id: string }) => id === 'test').limits[0].used,
    books.test,
    `seed ${seed}`,
  );
});
