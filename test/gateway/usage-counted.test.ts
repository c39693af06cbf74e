import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { type Seen, startBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { begin, configText, type LogLine, startGateway, type TestGateway } from '../helpers/gateway.ts';
import { connectToLeave } from '../helpers/leave.ts';

/** Plain English: five bytes a token, roughly. */
const words = 'The lamp above the harbour was lit each evening by whoever came past first. ';
const prompt = words.repeat(40);
const text = words.repeat(20);
const tokensIn = (plain: string) => plain.length / 5;

/** What was really used. Where the backend says it, that is what it says. */
const used = { input: tokensIn(prompt), output: tokensIn(text) };
const pieces = text.match(/.{1,40}/gs)!;

type Json = Record<string, unknown>;

interface Shape {
  readonly vendor: string;
  readonly path: string;
  /** The answer as a whole, and as events; some with their usage, which stands last. */
  readonly whole: Json;
  readonly events: readonly string[];
  /** How many of the events at the end tell the usage or the end. */
  readonly last: number;
}

const data = (json: Json) => `data: ${JSON.stringify(json)}\n\n`;
const named = (json: Json) => `event: ${json['type']}\n${data(json)}`;
const done = 'data: [DONE]\n\n';

function chatShape(vendor: string, usage: Json, place: 'event' | 'choice' | 'finish' = 'event'): Shape {
  const chunk = (choice: Json, more: Json = {}) =>
    data({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice], ...more });
  const finish = { index: 0, delta: {}, finish_reason: 'stop' };
  const ends = {
    event: [chunk(finish), data({ id: 'c', choices: [], usage })],
    choice: [chunk({ ...finish, usage })],
    finish: [chunk(finish, { usage })],
  }[place];
  return {
    vendor,
    path: '/v1/chat/completions',
    whole: {
      id: 'c',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage,
    },
    events: [...pieces.map((content) => chunk({ index: 0, delta: { content } })), ...ends, done],
    last: ends.length + 1,
  };
}

const { input, output } = used;
const openai = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };

const responsesUsage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
const response = (usage: Json | null, status: string) => ({ id: 'r', object: 'response', status, usage });

const shapes: readonly Shape[] = [
  chatShape('OpenAI', { ...openai, prompt_tokens_details: { cached_tokens: 8 } }),
  chatShape('Azure', { ...openai, completion_tokens_details: { reasoning_tokens: 4 } }),
  chatShape('vLLM', { ...openai, prompt_tokens_details: null }),
  chatShape('DeepSeek', { ...openai, prompt_cache_hit_tokens: 8 }, 'finish'),
  chatShape('Moonshot', { ...openai, cached_tokens: 8 }, 'choice'),
  chatShape('xAI', {
    ...openai,
    completion_tokens: output - 50,
    completion_tokens_details: { reasoning_tokens: 50 },
  }),
  chatShape('Gemini', { ...openai, completion_tokens: output - 50 }, 'finish'),
  {
    vendor: 'OpenAI responses',
    path: '/v1/responses',
    whole: {
      ...response(responsesUsage, 'completed'),
      output: [{ type: 'message', content: [{ type: 'output_text', text }] }],
    },
    events: [
      named({ type: 'response.created', response: response(null, 'in_progress') }),
      ...pieces.map((delta) => named({ type: 'response.output_text.delta', delta })),
      named({ type: 'response.completed', response: response(responsesUsage, 'completed') }),
    ],
    last: 1,
  },
  {
    vendor: 'Anthropic',
    path: '/v1/messages',
    whole: {
      type: 'message',
      content: [{ type: 'text', text }],
      usage: { input_tokens: input - 30, cache_read_input_tokens: 30, output_tokens: output },
    },
    events: [
      named({
        type: 'message_start',
        message: { usage: { input_tokens: input - 30, cache_read_input_tokens: 30, output_tokens: 1 } },
      }),
      ...pieces.map((one) =>
        named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: one } }),
      ),
      named({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { input_tokens: 0, output_tokens: output },
      }),
      named({ type: 'message_stop' }),
    ],
    last: 2,
  },
];

/** The same with every count of tokens at 0, or without usage at all. */
function zeroed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, one) => (/tokens$/.test(key) && one !== null ? 0 : one)));
}
const zeroedEvents = (events: readonly string[]) =>
  events.map((event) => event.replace(/_tokens":[\d.]+/g, '_tokens":0'));
const silentEvents = (events: readonly string[]) =>
  events.map((event) => event.replace(/"usage":\{.*?\}(?=[,}\]])/g, '"usage":null'));

/** A gateway before one backend, which answers as the test says. */
async function gatewayBefore(
  t: TestContext,
  answer: (response: ServerResponse, seen: Seen) => void,
  more = '',
): Promise<TestGateway> {
  const backend = await startBackend(t, (seen, response) => answer(response, seen));
  return startGateway(
    t,
    configText({
      backends: `{ only: { url: "${backend.url}" ${more} } }`,
      models:
        '{ m: { deployments: [{ backend: only, price: { input: 1, output: 1 }, endpoints: { chat_completions: [streaming], completions: [], messages: [], responses: [] } }] } }',
      keys: '{ test: { secret: sk-test-0123456789abcdef, rate_limit: { tokens: 1000000000/min, budget: 1000 USD/day } } }',
    }),
  );
}

