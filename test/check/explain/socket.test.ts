/** What `explain` and `tests:` say of a request on a WebSocket. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain } from '../../../src/check/explain/explain.ts';
import type { ExplainQuestion } from '../../../src/check/explain/question.ts';
import { queryOf, questionOf } from '../../../src/check/explain/question-query.ts';
import { explanationText } from '../../../src/check/explain/text/explain-text.ts';
import { askedWithBody } from '../../../src/check/explain/turn-question.ts';
import { runRoutingTests } from '../../../src/check/routing-tests.ts';
import { GatewayError } from '../../../src/errors.ts';
import { configText, loadText, startGateway } from '../../helpers/gateway.ts';
import { openSocket, refusedSocket } from '../../helpers/socket.ts';

const file = (more = '') =>
  configText({
    backends: '{ plain: { simulator: {} }, own: { simulator: {} }, other: { simulator: {} } }',
    models: `{
  m: { deployments: [ { backend: own, priority: 0, endpoints: { responses: { capabilities: [streaming], relay: websocket } } },
    { backend: plain, priority: 1, endpoints: { responses: [streaming] } } ] },
  t: { deployments: [ { backend: other, endpoints: { responses: { via: messages } }, translation: { max_tokens: 32000 } } ] },
  c: { deployments: [ { backend: other, endpoints: { chat_completions: [] } } ] },
  voice: { deployments: [ { backend: other, endpoints: { realtime: [] } } ] } }`,
    keys: `{ app: { secret: sk-app-0123456789abcdef, group: team, rate_limit: { sockets: 3 } },
  chat: { secret: sk-chat-0123456789abcdef, endpoints: [chat_completions] },
  late: { secret: sk-late-0123456789abcdef, disabled: true } }`,
    listen: '{ address: "127.0.0.1:0", tls: { self_signed: true }, origins: [https://app.example] }',
    more: `groups: { team: { rate_limit: { sockets: 9 } } }\n${more}`,
  });
const config = await loadText(file());
const closed = await loadText(
  file('endpoints: { responses: { websocket: false }, realtime: { websocket: false } }'),
);

const turn = (more: Partial<ExplainQuestion> = {}): ExplainQuestion => ({
  endpoint: 'responses',
  model: 'm',
  models: [],
  tags: [],
  key: undefined,
  down: [],
  socket: {},
  ...more,
});

/** Where it goes or what it is answered with, and whether its socket opens. */
function outcomeOf(question: ExplainQuestion, of = config) {
  const { outcome, socket } = explain(of, question);
  return ['deployment' in outcome ? outcome.deployment : `${outcome.status} ${outcome.code}`, socket?.opens];
}

function event(value: object, question: ExplainQuestion = turn()) {
  const asked = askedWithBody(Buffer.from(JSON.stringify(value)), 'responses', config, question.socket);
  return { ...asked, question: { ...question, ...asked.body, tags: [], socket: asked.socket } };
}

test('a turn goes where the same request goes, and is told how it is carried', () => {
  const { socket: _, ...request } = turn({ key: 'app' });
  const [plain, onSocket] = [explain(config, request), explain(config, turn({ key: 'app' }))];
  assert.deepEqual(plain.outcome, onSocket.outcome);
  assert.equal(plain.socket, undefined);
  assert.deepEqual(
    [plain, onSocket].map(({ models }) => models[0]!.deployments.map(({ relay }) => relay)),
    [
      [undefined, undefined],
      ['websocket', undefined],
    ],
  );
  assert.deepEqual(onSocket.socket, {
    opens: true,
    text: [
      'The socket opens (101), and this is a turn on it.',
      'At most 3 of the key may be open at once; one more is answered with 429.',
      'At most 9 of the group team may be open at once; one more is answered with 429.',
    ],
    most: [
      { whose: 'the key', sockets: 3 },
      { whose: 'the group team', sockets: 9 },
    ],
  });
  const text = explanationText(onSocket);
  assert.match(text, /^endpoint responses over a WebSocket; model m; key app\n/);
  assert.match(text, /^1 +m\/own +own +0 +\(over a socket of its own\)$/m);
  assert.match(text, /^Goes to m\/own\.\nThe socket opens \(101\), and this is a turn on it\.$/m);
  assert.deepEqual(outcomeOf(turn({ model: 't' })), ['t/other', true]);
});

