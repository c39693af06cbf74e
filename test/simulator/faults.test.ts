import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { type Simulator, simulatorFaults } from '../../src/simulator/index.ts';
import { isFull } from '../helpers/full.ts';
import { Conversation, post, simulatorFor } from './conversation.ts';

type Kind = 'stream' | 'whole';

/** What is seen of a fault on a raw connection. Each row runs on all four endpoints, streamed and whole. */
type Row = (c: Conversation, kind: Kind, simulator: Simulator) => Promise<void>;

const requests: readonly { path: string; body: object; mark: RegExp; finish: RegExp; content: RegExp }[] = [
  {
    path: '/v1/chat/completions',
    body: { messages: [{ role: 'user', content: 'hello' }] },
    mark: /\[DONE\]/,
    finish: /"finish_reason":"stop"/,
    content: /"content":"Simulated/,
  },
  {
    path: '/v1/completions',
    body: { prompt: 'hello' },
    mark: /\[DONE\]/,
    finish: /"finish_reason":"stop"/,
    content: /"text":"Simulated/,
  },
  {
    path: '/v1/messages',
    body: { messages: [{ role: 'user', content: 'hello' }], max_tokens: 99 },
    mark: /message_stop/,
    finish: /"stop_reason":"end_turn"/,
    content: /"text":"Simulated/,
  },
  {
    path: '/v1/responses',
    body: { input: 'hello' },
    mark: /response\.completed/,
    finish: /response\.completed/,
    content: /"delta":"Simulated|"text":"Simulated/,
  },
];

/** More than any answer that ends has here. */
const endlessBytes = (isFull ? 4 : 1) * 1024 * 1024;

const marks = /\[DONE\]|message_stop|response\.completed/;
const finishes = /"finish_reason":"stop"|"stop_reason":"end_turn"|response\.completed/;
const contents = /Simulated/;

const ok = /^HTTP\/1\.1 200 OK\r\n/;

/** A good answer to its very end. */
const good: Row = async (c, kind) => {
  if (kind === 'stream') await c.until(/\r\n0\r\n(.+\r\n)*\r\n$/);
  else await c.until(/\}$|\r\n0\r\n(.+\r\n)*\r\n$/);
  assert.match(c.received, contents);
  if (kind === 'stream') assert.match(c.received.replaceAll(/\r\n[0-9a-f]+\r\n/g, ''), marks);
};

const goodWith =
  (seen: RegExp): Row =>
  async (c, kind, simulator) => {
    await good(c, kind, simulator);
    assert.match(c.received, seen);
  };

/** Of the text that is stored by zstd as it is the rest is readable. */
const packed =
  (coding: string): Row =>
  async (c) => {
    await c.until(/\r\n0\r\n\r\n$/);
    assert.match(c.received, new RegExp(`\\r\\ncontent-encoding: ${coding}\\r\\n`));
    assert.equal(contents.test(c.received), coding === 'zstd');
  };

/** A body, or one event, and nothing else. */
const only =
  (body: RegExp): Row =>
  async (c) => {
    await c.until(/\r\n0\r\n\r\n$/);
    assert.match(c.dechunked().body, body);
    assert.doesNotMatch(c.received, contents);
  };

const status =
  (code: number, ...headers: RegExp[]): Row =>
  async (c) => {
    await c.until(code >= 400 ? /\}$/ : /\r\n\r\n$/);
    assert.match(c.received, new RegExp(`^HTTP/1.1 ${code} `));
    if (code >= 400) assert.match(c.received, /"error":\{/);
    for (const header of headers) assert.match(c.received, header);
  };

/** The head, some content but no end of it, and then this. */
const midway =
  (ending: 'fin' | 'reset'): Row =>
  async (c, kind) => {
    assert.equal(await c.ended, ending);
    brokenInContent(c, kind);
  };

function brokenInContent(c: Conversation, kind: Kind): void {
  assert.match(c.received, ok);
  assert.doesNotMatch(c.received, /\r\n0\r\n\r\n$/);
  if (kind === 'stream') {
    assert.match(c.received, contents);
    assert.doesNotMatch(c.received, finishes);
  } else {
    assert.doesNotMatch(c.received, /\}$/);
  }
}

/** So many bytes of a body, and no last chunk. */
const bytes =
  (count: number, ending: 'fin' | 'reset'): Row =>
  async (c, kind) => {
    assert.equal(await c.ended, ending);
    const body = kind === 'stream' ? c.dechunked().body : c.received.split('\r\n\r\n')[1];
    assert.equal(body?.length, count);
  };

