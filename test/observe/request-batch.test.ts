import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram } from '../../src/observe/metrics/histogram.ts';
import { RequestBatcher } from '../../src/observe/request-batch.ts';
import type { ToolEvent } from '../../src/observe/request-event.ts';
import { requestEvent } from '../helpers/admin.ts';

test('all requests are in the sums of a batch, and the latest of them one by one', () => {
  const batcher = new RequestBatcher(200);
  const at = Date.parse('2026-11-20T23:59:59.999Z');
  for (let number = 0; number < 450; number += 1) batcher.add(requestEvent({ id: `${number}`, at }));
  batcher.add(requestEvent({ id: 'next day', at: at + 1, status: 502 }));
  const { recent, sums } = batcher.take(200);
  assert.deepEqual(
    recent.map(({ id }) => id),
    [...Array.from({ length: 199 }, (_, index) => `${index + 251}`), 'next day'],
  );
  assert.deepEqual(
    sums.map(({ day, answered, failed, usage }) => ({ day, answered, failed, input: usage.input })),
    [
      { day: '2026-11-20', answered: 450, failed: 0, input: 4500 },
      { day: '2026-11-21', answered: 0, failed: 1, input: 10 },
    ],
  );
  assert.deepEqual(batcher.take(200), { recent: [], sums: [], attempts: [], durations: [], firstBytes: [] });
});

test('a model that the file does not know, and a key that nobody has, name no sum', () => {
  const batcher = new RequestBatcher(200);
  batcher.add(
    requestEvent({ asked: 'made-up', isKnownModel: false, model: undefined, deployment: undefined }),
  );
  batcher.add(requestEvent({ key: undefined, status: 401 }));
  const { recent, sums } = batcher.take(200);
  assert.equal(recent.length, 2);
  assert.deepEqual(
    sums.map(({ asked }) => asked),
    [undefined],
  );
});

test('a call of a tool is in the sum of its server and tool, one of the gateway itself in none', () => {
  const batcher = new RequestBatcher(200);
  const call = (tools: ToolEvent, costNanoUsd?: number) =>
    batcher.add(
      requestEvent({
        endpoint: 'mcp',
        asked: undefined,
        model: undefined,
        deployment: undefined,
        tokens: undefined,
        tools,
        costNanoUsd,
      }),
    );
  const search = {
    method: 'tools/call',
    server: 'github',
    tool: 'github/search',
    outcome: 'answered',
  } as const;
  call(search, 300_000_000);
  call({ ...search, outcome: 'error' });
  call({ method: 'resources/read', server: 'github', tool: 'github/resource:repo://a', outcome: 'answered' });
  call({ method: 'tools/list', server: undefined, tool: undefined, outcome: undefined });
  const { sums } = batcher.take(200);
  assert.deepEqual(
    sums.map(({ model, deployment, answered, costNanoUsd, unpriced }) => [
      model,
      deployment,
      answered,
      costNanoUsd,
      unpriced,
    ]),
    [
      ['mcp/github', 'search', 2, 300_000_000, 0],
      ['mcp/github', '(resource)', 1, 0, 0],
    ],
  );
});

test('counts that were taken from one histogram add up in another', () => {
  const one = new Histogram();
  const sum = new Histogram();
  for (let ms = 1; ms <= 500; ms += 1) one.add(ms);
  sum.addCounts(one.take());
  for (let ms = 501; ms <= 1000; ms += 1) one.add(ms);
  sum.addCounts(one.take());
  assert.ok(Math.abs(sum.percentile(0.5)! / 500 - 1) < 0.06);
  assert.equal(one.percentile(0.5), null);
});
