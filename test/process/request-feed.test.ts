import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestBatch } from '../../src/observe/request-batch.ts';
import { RequestFeed } from '../../src/process/request-feed.ts';
import { requestEvent } from '../helpers/admin.ts';

test('few single requests are told until somebody looks, and then those that follow', () => {
  const feed = new RequestFeed();
  const batches: RequestBatch[] = [];
  feed.follow((batch) => void batches.push(batch));
  const add = (count: number) => {
    for (let number = 1; number <= count; number += 1) feed.add(requestEvent({ id: String(number) }));
  };
  add(100);
  feed.flush();
  add(100);
  feed.watch();
  add(150);
  feed.flush();
  assert.deepEqual(
    batches.map(({ recent, sums }) => [recent.length, recent.at(-1)?.id, sums[0]?.answered]),
    [
      [20, '100', 100],
      [20, '100', 100],
      [150, '150', 150],
    ],
  );
});
