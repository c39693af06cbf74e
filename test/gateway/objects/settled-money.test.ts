/** What is spent, and what the books say of it, where answers, background responses and batches come and clients go. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { delta, type Seen, startBackend } from '../../helpers/backend.ts';
import { runs } from '../../helpers/full.ts';
import { type Gate, gate, until } from '../../helpers/gate.ts';
import { begin, configText, newConnections, secret } from '../../helpers/gateway.ts';
import { connectToLeave, leavings } from '../../helpers/leave.ts';
import { readToken, type Served, serve } from '../../helpers/serve.ts';

const budget = 3000;
const tight = 'sk-tight-0123456789abc';
const leaver = 'sk-leaver-0123456789abc';
const keys = { test: secret, tight, leaver };
type Caller = keyof typeof keys;

/** A US dollar a token. */
function text(backend: string): string {
  const price = 'price: { input: 1000000, output: 1000000 }';
  return configText({
    backends: `{ a: { url: "${backend}" } }`,
    models: `{ m: { deployments: [ { backend: a, endpoints: { responses: [streaming], chat_completions: [streaming], messages: [] }, ${price} } ] } }`,
    keys: `{ test: { secret: ${secret}, endpoints: [all], rate_limit: { budget: 1000000 USD/month } }, leaver: { secret: ${leaver}, rate_limit: { budget: 1000000 USD/month } }, tight: { secret: ${tight}, endpoints: [all], rate_limit: { budget: ${budget} USD/month } } }`,
    more: `workers: 2
admin: { address: "127.0.0.1:0", read_token: ${readToken} }
endpoints: { files: { price: { per_request: 0 } }, batches: { price: { per_request: 0 } }, message_batches: { price: { per_request: 0 } } }
stateful: { ids: signed, endpoints: [responses, files, batches, message_batches], default: { files: a, message_batches: a }, settle_after: 100ms }`,
  });
}

/** The most that a single request uses. */
const most = 400;
/** A token of a stream. */
const piece = 'lamp';