test('what a handshake is refused with comes before all that the turn would be refused with', () => {
  assert.deepEqual(outcomeOf(turn(), closed), ['426 upgrade_refused', false]);
  assert.deepEqual(outcomeOf(turn({ socket: undefined }), closed), ['m/own', undefined]);
  assert.deepEqual(outcomeOf(turn({ endpoint: 'chat_completions', model: 'c' })), [
    '426 upgrade_refused',
    false,
  ]);
  const from = (origin: string) => turn({ socket: { origin } });
  assert.deepEqual(outcomeOf(from('https://app.example')), ['m/own', true]);
  assert.deepEqual(outcomeOf(from('https://evil.example')), ['403 origin_not_allowed', false]);
  assert.deepEqual(outcomeOf({ ...from('https://evil.example'), key: 'chat' }), [
    '403 origin_not_allowed',
    false,
  ]);
  assert.deepEqual(outcomeOf({ ...from('https://evil.example'), key: 'late' }), [
    '401 invalid_api_key',
    false,
  ]);
  assert.deepEqual(outcomeOf(turn({ key: 'chat' })), ['403 endpoint_not_allowed', false]);
  const { models, socket } = explain(config, from('https://evil.example'));
  assert.ok(models[0]!.deployments.every(({ place, reasons }) => place === null && reasons.length > 0));
  assert.deepEqual(socket!.text, ['No socket is opened: this is the answer to its handshake.']);
});

test('what a turn is refused with is told as an event of a socket that is open', () => {
  assert.deepEqual(outcomeOf(turn({ model: 'c' })), ['404 model_not_found', true]);
  const { socket } = explain(config, turn({ model: 'gone' }));
  assert.deepEqual(socket!.text, [
    'The socket opens (101); this comes as an `error` event with the status, and the socket stays open.',
  ]);
});

test('an event is read as a socket reads it, and says which turns it waits for and what it goes on from', () => {
  const lane = { type: 'response.create', model: 'm', input: 'Hi', stream_id: 'a\u0007', stream: false };
  const sent = event({ ...lane, store: false, previous_response_id: 'resp_1' });
  assert.deepEqual(JSON.parse(sent.bytes.toString()), {
    stream: true,
    include: ['reasoning.encrypted_content'],
    model: 'm',
    input: [{ type: 'message', role: 'user', content: 'Hi' }],
    store: false,
  });
  assert.ok(sent.body.needs!.includes('streaming'));
  const said = (explained: ReturnType<typeof explain>) => explained.socket!.text.slice(1);
  assert.deepEqual(said(explain(config, sent.question)), [
    'It waits for turns of the `stream_id` "a\\u0007" that came before it, and for no others.',
    'It continues "resp_1", assumed to be one that this socket keeps: all of it is sent again.',
    'This socket keeps its items (`store: false`), so that a later turn can continue it.',
    'For that the backend is asked for `reasoning.encrypted_content`, which the client does not see, since it did not ask for it.',
  ]);
  const answer = { type: 'function_call_output', call_id: 'c', output: 'x' };
  const answering = event({ ...lane, store: false, previous_response_id: 'resp_1', input: [answer] });
  assert.deepEqual(JSON.parse(answering.bytes.toString()).input, [
    { type: 'function_call', name: 'tool', arguments: '{}', call_id: 'c' },
    answer,
  ]);
  const stored = event({ ...lane, previous_response_id: 'resp_1' });
  assert.equal(JSON.parse(stored.bytes.toString()).previous_response_id, 'resp_1');
  assert.ok(
    said(explain(config, stored.question)).includes(
      'It continues "resp_1", assumed to be one that the backend keeps.',
    ),
  );
  const asking = event({ ...lane, store: false, include: ['reasoning.encrypted_content'] });
  assert.equal(asking.socket!.turn!.asksReasoning, false);
  const warmUp = event({ model: 'm', generate: false });
  const which = 'It waits for turns without a `stream_id` that came before it, and for no others.';
  assert.deepEqual(said(explain(config, warmUp.question)), [
    'It is a warm-up (`generate: false`), which the backend answers, at its price.',
    which,
  ]);
  assert.deepEqual(said(explain(config, { ...warmUp.question, down: ['own'] })), [
    'It is a warm-up (`generate: false`), which the gateway answers itself, free of charge.',
    which,
  ]);
  assert.throws(() => event({ type: 'response.processed' }), GatewayError);
  assert.throws(() => event({ model: 'm', stream_id: '' }), GatewayError);
});

