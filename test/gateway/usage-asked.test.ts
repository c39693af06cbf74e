/** Which streams are asked for their usage, and what becomes of those that a backend does not want to be asked. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { type Seen, startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { configText, type Reply, startGateway, type TestGateway } from '../helpers/gateway.ts';

type Json = Record<string, unknown>;

const usage = { prompt_tokens: 20, completion_tokens: 30, total_tokens: 50 };
const event = (json: Json) => `data: ${JSON.stringify(json)}\n\n`;
const chunk = (choice: Json) => event({ id: 'c', object: 'chat.completion.chunk', choices: [choice] });

/** A stream as servers make it: its usage is told where that was asked for. */
function stream({ stream_options: options }: Json): string {
  return [
    chunk({ index: 0, delta: { role: 'assistant', content: 'hello' } }),
    chunk({ index: 0, delta: {}, finish_reason: 'stop' }),
    ...((options as Json | undefined)?.['include_usage'] === true
      ? [event({ id: 'c', choices: [], usage })]
      : []),
    'data: [DONE]\n\n',
  ].join('');
}

function completionsStream({ stream_options: options }: Json): string {
  return [
    event({ id: 'c', choices: [{ index: 0, text: 'hello', finish_reason: 'stop' }] }),
    ...((options as Json | undefined)?.['include_usage'] === true
      ? [event({ id: 'c', choices: [], usage })]
      : []),
    'data: [DONE]\n\n',
  ].join('');
}

/** How servers say that they don't know the field, or refuse a request for something else. */
const refusals: Readonly<Record<string, readonly [status: number, body: Json]>> = {
  strict: [
    400,
    { error: { message: 'Unrecognized request argument supplied: stream_options', code: 'unknown' } },
  ],
  pydantic: [422, { detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'no' }] }],
  translated: [400, { error: { message: "unknown field 'stream_options'" } }],
};

/** One backend that is several: by the model that it is asked for. */
function answer(seen: Seen, response: ServerResponse): void {
  const body = JSON.parse(String(seen.body)) as Json;
  const model = String(body['model']);
  const refused = body['stream_options'] !== undefined ? refusals[model] : undefined;
  if (model === 'echoing') {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ error: { message: `bad request: ${seen.body}`, type: 'invalid_request_error' } }),
    );
  } else if (refused !== undefined) {
    response.writeHead(refused[0], { 'content-type': 'application/json' });
    response.end(JSON.stringify(refused[1]));
  } else {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(seen.url.endsWith('/chat/completions') ? stream(body) : completionsStream(body));
  }
}

interface Tried {
  readonly gateway: TestGateway;
  /** What the backend was sent. */
  readonly sent: readonly Seen[];
  /** Sends a stream, and gives what came of it with its line in the log. */
  ask(
    path: string,
    model: string,
    more?: Json,
  ): Promise<{ reply: Reply; asked: readonly unknown[]; line: Json }>;
}

async function started(t: TestContext): Promise<Tried> {
  const backend = await startBackend(t, answer);
  const priced = (model: string, endpoints = 'chat_completions: [streaming], completions: [streaming]') =>
    `${model}: { deployments: [{ id: one, backend: only, price: { input: 1, output: 1 }, endpoints: { ${endpoints} } }] }`;
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ only: { url: "${backend.url}", flavor: generic } }`,
      models: `\n  ${[
        ...['plain', 'strict', 'pydantic', 'echoing'].map((model) => priced(model)),
        priced('translated', 'messages: { via: chat_completions }, chat_completions: [streaming]'),
      ].join('\n  ')}`,
    }),
  );
  const lines = () => gateway.logs.filter(({ msg }) => msg === 'request');
  return {
    gateway,
    sent: backend.seen,
    async ask(path, model, more = {}) {
      const [before, logged] = [backend.seen.length, lines().length];
      const messages = [{ role: 'user', content: 'hi' }];
      const asked = path === '/v1/completions' ? { prompt: 'hi' } : { messages };
      const body = { model, stream: true, max_tokens: 9, ...asked, ...more };
      const reply = await gateway.callKept(path, { body });
      await until(() => lines().length > logged, 'the request is in the log');
      const options = backend.seen.slice(before).map((seen) => JSON.parse(String(seen.body)).stream_options);
      return { reply, asked: options, line: lines().at(-1)! };
    },
  };
}

const isAsked = { include_usage: true };
const chat = '/v1/chat/completions';

test('streams of a key without limits are asked for their usage, which is kept from their client', async (t) => {
  const { ask } = await started(t);
  for (const path of [chat, '/v1/completions']) {
    const { reply, asked, line } = await ask(path, 'plain');
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(asked, [isAsked], path);
    assert.doesNotMatch(reply.text, /usage/);
    assert.match(reply.text, /"hello".*data: \[DONE\]\n\n$/s);
    const { input_tokens, output_tokens, certainty, cost_usd } = line;
    assert.deepEqual([input_tokens, output_tokens, certainty, cost_usd], [20, 30, 'measured', 0.00005], path);
    const own = await ask(path, 'plain', { stream_options: isAsked });
    assert.match(own.reply.text, /"total_tokens":50/);
  }
});

test('a backend that refuses to be asked is sent the request without, and is not asked again', async (t) => {
  const { ask, gateway, sent } = await started(t);
  for (const [model, path] of [
    ['strict', chat],
    ['pydantic', '/v1/completions'],
    ['translated', '/v1/messages'],
  ] as const) {
    const { reply, asked, line } = await ask(path, model);
    assert.equal(reply.status, 200, reply.text);
    assert.match(reply.text, /hello/);
    assert.equal(asked.length, 2, model);
    assert.deepEqual([asked[0] !== undefined, asked[1]], [true, undefined], model);
    assert.equal(line['certainty'], 'estimated');
    assert.deepEqual(
      (line['attempts'] as Json[]).map(({ outcome }) => outcome),
      ['usage_refused', 'answered'],
    );
    const next = await ask(path, model);
    assert.deepEqual([next.reply.status, next.asked], [200, [undefined]], model);
    const told = gateway.logs.filter(({ msg }) => msg.startsWith('the backend refuses stream_options'));
    assert.deepEqual(
      told.filter(({ deployment }) => deployment === `${model}/one`).map(({ level }) => level),
      ['warn'],
    );
  }
  // The same deployment, called as it is spoken.
  assert.deepEqual((await ask(chat, 'translated')).asked, [undefined]);
  // A client's own field is its own matter.
  const own = await ask(chat, 'strict', { stream_options: isAsked });
  assert.deepEqual([own.reply.status, own.asked], [400, [isAsked]]);
  assert.ok(sent.length > 0);
});

test('a refusal that merely repeats the request is the answer, and changes nothing for others', async (t) => {
  const { ask, gateway } = await started(t);
  for (let round = 0; round < 2; round += 1) {
    const { reply, asked } = await ask(chat, 'echoing');
    assert.equal(reply.status, 400);
    assert.doesNotMatch(reply.text, /stream_options/);
    assert.deepEqual(asked, [isAsked, undefined], 'it is asked anew each time');
  }
  assert.equal(
    gateway.logs.some(({ msg }) => msg.startsWith('the backend refuses')),
    false,
  );
});