/** A vendor, which bills what it does: objects are done the third time that somebody looks at them. */
async function startVendor(t: TestContext) {
  const billed = { total: 0, left: 0 };
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
  /** What is held goes on when this opens. */
  const held: { count: number; rest: Gate } = { count: 0, rest: gate() };
  const left = { count: 0 };
  async function chat(seen: Seen, response: ServerResponse, tokens: number): Promise<void> {
    const body = String(seen.body);
    const isStream = body.includes('"stream":true');
    const isLeft = body.includes('to leave');
    billed[isLeft ? 'left' : 'total'] += tokens;
    if (isStream) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let made = 1; made < tokens; made += 1) response.write(delta(piece));
    }
    if (isLeft) {
      left.count += 1;
      return;
    }
    if (body.includes('to hold')) {
      held.count += 1;
      await held.rest.opened;
    }
    const usage = { prompt_tokens: 1, completion_tokens: tokens - 1, total_tokens: tokens };
    if (isStream) {
      response.write(delta('', 'stop'));
      return void response.end(
        `data: ${JSON.stringify({ id: 'c', choices: [], usage })}\n\ndata: [DONE]\n\n`,
      );
    }
    const message = { role: 'assistant', content: 'done' };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    send(response, { id: 'c', object: 'chat.completion', model: 'm', choices, usage });
  }
  const { url } = await startBackend(t, (seen, response) => {
    const [, , kind, ...steps] = seen.url.split(/[/?]/);
    const isNew = seen.method === 'POST';
    if (kind === 'files') return send(response, { id: `file-${objects.size}`, object: 'file' });
    if (kind === 'chat') return chat(seen, response, tokensIn(seen));
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
  return { url, billed, held, left };
}

const operation = fc.record({
  what: fc.constantFrom(
    'chat',
    'left chat',
    'left stream',
    'background',
    'hung up',
    'batch',
    'message batch',
    'read',
    'deleted' as const,
  ),
  by: fc.constantFrom<'test' | 'tight'>('test', 'test', 'tight'),
  tokens: fc.integer({ min: 2, max: most }),
});
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;
type Vendor = Awaited<ReturnType<typeof startVendor>>;

/**
 * Asks, and goes away once the vendor has the request, or all pieces of a stream are there. Gives what it has to count as:
 * the input by its bytes, and what came of a stream; an answer that was not waited for is counted in full.
 */
async function leave(
  t: TestContext,
  { port, ca }: Served,
  { left }: Vendor,
  { what, tokens }: Pick<Operation, 'what' | 'tokens'>,
): Promise<number> {
  const isStream = what === 'left stream';
  const messages = [{ role: 'user', content: `use ${tokens} to leave` }];
  const body = JSON.stringify({ model: 'm', max_tokens: most, messages, stream: isStream });
  const client = await connectToLeave(t, port, ca);
  let came = '';
  client.tls.setEncoding('utf8').on('data', (text: string) => {
    came += text;
  });
  const before = left.count;
  client.tls.write(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${leaver}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await until(() => left.count > before, 'the vendor has the request');
  const pieces = isStream ? tokens - 1 : 0;
  await until(() => came.split(piece).length > pieces, 'all pieces are there');
  client.leave(leavings[tokens % leavings.length]!);
  return Math.ceil(body.length / 4) + (isStream ? pieces : most);
}

/** Has the gateway end while answers are under way, whole and streamed, and a client leaves meanwhile. */
async function endUnderWay(t: TestContext, served: Served, vendor: Vendor): Promise<number> {
  const { held } = vendor;
  const rest = gate();
  Object.assign(held, { count: 0, rest });
  const answers = [false, true, false, true].map((stream, place) => {
    const messages = [{ role: 'user', content: `use ${50 + place} to hold` }];
    return served.call('/v1/chat/completions', { body: { model: 'm', max_tokens: most, messages, stream } });
  });
  await until(() => held.count === answers.length, 'the vendor has all requests');
  const counted = await leave(t, served, vendor, { what: 'left stream', tokens: 20 });
  served.child.kill('SIGTERM');
  await until(() => served.logs.some(({ msg }) => String(msg).startsWith('the gateway stops')), 'it stops');
  rest.open();
  for (const { status, text: said } of await Promise.all(answers)) assert.equal(status, 200, said);
  assert.equal(await served.ended, 0);
  return counted;
}

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
  return { test: of('test'), tight: of('tight'), leaver: of('leaver') };
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
  /** What the answers have to count as whose clients left. */
  let left = 0;
  for (const operations of rounds) {
    if (served !== undefined) left += await endUnderWay(t, served, vendor);
    served = await serve(t, text(vendor.url), { env });
    const [leavers, others] = [true, false].map((leaves) =>
      operations.filter(({ what }) => what.startsWith('left') === leaves),
    );
    for (let at = 0; at < others!.length; at += 4)
      await Promise.all(others!.slice(at, at + 4).map((one) => act(served!, one, made)));
    for (const one of leavers!) left += await leave(t, served, vendor, one);
  }
  let books = await booked(served!);
  await until(
    async () => {
      books = await booked(served!);
      return books.test + books.tight === vendor.billed.total && books.leaver === left;
    },
    'the books agree with the bill',
    30_000,
  ).catch(() => assert.fail(`seed ${seed}: ${JSON.stringify({ books, billed: vendor.billed, left })}`));
  // What nobody said is counted as no less than it was.
  assert.ok(left >= vendor.billed.left, `seed ${seed}: ${left} of ${vendor.billed.left}`);
  // Four at a time are let through while anything is left, and each may use more than was left.
  assert.ok(books.tight <= budget + 4 * most, `seed ${seed}: ${books.tight}`);
  const { keys: limits } = JSON.parse((await served!.admin('/api/limits')).text);
  for (const key of ['test', 'leaver'] as const) {
    const used = limits.find(({ id }: { id: string }) => id === key).limits[0].used;
    assert.equal(used, books[key], `seed ${seed}: ${key}`);
  }
});
