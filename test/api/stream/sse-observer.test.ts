import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { dialectOf } from '../../../src/api/dialects/index.ts';
import { perEndpoint } from '../../../src/api/endpoints/index.ts';
import { cutEvent } from '../../../src/api/families/render-error.ts';
import { type SseObserver, sseObserver } from '../../../src/api/stream/sse-observer.ts';
import { usageOf } from '../../../src/observe/usage.ts';
import { runs } from '../../helpers/full.ts';

const {
  chat_completions: chat,
  completions,
  messages,
  responses,
} = perEndpoint(({ name }) => dialectOf[name].stream!);

/** Feeds bytes in the pieces that the cuts make. */
function observe(observer: SseObserver, bytes: Buffer, cuts: readonly number[] = []): SseObserver {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const to of [...places, bytes.length]) {
    const chunk = Buffer.from(bytes.subarray(from, to)); // memory of its own, as from a socket
    observer.push(chunk);
    from = to;
  }
  return observer;
}

function seen(dialect: typeof chat, text: string): SseObserver {
  const whole = observe(sseObserver(dialect), Buffer.from(text));
  const single = observe(
    sseObserver(dialect),
    Buffer.from(text),
    Array.from({ length: text.length }, (_, at) => at),
  );
  for (const key of ['events', 'terminal', 'finished', 'failed', 'failedFirst', 'responseId'] as const) {
    assert.equal(single[key], whole[key], key);
  }
  // When the two bytes of a line end come apart, the event has ended with the first.
  if (!text.includes('\r\n')) assert.equal(single.firstEventEnd, whole.firstEventEnd);
  assert.deepEqual(single.usage, whole.usage);
  return whole;
}

