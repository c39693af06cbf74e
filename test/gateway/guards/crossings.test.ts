/** Guards where they cross other things: sockets, mirrors, kept contents, queues, refusals without an error, models as guards. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { completion, delta, json, startBackend, type TestBackend } from '../../helpers/backend.ts';
import { gate, until } from '../../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { startGuard, type TestGuard } from '../../helpers/guard.ts';
import { responseEvents } from '../../helpers/responses-backend.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import { openSocket } from '../../helpers/socket.ts';
import { type SocketBackend, socketEvents, startSocketBackend } from '../../helpers/socket-backend.ts';

const owner = ownerOfFile();
let backend: TestBackend;
let copies: TestBackend;
let judge: TestBackend;
let relayed: SocketBackend;
let guard: TestGuard;
let gateway: TestGateway;
/** What models say. */
let said = 'a fine answer';
const rest = { held: gate() };

const key = (name: string) => `sk-guarded-${name}-0123456789`;
const names = [
  'moderated',
  'screened',
  'both',
  'stops',
  'judged',
  'narrow',
  'eu-one',
  'queued',
  'signed',
  'fails',
  'free',
];
const contents = mkdtempSync(join(tmpdir(), 'guarded-contents-'));

const started = (async () => {
  backend = await startBackend(owner, async ({ url, body }, response) => {
    const asked = JSON.parse(body.toString());
    if (url.endsWith('/responses')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(responseEvents({ id: 'resp_1', text: said }).join(''));
      return;
    }
    if (asked.messages?.[0]?.content === 'hold') await rest.held.opened;
    if (asked.stream !== true)
      return json(completion(said))(undefined as never, response, undefined as never);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${delta(said)}${delta('', 'stop')}data: [DONE]\n\n`);
  });
  copies = await startBackend(owner, json(completion('copied')));
  judge = await startBackend(owner, ({ body }, response) => {
    const text = JSON.parse(body.toString()).messages[0].content as string;
    return json(completion(/forbidden/i.test(text) ? 'unsafe\nS1' : 'safe'))(
      undefined as never,
      response,
      undefined as never,
    );
  });
  relayed = await startSocketBackend(owner, (_turn, socket) => {
    for (const event of socketEvents({ id: 'resp_2', text: said })) socket.send(event);
  });
  guard = await startGuard(owner);
  const on = (keys: string, more: string) =>
    `{ form: agentgateway, url: "${guard.url}", unseen: refuse, remember: 0, applies_to: { keys: [${keys}] }, hold: { bytes: 40, overlap: 12 }, ${more} }`;
  gateway = await startGateway(
    owner as Parameters<typeof startGateway>[0],
    configText({
      backends: `{ own: { url: "${backend.url}", flavor: generic }, copies: { url: "${copies.url}" }, judge: { url: "${judge.url}" }, relayed: { url: "${relayed.url}" } }`,
      models: `
  m: { mirror: { to: copy, share: 1 }, deployments: [ { backend: own, endpoints: { chat_completions: [streaming], completions: [streaming], responses: [streaming], messages: { via: chat_completions } } } ] }
  copy: { deployments: [ { backend: copies, endpoints: { chat_completions: [] } } ] }
  llama-guard: { deployments: [ { backend: judge, price: { input: 1, output: 1 }, endpoints: { chat_completions: [] } } ] }
  over: { deployments: [ { backend: relayed, endpoints: { responses: { capabilities: [streaming], relay: websocket } } } ] }
  one: { queue: { wait: 10s }, deployments: [ { backend: own, rate_limit: { concurrency: 1 }, endpoints: { chat_completions: [streaming] } } ] }`,
      keys: `{ ${names.map((name) => `${name}: { secret: ${key(name)}, endpoints: [stateless, responses]${name === 'eu-one' ? ', group: eu' : ''} }`).join(', ')} }`,
      more: `groups: { eu: { group: all }, all: {} }
routing: { circuit: { failures: 100 } }
content_log: { file: "${contents}", keys: ["*"] }
guards:
  dlp: ${on('both, queued', '')}
  stopping: ${on('stops', 'refusal: { as: stop }')}
  amazon: { form: bedrock, url: "${guard.url}", auth: { aws: { region: eu-central-1, access_key: AKIAGUARDED, secret_key: guarded-secret-0123456789 } }, guardrail: gr4b2c5d6e7f, version: "3", unseen: refuse, applies_to: { keys: [signed] } }
  moderation: { form: openai_moderation, url: "${guard.url}", auth: { bearer: sk-moderation-0123456789 }, model: omni-moderation-latest, unseen: allow, remember: 0, refusal: { reason: show }, applies_to: { keys: [moderated] } }
  screen: { form: lakera, url: "${guard.url}", auth: { bearer: sk-lakera-0123456789 }, project: project-1234567890, unseen: refuse, refusal: { reason: show }, applies_to: { keys: [screened] } }
  failing: ${on('fails', 'timeouts: { total: 200ms }')}
  llama: { form: chat, model: llama-guard, refuse_if: unsafe, unseen: refuse, applies_to: { keys: [judged] } }
  copied: ${on('narrow', '').replace('keys: [narrow]', 'keys: [narrow], models: [copy]')}
  groups: ${on('"*"', '').replace('keys: ["*"]', 'groups: [all]')}
`,
    }),
  );
})();

beforeEach(async () => {
  await started;
  said = 'a fine answer';
  guard.instead = undefined;
  guard.asked.length = 0;
  for (const one of [backend, copies, judge]) (one.seen as unknown[]).length = 0;
});

const chat = (content: string, more: object = {}) => ({
  model: 'm',
  messages: [{ role: 'user', content }],
  ...more,
});
const call = (name: string, body: unknown, path = '/v1/chat/completions') =>
  gateway.call(path, { body, key: key(name) });
const lastLine = () => gateway.logs.findLast(({ msg }) => msg === 'request')!;

test('a copy of a request that is refused is not sent, and one for whose copies a guard is has that guard', async () => {
  assert.equal((await call('both', chat('forbidden'))).status, 400);
  assert.equal((await call('both', chat('fine'))).status, 200);
  await until(() => copies.seen.length === 1, 'the copy of the other');
  assert.equal((await call('narrow', chat('forbidden'))).status, 400);
});

test('a guard of a group is for keys of the groups below it', async () => {
  assert.equal((await call('eu-one', chat('forbidden'))).status, 400);
});

test('what is kept of contents is what the client got', async () => {
  said = 'a forbidden answer';
  const reply = await call('both', chat('question'));
  assert.equal(reply.status, 400);
  const { readdirSync, readFileSync } = await import('node:fs');
  const { gunzipSync } = await import('node:zlib');
  let kept = '';
  await until(() => {
    kept = readdirSync(contents, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.gz'))
      .map((name) => {
        try {
          return gunzipSync(readFileSync(join(contents, name)), { finishFlush: 2 }).toString();
        } catch {
          return '';
        }
      })
      .join('');
    return kept.includes(reply.headers['x-request-id'] as string);
  }, 'its contents are kept');
  const line = kept.split('\n').find((one) => one.includes(reply.headers['x-request-id'] as string))!;
  assert.ok(!line.includes('a forbidden answer') && line.includes('guard_refused'), line);
});

test('guards look before a request waits for a slot', async () => {
  rest.held = gate();
  const first = call('queued', { ...chat('hold'), model: 'one' });
  await until(() => backend.seen.length === 1, 'the slot is taken');
  const refused = await call('queued', { ...chat('forbidden'), model: 'one' });
  assert.equal(refused.json.error.code, 'guard_refused');
  const second = call('queued', { ...chat('fine'), model: 'one' });
  await until(() => guard.asked.flat().includes('fine'), 'the second is looked at while it waits');
  rest.held.open();
  assert.deepEqual([(await first).status, (await second).status], [200, 200]);
});

test('a refusal that stops looks like that of the dialect, whole and streamed', async () => {
  const whole = await call('stops', chat('forbidden'));
  assert.deepEqual(
    [whole.status, whole.json.choices[0].finish_reason, whole.json.choices[0].message.content],
    [200, 'content_filter', ''],
  );
  assert.deepEqual([lastLine()['status'], lastLine()['code']], [200, 'guard_refused']);
  const stream = await call('stops', chat('forbidden', { stream: true }));
  assert.match(stream.text, /"finish_reason":"content_filter"[\s\S]*data: \[DONE\]/);
  const message = await call('stops', { ...chat('forbidden'), max_tokens: 9 }, '/v1/messages');
  assert.deepEqual([message.status, message.json.stop_reason, message.json.content], [200, 'refusal', []]);
  const response = await call('stops', { model: 'm', input: 'forbidden' }, '/v1/responses');
  assert.deepEqual(
    [response.status, response.json.status, response.json.incomplete_details],
    [200, 'incomplete', { reason: 'content_filter' }],
  );
  const text = await call('stops', { model: 'm', prompt: 'forbidden' }, '/v1/completions');
  assert.deepEqual([text.status, text.json.choices[0].finish_reason], [200, 'content_filter']);
  said = `${'word '.repeat(30)}forbidden`;
  const answered = await call('stops', chat('question'));
  assert.deepEqual([answered.status, answered.json.choices[0].finish_reason], [200, 'content_filter']);
  const other = await call('stops', { model: 'copy', messages: chat('x').messages, n: 1 });
  assert.equal(other.status, 200);
});

test('turns on sockets have the guards of every request, bridged and relayed', async () => {
  const t = owner as Parameters<typeof openSocket>[0];
  for (const model of ['m', 'over']) {
    const socket = await openSocket(t, gateway, { key: key('both') });
    socket.send({ type: 'response.create', model, input: 'fine' });
    const fine = await socket.turn();
    assert.equal(fine.at(-1).type, 'response.completed', JSON.stringify(fine.at(-1)));
    const before = [backend.seen.length, relayed.turns.length];
    socket.send({ type: 'response.create', model, input: 'forbidden' });
    const refused = await socket.turn();
    assert.equal(refused.at(-1).error.code, 'guard_refused', JSON.stringify(refused));
    assert.deepEqual([backend.seen.length, relayed.turns.length], before);
    said = `${'word '.repeat(40)}forbidden ${'word '.repeat(40)}`;
    socket.send({ type: 'response.create', model, input: 'fine' });
    const cut = await socket.turn();
    assert.ok(!JSON.stringify(cut).includes('forbidden'), JSON.stringify(cut).slice(0, 300));
    assert.ok(/guard/.test(JSON.stringify(cut.at(-1))), JSON.stringify(cut.at(-1)));
    said = 'a fine answer';
    socket.raw.close();
  }
});

test('a model judges: its requests meet no guard, count for nobody, and have a line of their own', async () => {
  assert.equal((await call('judged', chat('fine'))).status, 200);
  const texts = judge.seen.map(({ body }) => JSON.parse(body.toString()).messages[0].content);
  assert.deepEqual(texts, ['fine', 'a fine answer']);
  await until(() => gateway.logs.some((line) => line['purpose'] === 'guard'), 'its own line');
  const line = gateway.logs.find((one) => one['purpose'] === 'guard')!;
  assert.deepEqual(
    [line['key'], line['guard'], line['model'], line['status']],
    ['(guard)', 'llama', 'llama-guard', 200],
  );
  assert.ok((line['cost_usd'] as number) > 0);
  assert.ok(gateway.logs.some(({ id }) => id === line['guard_of']));
  const refused = await call('judged', chat('forbidden'));
  assert.deepEqual([refused.status, refused.json.error.code], [400, 'guard_refused']);
});

test("Amazon's guardrail is asked with a signed request", async () => {
  guard.instead = (seen, response) => {
    const { content } = JSON.parse(seen.body.toString());
    const isHit = JSON.stringify(content).includes('forbidden');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        isHit
          ? { action: 'GUARDRAIL_INTERVENED', outputs: [{ text: 'Sorry, no.' }], assessments: [], usage: {} }
          : { action: 'NONE', outputs: [], assessments: [], usage: {} },
      ),
    );
  };
  assert.equal((await call('signed', chat('fine'))).status, 200);
  const { url, headers } = guard.seen.findLast(({ url }) => url.startsWith('/guardrail'))!;
  assert.equal(url, '/guardrail/gr4b2c5d6e7f/version/3/apply');
  assert.match(
    headers.authorization!,
    /^AWS4-HMAC-SHA256 Credential=AKIAGUARDED\/\d{8}\/eu-central-1\/bedrock\/aws4_request, /,
  );
  // Empty assessments are a hit all the same, and the guardrail's own words go to nobody.
  const before = backend.seen.length;
  const refused = await call('signed', chat('forbidden'));
  assert.deepEqual([refused.status, refused.json.error.code], [400, 'guard_refused']);
  assert.ok(!refused.text.includes('Sorry'));
  assert.equal(backend.seen.length, before, 'the message of a block is sent to no model');
  const line = lastLine();
  assert.deepEqual([line['attempts'], line['cost_usd']], [undefined, undefined]);
});

test("OpenAI's moderation is asked for all texts at once, and says which of them it flags", async () => {
  const messages = ['fine', 'forbidden', 'fine too'].map((content) => ({ role: 'user', content }));
  assert.equal((await call('moderated', chat('fine'))).status, 200);
  const asked = guard.seen.find(({ url }) => url === '/v1/moderations')!;
  assert.equal(asked.headers.authorization, 'Bearer sk-moderation-0123456789');
  assert.deepEqual(JSON.parse(asked.body.toString()), { input: ['fine'], model: 'omni-moderation-latest' });
  assert.ok(guard.asked.flat().includes('a fine answer'));
  const before = backend.seen.length;
  const refused = await call('moderated', { model: 'm', messages });
  assert.deepEqual(
    [refused.status, refused.json.error.code, refused.json.error.message],
    [400, 'guard_refused', 'The guard moderation refused messages[1].content: harassment'],
  );
  assert.equal(backend.seen.length, before);
  said = `${'word '.repeat(100)}forbidden ${'word '.repeat(100)}`;
  const cut = await call('moderated', chat('question', { stream: true }));
  assert.ok(!cut.text.includes('forbidden') && cut.text.includes('guard_refused'), cut.text.slice(-300));
  guard.instead = (_seen, response) => void response.writeHead(200).end('{"results":[]}');
  assert.equal((await call('moderated', chat('fine'))).json.error.code, 'guard_unavailable');
});

test('Lakera is asked for each text, which stands last, with what stands before it', async () => {
  const messages = [
    { role: 'system', content: 'be kind' },
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: 'yes?' },
    { role: 'tool', tool_call_id: 'call_1', content: 'a result' },
    { role: 'user', content: 'more' },
  ];
  assert.equal((await call('screened', { model: 'm', messages })).status, 200);
  const asked = guard.seen.filter(({ url }) => url === '/v2/guard');
  assert.ok(asked.every(({ headers }) => headers.authorization === 'Bearer sk-lakera-0123456789'));
  const conversations = asked.map(({ body }) => JSON.parse(body.toString()));
  assert.deepEqual(
    conversations.map(({ messages: shown }) => shown.at(-1).content),
    ['be kind', 'hello', 'yes?', 'a result', 'more', 'a fine answer'],
  );
  assert.ok(conversations.every(({ project_id: project }) => project === 'project-1234567890'));
  assert.deepEqual(conversations[3].messages, [
    { role: 'system', content: 'be kind' },
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: 'yes?' },
    { role: 'tool', content: 'a result' },
  ]);
  const hit = messages.with(3, { ...messages[3]!, content: 'a forbidden result' });
  const refused = await call('screened', { model: 'm', messages: hit });
  assert.equal(
    refused.json.error.message,
    'The guard screen refused messages[3].content: moderated_content/crime',
  );
  said = 'this is forbidden';
  assert.equal((await call('screened', chat('question'))).json.error.code, 'guard_refused');
});

test('a guard that fails leaves others alone: keys, streams, and circuits of backends', async () => {
  guard.instead = (seen, response) => {
    if (seen.body.toString().includes('slow')) return;
    response.writeHead(500).end();
  };
  const late = call('fails', chat('slow', { stream: true }));
  const others = await Promise.all(
    Array.from({ length: 5 }, () => call('free', chat('fine', { stream: true }))),
  );
  for (const { status, text } of others) {
    assert.equal(status, 200);
    assert.ok(text.includes('a fine answer') && text.includes('[DONE]'));
  }
  assert.equal((await late).json.error.code, 'guard_unavailable');
  const asked = backend.seen.length;
  assert.equal((await call('fails', chat('x'))).status, 503);
  assert.equal(backend.seen.length, asked, 'nothing is tried at a backend');
  assert.ok(!gateway.logs.some(({ msg }) => /circuit/.test(msg)));
});

test('a stream of messages that is refused is told as refused', async () => {
  said = `${'word '.repeat(30)}forbidden`;
  const reply = await call('both', { ...chat('x', { stream: true }), max_tokens: 9 }, '/v1/messages');
  assert.ok(reply.text.includes('guard_refused'));
  const line = lastLine();
  assert.equal(line['code'], 'guard_refused');
  const told = (line['guards'] as Record<string, unknown>[]).find(
    ({ direction }) => direction === 'answers',
  )!;
  assert.equal(told['outcome'], 'refused');
});
