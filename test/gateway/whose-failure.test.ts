/** A client whose requests a backend refuses takes no deployment from the others. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Answer, completion, json, startBackend } from '../helpers/backend.ts';
import { begin, configText, type LogLine, type Reply, readReply } from '../helpers/gateway.ts';
import { type Inside, startInside } from '../helpers/inside.ts';
import { freePort } from '../helpers/ports.ts';

const odd = 'sk-odd-0123456789abcdef';
const usual = 'sk-usual-0123456789abcdef';
const keys = `{ odd: { secret: ${odd} }, usual: { secret: ${usual} } }`;
const serving = 'endpoints: { chat_completions: [streaming] }';

/** Answers what the last message asks for: a status, or well. */
const asAsked: Answer = (seen, response) => {
  const [, status, type] = /"status (\d+) ?(\w*)/.exec(seen.body.toString()) ?? [];
  const answer = status === undefined ? completion('well') : { error: { message: `not this: ${status}` } };
  response.writeHead(Number(status ?? 200), {
    'content-type': 'application/json',
    ...(type === undefined || type === '' ? {} : { 'x-amzn-errortype': type }),
  });
  response.end(JSON.stringify(answer));
};

async function ask(gateway: Inside, key: string, content: string): Promise<Reply> {
  const body = { model: 'm', messages: [{ role: 'user', content }] };
  return readReply(await begin(gateway, '/v1/chat/completions', { body, key }));
}

/** A backend that answers as asked, and a second one beside it where there is one. */
async function start(t: TestContext, beside?: Answer) {
  const first = await startBackend(t, asAsked);
  const second = beside && (await startBackend(t, beside));
  const backends = `{ a: { url: "${first.url}" }${second === undefined ? '' : `, b: { url: "${second.url}" }`} }`;
  const deployments = `{ backend: a, ${serving} }${second === undefined ? '' : `, { backend: b, priority: 1, ${serving} }`}`;
  const models = `{ m: { deployments: [ ${deployments} ] } }`;
  const gateway = await startInside(t, configText({ backends, models, keys }));
  return { gateway, first };
}

const five = Array.from({ length: 5 });

test("a 403 of a deployment that has just answered well is the request's: told as it came, and not counted", async (t) => {
  const { gateway } = await start(t);
  assert.equal((await ask(gateway, usual, 'hello')).status, 200);
  for (const _ of five) {
    const reply = await ask(gateway, odd, 'status 403');
    assert.equal(reply.status, 403);
    assert.equal(reply.json.error.message, 'not this: 403');
    assert.equal(reply.headers['x-gateway-error'], undefined);
  }
  assert.equal((await ask(gateway, usual, 'hello')).status, 200);
  assert.equal(gateway.logs.filter(({ level }) => level === 'error').length, 0);
});

/** Attempts that were logged as the operator's fault. */
function failedAttempts({ logs }: Pick<Inside, 'logs'>): readonly LogLine[] {
  return logs.filter(({ level, msg }) => level === 'error' && msg === 'an attempt failed');
}

test('a 403 is tried elsewhere', async (t) => {
  const { gateway } = await start(t, json(completion('second')));
  await ask(gateway, usual, 'hello');
  const reply = await ask(gateway, odd, 'status 403');
  assert.equal(reply.json.choices[0].message.content, 'second');
});

test('a 403 of a deployment that never answered well is about the credential, and so is one that says so', async (t) => {
  const { gateway } = await start(t);
  assert.equal((await ask(gateway, odd, 'status 403')).json.error.code, 'upstream_auth');
  await ask(gateway, usual, 'hello');
  const expired = await ask(gateway, odd, 'status 403 ExpiredTokenException');
  assert.equal(expired.json.error.code, 'upstream_auth');
  assert.equal(failedAttempts(gateway).length, 2);
});

for (const [status, alone] of [
  [402, 502],
  [404, 404],
] as const) {
  test(`a ${status} is tried elsewhere and logged as an error; it is never counted, and ends in ${alone}`, async (t) => {
    const { gateway } = await start(t);
    for (const _ of [...five, 1]) {
      const reply = await ask(gateway, odd, `status ${status}`);
      assert.equal(reply.status, alone);
      assert.equal(reply.headers['x-gateway-error'], status === 402 ? 'upstream_auth' : undefined);
    }
    assert.equal((await ask(gateway, odd, 'hello')).status, 200);
    assert.equal(failedAttempts(gateway).length, 6);
    const two = await start(t, json(completion('second')));
    const reply = await ask(two.gateway, odd, `status ${status}`);
    assert.equal(reply.json.choices[0].message.content, 'second');
  });
}

