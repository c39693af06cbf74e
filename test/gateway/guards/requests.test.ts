/** Guards look at requests before anybody else gets them. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { completion, json, message, startBackend, type TestBackend } from '../../helpers/backend.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { startGuard, type TestGuard } from '../../helpers/guard.ts';
import { ownerOfFile } from '../../helpers/serve.ts';

const owner = ownerOfFile();
let backend: TestBackend;
let guard: TestGuard;
let second: TestGuard;
let gateway: TestGateway;

const key = (name: string) => `sk-guarded-${name}-0123456789`;
const names = ['plain', 'fails-open', 'logs', 'masks', 'images', 'new', 'shows', 'two', 'free', 'limited'];

const started = (async () => {
  backend = await startBackend(owner, (seen, response) => {
    const answer = seen.url.endsWith('/messages') ? message : completion('hello');
    return json(answer)(seen, response, undefined as never);
  });
  guard = await startGuard(owner);
  second = await startGuard(owner);
  const on = (keys: string, more: string, at = guard) =>
    `{ form: agentgateway, url: "${at.url}", unseen: refuse, looks_at: [requests], applies_to: { keys: [${keys}] }, timeouts: { total: 500ms }, ${more} }`;
  gateway = await startGateway(
    owner as Parameters<typeof startGateway>[0],
    configText({
      backends: `{ own: { url: "${backend.url}" } }`,
      models:
        '{ m: { deployments: [ { backend: own, endpoints: { chat_completions: [streaming], messages: [streaming], embeddings: [], responses: [streaming] } } ] } }',
      keys: `{ ${names.map((name) => `${name}: { secret: ${key(name)}, endpoints: [stateless, responses]${name === 'limited' ? ', rate_limit: { requests: ["2/day"] }' : ''} }`).join(', ')} }`,
      more: `routing: { circuit: { failures: 100 } }
guards:
  dlp: ${on('plain, limited', '')}
  open: ${on('fails-open', 'on_failure: allow')}
  trying: ${on('logs', 'on_hit: log')}
  masking: ${on('masks', 'on_mask: apply')}
  seeing: ${on('images', 'unseen: allow').replace('unseen: refuse, ', '')}
  lately: ${on('new', 'scan: new')}
  telling: ${on('shows', 'refusal: { reason: show }')}
  first: ${on('two', '')}
  other: ${on('two', '', second)}
`,
    }),
  );
})();

beforeEach(async () => {
  await started;
  guard.instead = undefined;
  second.instead = undefined;
  guard.asked.length = 0;
  (backend.seen as unknown[]).length = 0;
});

const chat = (content: unknown, more: object = {}) => ({
  model: 'm',
  messages: [{ role: 'user', content }],
  ...more,
});
const call = (name: string, body: unknown, path = '/v1/chat/completions') =>
  gateway.call(path, { body, key: key(name) });

test('what a guard lets pass goes on, and it is told of what it passed', async () => {
  const reply = await call('plain', chat('a harmless question'));
  assert.equal(reply.status, 200);
  assert.deepEqual(guard.asked, [['a harmless question']]);
  const line = gateway.logs.findLast(({ msg }) => msg === 'request')!;
  const [told] = line['guards'] as Record<string, unknown>[];
  assert.deepEqual(
    [told!['guard'], told!['direction'], told!['outcome'], told!['looks']],
    ['dlp', 'requests', 'passed', 1],
  );
});

test('what it refuses goes nowhere, with a message that says which guard and where', async () => {
  const history = [
    { role: 'user', content: 'first' },
    { role: 'assistant', content: 'answer' },
    { role: 'user', content: 'this is Forbidden here' },
  ];
  const reply = await call('plain', { model: 'm', messages: history });
  assert.equal(reply.status, 400);
  assert.equal(reply.json.error.code, 'guard_refused');
  assert.equal(reply.json.error.message, 'The guard dlp refused messages[2].content.');
  assert.equal(reply.headers['x-should-retry'], 'false');
  assert.equal(backend.seen.length, 0);
  const shown = await call('shows', chat('forbidden'));
  assert.match(shown.json.error.message, /a word that is not allowed/);
  const anthropic = await call('plain', { max_tokens: 9, ...chat('forbidden') }, '/v1/messages');
  assert.deepEqual([anthropic.status, anthropic.json.error.code], [400, 'guard_refused']);
});

test('what is no pass, word for word, is a failure: and a failure is 503', async () => {
  const answers: [string, string, number?][] = [
    ['an empty object', '{}'],
    ['no action', '{"action":null}'],
    ['an action of another name', '{"action":{"pass":{}}}'],
    ['a pass and an error', '{"action":{"reason":"ok"},"error":"it broke"}'],
    ['HTML', '<html><body>502</body></html>'],
    ['a list', '[]'],
    ['nothing', ''],
    ['a status that is no success', '{"action":{}}', 500],
    ['a redirect', '{"action":{}}', 302],
    ['a status of its own', '{"action":{}}', 204],
    ['a mask of fewer messages', '{"action":{"body":{"messages":[]}}}'],
    ['a mask that changes nothing', '{"action":{"body":{"messages":[{"role":"user","content":"hello"}]}}}'],
    ['a mask of no text', '{"action":{"body":{"messages":[{"role":"user","content":7}]}}}'],
    ['a rejection without a text', '{"action":{"body":{},"status_code":403}}'],
  ];
  for (const [what, body, status = 200] of answers) {
    guard.instead = (_seen, response) => {
      response.writeHead(status, { 'content-type': 'application/json', location: '/' });
      response.end(status === 204 ? undefined : body);
    };
    const reply = await call('two', chat('hello'));
    assert.deepEqual([reply.status, reply.json.error.code], [503, 'guard_unavailable'], what);
    assert.ok(reply.headers['retry-after'], what);
  }
  assert.equal(backend.seen.length, 0);
});

test('a guard that answers late, never, or without end, is down within its time', async () => {
  const ways: [string, (response: import('node:http').ServerResponse) => void][] = [
    ['never', () => {}],
    ['a head and nothing behind it', (response) => void response.writeHead(200).flushHeaders()],
    ['a connection that ends', (response) => void response.destroy()],
    [
      'half an answer',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"action":');
        setImmediate(() => response.destroy());
      },
    ],
    [
      'a gigabyte',
      (response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      },
    ],
  ];
  for (const [what, answer] of ways) {
    guard.instead = (_seen, response) => answer(response);
    const since = performance.now();
    const reply = await call('two', chat(`hello ${what}`));
    assert.deepEqual([reply.status, reply.json.error.code], [503, 'guard_unavailable'], what);
    assert.ok(performance.now() - since < 2000, what);
  }
  assert.equal(backend.seen.length, 0);
});

test('where it may fail, log and figures say each time that it did', async () => {
  guard.instead = (_seen, response) => void response.writeHead(500).end();
  for (const count of [1, 2]) {
    const reply = await call('fails-open', chat(`hello ${count}`));
    assert.equal(reply.status, 200);
  }
  const told = gateway.logs.filter(
    ({ msg, guard: name }) => msg === 'a guard could not look, and the text passed unseen' && name === 'open',
  );
  assert.deepEqual(
    told.map(({ reason }) => reason),
    ['status 500', 'status 500'],
  );
  // What it finds it refuses all the same.
  guard.instead = undefined;
  assert.equal((await call('fails-open', chat('forbidden'))).status, 400);
});

test('a guard that is tried out tells what it would have refused, and nobody notices', async () => {
  assert.equal((await call('logs', chat('forbidden words'))).status, 200);
  const line = gateway.logs.findLast(({ msg }) => msg === 'a guard would have refused')!;
  assert.deepEqual([line['guard'], line['at']], ['trying', 'messages[0].content']);
  assert.ok(!JSON.stringify(gateway.logs).includes('forbidden words'), 'no text is told');
  assert.equal(
    (await call('logs', chat([{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }])))
      .status,
    200,
  );
});

test('a mask is refused, or put in where it belongs, whatever stands around it', async () => {
  const refused = await call('plain', chat('my name is maskme'));
  assert.deepEqual([refused.status, refused.json.error.code], [400, 'guard_refused']);
  const before = 'ü"\\\u0041 😀 ';
  const body = chat(
    [
      { type: 'text', text: `${before}maskme, and maskme again` },
      { type: 'text', text: 'untouched' },
    ],
    { user: 'u', seed: 7 },
  );
  const reply = await call('masks', body);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers['x-gateway-changed'], 'messages[0].content[0].text');
  const sent = JSON.parse(backend.seen[0]!.body.toString());
  assert.deepEqual(sent, JSON.parse(JSON.stringify(body).replaceAll('maskme', '***')));
  const other = await call('masks', chat('nothing to hide'));
  assert.equal(other.headers['x-gateway-changed'], undefined, 'no mask of one request is put into another');
  // What a model signed rests on what was said before it.
  const signed = await call(
    'masks',
    {
      model: 'm',
      max_tokens: 99,
      messages: [
        { role: 'user', content: 'maskme' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'c2lnbmVk' },
            { type: 'text', text: 'yes' },
          ],
        },
        { role: 'user', content: 'go on' },
      ],
    },
    '/v1/messages',
  );
  assert.deepEqual([signed.status, signed.json.error.code], [400, 'guard_refused']);
  // A mask over the seam of two parts can be put into neither.
  const seam = await call(
    'masks',
    chat([
      { type: 'text', text: 'mask' },
      { type: 'text', text: 'me' },
    ]),
  );
  assert.equal(seam.status, 400);
});

test('what can not be looked at is refused where the file says so, and told of where not', async () => {
  const image = chat([
    { type: 'text', text: 'look' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
  ]);
  const reply = await call('plain', image);
  assert.equal(reply.status, 400);
  assert.match(
    reply.json.error.message,
    /^The guard dlp can not look at all of the request: images at messages\[0\]/,
  );
  assert.equal(guard.asked.length, 0, 'what is refused anyhow is shown to nobody');
  const allowed = await call('images', image);
  assert.equal(allowed.status, 200);
  assert.ok(
    gateway.logs.some(
      ({ msg, guard: name }) => msg === 'a guard could not see all of it, and it passed' && name === 'seeing',
    ),
  );
  for (const more of [{ previous_response_id: 'resp_1' }, { prompt: { id: 'pmpt_1' } }]) {
    const stored = await call('plain', { model: 'm', input: 'go on', ...more }, '/v1/responses');
    assert.deepEqual([stored.status, stored.json.error.code], [400, 'guard_refused'], JSON.stringify(more));
  }
});

test('tool results, arguments, descriptions, names and doubled names are seen', async () => {
  const places = [
    { messages: [{ role: 'tool', tool_call_id: 'c', content: 'forbidden' }] },
    {
      messages: [
        {
          role: 'assistant',
          tool_calls: [
            { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":"forb\\u0069dden"}' } },
          ],
        },
      ],
    },
    {
      messages: [{ role: 'user', content: 'x' }],
      tools: [{ type: 'function', function: { name: 'f', description: 'forbidden', parameters: {} } }],
    },
    { messages: [{ role: 'user', name: 'forbidden', content: 'x' }] },
    { messages: [{ role: 'system', content: 'forbidden' }] },
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'for' },
            { type: 'text', text: 'bidden' },
          ],
        },
      ],
    },
    { messages: [{ role: 'user', content: 'x' }], a_field_of_tomorrow: { deep: ['forbidden'] } },
  ];
  for (const place of places) {
    const reply = await call('plain', { model: 'm', ...place });
    assert.deepEqual([reply.status, reply.json.error?.code], [400, 'guard_refused'], JSON.stringify(place));
  }
  const doubled = '{"model":"m","messages":[{"role":"user","content":"forbidden","content":"fine"}]}';
  const { status } = await gateway.call('/v1/chat/completions', {
    body: Buffer.from(doubled),
    key: key('plain'),
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(status, 400);
  const embedded = await call('plain', { model: 'm', input: ['fine', 'forbidden'] }, '/v1/embeddings');
  assert.equal(embedded.status, 400);
  assert.equal(backend.seen.length, 0);
});

test('a text that passed is not sent again for the same key, and is for another', async () => {
  const history = Array.from({ length: 200 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `message ${index}`,
  }));
  assert.equal((await call('plain', { model: 'm', messages: history.slice(0, 199) })).status, 200);
  assert.equal(guard.asked.flat().length, 199);
  guard.asked.length = 0;
  assert.equal((await call('plain', { model: 'm', messages: history })).status, 200);
  assert.deepEqual(guard.asked, [['message 199']]);
  guard.asked.length = 0;
  assert.equal((await call('plain', { model: 'm', messages: history })).status, 200);
  assert.equal(guard.asked.length, 0);
  assert.equal((await call('limited', { model: 'm', messages: history.slice(0, 1) })).status, 200);
  assert.deepEqual(guard.asked, [['message 0']]);
  // One hit stays refused while it is in the history.
  const hit = [...history.slice(0, 50), { role: 'user', content: 'forbidden' }, ...history.slice(50)];
  for (const _ of [1, 2]) {
    const reply = await call('plain', { model: 'm', messages: hit });
    assert.equal(reply.json.error.message, 'The guard dlp refused messages[50].content.');
  }
});

test('`scan: new` shows what came after the last answer', async () => {
  const messages = [
    { role: 'user', content: 'old' },
    { role: 'assistant', content: 'answered' },
    { role: 'user', content: 'fresh' },
  ];
  assert.equal((await call('new', { model: 'm', messages })).status, 200);
  assert.deepEqual(guard.asked, [['fresh']]);
});

test('guards look beside each other, and what one refuses is refused though another is down', async () => {
  const meet: (() => void)[] = [];
  const both = (_seen: unknown, response: import('node:http').ServerResponse) => {
    meet.push(() => response.writeHead(200).end('{"action":{}}'));
    if (meet.length === 2) for (const answer of meet) answer();
  };
  guard.instead = second.instead = both;
  assert.equal((await call('two', chat('both at once'))).status, 200);
  guard.instead = undefined;
  second.instead = (_seen, response) => void response.writeHead(500).end();
  const reply = await call('two', chat('forbidden to one'));
  assert.equal(reply.json.error.code, 'guard_refused');
});

test('a refusal counts as a request', async () => {
  // One is spent already.
  assert.equal((await call('limited', chat('forbidden'))).status, 400);
  const reply = await call('limited', chat('forbidden'));
  assert.equal(reply.status, 429);
});

test('a key that no guard is for, and a body of 30 MB', async () => {
  const free = await call('free', chat('forbidden'));
  assert.equal(free.status, 200);
  assert.equal(guard.asked.length, 0);
  const large = await call('plain', chat('words '.repeat(5_000_000)));
  assert.equal(large.status, 400, large.text);
  assert.match(large.json.error.message, /max text/);
  // The key of large bodies that are refused waits for a while.
  const longer = await call('shows', chat(`${'words '.repeat(100_000)}forb${'idden'}`));
  assert.equal(longer.status, 400, longer.text);
  assert.ok(guard.asked.length >= 3, 'a long text is shown in pieces');
});