const delta = (fields: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'hi' }, finish_reason: null }], usage: null, ...fields })}\n\n`;
const finish = delta({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
const usage = { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 6 } };
const usageEvent = delta({ choices: [], usage });
const done = 'data: [DONE]\n\n';

const line = fc.oneof(
  fc.constantFrom(
    'data',
    'data:',
    'data: ',
    'data:x',
    'data: {"a":1}',
    'data:  two',
    'database: 1',
    ' data: no',
  ),
  fc.constantFrom(
    ':',
    ': heartbeat',
    'event: delta',
    'event',
    'event:',
    'id: 1',
    'retry: 5',
    'other: 🙂',
    'd',
    'da',
  ),
  fc.constantFrom('data: [DONE]', 'data: {"error":{"code":1}}', 'event: error', '', '', ''),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
);
const stream = fc
  .tuple(
    fc.constantFrom('', '\ufeff'),
    fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '\r')), { maxLength: 30 }),
    fc.constantFrom('\n\n', '\r\n\r\n', ': open', 'data: open'),
  )
  .map(([mark, lines, end]) => mark + lines.map((pair) => pair.join('')).join('') + end);

test('events end where eventsource-parser ends them, however the bytes are split', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(), { maxLength: 12 }), (text, cuts) => {
      const events: { event: string | undefined; data: string }[] = [];
      // Its own byte order mark handling takes three latin1 characters.
      createParser({ onEvent: ({ event, data }) => events.push({ event, data }) }).feed(
        text.replace(/^\ufeff/, ''),
      );
      const observer = observe(sseObserver(chat), Buffer.from(text), cuts);
      assert.equal(observer.events, events.length);
      assert.equal(
        observer.terminal,
        events.some(({ data }) => data.trim() === '[DONE]'),
      );
      const isError = ({ event, data }: (typeof events)[number]) =>
        event === 'error' || data.trim() === '{"error":{"code":1}}';
      assert.equal(observer.failed, events.some(isError));
      assert.equal(observer.failedFirst, events[0] !== undefined && isError(events[0]));
    }),
    { numRuns: runs(2000) },
  );
});

test('the end of the first event is the offset of the byte after its blank line', () => {
  for (const [text, end] of [
    ['data: a\n\ndata: b\n\n', 9],
    [': wait\n\ndata: a\n\n', 17],
    ['\n\nevent: ping\n\ndata: a\r\n\r\nx', 26],
    ['data: a\r\rdata: b', 9],
    ['event: ping\n\n: only\n\n', undefined],
    ['data: a\n', undefined],
  ] as const) {
    assert.equal(seen(chat, text).firstEventEnd, end, JSON.stringify(text));
  }
});

test('a chat stream is followed from its first event to its mark', () => {
  const observer = seen(chat, `: hello\n\n${delta({})}${delta({})}${finish}${usageEvent}${done}`);
  assert.equal(observer.events, 5);
  assert.deepEqual([observer.finished, observer.terminal, observer.failed], [true, true, false]);
  assert.deepEqual(
    observer.usage,
    usageOf({
      input: 10,
      output: 4,
      cachedInput: 6,
    }),
  );
});

test('text that quotes the marks is only text', () => {
  const quoting =
    'data: [DONE]\n\n{"finish_reason":"stop","usage":{"prompt_tokens":1},"error":{"message":"x"}} event: error';
  const observer = seen(chat, delta({}) + delta({ choices: [{ delta: { content: quoting } }] }));
  assert.deepEqual([observer.terminal, observer.finished, observer.failed], [false, false, false]);
  assert.equal(observer.usage, undefined);
});

test('an ordinary delta is not parsed', (t) => {
  const parse = t.mock.method(JSON, 'parse');
  const observer = sseObserver(chat);
  for (let i = 0; i < 100; i++) observer.push(Buffer.from(delta({})));
  assert.equal(parse.mock.callCount(), 1); // the first event may be an error
  const named = sseObserver(messages);
  const text = `event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"type":"text_delta","text":"an error"}}\n\n`;
  for (let i = 0; i < 100; i++) named.push(Buffer.from(text));
  assert.equal(parse.mock.callCount(), 2);
});

test('a null or empty finish reason does not finish', () => {
  for (const reason of ['null', ' null', '""']) {
    const text = `data: {"choices":[{"finish_reason":${reason}}]}\n\n`;
    assert.equal(seen(completions, text + text).finished, false);
  }
  assert.equal(
    seen(completions, 'data: {}\n\ndata: {"choices":[{"finish_reason" : "length"}]}\n\n').finished,
    true,
  );
  assert.equal(
    seen(completions, 'data: {}\n\ndata: {"choices":[{"finish_reason":\ndata: "stop"}]}\n\n').finished,
    true,
  );
});

test('an error of the backend is seen in each form, first or later', () => {
  const forms: [typeof chat, string][] = [
    [chat, 'data: {"error":{"message":"x"}}\n\n'],
    [chat, 'data: {"error" : "x"}\n\n'],
    [chat, 'event: error\ndata: whatever\n\n'],
    [completions, 'event:error\r\ndata: {"message":"x"}\r\n\r\n'],
    [messages, 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"x"}}\n\n'],
    [messages, 'data: {"type":"error"}\n\n'],
    [responses, 'event: error\ndata: {"type":"error","code":"x","message":"y"}\n\n'],
    [responses, 'data: {"type":"error","code":"x","message":"y"}\n\n'],
    [
      responses,
      'event: response.failed\ndata: {"type":"response.failed","response":{"id":"r","status":"failed"}}\n\n',
    ],
  ];
  for (const [dialect, text] of forms) {
    const first = seen(dialect, text);
    assert.deepEqual([first.failed, first.failedFirst], [true, true], text);
    const later = seen(dialect, `data: {"ok":1}\n\n${text}`);
    assert.deepEqual([later.failed, later.failedFirst], [true, false], text);
  }
  for (const error of ['null', '""', '" "', '{}', '[]', '{"message":"","code":null}', 'false', '0']) {
    const text = `data: {"error":${error},"choices":[{"delta":{"content":"x"}}]}\n\n`;
    assert.equal(seen(chat, text + text).failed, false, error);
  }
  for (const failure of [
    '{"object":"error","message":"x","code":40303}',
    '{"base_resp":{"status_code":1004,"status_msg":"x"},"choices":null}',
    '{"error":{"code":500}}',
    '{"error":{"type":"server_error","message":""}}',
  ]) {
    const first = seen(chat, `data: ${failure}\n\n`);
    assert.deepEqual([first.failed, first.failedFirst], [true, true], failure);
    assert.equal(seen(chat, `${delta({})}data: ${failure}\n\n`).failed, true, failure);
  }
  assert.equal(seen(chat, 'data: {"base_resp":{"status_code":0},"choices":[]}\n\n').failed, false);
});

test('a messages stream reports its usage in two places', () => {
  const events = [
    [
      'message_start',
      {
        message: {
          usage: {
            input_tokens: 5,
            output_tokens: 1,
            cache_read_input_tokens: 30,
            cache_creation_input_tokens: 7,
          },
          stop_reason: null,
        },
      },
    ],
    ['ping', {}],
    ['content_block_delta', { delta: { type: 'text_delta', text: 'message_stop' } }],
    ['message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 12 } }],
  ] as const;
  const text = events
    .map(([type, rest]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`)
    .join('');
  const open = seen(messages, text);
  assert.deepEqual(
    open.usage,
    usageOf({
      input: 42,
      output: 12,
      cachedInput: 30,
      cacheWrite: 7,
    }),
  );
  assert.deepEqual([open.finished, open.terminal], [true, false]);
  assert.equal(
    seen(messages, `${text}event: message_stop\ndata: {"type":"message_stop"}\n\n`).terminal,
    true,
  );
  assert.equal(seen(messages, `${text}data: {"type":"message_stop"}\n\n`).terminal, true);
});

