/** Guards look at answers before the client gets any of them. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { completion, delta, startBackend, type TestBackend } from '../../helpers/backend.ts';
import { gate, until } from '../../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { startGuard, type TestGuard } from '../../helpers/guard.ts';
import { ownerOfFile } from '../../helpers/serve.ts';

const owner = ownerOfFile();
let backend: TestBackend;
let guard: TestGuard;
let gateway: TestGateway;
/** What the backend answers with: an event after the other, or a whole answer. */
let answer: (response: import('node:http').ServerResponse, url: string) => Promise<void> | void;

const key = (name: string) => `sk-guarded-${name}-0123456789`;
const names = ['plain', 'open', 'litellm', 'seeing', 'wide', 'two'];
const done = 'data: [DONE]\n\n';
const overlap = 12;

const started = (async () => {
  backend = await startBackend(owner, ({ url }, response) => answer(response, url));
  guard = await startGuard(owner);
  const on = (name: string, more: string, form = 'agentgateway') =>
    `{ form: ${form}, url: "${guard.url}", unseen: refuse, looks_at: [answers], applies_to: { keys: [${name}] }, timeouts: { total: 1s }, remember: 0, hold: { bytes: 40, overlap: ${overlap}, wait: 200ms }, ${more} }`;
  gateway = await startGateway(
    owner as Parameters<typeof startGateway>[0],
    configText({
      listen: '{ address: "127.0.0.1:0", tls: { self_signed: true }, heartbeat: 1s }',
      backends: `{ own: { url: "${backend.url}", flavor: generic } }`,
      models:
        '{ m: { deployments: [ { backend: own, price: { input: 1, output: 2 }, endpoints: { chat_completions: [streaming, function_calling], messages: [streaming, function_calling], responses: { via: chat_completions } } } ] } }',
      keys: `{ ${names.map((name) => `${name}: { secret: ${key(name)}, endpoints: [stateless, responses] }`).join(', ')} }`,
      more: `routing: { circuit: { failures: 100 } }
guards:
  dlp: ${on('plain', '')}
  lax: ${on('open', 'on_failure: allow')}
  generic: ${on('litellm', '', 'litellm')}
  blind: ${on('seeing', 'unseen: allow').replace('unseen: refuse, ', '')}
  short: ${on('two', 'max_text: 1KiB').replace('unseen: refuse', 'unseen: allow')}
  long: ${on('two', '')}
  wide: ${on('wide', '').replace(`bytes: 40, overlap: ${overlap}`, 'bytes: 100000, overlap: 100')}
`,
    }),
  );
})();

beforeEach(async () => {
  await started;
  guard.instead = undefined;
  guard.asked.length = 0;
  (backend.seen as unknown[]).length = 0;
});

const chat = (more: object = {}) => ({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...more });
const call = (name: string, body: unknown, path = '/v1/chat/completions') =>
  gateway.call(path, { body, key: key(name) });