test('where nothing else is eligible no number of 5xx takes the deployment out; a dead one is out after five', async (t) => {
  const { gateway } = await start(t);
  for (const key of [odd, usual, odd, usual, odd, usual]) {
    assert.equal((await ask(gateway, key, 'status 500')).status, 500);
  }
  assert.equal((await ask(gateway, usual, 'hello')).status, 200);
  const dead = await startInside(
    t,
    configText({
      backends: `{ a: { url: "http://127.0.0.1:${await freePort()}" } }`,
      models: `{ m: { deployments: [ { backend: a, ${serving} } ] } }`,
      keys,
    }),
  );
  for (const _ of five) assert.equal((await ask(dead, odd, 'hello')).status, 502);
  await ask(dead, usual, 'hello'); // the last resort
  assert.equal((await ask(dead, usual, 'hello')).status, 503);
});

test("one client's bursts of 5xx do not send anybody else away from a deployment", async (t) => {
  const { gateway, first } = await start(t, json(completion('second')));
  for (const _ of five) await ask(gateway, odd, 'status 500');
  assert.equal(first.seen.length, 5);
  await ask(gateway, odd, 'hello');
  assert.equal(first.seen.length, 5, 'for that client it is out');
  const reply = await ask(gateway, usual, 'hello');
  assert.equal(reply.json.choices[0].message.content, 'well');
  for (const _ of [...five, ...five]) await ask(gateway, odd, 'status 500');
  assert.equal((await ask(gateway, usual, 'hello')).json.choices[0].message.content, 'well');
  for (const key of [odd, usual, odd, usual, odd]) await ask(gateway, key, 'status 500');
  assert.equal((await ask(gateway, usual, 'hello')).json.choices[0].message.content, 'second');
});

/** What Google answers to a key that it does not know. */
const badKey = {
  error: {
    code: 400,
    message: 'API key not valid. Please pass a valid API key.',
    status: 'INVALID_ARGUMENT',
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
  },
};
const noCredit = {
  type: 'error',
  error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' },
};

for (const [how, endpoints] of [
  ['native', serving],
  ['translated', 'endpoints: { chat_completions: { via: gemini } }'],
] as const) {
  test(`a 400 that says the key is bad is the operator's fault where a deployment is ${how}: as a 401`, async (t) => {
    const refusing = await startBackend(t, json(badKey, 400));
    const right = await startBackend(t, json(completion('second')));
    const backends = `{ a: { url: "${refusing.url}" }, b: { url: "${right.url}" } }`;
    const models = `{
      alone: { deployments: [ { backend: a, ${endpoints} } ] },
      m: { deployments: [ { backend: a, ${endpoints} }, { backend: b, priority: 1, ${serving} } ] } }`;
    const gateway = await startInside(t, configText({ backends, models, keys }));
    const body = { model: 'alone', messages: [{ role: 'user', content: 'hello' }] };
    const alone = await readReply(await begin(gateway, '/v1/chat/completions', { body, key: odd }));
    assert.equal(alone.status, 502, alone.text);
    assert.equal(alone.json.error.code, 'upstream_auth');
    assert.doesNotMatch(alone.text, /API key/);
    const [told] = failedAttempts(gateway);
    assert.equal(told!['outcome'], 'credentials_refused');
    assert.match(String(told!['detail']), /status 400/);
    const reply = await ask(gateway, odd, 'hello');
    assert.equal(reply.json.choices[0].message.content, 'second');
  });
}

test('a 400 for want of credit is tried elsewhere, as a 429 is, and told as it came where nobody else answers', async (t) => {
  const refusing = await startBackend(t, json(noCredit, 400));
  const right = await startBackend(t, json(completion('second')));
  const backends = `{ a: { url: "${refusing.url}" }, b: { url: "${right.url}" } }`;
  const translated = 'endpoints: { chat_completions: { via: messages } }, translation: { max_tokens: 100 }';
  const models = `{
    alone: { deployments: [ { backend: a, ${translated} } ] },
    native: { deployments: [ { backend: a, endpoints: { messages: [] } } ] },
    m: { deployments: [ { backend: a, ${translated} }, { backend: b, priority: 1, ${serving} } ] } }`;
  const gateway = await startInside(t, configText({ backends, models, keys }));
  const of = async (path: string, model: string) => {
    const body = { model, max_tokens: 9, messages: [{ role: 'user', content: 'hello' }] };
    return readReply(await begin(gateway, path, { body, key: odd }));
  };
  const chat = await of('/v1/chat/completions', 'alone');
  assert.equal(chat.status, 429, chat.text);
  assert.equal(chat.json.error.code, 'insufficient_quota');
  const native = await of('/v1/messages', 'native');
  assert.equal(native.status, 400, native.text);
  assert.deepEqual(native.json, noCredit);
  assert.equal((await ask(gateway, odd, 'hello')).json.choices[0].message.content, 'second');
});
