/** A request that waited while the configuration changed goes through stages a second time, within the first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../../src/api/endpoints/index.ts';
import type { KeptContent } from '../../../src/observe/kept-content.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import { nothingKept } from '../../../src/pipeline/contents/content-keeper.ts';
import { type Exchange, emptyRelayed } from '../../../src/pipeline/exchange.ts';
import type { LiveGuard } from '../../../src/pipeline/guards/live-guard.ts';
import { NobodysSink } from '../../../src/pipeline/mirrors/mirror-ends.ts';
import type { DownstreamHead } from '../../../src/pipeline/relay/answer/answer-sink.ts';
import { compose } from '../../../src/pipeline/stage.ts';
import { inspectAnswers } from '../../../src/pipeline/stages/guards/inspect-answers.ts';
import { keepContents } from '../../../src/pipeline/stages/keep-contents.ts';

const log = openLog('silent');

test('its contents are kept once, and its answer is shown once, to the guards that it has now', async () => {
  const kept: KeptContent[] = [];
  const keeper = {
    ...nothingKept,
    keeps: () => true,
    maxBytes: 1e6,
    take: () => true,
    keep: (one: KeptContent) => kept.push(one),
  };
  const shown: string[] = [];
  const guard = (name: string): LiveGuard =>
    ({
      name,
      config: { name, maxTextBytes: 1e6, refusal: {}, onFailure: 'refuse', onHit: 'refuse' },
      look: (texts: readonly { text: string }[]) => {
        shown.push(`${name}: ${texts.map(({ text }) => text).join()}`);
        return Promise.resolve({ kind: 'passed', holdBack: 0 });
      },
    }) as unknown as LiveGuard;
  const parts = { log, told: () => {}, budget: { hold: () => true, free: () => {} }, heartbeatMs: undefined };
  const passage = (guards: readonly LiveGuard[]) => [
    (exchange: Exchange, next: (exchange: Exchange) => Promise<void>) => {
      exchange.answerGuards = guards;
      return next(exchange);
    },
    keepContents(keeper, log),
    inspectAnswers(parts),
  ];
  const client = new NobodysSink(() => {});
  const exchange = {
    id: 'r',
    key: { id: 'k' },
    served: endpoints.chat_completions,
    summary: { model: 'm', models: [], stream: false },
    relayed: emptyRelayed(),
    head: {},
    startedMs: 0,
    gone: false,
    whenGone() {},
    client,
    answer: client,
  } as unknown as Exchange;
  const body = Buffer.from('{"choices":[{"index":0,"message":{"role":"assistant","content":"hello"}}]}');
  const head: DownstreamHead = {
    idleMs: 1000,
    status: 200,
    headers: ['content-type', 'application/json'],
    length: body.length,
    body: 'whole',
    own: 'no',
  };
  await compose([
    ...passage([guard('old')]),
    ...passage([guard('new')]),
    async ({ answer }) => {
      answer.begin(head);
      answer.write(body);
      answer.end();
    },
  ])(exchange);
  await new Promise(setImmediate);
  assert.deepEqual(shown, ['new: hello']);
  assert.equal(kept.length, 1);
  assert.equal(client.bytes, body.length);
});
