import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../src/api/endpoints/index.ts';
import { nothingKept } from '../../src/pipeline/contents/content-keeper.ts';
import { KeepingSink } from '../../src/pipeline/contents/keeping-sink.ts';
import type { Exchange } from '../../src/pipeline/exchange.ts';
import { NobodysSink } from '../../src/pipeline/mirrors/mirror-ends.ts';

test('an answer that can not be put together is counted as not kept, and holds no room', () => {
  let held = 0;
  const left: string[] = [];
  const keeper = {
    ...nothingKept,
    maxBytes: 1e6,
    take: (bytes: number) => {
      held += bytes;
      return true;
    },
    free: (bytes: number) => {
      held -= bytes;
    },
    leftOut: (how: string) => void left.push(how),
    keep: () => assert.fail('nothing is kept'),
  };
  const answer = new NobodysSink(() => {});
  const sink = KeepingSink.before({ served: endpoints.responses, answer } as unknown as Exchange, keeper)!;
  sink.begin({ status: 200, headers: [], length: undefined, body: 'events', idleMs: 1, own: 'no' });
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  sink.write(Buffer.from(`data: {"type":"response.completed","response":{"id":"r","output":${deep}}}\n\n`));
  sink.end();
  assert.ok(held > 0);
  assert.throws(() => sink.finish(0), RangeError);
  assert.deepEqual([held, left], [0, ['dropped']]);
});
