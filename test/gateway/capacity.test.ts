/** What deployments and their backends take at most: `rate_limit` of either. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { describeChanges } from '../../src/check/diff/describe-changes.ts';
import { explain } from '../../src/check/explain/explain.ts';
import { explanationText } from '../../src/check/explain/text/explain-text.ts';
import { type Answer, completion, json, startBackend, type TestBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { begin, configText, loadText, type Reply, readReply } from '../helpers/gateway.ts';
import { type Inside, startInside } from '../helpers/inside.ts';

const chat = { model: 'm', messages: [{ role: 'user', content: 'hello' }], max_tokens: 50 };
const path = '/v1/chat/completions';
const key = 'sk-test-capacity-0123456789';

type Started = Inside & { readonly backends: Readonly<Record<string, TestBackend>> };

/** A gateway over one backend for each answer, with what a test writes of backends, models and the key. */
async function start(
  t: TestContext,
  answers: Readonly<Record<string, Answer>>,
  models: string,
  { rule = '', settings = {} }: { rule?: string; settings?: Readonly<Record<string, string>> } = {},
): Promise<Started> {
  const backends: Record<string, TestBackend> = {};
  for (const [name, answer] of Object.entries(answers)) backends[name] = await startBackend(t, answer);
  const entries = Object.entries(backends).map(
    ([name, { url }]) => `${name}: { url: "${url}"${settings[name] ?? ''} }`,
  );
  const text = configText({
    backends: `{ ${entries.join(', ')} }`,
    models,
    keys: `{ test: { secret: ${key}${rule} } }`,
  });
  return { ...(await startInside(t, text)), backends };
}

const on = (backend: string, priority: number, more = '') =>
  `{ backend: ${backend}, priority: ${priority}, endpoints: { chat_completions: [streaming] }${more} }`;
const limited = (rule: string) => `, rate_limit: ${rule}`;

async function call(gateway: Inside, body: object = chat): Promise<Reply> {
  return readReply(await begin(gateway, path, { body, key }));
}

const by = (reply: Reply): unknown => reply.json.choices[0].message.content;
const says = (name: string): Answer => json(completion(name));
const fails: Answer = (_seen, response) => {
  response.writeHead(500, { 'content-type': 'application/json' });
  response.end('{}');
};

test('a deployment that has none left is passed over, and where nobody is left the client is told when to come back', async (t) => {
  const gateway = await start(
    t,
    { a: says('a'), b: says('b') },
    `{ m: { deployments: [ ${on('a', 0, limited('{ requests: 2/min }'))}, ${on('b', 1, limited('{ requests: 1/h }'))} ] } }`,
  );
  const answers = [await call(gateway), await call(gateway), await call(gateway)];
  assert.deepEqual(answers.map(by), ['a', 'a', 'b']);
  assert.equal(answers[2]!.headers['x-gateway-attempts'], '1');
  assert.equal(answers[0]!.headers['x-ratelimit-limit-requests'], undefined, 'it is no limit of the key');
  const refused = await call(gateway);
  assert.equal(refused.status, 429);
  assert.equal(refused.json.error.code, 'capacity_exceeded');
  assert.match(refused.json.error.message, /^Every deployment that could answer has taken as much/);
  const seconds = Number(refused.headers['retry-after']);
  assert.ok(seconds > 50 && seconds <= 61, `the sooner of the two: ${seconds}`);
  assert.equal(gateway.backends['a']!.seen.length, 2);
  const states = [...gateway.keep.live.states()];
  assert.deepEqual(
    states.map(({ key, circuit, timesFull }) => [key, circuit, timesFull]),
    [
      ['m/a', 'closed', 2],
      ['m/b', 'closed', 1],
    ],
  );
});

test('all deployments of a backend share its limit, and a fallback has its own', async (t) => {
  const gateway = await start(
    t,
    { a: says('a'), b: says('b') },
    `{ m: { deployments: [ ${on('a', 0)} ], fallbacks: [other] }, n: { deployments: [ ${on('a', 0)} ] }, other: { deployments: [ ${on('b', 0)} ] } }`,
    { settings: { a: limited('{ requests: 2/min }') } },
  );
  assert.equal(by(await call(gateway, { ...chat, model: 'n' })), 'a');
  assert.equal(by(await call(gateway)), 'a');
  assert.equal(by(await call(gateway)), 'b');
  assert.equal((await call(gateway, { ...chat, model: 'n' })).json.error.code, 'capacity_exceeded');
});