const events =
  (count: number, ending: 'fin' | 'reset'): Row =>
  async (c, kind) => {
    assert.equal(await c.ended, ending);
    if (kind === 'stream') assert.equal(c.dechunked().body.match(/^data: /gm)?.length ?? 0, count);
  };

const silence =
  (after: RegExp): Row =>
  async (c, _kind, simulator) => {
    await c.until(after);
    assert.ok(await c.staysOpen(simulator));
    await underWay(simulator, 1);
    assert.doesNotMatch(c.received, /\r\n0\r\n\r\n$/);
  };

const stale =
  (ending: 'fin' | 'reset'): Row =>
  async (c, kind, simulator) => {
    await good(c, kind, simulator);
    c.received = '';
    c.post('/v1/completions', { model: 'm', prompt: 'again' });
    assert.equal(await c.ended, ending);
    assert.equal(c.received, '');
  };

const rows: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 408, 409, 413, 422, 425, 429, 500, 502, 503, 504, 529].map((code) => [
      `fault-${code}`,
      status(code),
    ]),
  ),
  'fault-302': status(302, /\r\nlocation: /),
  'fault-307': status(307, /\r\nlocation: /),
  'fault-429-retry-after': status(429, /\r\nretry-after: 2\r\n/),
  'fault-503-retry-after-30': status(503, /\r\nretry-after: 30\r\n/),
  'fault-529-retry-after-date': status(529, /\r\nretry-after: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/),
  'fault-early-413': status(413),
  'fault-100': async (c, kind, simulator) => {
    await good(c, kind, simulator);
    assert.match(c.received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  },
  'fault-101': async (c, _kind, simulator) => {
    await c.until(/^HTTP\/1\.1 101 [^\r]+\r\n(.+\r\n)+\r\n$/);
    assert.ok(await c.staysOpen(simulator));
  },
  'fault-103': async (c, kind, simulator) => {
    await good(c, kind, simulator);
    assert.match(c.received, /^HTTP\/1\.1 103 Early Hints\r\nLink: .+\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  },
  'fault-204': status(204),
  'fault-empty': async (c) => {
    await c.until(/\r\n\r\n$/);
    assert.match(c.received, ok);
    assert.match(c.received, /\r\ncontent-length: 0\r\n/);
  },
  'fault-html': async (c) => {
    await c.until(/<\/html>\n$/);
    assert.match(c.received, /\r\ncontent-type: text\/html/);
  },
  'fault-invalid-json': async (c, kind) => {
    await c.until(kind === 'stream' ? /data: \{"id": oops\}\n\n$/ : /\{"id": oops\}$/);
    assert.match(c.received, ok);
  },
  'fault-truncated-json': async (c) => {
    await c.until(/\r\n\r\n/);
    const length = Number(/\r\ncontent-length: (\d+)\r\n/.exec(c.received)?.[1]);
    await c.until(new RegExp(`\\r\\n\\r\\n[\\s\\S]{${length}}$`));
    assert.doesNotMatch(c.received, /\}\s*$/);
  },
  'fault-error-in-200': async (c) => {
    await c.until(/\}$/);
    assert.match(
      c.received,
      /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\ncontent-type: application\/json\r\n[\s\S]*"error":\{/,
    );
  },
  'fault-wrong-kind': async (c, kind, simulator) => {
    await good(c, kind === 'stream' ? 'whole' : 'stream', simulator);
    assert.match(
      c.received,
      kind === 'stream' ? /content-type: application\/json/ : /content-type: text\/event-stream/,
    );
  },
  'fault-first-event-error': async (c, kind) => {
    await c.until(/\r\n0\r\n\r\n$/);
    const { body } = c.dechunked();
    assert.match(
      body,
      kind === 'stream' ? /^(event: error\n)?data: \{.*error.*\}\n\n$/ : /^\{.*"error":\{.*\}$/,
    );
  },
  'fault-comments-then-error': async (c, kind) => {
    await c.until(/\r\n0\r\n\r\n$/);
    const { body } = c.dechunked();
    assert.match(
      body,
      kind === 'stream'
        ? /^(: waiting\n\n){3}(event: error\n)?data: \{.*error.*\}\n\n$/
        : /^ {3}\{.*"error":\{.*\}$/,
    );
  },
  'fault-garbage': async (c) => {
    assert.equal(await c.ended, 'fin');
    assert.doesNotMatch(c.received, /^HTTP/);
    assert.notEqual(c.received, '');
  },
  'fault-huge-head': async (c, kind, simulator) => {
    await good(c, kind, simulator);
    assert.ok(c.received.indexOf('\r\n\r\n') > 16 * 1024);
  },
  'fault-length-and-chunks': async (c) => {
    assert.equal(await c.ended, 'fin');
    assert.match(c.received, /\r\nContent-Length: \d+\r\nTransfer-Encoding: chunked\r\n/);
    assert.match(c.received, contents);
  },
  'fault-reset-before-head': async (c) => {
    assert.equal(await c.ended, 'reset');
    assert.equal(c.received, '');
  },
  'fault-fin-before-head': async (c) => {
    assert.equal(await c.ended, 'fin');
    assert.equal(c.received, '');
  },
  'fault-never': async (c, kind, simulator) => {
    await underWay(simulator, 1);
    await silence(/^$/)(c, kind, simulator);
    assert.equal(c.received, '');
  },
  'fault-reset-midway': midway('reset'),
  'fault-reset-after-3': events(3, 'reset'),
  'fault-reset-after-0': events(0, 'reset'),
  'fault-reset-at-byte-120': bytes(120, 'reset'),
  'fault-fin-midway': midway('fin'),
  'fault-fin-after-3': events(3, 'fin'),
  'fault-fin-at-byte-0': bytes(0, 'fin'),
  'fault-fin-at-byte-00120': bytes(120, 'fin'),
  'fault-fin-at-byte-999999': good,
  'fault-bad-chunk-midway': async (c, kind) => {
    assert.equal(await c.ended, 'fin');
    assert.match(c.received, /not-a-size\r\n\r\n$/);
    brokenInContent(c, kind);
  },
  'fault-bad-chunk-after-2': async (c) => {
    assert.equal(await c.ended, 'fin');
    assert.match(c.received, /not-a-size\r\n\r\n$/);
  },
  'fault-stall-midway': async (c, kind, simulator) => {
    await silence(kind === 'stream' ? contents : /\r\n\r\n\{/)(c, kind, simulator);
    brokenInContent(c, kind);
  },
  'fault-stall-after-0': silence(/\r\n\r\n$/),
  'fault-heartbeat': async (c, kind, simulator) => {
    await silence(kind === 'stream' ? /(: heartbeat\n\n[\s\S]*){3}/ : /(\r\n1\r\n +){3}/)(c, kind, simulator);
    assert.doesNotMatch(c.received, contents);
  },
  'fault-heartbeat-midway': async (c, kind, simulator) => {
    await silence(kind === 'stream' ? /Simulated[\s\S]*(: heartbeat\n\n[\s\S]*){3}/ : /(\r\n1\r\n +){3}/)(
      c,
      kind,
      simulator,
    );
    brokenInContent(c, kind);
  },
  'fault-error-midway': async (c, kind) => {
    await c.until(/\r\n0\r\n\r\n$/);
    if (kind === 'stream') assert.match(c.dechunked().body, /Simulated[\s\S]*"?error"?[\s\S]*\n\n$/);
    assert.doesNotMatch(c.received, finishes);
  },
  'fault-error-after-1': async (c, kind) => {
    await c.until(/\r\n0\r\n\r\n$/);
    const { body } = c.dechunked();
    if (kind === 'stream') assert.equal(body.match(/^data: /gm)?.length, 2);
    assert.match(body, /simulated_fault|asked to fail/);
  },
  'fault-bare-error-midway': async (c, kind) => {
    await c.until(/\r\n0\r\n\r\n$/);
    if (kind === 'stream') assert.match(c.dechunked().body, /Simulated[\s\S]*\n\n\{[^\n]*error[^\n]*\}$/);
    assert.doesNotMatch(c.received, finishes);
  },
  'fault-no-done': async (c, kind, simulator) => {
    if (kind === 'whole') return good(c, kind, simulator);
    await c.until(/\r\n0\r\n\r\n$/);
    assert.match(c.received, /"finish_reason":"stop"|"stop_reason":"end_turn"|response\.output_item\.done/);
    assert.doesNotMatch(c.received, marks);
  },
  'fault-no-finish': async (c, kind) => {
    await c.until(/\r\n0\r\n\r\n$/);
    if (kind === 'stream') {
      assert.match(c.received, contents);
      assert.doesNotMatch(c.received, marks);
      assert.doesNotMatch(c.received, finishes);
    } else {
      assert.throws(() => JSON.parse(c.dechunked().body), SyntaxError);
    }
  },
  'fault-open-after-finish': async (c, kind, simulator) => {
    const last = /"finish_reason":"stop"|"stop_reason":"end_turn"|response\.output_item\.done/;
    await silence(kind === 'stream' ? last : /\}\r\n$/)(c, kind, simulator);
    if (kind === 'stream') assert.doesNotMatch(c.received, marks);
    else JSON.parse(c.dechunked().body);
  },
  'fault-open-after-done': silence(/\}(\n\n)?\r\n$|\[DONE\]\n\n\r\n$/),
  'fault-surplus': async (c) => {
    await c.until(
      /HTTP\/1\.1 200[\s\S]*HTTP\/1\.1 200 OK\r\nContent-Type: application\/json\r\nX-Surplus: \w+$/,
    );
  },
  'fault-malformed-event': async (c, kind, simulator) => {
    await good(c, kind, simulator);
    if (kind === 'stream') assert.match(c.received, /data: \{"malformed":\n\n/);
  },
  'fault-huge-event': async (c) => {
    await c.until(/\}$|\r\n0\r\n\r\n$/);
    assert.ok(Math.max(...c.received.split('\n\n').map((event) => event.length)) > 1024 * 1024);
  },
  'fault-endless': async (c, kind, simulator) => {
    while (c.received.length < endlessBytes) await once(c.socket, 'data');
    c.socket.pause();
    await silence(/./)(c, kind, simulator);
  },
  'fault-split-1': async (c, kind, simulator) => {
    await c.until(/\r\n0\r\n\r\n$|\}$/);
    if (kind === 'whole') return good(c, kind, simulator);
    assert.match(c.dechunked().body, marks);
    assert.doesNotMatch(c.received, /\r\n[1-9a-f]{2,}\r\n/);
  },
  'fault-empty-error': goodWith(/"error":"",/),
  'fault-empty-error-object': goodWith(/"error":\{"message":"","code":null\},/),
  'fault-error-object': only(/^(data: )?\{"object":"error"/),
  'fault-base-resp': only(/^(data: )?\{"choices":null,"base_resp":\{"status_code":1004/),
  'fault-opening-then-error': async (c, kind) => {
    await c.until(/\r\n0\r\n\r\n$/);
    const { body } = c.dechunked();
    assert.doesNotMatch(body, contents);
    assert.match(body, /simulated_fault|asked to fail/);
    if (kind === 'stream') assert.ok((body.match(/^data: /gm)?.length ?? 0) >= 1);
  },
  'fault-one-newline-at-end': async (c, kind, simulator) => {
    if (kind === 'whole') return good(c, kind, simulator);
    await c.until(/\r\n0\r\n\r\n$/);
    assert.match(c.dechunked().body, /[^\n]\n$/);
    assert.match(c.received, marks);
  },
  'fault-finish-everywhere-1ms': good,
  'fault-response-done': async (c, kind, simulator) => {
    if (kind === 'whole') return good(c, kind, simulator);
    await c.until(/\r\n0\r\n\r\n$/);
    assert.match(c.dechunked().body, /\[DONE\]\n\n$|message_stop"\}\n\n$|"type":"response\.done".*\n\n$/);
  },
  'fault-done-for-completed': async (c, kind, simulator) => {
    if (kind === 'whole') return good(c, kind, simulator);
    await c.until(/\r\n0\r\n\r\n$/);
    assert.match(c.dechunked().body, /\[DONE\]\n\n$|message_stop"\}\n\n$/);
  },
  'fault-no-type': async (c, kind, simulator) => {
    await good(c, kind, simulator);
    assert.doesNotMatch(c.received, /content-type/i);
  },
  'fault-plain-type': goodWith(/content-type: text\/plain; charset=utf-8\r\n/),
  'fault-byte-order-mark': async (c, kind, simulator) => {
    await good(c, kind, simulator);
    if (kind === 'whole') assert.match(c.dechunked().body, /^\ufeff\{|^\xef\xbb\xbf\{/);
  },
  'fault-broken-utf8': async (c, kind, simulator) => {
    await good(c, kind, simulator);
    if (kind === 'whole') assert.match(c.dechunked().body, /^\{"odd":"(\ufffd|\xff)/);
  },
  'fault-not-a-number': async (c, kind, simulator) => {
    await good(c, kind, simulator);
    if (kind === 'whole') assert.match(c.received, /"odd":\[NaN,-Infinity\],/);
  },
  'fault-packed-gzip': packed('gzip'),
  'fault-packed-deflate': packed('deflate'),
  'fault-packed-br': packed('br'),
  'fault-packed-zstd': packed('zstd'),
  'fault-repeats-credential': status(400),
  'fault-crlf': async (c, kind) => {
    if (kind === 'whole') return c.until(/\}$/);
    await c.until(/\r\n0\r\n\r\n$/);
    const { body } = c.dechunked();
    assert.match(body, /\r\n\r\n$/);
    assert.doesNotMatch(body, /[^\r]\n/);
  },
  'fault-trailers': async (c, kind, simulator) => {
    await good(c, kind, simulator);
    assert.match(c.received, /\r\n0\r\nx-trailer: late\r\nauthorization: Bearer trailer\r\n\r\n$/);
  },
  'fault-private-headers': async (c, kind, simulator) => {
    await good(c, kind, simulator);
    for (const name of ['set-cookie', 'server', 'via', 'alt-svc', 'x-nominated', 'openai-organization']) {
      assert.match(c.received, new RegExp(`\\r\\n${name}: `));
    }
  },
  'fault-stale-fin': stale('fin'),
  'fault-stale-reset': stale('reset'),
  'fault-close-when-idle': async (c, kind, simulator) => {
    await good(c, kind, simulator);
    assert.match(c.received, /\r\nConnection: keep-alive\r\n/);
    assert.equal(await c.ended, 'fin');
  },
  'fault-delay-5ms': good,
  'fault-delay-0s': good,
  'fault-slow-16ms': good,
  'fault-slow-0s': good,
};

for (const [model, row] of Object.entries(rows)) {
  test(`${model}: ${simulatorFaults[model] ?? simulatorFaults[model.replace(/\d+/g, 'N')]}`, async (t) => {
    const simulator = await simulatorFor(t);
    for (const { path, body } of requests) {
      for (const kind of ['stream', 'whole'] as const) {
        await t.test(`${path} ${kind}`, async (t) => {
          const conversation = new Conversation(t, simulator);
          conversation.post(path, { model, ...body, stream: kind === 'stream' });
          await row(conversation, kind, simulator);
          conversation.socket.destroy();
          await underWay(simulator, 0);
        });
      }
    }
  });
}

/** Waits until so many answers are under way. For 0: a timer that a fault left behind would keep it from coming. */
async function underWay(simulator: Simulator, count: number): Promise<void> {
  while (simulator.stats.open !== count) await new Promise((resolve) => setImmediate(resolve));
}

test('every fault of the registry has a row here', () => {
  const tested = new Set(Object.keys(rows).flatMap((model) => [model, model.replace(/\d+/g, 'N')]));
  assert.deepEqual(
    Object.keys(simulatorFaults).filter((name) => !tested.has(name)),
    [],
  );
});

test('a fault that does not exist is a 404 that says where to look', async (t) => {
  const simulator = await simulatorFor(t);
  for (const model of ['fault-sometimes', 'fault-N', 'fault-200', 'fault-600', 'fault-delay-1234567890ms']) {
    const { status, text } = await post(simulator, '/v1/completions', { model, prompt: 'hi' });
    assert.equal(status, 404, model);
    assert.match(text, /fault/);
  }
});

test('a 413 is answered while most of the body has not been sent', async (t) => {
  const simulator = await simulatorFor(t);
  const conversation = new Conversation(t, simulator);
  conversation.socket.write(
    'POST /v1/chat/completions HTTP/1.1\r\nHost: simulator\r\nContent-Length: 1000000\r\n\r\n{"model":"fault-early-413","messages":[',
  );
  await conversation.until(/^HTTP\/1\.1 413 /);
  await conversation.ended;
});

test('a stream can be cut at every byte, and arrives exactly so far', async (t) => {
  const simulator = await simulatorFor(t, { text: 'two words' });
  const request = { messages: [{ role: 'user', content: 'x' }], stream: true };
  const { text } = await post(simulator, '/v1/chat/completions', {
    ...request,
    model: 'fault-fin-at-byte-09999',
  });
  for (let at = 0; at < text.length; at += 37) {
    const conversation = new Conversation(t, simulator);
    const model = `fault-fin-at-byte-${String(at).padStart(5, '0')}`;
    conversation.post('/v1/chat/completions', { ...request, model });
    assert.equal(await conversation.ended, 'fin');
    const { body, complete } = conversation.dechunked();
    assert.equal(body.length, at);
    assert.equal(complete, false);
    conversation.socket.destroy();
  }
});