const body = (stream: boolean) => ({
  model: 'm',
  stream,
  max_tokens: 100_000,
  max_output_tokens: 100_000,
  messages: [{ role: 'user', content: prompt }],
});

async function lineOf({ logs }: TestGateway): Promise<LogLine> {
  const find = () => logs.find(({ msg }) => msg === 'request');
  await until(() => find() !== undefined, 'the line of the request');
  return find()!;
}

function isBetween(counted: unknown, least: number, what: string): void {
  assert.ok(typeof counted === 'number' && counted >= Math.floor(least), `${what}: ${counted} for ${least}`);
  assert.ok(counted <= 2 * least + 30, `${what}: ${counted} for ${least}`);
}

const events = { 'content-type': 'text/event-stream' };
const whole = { 'content-type': 'application/json' };

for (const shape of shapes) {
  test(`${shape.vendor}: what the backend says counts, whole and streamed`, async (t) => {
    for (const stream of [false, true]) {
      const gateway = await gatewayBefore(t, (response) => {
        response.writeHead(200, stream ? events : whole);
        response.end(stream ? shape.events.join('') : JSON.stringify(shape.whole));
      });
      const { status, text: answer } = await gateway.call(shape.path, { body: body(stream) });
      assert.equal(status, 200, answer);
      const line = await lineOf(gateway);
      assert.deepEqual(
        [line['input_tokens'], line['output_tokens'], line['certainty']],
        [used.input, used.output, 'measured'],
        `stream: ${stream}`,
      );
    }
  });

  test(`${shape.vendor}: where nothing is said, or zeros, what the answer held counts`, async (t) => {
    const zeros = zeroed(shape.whole) as Json;
    for (const [what, stream, answer] of [
      ['zeroed', false, JSON.stringify(zeros)],
      ['silent', false, JSON.stringify({ ...shape.whole, usage: undefined })],
      ['zeroed', true, zeroedEvents(shape.events).join('')],
      ['silent', true, silentEvents(shape.events).join('')],
    ] as const) {
      const gateway = await gatewayBefore(t, (response) => {
        response.writeHead(200, stream ? events : whole);
        response.end(answer);
      });
      await gateway.call(shape.path, { body: body(stream) });
      const line = await lineOf(gateway);
      isBetween(line['input_tokens'], used.input, `${what} ${stream} input`);
      isBetween(line['output_tokens'], used.output, `${what} ${stream} output`);
      assert.equal(line['certainty'], 'estimated', what);
      assert.equal(typeof line['cost_usd'], 'number');
    }
  });

  test(`${shape.vendor}: of a stream that is cut, or left early, what was passed on counts`, async (t) => {
    const came = shape.events.slice(0, -shape.last);
    for (const isCut of [true, false]) {
      const gateway = await gatewayBefore(t, (response) => {
        response.writeHead(200, events);
        response.write(came.join(''), () => isCut && response.destroy());
      });
      const answer = await begin(gateway, shape.path, { body: body(true) });
      let got = 0;
      answer.on('error', () => {});
      answer.on('data', (chunk: Buffer) => {
        got += chunk.length;
        if (!isCut && got >= came.join('').length) answer.destroy();
      });
      const line = await lineOf(gateway);
      isBetween(line['input_tokens'], used.input, `${isCut} input`);
      isBetween(line['output_tokens'], used.output, `${isCut} output`);
      assert.equal(line['certainty'], 'estimated');
    }
  });
}

test('the end of an answer that is too large to be held is read', async (t) => {
  const [shape] = shapes;
  const long = 'word '.repeat(500_000);
  const choices = [{ index: 0, message: { role: 'assistant', content: long }, finish_reason: 'stop' }];
  const gateway = await gatewayBefore(t, (response) => {
    response.writeHead(200, whole);
    response.end(JSON.stringify({ ...shape!.whole, choices, usage: openai }));
  });
  await gateway.call(shape!.path, { body: body(false) });
  const line = await lineOf(gateway);
  assert.deepEqual([line['input_tokens'], line['output_tokens']], [used.input, used.output]);
  assert.equal(line['certainty'], 'measured');
});

test('a large answer that does not say what it used counts by its size', async (t) => {
  const long = 'word '.repeat(500_000);
  const gateway = await gatewayBefore(t, (response) => {
    response.writeHead(200, whole);
    response.end(JSON.stringify({ choices: [{ index: 0, message: { content: long } }] }));
  });
  await gateway.call('/v1/chat/completions', { body: body(false) });
  const line = await lineOf(gateway);
  isBetween(line['output_tokens'], tokensIn(long), 'output');
  assert.equal(line['certainty'], 'estimated');
});

test('reports of zero after others take nothing back', async (t) => {
  const [shape] = shapes;
  const gateway = await gatewayBefore(t, (response) => {
    response.writeHead(200, events);
    const zero = data({ choices: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } });
    response.end([...shape!.events.slice(0, -1), zero, done].join(''));
  });
  await gateway.call(shape!.path, { body: body(true) });
  const line = await lineOf(gateway);
  assert.deepEqual([line['input_tokens'], line['output_tokens']], [used.input, used.output]);
});