test('a session is on a socket whether or not that is said, and opens once a backend has opened one', () => {
  const session = turn({ endpoint: 'realtime', model: 'voice', socket: undefined });
  assert.deepEqual(explain(config, session).socket!.text, [
    'The session opens (101) once the backend has opened one.',
  ]);
  assert.deepEqual(outcomeOf(session, closed), ['426 upgrade_refused', false]);
  assert.deepEqual(explain(config, { ...session, model: 'm' }).socket!.text, [
    'No session is opened: this is the answer to its handshake.',
  ]);
});

test('the question travels to a running gateway whole', () => {
  for (const socket of [
    {},
    { origin: 'https://app.example' },
    event({ model: 'm', stream_id: 'a' }).socket!,
  ]) {
    const question = turn({ socket });
    assert.deepEqual(questionOf(queryOf(question)), question);
  }
  assert.equal(questionOf(queryOf(turn({ socket: undefined }))).socket, undefined);
  const query = queryOf(turn());
  query.set('turn', '{"lane":1}');
  assert.throws(() => questionOf(query), /"turn" takes what/);
});

test('a gateway answers on sockets what is said of it, status for status and word for word', async (t) => {
  const gateway = await startGateway(t, file());
  const secrets = { app: 'sk-app-0123456789abcdef', chat: 'sk-chat-0123456789abcdef' };
  const refusals: readonly Partial<ExplainQuestion>[] = [
    { key: 'app', endpoint: 'chat_completions', model: 'c' },
    { key: 'app', socket: { origin: 'https://evil.example' } },
    { key: 'chat', socket: { origin: 'https://evil.example' } },
    { key: 'chat' },
  ];
  for (const question of refusals) {
    const { outcome } = explain(config, turn(question));
    const { origin } = question.socket ?? {};
    const { status, text } = await refusedSocket(gateway, {
      key: secrets[question.key as keyof typeof secrets],
      ...(question.endpoint === 'chat_completions' && { path: '/v1/chat/completions' }),
      ...(origin !== undefined && { headers: { origin } }),
    });
    const { code, message } = JSON.parse(text).error;
    if (code === 'endpoint_not_allowed') assert.deepEqual(outcome.status, status);
    else assert.deepEqual(outcome, { status, code, message });
  }
  const socket = await openSocket(t, gateway, {
    key: secrets.app,
    headers: { origin: 'https://app.example' },
  });
  for (const model of ['c', 'gone', 'm', 't']) {
    const { outcome } = explain(config, turn({ key: 'app', model }));
    socket.send({ type: 'response.create', model, input: 'Hi', store: false });
    const end = (await socket.turn()).at(-1);
    if ('deployment' in outcome) assert.equal(end.type, 'response.completed', JSON.stringify(end));
    else assert.deepEqual([end.status, end.error.code], [outcome.status, outcome.code]);
  }
});

test('tests of the file ask on sockets, by events, and from pages', async () => {
  const tests = await loadText(
    file(`tests:
  - { name: a turn, request: { endpoint: responses, model: m, socket: true }, expect: { deployment: own, status: 200 } }
  - { name: an event, request: { endpoint: responses, socket: true }, body: { type: response.create, model: t, input: Hi, store: false }, expect: { deployment: other, via: messages, dropped: [], changed: [max_output_tokens] } }
  - { name: a page, request: { endpoint: responses, model: m, socket: true, origin: "https://app.example" }, expect: { status: 200 } }
  - { name: another page, request: { endpoint: responses, model: m, socket: true, origin: "https://a.example" }, expect: { status: 403, code: origin_not_allowed } }
  - { name: chat, request: { endpoint: chat_completions, model: c, socket: true }, expect: { status: 426, code: upgrade_refused } }
`),
  );
  assert.deepEqual(
    runRoutingTests(tests).map(({ passed, actual }) => passed || actual),
    [true, true, true, true, true],
  );
});