test('a request that fails over counts on each deployment that it was sent to, its tokens where they were used', async (t) => {
  const gateway = await start(
    t,
    { a: fails, b: says('b') },
    `{ m: { deployments: [ ${on('a', 0, limited('{ requests: 1/min, tokens: 100000/min }'))}, ${on('b', 1, limited('{ requests: 2/min }'))} ] } }`,
    { rule: limited('{ requests: 10/min }') },
  );
  const first = await call(gateway);
  assert.deepEqual([by(first), first.headers['x-gateway-attempts']], ['b', '2']);
  assert.equal(first.headers['x-ratelimit-remaining-requests'], '9');
  const second = await call(gateway);
  assert.deepEqual([by(second), second.headers['x-gateway-attempts']], ['b', '1']);
  const third = await call(gateway);
  assert.equal(third.json.error.code, 'capacity_exceeded');
  assert.equal(
    third.headers['x-ratelimit-remaining-requests'],
    '8',
    'what was refused costs the key nothing',
  );
});

test('a limit of the key refuses as itself, also where a deployment is full too', async (t) => {
  const gateway = await start(
    t,
    { a: says('a'), b: says('b') },
    `{ m: { deployments: [ ${on('a', 0, limited('{ requests: 1/min }'))}, ${on('b', 1)} ] } }`,
    { rule: limited('{ requests: 1/min }') },
  );
  assert.equal(by(await call(gateway)), 'a');
  assert.equal((await call(gateway)).json.error.code, 'rate_limit_exceeded');
});

test('slots of a backend are free again when the answer has ended, and two deployments of it need one', async (t) => {
  const hold = gate();
  const gateway = await start(
    t,
    {
      a: async ({ body }, response) => {
        if (JSON.parse(String(body)).model === 'broken') response.writeHead(500).end('{}');
        else {
          await hold.opened;
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify(completion('a')));
        }
      },
      b: says('b'),
    },
    `{ m: { deployments: [ ${on('a', 0, ', id: x, model: broken')}, ${on('a', 1, ', id: y')}, ${on('b', 2)} ] } }`,
    { settings: { a: limited('{ concurrency: 1 }') } },
  );
  const first = call(gateway);
  await until(
    () => gateway.backends['a']!.seen.length === 2,
    'the second deployment of the backend is asked',
  );
  assert.equal(by(await call(gateway)), 'b');
  hold.open();
  assert.equal(by(await first), 'a');
  assert.equal(by(await call(gateway)), 'a');
});

test('a stream is asked for its usage where the deployment counts tokens, and what it used is taken off', async (t) => {
  const usage = { prompt_tokens: 30, completion_tokens: 60, total_tokens: 90 };
  const asked: unknown[] = [];
  const answer: Answer = ({ body }, response) => {
    asked.push(JSON.parse(String(body)).stream_options);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm' };
    const choices = [{ index: 0, delta: { content: 'hi' }, finish_reason: 'stop' }];
    for (const one of [
      { ...chunk, choices },
      { ...chunk, choices: [], usage },
    ])
      response.write(`data: ${JSON.stringify(one)}\n\n`);
    response.end('data: [DONE]\n\n');
  };
  const gateway = await start(
    t,
    { a: answer, b: says('b') },
    `{ m: { deployments: [ ${on('a', 0, limited('{ tokens: 150/min }'))}, ${on('b', 1)} ] } }`,
  );
  const stream = await call(gateway, { ...chat, stream: true });
  assert.equal(stream.status, 200);
  assert.deepEqual(asked, [{ include_usage: true }]);
  assert.ok(!stream.text.includes('usage'), 'the client did not ask for it');
  // 60 of 150 are left, and it may use more.
  assert.equal(by(await call(gateway, chat)), 'b');
});

test('explain tells beyond what a deployment is passed over, and diff that it changed', async () => {
  const text = (rule: string) =>
    configText({
      backends: '{ a: { simulator: {}, rate_limit: { concurrency: 9 } }, b: { simulator: {} } }',
      models: `{ m: { deployments: [ ${on('a', 0, limited(rule))}, ${on('b', 1)} ] } }`,
    });
  const [before, after] = [
    await loadText(text('{ requests: 20/s }')),
    await loadText(text('{ requests: [20/s, 300/min], tokens: 1000/h }')),
  ];
  const question = { endpoint: 'chat_completions', model: 'm', models: [], tags: [], down: [] } as const;
  const explanation = explain(after, { ...question, key: undefined });
  assert.match(
    explanationText(explanation),
    /m\/a .*\(passed over beyond requests 20\/s, requests 300\/min, tokens 1000\/h, concurrency 9 for all of a\)/,
  );
  assert.deepEqual(describeChanges(before, after), ['model m: deployment a: rate_limit changed']);
});
