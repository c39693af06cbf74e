import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { GatewayError } from '../../src/errors.ts';
import type { Head } from '../../src/http/server/request-head.ts';
import { Exchange } from '../../src/pipeline/exchange.ts';
import { type BodyLimits, BufferBudget, ClientGone, readWholeBody } from '../../src/pipeline/request-body.ts';

interface Reading {
  readonly exchange: Exchange;
  readonly client: PassThrough;
  readonly budget: BufferBudget;
  readonly limits: BodyLimits;
  read(): Promise<Buffer>;
}

/** A body about to be read, written by the test. */
function reading(t: TestContext, head: Partial<Head>, given: Partial<BodyLimits> = {}): Reading {
  const client = Object.assign(new PassThrough(), { httpVersionMinor: 1 });
  const response = Object.assign(new PassThrough(), { writeContinue() {} });
  t.after(() => client.destroy());
  const budget = given.budget ?? new BufferBudget(10_000);
  const limits = { maxBytes: 1000, timeoutMs: 5000, ...given, budget };
  const exchange = new Exchange(client as unknown as IncomingMessage, response as unknown as ServerResponse);
  exchange.head = head as Head;
  return {
    exchange,
    client,
    budget,
    limits,
    read: () => readWholeBody(exchange, limits, async (body) => body),
  };
}

const code = (expected: string) => (error: unknown) =>
  error instanceof GatewayError && error.code === expected;

test('a body of a declared length comes whole, however it is cut', async (t) => {
  for (const pieces of [['{"a":1}'], ['{"a"', ':1}'], [...'{"a":1}']]) {
    const { client, read } = reading(t, { contentLength: '7' });
    const body = read();
    for (const piece of pieces) client.write(piece);
    client.end();
    assert.equal((await body).toString(), '{"a":1}');
  }
});

test('a chunked body comes whole', async (t) => {
  const { client, read } = reading(t, { transferEncoding: 'chunked' });
  const body = read();
  client.write('{"a"');
  client.end(':1}');
  assert.equal((await body).toString(), '{"a":1}');
});

test('no body, an empty body and a chunked body of nothing are refused', async (t) => {
  await assert.rejects(reading(t, {}).read(), code('invalid_json'));
  await assert.rejects(reading(t, { contentLength: '0' }).read(), code('invalid_json'));
  const { client, read } = reading(t, { transferEncoding: 'chunked' });
  client.end();
  await assert.rejects(read(), code('invalid_json'));
});

test('a declared length over the limit is refused before a byte is read, and holds nothing', async (t) => {
  const { budget, read } = reading(t, { contentLength: '1001' });
  await assert.rejects(read(), code('body_too_large'));
  assert.equal(budget.usedBytes, 0);
});

test('a chunked body is read up to the limit and not further', async (t) => {
  const { client, budget, exchange, read } = reading(t, { transferEncoding: 'chunked' });
  const body = read();
  client.write(Buffer.alloc(1000));
  client.write(Buffer.alloc(1));
  await assert.rejects(body, code('body_too_large'));
  assert.ok(budget.usedBytes <= 1000);
  budget.release(exchange);
  assert.equal(budget.usedBytes, 0);
});

test('what is held counts against the budget until it is released', async (t) => {
  const budget = new BufferBudget(1500);
  const first = reading(t, { contentLength: '1000' }, { budget });
  const held = first.read();
  assert.equal(budget.usedBytes, 1000);
  await assert.rejects(reading(t, { contentLength: '501' }, { budget }).read(), code('overloaded'));
  const chunked = reading(t, { transferEncoding: 'chunked' }, { budget });
  const refused = chunked.read();
  chunked.client.write(Buffer.alloc(501));
  await assert.rejects(refused, code('overloaded'));
  first.client.end(Buffer.alloc(1000));
  await held;
  assert.equal(budget.usedBytes, 1000);
  budget.release(first.exchange);
  budget.release(first.exchange);
  assert.equal(budget.usedBytes, 0);
  const third = reading(t, { contentLength: '1000' }, { budget });
  const body = third.read();
  third.client.end(Buffer.alloc(1000));
  assert.equal((await body).length, 1000);
});

test('a body that is late is refused and can be tried again', async (t) => {
  const { client, read } = reading(t, { contentLength: '10' }, { timeoutMs: 20 });
  client.write('{');
  await assert.rejects(read(), (error: unknown) => {
    assert.ok(error instanceof GatewayError);
    assert.equal(error.code, 'request_timeout');
    assert.equal(error.spec.retry, 'later');
    assert.equal(error.closeConnection, true);
    return true;
  });
});

test('a client that breaks off is told apart from every refusal', async (t) => {
  const { client, read } = reading(t, { contentLength: '10' });
  const body = read();
  client.destroy(new Error('aborted'));
  await assert.rejects(body, ClientGone);
});

test('a client that waits is asked to go on only if its body may come', async (t) => {
  const asked: number[] = [];
  const run = (contentLength: string) => {
    const one = reading(t, { contentLength, expect: '100-continue' });
    (one.exchange.response as unknown as { writeContinue(): void }).writeContinue = () =>
      void asked.push(Number(contentLength));
    one.client.end(Buffer.alloc(Number(contentLength)));
    return one.read();
  };
  await run('10');
  await assert.rejects(run('1001'));
  assert.deepEqual(asked, [10]);
});