test('an empty stop reason of messages is none', () => {
  const event = (reason: unknown) =>
    `event: message_delta\ndata: ${JSON.stringify({ type: 'message_delta', delta: { stop_reason: reason } })}\n\n`;
  assert.equal(seen(messages, event('')).finished, false);
  assert.equal(seen(messages, event('') + event('end_turn')).finished, true);
});

test('a responses stream gives its id first and its usage last', () => {
  const created = {
    type: 'response.created',
    response: { id: 'resp_1', status: 'in_progress', error: null, usage: null },
  };
  const start = `event: response.created\ndata: ${JSON.stringify(created)}\n\n`;
  assert.equal(seen(responses, start).responseId, 'resp_1');
  for (const type of ['response.completed', 'response.incomplete', 'response.failed', 'response.done']) {
    const response = {
      id: 'resp_1',
      usage: { input_tokens: 8, output_tokens: 3, input_tokens_details: { cached_tokens: 2 } },
    };
    const observer = seen(
      responses,
      `${start}event: ${type}\ndata: ${JSON.stringify({ type, response })}\n\n`,
    );
    assert.equal(observer.terminal, true);
    assert.equal(observer.failed, type === 'response.failed');
    assert.deepEqual(
      observer.usage,
      usageOf({
        input: 8,
        output: 3,
        cachedInput: 2,
      }),
    );
  }
  assert.equal(seen(responses, `${start}data: [DONE]\n\n`).terminal, true);
  const quoting = { type: 'response.output_text.delta', delta: 'response.completed' };
  assert.equal(seen(responses, `${start}data: ${JSON.stringify(quoting)}\n\n`).terminal, false);
});