const lastLine = () => gateway.logs.findLast(({ msg }) => msg === 'request')!;
const streamed = (events: readonly string[]) => (response: import('node:http').ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.join(''));
};
const usage = (output: number) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [], usage: { prompt_tokens: 10, completion_tokens: output, total_tokens: 10 + output } })}\n\n`;
/** The texts of some events of a stream, one after the other. */
const contentOf = (events: string) =>
  [...events.matchAll(/"content":"((?:word|Forbidden|after)\d+ )"/g)].map(([, word]) => word!).join('');
const words = (count: number, word = 'word') =>
  Array.from({ length: count }, (_, index) => delta(`${word}${index} `));

test('a whole answer is held until it has passed, and what is refused is billed all the same', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion('a fine answer')));
  };
  const fine = await call('plain', chat());
  assert.deepEqual([fine.status, fine.json.choices[0].message.content], [200, 'a fine answer']);
  assert.ok(guard.asked.flat().includes('a fine answer'));
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion('a forbidden answer')));
  };
  const refused = await call('plain', chat());
  assert.deepEqual([refused.status, refused.json.error.code], [400, 'guard_refused']);
  assert.ok(!refused.text.includes('forbidden answer'));
  const line = lastLine();
  assert.deepEqual(
    [line['status'], line['input_tokens'], line['output_tokens'], line['cost_usd']],
    [400, 1, 1, 0.000003],
  );
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion('maskme')));
  };
  const masked = await call('plain', chat());
  assert.equal(masked.json.error.code, 'guard_refused', 'an answer is never changed');
});

test('a stream that passes comes as it was sent', async () => {
  const events = [...words(60), delta('', 'stop'), usage(60), done];
  answer = streamed(events);
  const reply = await call('plain', chat({ stream: true, stream_options: { include_usage: true } }));
  assert.equal(reply.status, 200);
  assert.equal(reply.text, events.join(''));
  assert.ok(reply.complete);
  assert.ok(guard.asked.length >= 1);
  assert.ok(guard.asked.flat().join('').includes('word59'));
});

test('a stream is looked at window by window, and nothing leaves before its window has passed', async () => {
  const steps = [gate(), gate()];
  answer = async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of words(20)) response.write(event);
    await steps[0]!.opened;
    for (const event of words(3, 'Forbidden')) response.write(event);
    await steps[1]!.opened;
    response.end([...words(20, 'after'), delta('', 'stop'), done].join(''));
  };
  const socket = await gateway.connect();
  const said = [...words(20), ...words(3, 'Forbidden'), ...words(20, 'after')].map(contentOf).join('');
  const passedBytes = () =>
    Math.max(
      0,
      ...guard.asked
        .flat()
        .filter((text) => !/forbidden/i.test(text))
        .map((text) => said.indexOf(text) + text.length - overlap),
    );
  let got = '';
  socket.on('data', (chunk: Buffer) => {
    got += chunk.toString();
    const bytes = contentOf(got).length;
    assert.ok(bytes <= passedBytes(), `${bytes} bytes reached the client, and ${passedBytes()} had passed`);
  });
  const body = JSON.stringify(chat({ stream: true }));
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key('plain')}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await until(() => got.includes('word10 '), 'the first windows pass');
  await until(() => guard.asked.flat().some((text) => text.includes('word19')), 'all of it is looked at');
  assert.ok(!got.includes('word19 '), 'the end of a window that passed waits for the next');
  steps[0]!.open();
  await until(() => got.includes('guard_refused'), 'the client is told');
  steps[1]!.open();
  await until(() => socket.closed || socket.readableEnded, 'the stream ends');
  const passed = guard.asked.flat().filter((text) => !/forbidden/i.test(text));
  const delivered = contentOf(got);
  assert.ok(
    passed.some((text) => text.includes(delivered.slice(-12))),
    'what was given had passed',
  );
  assert.ok(delivered.length > 0 && said.startsWith(delivered), delivered);
  assert.ok(!/Forbidden|after/.test(delivered));
  assert.equal(lastLine()['code'], 'guard_refused');
  assert.ok(backend.aborted >= 1, 'nothing more is asked of the backend');
});

test('what is refused in its first window is a status', async () => {
  answer = streamed([...words(3), delta('this is forbidden '), ...words(40), usage(44), done]);
  const reply = await call('plain', chat({ stream: true }));
  assert.deepEqual([reply.status, reply.json.error.code], [400, 'guard_refused']);
  assert.match(reply.headers['content-type']!, /json/);
  assert.ok(!reply.text.includes('word0'));
  assert.ok((lastLine()['output_tokens'] as number) > 0, 'what the vendor bills is counted');
});

test('what is split over events, escapes and surrogates is seen', async () => {
  const splits = [
    ['for', 'bid', 'den'],
    ['f', 'o', 'r', 'b', 'i', 'd', 'd', 'e', 'n'],
    ['😀 for', 'bidden 😀'],
  ];
  for (const pieces of splits) {
    answer = streamed([
      ...words(2),
      ...pieces.map((piece) => delta(piece)),
      ...words(2),
      delta('', 'stop'),
      done,
    ]);
    const reply = await call('plain', chat({ stream: true }));
    assert.equal(reply.status, 400, pieces.join('|'));
  }
  answer = streamed([delta('forbidden').replace('forbidden', 'forb\\u0069dden'), done]);
  assert.equal((await call('plain', chat({ stream: true }))).status, 400);
  // Over the seam of two windows.
  answer = streamed([delta('x'.repeat(37)), delta('forb'), delta('idden'), delta('y'.repeat(60)), done]);
  const seam = await call('plain', chat({ stream: true }));
  assert.ok(
    seam.status === 400 || (seam.text.includes('guard_refused') && !seam.text.includes('idden')),
    seam.text,
  );
});

test('a tool call is held until its arguments are whole', async () => {
  const rest = gate();
  const piece = (more: object, index = 0) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { tool_calls: [{ index, ...more }] }, finish_reason: null }] })}\n\n`;
  const begin = piece({ id: 'call_1', type: 'function', function: { name: 'rm', arguments: '' } });
  const finish = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] })}\n\n`;
  const args = [
    piece({ function: { arguments: '{"path":"' } }),
    piece({ function: { arguments: `${'a'.repeat(100)}` } }),
    piece({ function: { arguments: '/tmp"}' } }),
  ];
  answer = async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write([...words(20), begin, ...args].join(''));
    await rest.opened;
    response.end(finish + done);
  };
  let got = '';
  const socket = await gateway.connect();
  socket.on('data', (chunk: Buffer) => {
    got += chunk.toString();
  });
  const body = JSON.stringify(chat({ stream: true }));
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key('plain')}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await until(() => got.includes('word10 '), 'text passes');
  assert.ok(!got.includes('tool_calls'));
  // Meanwhile the client hears that the stream goes on.
  await until(() => /\n: /.test(got.slice(got.indexOf('data:'))), 'a heartbeat');
  assert.ok(!got.includes('call_1'));
  rest.open();
  await until(() => got.includes('[DONE]'), 'all of it');
  assert.ok(got.includes('/tmp'));
  socket.destroy();
  answer = streamed([
    ...words(20),
    begin,
    piece({ function: { arguments: '{"path":"forb' } }),
    piece({ function: { arguments: 'idden"}' } }),
    finish,
    done,
  ]);
  const refused = await call('plain', chat({ stream: true }));
  assert.ok(!refused.text.includes('call_1') && refused.text.includes('guard_refused'));
});

test('a guard that goes down in the middle ends the stream, or is passed by where the file says so', async () => {
  const events = [...words(100), delta('', 'stop'), done];
  answer = async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events.slice(0, 50)) response.write(event);
    await until(() => guard.asked.length > 0, 'a first look');
    guard.instead = (_seen, reply) => void reply.writeHead(500).end();
    response.end(events.slice(50).join(''));
  };
  const reply = await call('plain', chat({ stream: true }));
  assert.ok(reply.text.includes('guard_unavailable'));
  assert.ok(!reply.text.includes('[DONE]') && !reply.complete);
  guard.instead = undefined;
  guard.asked.length = 0;
  const open = await call('open', chat({ stream: true }));
  assert.equal(open.text, events.join(''));
  assert.ok(
    gateway.logs.some(
      ({ msg, guard: name, direction }) =>
        msg === 'a guard could not look, and the text passed unseen' &&
        name === 'lax' &&
        direction === 'answers',
    ),
  );
});

test('a stream begins with a megabyte in one event, and a window larger than all of it holds it', async () => {
  answer = streamed([delta('a'.repeat(1_000_000)), delta('', 'stop'), done]);
  const large = await call('plain', chat({ stream: true }));
  assert.equal(large.status, 200);
  assert.ok(large.text.length > 1_000_000 && large.text.endsWith(done));
  answer = streamed([...words(40), delta('forbidden'), done]);
  assert.equal((await call('wide', chat({ stream: true }))).status, 400);
});

test('other dialects: messages, and responses that are translated', async () => {
  const block = (type: string, more: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
  const text = (value: string) =>
    block('content_block_delta', { index: 0, delta: { type: 'text_delta', text: value } });
  const begin =
    block('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        usage: { input_tokens: 5, output_tokens: 1 },
      },
    }) + block('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
  const end =
    block('content_block_stop', { index: 0 }) +
    block('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } }) +
    block('message_stop', {});
  const many = Array.from({ length: 40 }, (_, index) => text(`word${index} `)).join('');
  const ask = { model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'hi' }] };
  answer = streamed([begin, many, end]);
  const fine = await call('plain', ask, '/v1/messages');
  assert.equal(fine.text, begin + many + end);
  answer = streamed([begin, many, text('forbidden'), many, end]);
  const cut = await call('plain', ask, '/v1/messages');
  if (cut.status === 200) assert.match(cut.text, /event: error\ndata: .*"code":"guard_refused"/);
  else assert.equal(cut.json.error.code, 'guard_refused');
  assert.ok(!cut.text.includes('message_stop') && !cut.text.includes('forbidden"'));
  answer = streamed([...words(40), delta('', 'stop'), usage(40), done]);
  const responses = await call('plain', { model: 'm', input: 'hi', stream: true }, '/v1/responses');
  assert.ok(responses.text.includes('response.completed'), responses.text.slice(-300));
  answer = streamed([...words(40), delta('forbidden'), ...words(40), delta('', 'stop'), usage(40), done]);
  const other = await call('plain', { model: 'm', input: 'hi', stream: true }, '/v1/responses');
  assert.ok(other.text.includes('guard_refused') && !other.text.includes('response.completed'));
});

test('the generic API of LiteLLM: a pass has to be said, and it may hold the end of a text back', async () => {
  answer = streamed([...words(30), delta('', 'stop'), done]);
  assert.equal((await call('litellm', chat({ stream: true }))).status, 200);
  for (const body of [
    '{}',
    '{"action":"none"}',
    '{"action":"NONE","texts":["other"]}',
    '{"action":"NONE","stream_holdback_chars":"x"}',
    '{"action":"GUARDRAIL_INTERVENED"}',
  ]) {
    guard.instead = (_seen, response) => void response.writeHead(200).end(body);
    const reply = await call('litellm', chat({ stream: true }));
    assert.deepEqual([reply.status, reply.json.error.code], [503, 'guard_unavailable'], body);
  }
  const rest = gate();
  answer = async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('b'.repeat(50)) + delta('c'.repeat(50)));
    await rest.opened;
    response.end(delta('', 'stop') + done);
  };
  guard.instead = (_seen, response) =>
    void response.writeHead(200).end('{"action":"NONE","stream_holdback_chars":[60]}');
  const pending = call('litellm', chat({ stream: true }));
  await until(() => guard.asked.length > 0, 'a look');
  rest.open();
  assert.ok((await pending).text.endsWith(done));
});

test('what is no text goes to nobody whose guard can not look at it', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const made = completion('see') as { choices: { message: object }[] };
    Object.assign(made.choices[0]!.message, {
      images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
    });
    response.end(JSON.stringify(made));
  };
  assert.equal((await call('plain', chat())).json.error.code, 'guard_refused');
  assert.equal((await call('seeing', chat())).status, 200);
});

test('an error of the backend passes as it is, and one of the gateway is not looked at', async () => {
  answer = (response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'no such parameter', type: 'invalid_request_error' } }));
  };
  const reply = await call('plain', chat());
  assert.deepEqual([reply.status, reply.json.error.message], [400, 'no such parameter']);
  answer = (response) => void response.destroy();
  guard.asked.length = 0;
  const lost = await call('plain', chat());
  assert.ok(lost.status >= 500);
  assert.equal(guard.asked.length, 0);
});

test('a text too long for one guard is unseen by that guard alone', async () => {
  const text = 'a fine answer, '.repeat(200);
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion(text)));
  };
  const whole = await call('two', chat());
  assert.deepEqual([whole.status, whole.json.choices?.[0].message.content], [200, text]);
  const events = [...words(400), delta('', 'stop'), done];
  answer = streamed(events);
  const stream = await call('two', chat({ stream: true }));
  assert.equal(stream.text, events.join(''));
  const looks = lastLine()['guards'] as readonly { guard: string; outcome: string }[];
  assert.deepEqual(
    looks.map(({ guard: name, outcome }) => [name, outcome]),
    [
      ['short', 'unseen'],
      ['long', 'passed'],
    ],
  );
});

test('unknown format: an answer that nobody can read is refused, and crashes nothing', async () => {
  const binary = Buffer.from([0x82, 0xa7, 0xff, 0xfe, 0x00, 0xc3, 0x28]);
  const event = (data: string | Buffer) =>
    Buffer.concat(['data: ', data, '\n\n'].map((one) => Buffer.from(one)));
  const strange = JSON.stringify({ strange: [[{ deep: { er: 'a forbidden answer' } }]] });
  const stream = 'text/event-stream';
  const answers: readonly (readonly [code: string, type: string | undefined, body: string | Buffer])[] = [
    ['upstream_invalid', 'application/json', '<answer>hello</answer>'],
    ['upstream_invalid', 'application/json', '['.repeat(100_000)],
    ['upstream_invalid', 'application/json', binary],
    ['upstream_invalid', 'application/x-msgpack', binary],
    ['upstream_invalid', undefined, binary],
    ['guard_refused', 'application/json', strange],
    ['guard_refused', stream, event(strange)],
    ['guard_refused', stream, event('<answer>hello</answer>')],
    ['guard_refused', stream, event('['.repeat(100_000))],
    ['guard_refused', stream, event(binary)],
    ['guard_refused', stream, `${words(3).join('')}hello without a field\n\n`],
    ['upstream_invalid', stream, 'hello without a field\n\n'],
  ];
  for (const [code, type, body] of answers) {
    answer = (response) => {
      response.writeHead(200, type === undefined ? {} : { 'content-type': type });
      response.end(body);
    };
    const reply = await call('plain', chat({ stream: type === stream }));
    assert.equal(reply.json?.error?.code, code, `${type} ${body.toString().slice(0, 40)}: ${reply.text}`);
  }
  assert.ok(!gateway.logs.some(({ msg }) => msg === 'looking at an answer'), 'nothing has crashed');
  answer = streamed([...words(3), delta('', 'stop'), done]);
  assert.equal((await call('plain', chat({ stream: true }))).status, 200);
});
