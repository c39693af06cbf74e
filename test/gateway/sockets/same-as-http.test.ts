import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBackend } from '../../helpers/backend.ts';
import { until } from '../../helpers/gate.ts';
import { configText, type LogLine, secret, startGateway } from '../../helpers/gateway.ts';
import { responseEvents } from '../../helpers/responses-backend.ts';
import { openSocket, type SocketEvent } from '../../helpers/socket.ts';
import { socketEvents, startSocketBackend } from '../../helpers/socket-backend.ts';

// Each turn of a socket passes everything that the same request over HTTP passes.

const rich = 'sk-rich-0123456789abcdef';
const narrow = 'sk-narrow-0123456789abcdef';
const spent = 'sk-spent-0123456789abcdef';
const slow = 'sk-slow-0123456789abcdef';

interface Case {
  readonly name: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly expect: readonly [status: number, code: string | null];
}

const ask = { model: 'demo', input: 'Hello' };

const cases: readonly Case[] = [
  { name: 'an answer', body: ask, expect: [200, null] },
  { name: 'a model that is not there', body: { ...ask, model: 'none' }, expect: [404, 'model_not_found'] },
  { name: 'a model of others', key: narrow, body: ask, expect: [403, 'model_not_allowed'] },
  { name: 'no model', body: { input: 'x' }, expect: [400, 'invalid_value'] },
  { name: 'a field that is none', body: { ...ask, tags: 7 }, expect: [400, 'invalid_value'] },
  {
    name: 'tags of the body',
    body: { ...ask, tags: ['eu_resident'] },
    expect: [503, '503'],
  },
  {
    name: 'tags of the head',
    headers: { 'x-router-tags': 'eu_resident' },
    body: ask,
    expect: [503, '503'],
  },
  { name: 'a budget that is spent', key: spent, body: ask, expect: [429, 'budget_exceeded'] },
  { name: 'a rate that is reached', key: slow, body: ask, expect: [429, 'rate_limit_exceeded'] },
  { name: "a backend's refusal", body: { ...ask, input: '400' }, expect: [400, 'unsupported'] },
  { name: "a backend's failure", body: { ...ask, input: '500' }, expect: [500, 'broken'] },
  {
    name: 'a backend that answers nothing usable',
    body: { ...ask, input: 'html' },
    expect: [502, 'upstream_invalid'],
  },
  {
    name: 'a backend that is not there',
    body: { ...ask, model: 'away' },
    expect: [502, 'upstream_unreachable'],
  },
  { name: 'a fallback', body: { ...ask, model: 'falls-back' }, expect: [200, null] },
  {
    name: 'what no other dialect can say',
    body: { ...ask, model: 'translated', conversation: 'conv_1' },
    expect: [400, 'not_translatable'],
  },
];

/** What a line of the log says that has to be the same. */
function factsOf(line: LogLine): object {
  const { time, id, ms, first_byte_ms, upstream_id, attempts, received_ms, ...all } = line;
  // What is known to be refused is not read, and of two the second is.
  const { model, needs, stream, ...unread } = all;
  const facts = all['status'] === 429 ? unread : all;
  void [time, id, ms, first_byte_ms, upstream_id, received_ms, model, needs, stream];
  const tried = (attempts as readonly { deployment: string; outcome: string }[] | undefined)?.map(
    ({ deployment, outcome }) => [deployment, outcome],
  );
  return { ...facts, tried };
}

/** The second came a moment after the first. */
const withoutTime = (text: unknown) => String(text).replace(/ in (\d+h)?(\d+m)?\d+s\b/, ' in a while');

