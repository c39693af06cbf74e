/** What `explain` and `diff` say of requests that wait. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeChanges } from '../../../src/check/diff/describe-changes.ts';
import { explain } from '../../../src/check/explain/explain.ts';
import { explanationText } from '../../../src/check/explain/text/explain-text.ts';
import { configText, loadText } from '../../helpers/gateway.ts';

const asked = {
  endpoint: 'chat_completions',
  key: undefined,
  model: 'm',
  models: [],
  tags: [],
  down: [],
} as const;

function fileWith(queue: string): string {
  return configText({
    backends: '{ a: { simulator: {} } }',
    models: `{ m: { ${queue}deployments: [ { backend: a, rate_limit: { concurrency: 4 }, endpoints: { chat_completions: [] } } ] } }`,
    keys: '{ app: { secret: sk-test-explained-01234567, group: team, queue: { class: high, weight: 2 } } }',
    more: 'groups: { team: { rate_limit: { concurrency: 1, wait: 5s } } }',
  });
}

test('what would wait is told, with how long, for whom and in which class', async () => {
  const config = await loadText(fileWith('queue: { wait: 30s, length: 500 }, '));
  const { queue, ...rest } = explain(config, { ...asked, key: 'app' });
  assert.deepEqual(queue, {
    text: [
      'It waits if all of these are full: at most 30s, one of 500 for m, class high, weight 2.',
      'It waits if the group team has 1 request in flight: at most 5s, class high, weight 2.',
    ],
    room: { model: 'm', wait_ms: 30_000, length: 500, first: false },
    own: [{ whose: 'the group team', concurrency: 1, wait_ms: 5000 }],
    class: 'high',
    weight: 2,
  });
  const text = explanationText({ ...rest, ...(queue && { queue }) });
  assert.match(
    text,
    /\nIt waits if all of these are full: at most 30s, one of 500 for m, class high, weight 2\.\n/,
  );
  assert.match(
    text,
    /\nIt waits if the group team has 1 request in flight: at most 5s, class high, weight 2\.\n$/,
  );
  const any = explain(config, asked);
  assert.deepEqual(any.queue?.room, { model: 'm', wait_ms: 30_000, length: 500, first: false });
});

test('where nothing waits nothing is told of it', async () => {
  const config = await loadText(fileWith(''));
  assert.equal('queue' in explain(config, asked), false);
});

test('a change of a queue is told by its fields', async () => {
  const [before, after] = [
    await loadText(fileWith('queue: { wait: 30s, length: 500 }, ')),
    await loadText(
      fileWith('queue: { wait: 60s, length: 500, classes: { subagent: low } }, ').replace(
        'wait: 5s',
        'wait: 9s',
      ),
    ),
  ];
  const changes = describeChanges(before, after).join('\n');
  assert.match(changes, /queue\.wait/);
  assert.match(changes, /queue\.classes/);
  const removed = describeChanges(before, await loadText(fileWith(''))).join('\n');
  assert.match(removed, /queue/);
});
