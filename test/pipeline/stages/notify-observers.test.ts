import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openLog } from '../../../src/observe/log/log.ts';
import type { RequestEvent } from '../../../src/observe/request-event.ts';
import { type Exchange, emptyRelayed } from '../../../src/pipeline/exchange.ts';
import type { Parts } from '../../../src/pipeline/parts.ts';
import { notifyObservers } from '../../../src/pipeline/stages/notify-observers.ts';

const pause = 30;

function exchange(id: string): Exchange {
  return {
    id,
    startedMs: performance.now(),
    head: {},
    clientAddress: '127.0.0.1',
    request: { method: 'GET' },
    response: { statusCode: 200 },
    path: '/v1/models',
    tags: [],
    client: {},
    relayed: emptyRelayed(),
  } as unknown as Exchange;
}

function stage(lines: string[], ...observers: ((event: RequestEvent) => void)[]) {
  const log = openLog('info', { write: (line: string) => lines.push(line) });
  return notifyObservers(
    { log, routes: { models: new Map(), wildcards: [] }, clientIp: 'full' } as unknown as Parts,
    observers,
  );
}

function waitBusily(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('requests that end in one turn are told of after it, in order and to one observer after the other', async () => {
  const told: string[] = [];
  const observers = ['log', 'metrics'].map(
    (name) => (event: RequestEvent) => told.push(`${name} ${event.id}`),
  );
  const it = stage([], ...observers);
  await Promise.all(['a', 'b', 'c'].map((id) => it(exchange(id), async () => {})));
  assert.deepEqual(told, []);
  await nextTurn();
  assert.deepEqual(told, ['log a', 'log b', 'log c', 'metrics a', 'metrics b', 'metrics c']);
});

test('how long a request took ends with the request, and when it came is not moved', async () => {
  const events: RequestEvent[] = [];
  const it = stage([], (event) => events.push(event));
  const cameAt = Date.now();
  await it(exchange('a'), async () => {});
  waitBusily(pause);
  await nextTurn();
  const { ms, at } = events[0]!;
  assert.ok(ms < pause, `${ms} ms`);
  assert.ok(Math.abs(at - cameAt) < pause / 2, `${at - cameAt} ms off`);
});

test('an observer that fails with one request is told in the log, and keeps nobody from hearing of the others', async () => {
  const told: string[] = [];
  const lines: string[] = [];
  const failing = (event: RequestEvent) => {
    if (event.id === 'a') throw new Error('no such label');
    told.push(`first ${event.id}`);
  };
  const it = stage(lines, failing, (event) => told.push(`second ${event.id}`));
  await Promise.all(['a', 'b'].map((id) => it(exchange(id), async () => {})));
  await nextTurn();
  assert.deepEqual(told, ['first b', 'second a', 'second b']);
  assert.equal(lines.length, 1);
  const { level, id, msg, err } = JSON.parse(lines[0]!);
  assert.deepEqual([level, id, msg, err.message], ['error', 'a', 'reporting a request', 'no such label']);
});

test('a request that nothing can be made of is told in the log, and the others are told of', async () => {
  const told: string[] = [];
  const lines: string[] = [];
  const it = stage(lines, (event) => told.push(event.id));
  const broken = { ...exchange('a'), head: undefined } as unknown as Exchange;
  await Promise.all([broken, exchange('b')].map((one) => it(one, async () => {})));
  await nextTurn();
  assert.deepEqual(told, ['b']);
  assert.equal(JSON.parse(lines[0]!).id, 'a');
});
