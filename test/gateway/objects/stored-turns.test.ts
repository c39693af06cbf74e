/** What a request goes on from is paid for again: where its size is known it is reserved. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startBackend } from '../../helpers/backend.ts';
import { gate, until } from '../../helpers/gate.ts';
import { begin, configText, readReply, secret } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';

/** A vendor whose first answers cost 5,000 tokens; what goes on from one is held until the gate opens. */
async function start(t: TestContext) {
  const rest = gate();
  let made = 0;
  const backend = await startBackend(t, async ({ body, url }, response) => {
    made += 1;
    if (url.endsWith('/conversations')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ id: `conv_${made}`, object: 'conversation' }));
    }
    const asked = JSON.parse(String(body));
    const before = asked.previous_response_id;
    if (asked.input === 'held') await rest.opened;
    const usage = { input_tokens: 4990, output_tokens: 10, total_tokens: 5000 };
    const about = {
      previous_response_id: before ?? null,
      id: `resp_${made}`,
      object: 'response',
      model: 'm',
      output: [],
    };
    const done = { ...about, status: 'completed', usage };
    if (asked.stream !== true) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(done));
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of [
      { type: 'response.created', response: { ...about, status: 'in_progress', usage: null } },
      { type: 'response.completed', response: done },
    ])
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  const gateway = await startInside(
    t,
    configText({
      backends: `{ a: { url: "${backend.url}" } }`,
      models:
        '{ m: { deployments: [ { backend: a, endpoints: { responses: [streaming] }, price: { input: 1000000, output: 1000000 } } ] } }',
      keys: `{ test: { secret: ${secret}, endpoints: [all], rate_limit: { budget: 14000 USD/month } } }`,
      more: `endpoints: { conversations: { price: { per_request: 0 } } }\nstateful: { ids: signed, endpoints: [responses, conversations], default: { conversations: a } }`,
    }),
  );
  const post = async (path: string, body: object) => readReply(await begin(gateway, path, { body }));
  const ask = (more: object) =>
    post('/v1/responses', { model: 'm', max_output_tokens: 16, input: 'x', ...more });
  /** What becomes of two at once that go on from the same, when 9,000 are left. */
  const two = async (more: object) => {
    const before = backend.seen.length;
    const first = ask({ ...more, input: 'held' });
    await until(() => backend.seen.length > before, 'the first is at the backend');
    const second = ask({ ...more, input: 'held' });
    let isOver = false;
    void second.then(() => {
      isOver = true;
    });
    await until(() => isOver || backend.seen.length > before + 1, 'the second is there, or refused');
    rest.open();
    return [(await first).status, (await second).status, (await second).headers['x-gateway-error']];
  };
  return { ask, post, two };
}

const refused = [200, 429, 'budget_reserved'];

test('a response that was seen is reserved by those that go on from it, whole or streamed', async (t) => {
  const whole = await start(t);
  const made = await whole.ask({});
  assert.equal(made.status, 200, made.text);
  const more = await whole.ask({});
  assert.equal(more.status, 200);
  // 4,000 are left: one takes all of it.
  assert.deepEqual(await whole.two({ previous_response_id: made.json.id }), refused);

  const streamed = await start(t);
  await streamed.ask({});
  const { text } = await streamed.ask({ stream: true });
  const [, id] = /"id":"(resp_~[^"]+)"/.exec(text) ?? [];
  assert.deepEqual(await streamed.two({ previous_response_id: id }), refused);
});

test('so is a conversation, by the last answer in it', async (t) => {
  const { ask, post, two } = await start(t);
  const { json } = await post('/v1/conversations', {});
  await ask({});
  assert.equal((await ask({ conversation: json.id })).status, 200);
  assert.deepEqual(await two({ conversation: json.id }), refused);
});

test('what nobody has seen is not, and counts when the answer says so', async (t) => {
  const { ask, post, two } = await start(t);
  const { json } = await post('/v1/conversations', {});
  await ask({});
  await ask({});
  assert.deepEqual(await two({ conversation: json.id }), [200, 200, undefined]);
});
