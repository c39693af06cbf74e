import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GatewayError } from '../../src/errors.ts';
import type { Head } from '../../src/http/server/request-head.ts';
import { clientKey } from '../../src/keys/keyring.ts';
import { CoarseTimer } from '../../src/lib/coarse-timer.ts';
import { BufferBudget } from '../../src/pipeline/buffer-budget.ts';
import { Exchange } from '../../src/pipeline/exchange.ts';
import { HttpClientSink } from '../../src/pipeline/relay/answer/http-client-sink.ts';
import {
  type BodyLimits,
  ClientGone,
  readBodyInPieces,
  readWholeBody,
} from '../../src/pipeline/request-body.ts';
import { until } from '../helpers/gate.ts';
import { keyConfig } from '../routing/configs.ts';

interface Reading {
  readonly exchange: Exchange;
  readonly client: PassThrough;
  readonly budget: BufferBudget;
  readonly limits: BodyLimits;
  read(): Promise<Buffer>;
}

function budgetOf(maxBytes: number, maxBytesPerKey = maxBytes): BufferBudget {
  return new BufferBudget({ maxBytes, maxBytesPerKey });
}

/** A body of a key that is about to be read, written by the test. */
function reading(
  t: TestContext,
  head: Partial<Head>,
  given: Partial<BodyLimits> & { key?: string } = {},
): Reading {
  const client = Object.assign(new PassThrough(), { httpVersionMinor: 1 });
  const response = Object.assign(new PassThrough(), { writeContinue() {} });
  t.after(() => client.destroy());
  const budget = given.budget ?? budgetOf(10_000);
  const limits = { maxBytes: 1000, timeoutMs: 5000, leastBytesPerSecond: 0, ...given, budget };
  const exchange = new Exchange(
    client as unknown as IncomingMessage,
    new HttpClientSink(response as unknown as ServerResponse),
  );
  exchange.head = head as Head;
  exchange.key = clientKey(keyConfig(given.key ?? 'one'));
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

test('a large body is left in its pieces for whoever wants that, with room for all of it', async (t) => {
  const pieces = [30_000, 40_000, 50_000, 10].map((length, index) => Buffer.alloc(length, index));
  const length = Buffer.concat(pieces).length;
  let told = 0;
  const bounds = { maxBytes: 2 * length, maxBytesPerKey: 2 * length };
  const given = { maxBytes: length, budget: new BufferBudget(bounds, () => (told += 1)) };
  const { client, exchange, limits, budget } = reading(t, { contentLength: String(length) }, given);
  const body = readBodyInPieces(exchange, limits, async (bytes) => bytes);
  for (const piece of pieces) client.write(piece);
  client.end();
  const slices: Buffer[] = [];
  (await body).sliceTo(slices, 0, length);
  assert.deepEqual(
    slices.map((slice) => slice.length),
    pieces.map((piece) => piece.length),
  );
  assert.equal(budget.usedBytes, length);
  assert.equal(told, 1);
  assert.ok((await body).joined.equals(Buffer.concat(pieces)));
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
  const budget = budgetOf(1500);
  const first = reading(t, { contentLength: '1000' }, { budget });
  const held = first.read();
  first.client.write(Buffer.alloc(1));
  await until(() => budget.usedBytes === 1000, 'it has begun to come');
  await assert.rejects(reading(t, { contentLength: '501' }, { budget }).read(), code('overloaded'));
  const chunked = reading(t, { transferEncoding: 'chunked' }, { budget });
  const refused = chunked.read();
  chunked.client.write(Buffer.alloc(501));
  await assert.rejects(refused, code('overloaded'));
  first.client.end(Buffer.alloc(999));
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

test('a head alone takes no room, whatever length it declares', async (t) => {
  const budget = budgetOf(1000);
  const heads = Array.from({ length: 36 }, () => reading(t, { contentLength: '1000' }, { budget }));
  const bodies = heads.map(({ read }) => read());
  const { client, read } = reading(t, { contentLength: '1000' }, { budget });
  const served = read();
  client.end(Buffer.alloc(1000));
  assert.equal((await served).length, 1000);
  for (const { client } of heads) client.destroy(new Error('aborted'));
  for (const body of bodies) await assert.rejects(body, ClientGone);
});

test('the room that is taken grows with what has come, up to the declared length', async (t) => {
  const kib = 1024;
  const declared = 1024 * kib;
  const { client, budget, exchange, read } = reading(
    t,
    { contentLength: String(declared) },
    { maxBytes: declared, budget: budgetOf(declared) },
  );
  const body = read();
  const sent = Buffer.from(Array.from({ length: declared }, (_, at) => at % 251));
  let most = 0;
  for (let at = 0; at < declared; at += 16 * kib) {
    client.write(sent.subarray(at, at + 16 * kib));
    await nextTurn();
    most = Math.max(most, budget.usedBytes / (at + 16 * kib));
  }
  client.end();
  assert.ok((await body).equals(sent));
  assert.ok(most > 1 && most <= 4.1, `${most}`);
  assert.equal(exchange.bufferedBytes, declared);
});

test('no key takes more than its share, and others have the rest', async (t) => {
  const budget = budgetOf(4000, 1000);
  const take = async (key: string, bytes: number, head: Partial<Head> = { contentLength: String(bytes) }) => {
    const one = reading(t, head, { budget, key });
    const body = one.read();
    one.client.end(Buffer.alloc(bytes));
    await body;
    return one;
  };
  const first = await take('one', 600);
  await take('one', 400);
  for (const head of [{ contentLength: '1' }, { transferEncoding: 'chunked' }]) {
    await assert.rejects(take('one', 1, head), (error: unknown) => {
      assert.ok(error instanceof GatewayError);
      assert.deepEqual([error.code, error.spec.retry], ['overloaded', 'later']);
      assert.match(error.message, /this key/);
      return true;
    });
  }
  await take('two', 1000);
  await take('three', 1000);
  budget.release(first.exchange);
  await take('one', 600);
  assert.equal(budget.usedBytes, 3000);
});

test('a chunked body of single bytes takes no more memory than it is counted for', async (t) => {
  const length = 20_000;
  const { client, budget, read } = reading(
    t,
    { transferEncoding: 'chunked' },
    { maxBytes: 1_000_000, budget: budgetOf(1_000_000) },
  );
  const body = read();
  for (let at = 0; at < length; at += 1) client.write(Buffer.of(at % 251));
  client.end();
  assert.deepEqual(await body, Buffer.from(Array.from({ length }, (_, at) => at % 251)));
  assert.ok(budget.usedBytes >= length && budget.usedBytes < 2.5 * length, `${budget.usedBytes}`);
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

/** A clock that the test moves on; every time limit that is over then is noticed. */
function stopClock(t: TestContext): (steps: number, stepMs: number, each?: () => void) => Promise<void> {
  let now = performance.now();
  t.mock.method(performance, 'now', () => now);
  const round = () => new Promise<void>((resolve) => new CoarseTimer().set(now, resolve));
  return async (steps, stepMs, each) => {
    for (let step = 0; step < steps; step += 1) {
      each?.();
      await nextTurn();
      now += stepMs;
      await round();
      await round();
    }
  };
}

test('a body that keeps coming may take as long as it needs', async (t) => {
  const pass = stopClock(t);
  const { client, read } = reading(
    t,
    { contentLength: '1000' },
    { timeoutMs: 2000, leastBytesPerSecond: 10 },
  );
  const body = read();
  await nextTurn();
  await pass(10, 1900, () => client.write(Buffer.alloc(100)));
  client.end();
  assert.equal((await body).length, 1000);
});

test('a silence in the middle of a body is too long after `timeoutMs`, whatever came before', async (t) => {
  const pass = stopClock(t);
  const { client, read } = reading(t, { contentLength: '1000' }, { timeoutMs: 2000 });
  let told: unknown;
  const body = read().catch((error: unknown) => {
    told = error;
  });
  await nextTurn();
  await pass(5, 1900, () => client.write(Buffer.alloc(20)));
  assert.equal(told, undefined);
  await pass(1, 200);
  await body;
  assert.match(String(told), /came for 2000 ms \(listen\.body_timeout\)/);
});

test('a body that only drips is refused once the first time is over, and with a rate of 0 it is not', async (t) => {
  const pass = stopClock(t);
  const begun = [10, 0].map((leastBytesPerSecond) => {
    const { client, read } = reading(
      t,
      { transferEncoding: 'chunked' },
      { timeoutMs: 5000, leastBytesPerSecond },
    );
    return { client, body: read() };
  });
  await nextTurn();
  const outcomes = Promise.allSettled(begun.map(({ body }) => body));
  await pass(6, 1000, () => {
    for (const { client } of begun) client.write('x');
  });
  for (const { client } of begun) client.end();
  const [slow, patient] = await outcomes;
  assert.ok(slow?.status === 'rejected' && code('request_timeout')(slow.reason));
  assert.match(slow.reason.message, /less than 10 bytes a second \(listen\.min_body_rate\)/);
  assert.ok(patient?.status === 'fulfilled');
  assert.equal(patient.value.length, 6);
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
    one.exchange.client.invite = () => void asked.push(Number(contentLength));
    one.client.end(Buffer.alloc(Number(contentLength)));
    return one.read();
  };
  await run('10');
  await assert.rejects(run('1001'));
  assert.deepEqual(asked, [10]);
});
