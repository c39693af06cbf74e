import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialectOf } from '../../../src/api/dialects/index.ts';
import { endpoints } from '../../../src/api/endpoints/index.ts';
import type { Backend, UpstreamRequest } from '../../../src/http/client/backend.ts';
import type { BackendAnswer, UpstreamEvents } from '../../../src/http/client/backend-call.ts';
import { UpstreamFailure } from '../../../src/http/client/upstream-failure.ts';
import { type Exchange, emptyRelayed } from '../../../src/pipeline/exchange.ts';
import type { AnswerSource } from '../../../src/pipeline/relay/answer/answer-sink.ts';
import { attempt } from '../../../src/pipeline/relay/attempt.ts';
import { until } from '../../helpers/gate.ts';

const options = {
  timeouts: { firstByteMs: 60_000, answerMs: undefined, idleMs: 60_000, progressMs: 60_000, totalMs: 60_000 },
  heartbeatMs: undefined,
  deployment: 'demo/vendor',
  carrier: undefined,
  signing: undefined,
  translation: undefined,
  fresh: false,
  budget: { hold: () => true, free: () => {} },
  asksForUsage: false,
  committed: () => {},
};
const request = { route: { dialect: dialectOf.chat_completions } } as UpstreamRequest;

type Listener = (() => void) | undefined;

/** An exchange that shows who waits for something on its behalf. */
interface Watched extends Exchange {
  readonly onGone: Listener;
  readonly onInterrupt: Listener;
}

function exchange(more: Partial<Exchange> = {}): Watched {
  return {
    served: endpoints.chat_completions,
    summary: { stream: false, isOneAnswer: true },
    startedMs: performance.now(),
    gone: false,
    relayed: emptyRelayed(),
    request: { httpVersionMinor: 1 },
    whenGone(listener: Listener) {
      Object.assign(this, { onGone: listener });
    },
    whenInterrupted(listener: Listener) {
      Object.assign(this, { onInterrupt: listener });
    },
    ...more,
  } as unknown as Watched;
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}
const before = timers();

/** A backend that does with a call what the test says. */
function backend(send: (events: UpstreamEvents) => void): {
  readonly cancelled: number;
  readonly it: Backend;
} {
  const seen = { cancelled: 0 };
  const call = {
    isSent: true,
    isMalformed: false,
    cancel() {
      seen.cancelled += 1;
    },
    discard() {},
  };
  const it = {
    send(_request: UpstreamRequest, events: UpstreamEvents) {
      send(events);
      return call;
    },
  } as unknown as Backend;
  return {
    it,
    get cancelled() {
      return seen.cancelled;
    },
  };
}

test('a fault of the gateway itself ends the attempt with nothing left behind, wherever it happens', async () => {
  const bug = new Error('a bug');
  const atOnce = backend(() => {
    throw bug;
  });
  const onHead = backend((events) => {
    setImmediate(() => {
      const answer = {} as BackendAnswer;
      Object.defineProperty(answer, 'rawHeaders', {
        get() {
          throw bug;
        },
      });
      events.head(answer);
    });
  });
  const unsendable = backend((events) => {
    setImmediate(() => events.failed(new UpstreamFailure('unsendable', 'the request could not be made')));
  });
  for (const { it } of [atOnce, onHead, unsendable]) {
    const one = exchange();
    const { outcome, fault } = await attempt(one, it, request, options);
    assert.equal(outcome, 'abandoned');
    assert.ok(fault instanceof Error);
    assert.equal(one.onGone, undefined);
    assert.equal(one.onInterrupt, undefined);
  }
  // The rounds end with the last alarm.
  await until(() => timers() === before, 'no alarm is left');
});

test('a client that left before the attempt costs the backend nothing', async () => {
  const { it } = backend(() => assert.fail('nothing is sent'));
  const { outcome } = await attempt(exchange({ gone: true }), it, request, options);
  assert.equal(outcome, 'abandoned');
});

test('a gateway that stops gives up what has not begun to answer, without blame', async () => {
  const one = exchange();
  const waiting = backend(() => {});
  const report = attempt(one, waiting.it, request, options);
  one.onInterrupt?.();
  assert.equal((await report).outcome, 'abandoned');
  assert.equal(waiting.cancelled, 1);
});

test('an answer that is stopped with its first event leaves no alarm behind', async () => {
  const event = Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"hello"}}]}\n\n');
  for (const stopsAt of ['head', 'bytes']) {
    let source: AnswerSource | undefined;
    let given = 0;
    const answer = {
      begin(_head: unknown, from: AnswerSource) {
        source = from;
        if (stopsAt === 'head') source.stop!();
      },
      write() {
        given += 1;
        source!.stop!();
      },
      beat: () => assert.fail('nothing more is said'),
    };
    const one = exchange({
      answer,
      summary: { stream: true, answer: 'events', isOneAnswer: true },
      id: 'r',
    } as object);
    const { it } = backend((events) => {
      setImmediate(() => {
        events.head({
          statusCode: 200,
          rawHeaders: ['content-type', 'text/event-stream'],
          readBy: (reader) => setImmediate(() => reader.data(event)),
        } as Partial<BackendAnswer> as BackendAnswer);
      });
    });
    const { outcome, fault } = await attempt(one, it, request, { ...options, heartbeatMs: 60_000 });
    assert.equal(fault, undefined);
    assert.deepEqual([outcome, given], ['abandoned', stopsAt === 'head' ? 0 : 1]);
  }
  await until(() => timers() === before, 'no alarm is left');
});