test('what a request is answered a turn is told, with the same line in the log', async (t) => {
  const backend = await startBackend(t, (seen, response) => {
    const { input } = JSON.parse(seen.body.toString());
    if (input === '400' || input === '500') {
      response.writeHead(Number(input), { 'content-type': 'application/json' });
      const code = input === '400' ? 'unsupported' : 'broken';
      return void response.end(
        JSON.stringify({ error: { message: `no ${input}`, type: 'x', code, param: 'p' } }),
      );
    }
    if (input === 'html') return void response.end('<html>');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      responseEvents({ id: 'resp_1', text: 'hi', usage: { input: 1_000_000, output: 10 } }).join(''),
    );
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ vendor: { url: "${backend.url}" }, away: { url: "http://127.0.0.1:1" } }`,
      models: `
  demo: { deployments: [ { backend: vendor, endpoints: { responses: [streaming] }, price: { input: 1, output: 2 } } ] }
  away: { deployments: [ { backend: away, endpoints: { responses: [streaming] }, price: { input: 1, output: 2 } } ] }
  falls-back: { fallbacks: [demo], deployments: [ { backend: away, endpoints: { responses: [streaming] }, price: { input: 1, output: 2 } } ] }
  translated: { deployments: [ { backend: vendor, endpoints: { messages: [], responses: { via: messages } }, translation: { max_tokens: 10 }, price: { input: 1, output: 2 } } ] }`,
      keys: `{ test: { secret: ${rich} }, narrow: { secret: ${narrow}, models: [away] }, spent: { secret: ${spent}, rate_limit: { budget: 0.5 USD/day } }, slow: { secret: ${slow}, rate_limit: { requests: 1/h } } }`,
      more: 'extra_capabilities: [eu_resident]\nrouting: { circuit: { failures: 1000 } }',
    }),
  );
  const requests = () => gateway.logs.filter(({ msg, method }) => msg === 'request' && method === 'POST');
  // What uses the limits up.
  for (const key of [spent, slow])
    await gateway.call('/v1/responses', { key, body: { ...ask, stream: true } });
  for (const { name, key = rich, headers = {}, body, expect } of cases) {
    await t.test(name, async () => {
      const before = requests().length;
      const over = await gateway.call('/v1/responses', { key, headers, body: { ...body, stream: true } });
      const socket = await openSocket(t, gateway, { key, headers });
      socket.send({ type: 'response.create', ...body });
      const turn = await socket.turn();
      const last: SocketEvent = turn.at(-1);
      const [status, code] = expect;
      assert.equal(over.status, status);
      if (status === 200) assert.equal(last.type, 'response.completed');
      else {
        const { message, type, code: saidCode } = over.json.error;
        assert.deepEqual([last.status, last.error.code], [status, code]);
        const told = [last.error.message, last.error.type, last.error.code];
        assert.deepEqual(told.map(withoutTime), [message, type, saidCode].map(withoutTime));
        const waits = [last.headers, over.headers].map((one) => Number(one['retry-after'] ?? 0));
        assert.ok(Math.abs(waits[0]! - waits[1]!) <= 1, `retry-after: ${waits.join(' and ')}`);
        for (const one of ['x-gateway-error', 'x-should-retry', 'x-gateway-attempts'])
          assert.equal(last.headers[one], over.headers[one], one);
      }
      await until(() => requests().length === before + 2, 'both are logged');
      const [first, second] = requests().slice(before).map(factsOf);
      assert.deepEqual(second, first);
      socket.raw.terminate();
    });
  }
});

test('a stream that breaks after any of its events is told and counted once, bridged and relayed', async (t) => {
  const events = responseEvents({ id: 'resp_1', text: 'some words' });
  const frames = socketEvents({ id: 'resp_1', text: 'some words' });
  const bridged = await startBackend(t, (seen, response) => {
    const { input } = JSON.parse(seen.body.toString());
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(events.slice(0, Number(input)).join(''), () => response.destroy());
  });
  const relayed = await startSocketBackend(t, ({ event }, socket) => {
    for (const frame of frames.slice(0, Number(event.input))) socket.send(frame);
    socket.close();
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ bridged: { url: "${bridged.url}" }, relayed: { url: "${relayed.url}" } }`,
      models: `
  bridged: { deployments: [ { backend: bridged, endpoints: { responses: [streaming] } } ] }
  relayed: { deployments: [ { backend: relayed, endpoints: { responses: { capabilities: [streaming], relay: websocket } } } ] }`,
      keys: `{ test: { secret: ${secret}, rate_limit: { concurrency: 1 } } }`,
      more: 'routing: { circuit: { failures: 1000 } }',
    }),
  );
  const requests = () => gateway.logs.filter(({ msg, method }) => msg === 'request' && method === 'POST');
  const socket = await openSocket(t, gateway);
  let count = 0;
  for (const model of ['bridged', 'relayed']) {
    for (let cut = 0; cut <= events.length; cut += 1) {
      socket.send({ type: 'response.create', model, input: String(cut) });
      const turn = await socket.turn();
      assert.equal(
        turn.at(-1).type,
        cut === events.length ? 'response.completed' : 'error',
        `${model} ${cut}`,
      );
      count += 1;
      await until(() => requests().length === count, 'it is logged, once');
    }
  }
});