test('usage is asked for whatever the client says of it, and kept from one that did not want it', async (t) => {
  const [shape] = shapes;
  for (const [how, said, isAsked, isGiven] of [
    ['ask', undefined, true, false],
    ['ask', { include_usage: false }, true, false],
    ['ask', { include_usage: true }, true, true],
    ['given', { include_usage: false }, false, true],
    ['none', undefined, false, true],
  ] as const) {
    let asked: unknown;
    const answer = (response: ServerResponse, { body: sent }: Seen) => {
      asked = JSON.parse(sent.toString()).stream_options?.include_usage;
      response.writeHead(200, events);
      response.end(shape!.events.join(''));
    };
    const gateway = await gatewayBefore(t, answer, `, usage_in_streams: ${how}`);
    const { text: answered } = await gateway.call(shape!.path, {
      body: { ...body(true), ...(said && { stream_options: said }) },
    });
    assert.equal(asked === true, isAsked, how);
    assert.equal(answered.includes('prompt_tokens'), isGiven, `${how} ${JSON.stringify(said)}`);
    assert.equal((await lineOf(gateway))['certainty'], 'measured');
  }
});

test('a client that leaves costs nothing where nothing was sent for it, or the backend had refused', async (t) => {
  const rest = gate();
  const backend = await startBackend(t, async (seen, response) => {
    const { user } = JSON.parse(String(seen.body));
    response.writeHead(user === 'refused' ? 503 : 200, { 'content-type': 'application/json' });
    response.write('{');
    if (user === 'held') await rest.opened;
    else await new Promise(() => {});
    response.end('}');
  });
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ only: { url: "${backend.url}", max_connections: 1 } }`,
      models:
        '{ m: { deployments: [{ backend: only, price: { input: 1, output: 1 }, endpoints: { chat_completions: [] } }] } }',
      keys: '{ test: { secret: sk-test-0123456789abcdef, rate_limit: { tokens: 1000000/min, budget: 1000 USD/day } } }',
      more: 'log: { level: debug }',
    }),
  );
  const leave = async (user: string, when: () => boolean) => {
    const client = await connectToLeave(t, gateway.port, gateway.ca);
    const text = JSON.stringify({ ...body(false), user });
    const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer sk-test-0123456789abcdef\r\ncontent-type: application/json\r\ncontent-length: ${text.length}`;
    client.tls.write(`${head}\r\n\r\n${text}`);
    await until(when, `${user} is where it should be`);
    const { length } = requests();
    client.leave('rst');
    await until(() => requests().length > length, `${user} is over`);
    const { status, input_tokens, output_tokens, cost_usd } = requests().at(-1)!;
    return [status, input_tokens, output_tokens, cost_usd];
  };
  const requests = () => gateway.logs.filter(({ msg }) => msg === 'request');
  const waits = () => gateway.logs.some(({ msg, id }) => msg === 'routed' && id !== firstId());
  const firstId = () => gateway.logs.find(({ msg }) => msg === 'routed')?.['id'];
  const held = gateway.call('/v1/chat/completions', { body: { ...body(false), user: 'held' } });
  await until(() => backend.seen.length === 1, 'the only connection is taken');
  assert.deepEqual(await leave('waiting', waits), [499, undefined, undefined, undefined]);
  assert.equal(backend.seen.length, 1);
  rest.open();
  await held;
  assert.deepEqual(await leave('refused', () => backend.seen.length === 2), [
    499,
    undefined,
    undefined,
    undefined,
  ]);
  const [status, input, output] = await leave('sent', () => backend.seen.length === 3);
  assert.ok(status === 499 && Number(input) > 700 && output === 100_000, `${status} ${input} ${output}`);
});

test('caches beyond what there can be cost what there can be, and the operator is told', async (t) => {
  for (const [shape, usage] of [
    [shapes[0]!, { ...openai, prompt_tokens_details: { cached_tokens: 20_000_000 } }],
    [
      shapes.find(({ path }) => path === '/v1/messages')!,
      { input_tokens: 3, output_tokens: output, cache_read_input_tokens: 20_000_000 },
    ],
  ] as const) {
    const gateway = await gatewayBefore(t, (response) => {
      response.writeHead(200, whole);
      response.end(JSON.stringify({ ...shape.whole, usage }));
    });
    for (let round = 0; round < 2; round += 1) await gateway.call(shape.path, { body: body(false) });
    await until(() => gateway.logs.filter(({ msg }) => msg === 'request').length === 2, 'two lines');
    const lines = gateway.logs.filter(({ msg }) => msg === 'request');
    for (const line of lines) {
      assert.equal(line['certainty'], 'estimated', shape.path);
      assert.ok(Number(line['cached_tokens']) < 210_000, `${shape.path}: ${line['cached_tokens']}`);
    }
    assert.equal(
      gateway.logs.filter(({ msg }) => msg.includes('more cached tokens than possible')).length,
      1,
    );
  }
});
