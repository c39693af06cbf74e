import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { atEndOfTurn } from '../../../src/lib/end-of-turn.ts';
import type { Exchange } from '../../../src/pipeline/exchange.ts';
import { configText } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';

/** Has whatever is put off from now on wait for the end of this turn. */
function putOff(): void {
  for (let isDone = true; isDone; ) {
    isDone = false;
    atEndOfTurn(() => {
      isDone = true;
    });
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const leave = ({ request }: Exchange) => request.socket.destroy();
const event = Buffer.from('data: last\n\n');

/** Ways in which a client's connection ends, and whether the client had left before its answer was complete. */
const cases: readonly (readonly [name: string, isGone: boolean, (exchange: Exchange) => Promise<void>])[] = [
  [
    'behind the last event, before the answer has ended',
    false,
    async (exchange) => {
      exchange.whenGone(() => exchange.answer.end());
      exchange.answer.write(event);
      await turn();
      await turn();
      leave(exchange);
    },
  ],
  [
    'behind the last event, in the turn in which the answer ends',
    false,
    async (exchange) => {
      exchange.answer.write(event);
      await turn();
      await turn();
      putOff();
      exchange.answer.end();
      leave(exchange);
    },
  ],
  [
    'behind the last event, just before the answer ends',
    false,
    async (exchange) => {
      exchange.answer.write(event);
      await turn();
      await turn();
      leave(exchange);
      exchange.answer.end();
    },
  ],
  [
    'behind a last event that filled the buffers up',
    false,
    async (exchange) => {
      exchange.whenGone(() => exchange.answer.end());
      exchange.answer.write(Buffer.alloc(32 * 1024));
      leave(exchange);
    },
  ],
  [
    'with much of a last event to come',
    true,
    async (exchange) => {
      exchange.whenGone(() => exchange.answer.end());
      exchange.answer.write(Buffer.alloc(16 * 1024 * 1024));
      leave(exchange);
    },
  ],
  [
    'just before the last event',
    true,
    async (exchange) => {
      exchange.whenGone(() => exchange.answer.end());
      leave(exchange);
      exchange.answer.write(event);
    },
  ],
  [
    'before the last event has been sent',
    true,
    async (exchange) => {
      putOff();
      exchange.answer.write(event);
      exchange.answer.end();
      leave(exchange);
    },
  ],
  [
    'with much of a written answer to come',
    true,
    async (exchange) => {
      exchange.answer.write(Buffer.alloc(16 * 1024 * 1024));
      exchange.answer.end();
      await turn();
      leave(exchange);
    },
  ],
  [
    'in the middle of a stream',
    true,
    async (exchange) => {
      exchange.answer.write(event);
      await turn();
      await turn();
      leave(exchange);
    },
  ],
];

for (const [name, isGone, answer] of cases) {
  test(`a client that leaves ${name} ${isGone ? 'is gone' : 'has its answer'}`, async (t) => {
    let closed: (gone: boolean) => void = () => {};
    const gone = new Promise<boolean>((resolve) => {
      closed = resolve;
    });
    const text = configText({
      backends: '{ local: { simulator: {} } }',
      models: '{ m: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] } }',
    });
    const gateway = await startInside(t, text, [
      (exchange) => {
        exchange.whenClosed(() => closed(exchange.gone));
        const headers = ['content-type', 'text/event-stream'];
        exchange.answer.begin({
          status: 200,
          headers,
          length: undefined,
          body: 'events',
          idleMs: 1000,
          own: 'no',
        });
        return answer(exchange);
      },
    ]);
    const client = connect({
      host: '127.0.0.1',
      port: gateway.port,
      ca: gateway.ca,
      servername: 'localhost',
    });
    t.after(() => client.destroy());
    client.on('error', () => {});
    client.pause().write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    assert.equal(await gone, isGone);
  });
}