test('usage that a responses stream tells at its beginning alone is that of its input', () => {
  const usage = { input_tokens: 75_000, output_tokens: 0, total_tokens: 75_000 };
  const text =
    'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"hello"}\n\n';
  const named = (type: string, response: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, response: { id: 'r', ...response } })}\n\n`;
  const created = (more: object) => named('response.created', { status: 'in_progress', ...more });
  const end = named('response.completed', { status: 'completed', usage: null });
  const { use } = seen(responses, created({ usage }) + text + end);
  assert.equal(use.reported?.input, 75_000);
  assert.deepEqual([use.isInputFinal, use.isOutputFinal, use.heldBytes], [true, false, 5]);
  assert.equal(seen(responses, created({ usage }) + text).use.isInputFinal, false, 'it goes on');
  const all = { input_tokens: 75_000, output_tokens: 9, total_tokens: 75_009 };
  const told = seen(responses, created({ usage }) + text + named('response.completed', { usage: all }));
  assert.deepEqual([told.usage?.input, told.usage?.output, told.use.isOutputFinal], [75_000, 9, true]);
  const nothing = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  for (const more of [{ usage: nothing }, { usage: null }, { usage, background: true }])
    assert.equal(seen(responses, created(more) + text).usage, undefined);
});

test('a broken event among good ones changes nothing', () => {
  const observer = seen(chat, `${delta({})}data: {"finish_reason":"stop"\n\n${finish}${done}`);
  assert.deepEqual([observer.events, observer.terminal], [4, true]);
});

test('an event is read whatever its size; of more than 16 MiB no more than its name', () => {
  const mib = 1024 * 1024;
  const end = (bytes: number) =>
    Buffer.from(
      `event: response.completed\ndata: {"type":"response.completed","response":{"id":"r","x":"${'x'.repeat(bytes)}","usage":{"input_tokens":8,"output_tokens":3}}}\n\n`,
    );
  const many = Array.from({ length: 64 }, (_, i) => i * 16_411);
  const large = observe(sseObserver(responses), Buffer.concat([end(3 * mib), end(1)]), many);
  assert.deepEqual([large.terminal, large.usage?.input, large.events, large.midEvent], [true, 8, 2, false]);
  const huge = end(17 * mib);
  const observer = observe(sseObserver(responses), huge.subarray(0, -1), many);
  assert.deepEqual([observer.keptBytes, observer.midEvent, observer.terminal], [0, true, false]);
  observer.push(huge.subarray(-1));
  assert.deepEqual([observer.midEvent, observer.terminal, observer.usage], [false, true, undefined]);
  observer.push(end(1));
  assert.equal(observer.usage?.input, 8);
});

test('an event for which there is no room is read by its name alone', () => {
  const observer = observe(sseObserver(messages), Buffer.from('event: message_stop\ndata: {"x":"'));
  assert.equal(observer.keptBytes, 32);
  observer.skipEvent();
  assert.equal(observer.keptBytes, 0);
  observer.push(Buffer.from('yyyyy'));
  assert.equal(observer.midEvent, true);
  observer.push(Buffer.from('"}\n\n'));
  assert.deepEqual([observer.midEvent, observer.terminal, observer.events], [false, true, 1]);
});

test('what is left when a stream ends is taken for an event, whatever line end it has', () => {
  for (const [endpoint, last] of [
    [chat, 'data: [DONE]'],
    [chat, finish.trimEnd()],
    [messages, 'event: message_stop\ndata: {"type":"message_stop"}'],
    [responses, 'event: response.completed\ndata: {"type":"response.completed","response":{"id":"r"}}'],
  ] as const) {
    for (const lineEnd of ['', '\n', '\r', '\r\n']) {
      const bytes = Buffer.from(`data: {"ok":1}\n\n${last}${lineEnd}`);
      const observer = observe(sseObserver(endpoint), bytes, [20, 30]);
      assert.deepEqual([observer.terminal, observer.finished], [false, false]);
      observer.end();
      assert.equal(observer.terminal || observer.finished, true, JSON.stringify(last + lineEnd));
      assert.equal(observer.midEvent, true);
    }
  }
  const half = observe(sseObserver(chat), Buffer.from(`${delta({})}data: {"choices":[{"finish_reason":"st`));
  half.end();
  assert.deepEqual([half.terminal, half.finished, half.failed], [false, false, false]);
});

test('an answer begins with the first event that holds something of it', () => {
  const role = { choices: [{ index: 0, delta: { role: 'assistant', content: '', tool_calls: [] } }] };
  const event = (type: string, rest: object = {}) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
  const openings: [typeof chat, string][] = [
    [chat, delta(role)],
    [chat, delta({ choices: [] })],
    [completions, delta({ choices: [{ index: 0, text: '', finish_reason: null }] })],
    [messages, event('message_start', { message: { usage: { input_tokens: 1 } } }) + event('ping')],
    [responses, event('response.created', { response: { id: 'r' } }) + event('response.in_progress')],
  ];
  const error = 'data: {"error":{"message":"x"}}\n\n';
  for (const [endpoint, text] of openings) {
    assert.equal(seen(endpoint, `: c\n\n${text}`).begun, false, text);
    const failed = seen(endpoint, text + error);
    assert.deepEqual([failed.failedFirst, failed.failed], [true, true]);
  }
  for (const [endpoint, text] of [
    [chat, delta({})],
    [chat, delta({ choices: [{ delta: { role: 'assistant', tool_calls: [{}] } }] })],
    [chat, delta({ choices: [{ delta: { role: 'assistant', reasoning_content: 'x' } }] })],
    [chat, finish],
    [chat, done],
    [chat, 'data: {"unknown":1}\n\n'],
    [completions, delta({ choices: [{ text: 'x' }] })],
    [messages, event('content_block_start')],
    [responses, event('response.output_item.added')],
  ] as const) {
    const begun = seen(endpoint, openings.find(([one]) => one === endpoint)![1] + text);
    assert.equal(begun.begun, true, text);
    const failed = seen(endpoint, text + error);
    assert.deepEqual([failed.failedFirst, failed.failed], [false, true]);
  }
});

test('content after a finish reason takes it back, usage does not', () => {
  assert.equal(seen(chat, delta({}) + finish + usageEvent).finished, true);
  assert.equal(seen(chat, delta({}) + finish + delta({})).finished, false);
  const both = delta({ choices: [{ delta: { content: 'x' }, finish_reason: 'stop' }] });
  assert.equal(seen(chat, both + both).finished, true);
  assert.equal(seen(chat, delta({}) + finish + delta({}) + finish).finished, true);
});

test('an event that comes byte by byte is put together', () => {
  const text = Buffer.from(`data: ${'x'.repeat(5000)}\n\n${finish}`);
  const each = Array.from(text, (_, at) => at);
  const observer = observe(sseObserver(chat), text, each);
  assert.deepEqual([observer.events, observer.firstEventEnd, observer.finished], [2, 5008, true]);
});

test('wherever a stream is cut, the event that says so can be parsed', () => {
  for (const [dialect, text] of [
    [chat, `${delta({})}: beat\n\n${finish}`],
    [chat, `${delta({})}${finish}`.replaceAll('\n', '\r\n')],
    [chat, `${delta({})}${finish}`.replaceAll('\n', '\r')],
    [messages, 'event: ping\ndata: {"type":"ping"}\n\nevent: x\ndata: {"y":"é"}\n\n'],
    [responses, 'event: response.created\ndata: {"type":"x"}\n\nevent: x\ndata: {}\n\n'],
  ] as const) {
    const bytes = Buffer.from(text);
    for (let at = 0; at <= bytes.length; at++) {
      const observer = sseObserver(dialect);
      const sent = bytes.subarray(0, at);
      observer.push(sent);
      const last = cutEvent(dialect, 'The backend broke off.', 'req-1', observer);
      const events: string[] = [];
      createParser({ onEvent: ({ data }) => events.push(data) }).feed(Buffer.concat([sent, last]).toString());
      assert.match(
        events.at(-1)!,
        /^\{.*"code":"upstream_interrupted".*\}$/,
        JSON.stringify(sent.toString()),
      );
      assert.ok(JSON.parse(events.at(-1)!));
    }
  }
});
