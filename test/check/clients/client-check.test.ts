/** What client programs send, as it was recorded, beside what a gateway does with it. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { type ClientReport, checkClient, isServed } from '../../../src/check/clients/client-check.ts';
import type { ClientRecording, RecordedRequest } from '../../../src/check/clients/client-recording.ts';
import { clientText } from '../../../src/check/clients/client-text.ts';
import { recordedVersions, recordingOf } from '../../../src/cli/check/check-clients.ts';
import { type ClientName, clientNames } from '../../../src/cli/client-names.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { HeaderPolicy } from '../../../src/http/server/request-head.ts';
import { startSimulator } from '../../../src/simulator/index.ts';
import { startBackend } from '../../helpers/backend.ts';
import { configText, loadText, secret, startGateway } from '../../helpers/gateway.ts';
import { openSocket, type TestSocket } from '../../helpers/socket.ts';

const all = '{ chat_completions: [], messages: [], responses: [] }';
const one = `{ demo: { deployments: [{ backend: b, endpoints: ${all} }] } }`;
const simulated = configText({ backends: '{ b: { simulator: {} } }', models: one });

function recordingWith(...requests: readonly Partial<RecordedRequest>[]): ClientRecording {
  const usual: RecordedRequest = {
    when: 'start',
    needed: true,
    method: 'POST',
    path: '/v1/chat/completions',
    headers: {},
    body: { model: '$MODEL', messages: [{ role: 'user', content: 'Hello' }] },
  };
  const [client, settings] = ['test', 'a test'];
  return {
    client,
    package: client,
    version: '1.0.0',
    settings,
    requests: requests.map((own) => ({ ...usual, ...own })),
  };
}

interface Narrowed {
  readonly keys?: readonly string[];
  readonly models?: readonly string[];
}

async function reportOn(
  text: string,
  recording: ClientRecording,
  { keys, models }: Narrowed = {},
): Promise<ClientReport> {
  const policy = new HeaderPolicy();
  const isDropped = (name: string) => policy.lookUp(name).role === 'drop';
  return checkClient(await loadText(text), { recording, keys, models, isDropped, wallNow: Date.now() });
}

function newestOf(name: ClientName): ClientRecording {
  return recordingOf({ name, version: undefined });
}

/** Every version of every client. */
const recordings = clientNames.flatMap((name) =>
  recordedVersions(name).map((version) => ({ name, version, recording: recordingOf({ name, version }) })),
);

test('there is a recording of every client that can be named, a version each, without a sentence', () => {
  assert.deepEqual(readdirSync('schemas/clients').sort(), [...clientNames].sort());
  for (const name of clientNames) {
    assert.equal(newestOf(name).version, recordedVersions(name).at(-1));
  }
  for (const { name, version, recording } of recordings) {
    assert.equal(recording.client, name);
    assert.equal(recording.version, version);
    assert.match(version, /^\d+\.\d+\.\d+$/);
    assert.ok(recording.requests.length >= 2, name);
    const texts = JSON.stringify(recording.requests).match(/"[^"]* [^"]*"/g) ?? [];
    for (const text of texts)
      assert.match(text, /^"(Bearer KEY|[\w.*/;=-]+(, [\w.*/;=-]+)+)"$/, `${name}: ${text}`);
  }
});

for (const { name, version, recording } of recordings) {
  test(`a gateway does with each recorded request of ${name} ${version} what is said of it`, async (t) => {
    const simulator = await startSimulator({ text: 'Hello' });
    t.after(() => simulator.close());
    const received: (readonly string[])[] = [];
    const backend = await startBackend(t, async (seen, response) => {
      received.push(Object.keys(seen.headers));
      const answer = await fetch(simulator.url + seen.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Uint8Array(seen.body),
      });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
    const text = configText({
      backends: `{ b: { url: "${backend.url}", request: { remove_headers: ["x-stainless-*"] } } }`,
      models: one,
    });
    const report = await reportOn(text, recording);
    const [{ outcomes } = { outcomes: [] }] = report.cases;
    assert.equal(outcomes.length, recording.requests.length);
    const gateway = await startGateway(t, text);
    let socket: TestSocket | undefined;
    let before: string | undefined;
    for (const [index, request] of recording.requests.entries()) {
      const { method, path, headers, body } = request;
      const { to, refused, droppedHeaders } = outcomes[index]!;
      const { authorization, 'x-api-key': apiKey, ...others } = headers;
      received.length = 0;
      const areHeadersAsSaid = () => {
        for (const header of droppedHeaders) {
          // The gateway has one of its own, since it looks into answers.
          if (header !== 'accept-encoding') assert.ok(!received[0]!.includes(header), header);
        }
        const passed = Object.keys(others).filter((header) => !droppedHeaders.includes(header));
        for (const header of passed) assert.ok(received[0]!.includes(header), `${header} is not passed on`);
      };
      if (request.socket) {
        const { previous_response_id: previous, ...event } = body!;
        if (previous === undefined) socket = await openSocket(t, gateway, { path, headers: others });
        // Texts are placeholders, for which the simulator calls no tool.
        const input = event['input'] as readonly { readonly type: string; readonly call_id?: string }[];
        const calls = input
          .filter(({ type }) => type === 'function_call_output')
          .map(({ call_id }) => ({ type: 'function_call', call_id, name: 'exec_command', arguments: '{}' }));
        socket!.send({
          ...event,
          input: [...calls, ...input],
          model: 'demo',
          ...(previous !== undefined && { previous_response_id: before }),
        });
        const end = (await socket!.turn()).at(-1);
        assert.equal(end.type, 'response.completed', JSON.stringify(end));
        assert.ok(to !== undefined);
        before = end.response.id;
        if (event['generate'] !== false) areHeadersAsSaid();
        continue;
      }
      const reply = await gateway.call(path, {
        method,
        key: null,
        headers: {
          ...others,
          ...(authorization && { authorization: `Bearer ${secret}` }),
          ...(apiKey && { 'x-api-key': secret }),
        },
        ...(body && { body: { ...body, ...(body['model'] === '$MODEL' && { model: 'demo' }) } }),
      });
      const what = `${method} ${path}: ${reply.text.slice(0, 300)}`;
      assert.equal(reply.status, refused?.status ?? 200, what);
      if (to === 'the gateway itself' || refused !== undefined) continue;
      assert.equal(`demo/${reply.headers['x-gateway-deployment']}`, to);
      areHeadersAsSaid();
    }
    assert.ok(isServed(report), clientText(report));
  });
}

test('what a client calls by a name of its own is refused where the file has no such model', async () => {
  const own = { body: { model: 'its-small-model', messages: [{ role: 'user', content: 'Hello' }] } };
  const report = await reportOn(simulated, recordingWith({}, own));
  assert.equal(isServed(report), false);
  assert.match(
    clientText(report),
    /REFUSED +demo, key test\n.*-> demo\/b\n.*at its start: REFUSED: 404 model_not_found/,
  );
  const can = await reportOn(simulated, recordingWith({}, { ...own, needed: false }));
  assert.equal(isServed(can), true);
  assert.match(clientText(can), /refused, which it can do without: 404/);
});

test('unknown tags, unknown paths and other methods are refused as the gateway refuses them', async () => {
  for (const [request, code] of [
    [{ headers: { 'x-router-tags': 'no_such_tag' } }, /^(?:400|503) /],
    [{ path: '/v1/engines' }, /^404 /],
    [{ method: 'PUT' }, /^405 /],
    [{ body: { model: '$MODEL' } }, /^400 /],
  ] as const) {
    const { cases } = await reportOn(simulated, recordingWith(request));
    const { refused } = cases[0]!.outcomes[0]!;
    assert.match(`${refused?.status} ${refused?.code}`, code, JSON.stringify(request));
    assert.equal(cases[0]!.verdict, 'refused');
  }
});

test('models that serve nothing of what a client calls are not for it, and fail only where none is left', async () => {
  const models =
    '{ demo: { deployments: [{ backend: b, endpoints: { messages: [] } }] }, other: { deployments: [{ backend: b, endpoints: { chat_completions: [] } }] } }';
  const text = configText({ backends: '{ b: { simulator: {} } }', models });
  const report = await reportOn(text, recordingWith({}));
  assert.deepEqual(
    report.cases.map(({ model, verdict }) => [model, verdict]),
    [
      ['demo', 'unfit'],
      ['other', 'served'],
    ],
  );
  assert.equal(isServed(report), true);
  const none = await reportOn(text, recordingWith({}), { models: ['demo'] });
  assert.equal(isServed(none), false);
  assert.match(clientText(none), /REFUSED +no model of the file is for it/);
});

test('keys of equal rights are told together, and what a backend takes away or sets is told', async () => {
  const text = configText({
    backends:
      '{ b: { url: "http://127.0.0.1:1", request: { remove_headers: [x-own], remove: [user], set: { temperature: 1, top_p: 1 } } } }',
    models: `{ demo: ${one.slice(8, -2)}, "wild/*": ${one.slice(8, -2)} }`,
    keys: `{ a: { secret: ${secret}a }, c: { secret: ${secret}c }, d: { secret: ${secret}d, models: [demo], endpoints: [messages] } }`,
  });
  const sent = {
    headers: { 'x-own': '1', 'x-real-ip': '1.2.3.4' },
    body: { model: '$MODEL', messages: [{ role: 'user', content: 'Hello' }], user: 'u', temperature: 0 },
  };
  const { cases } = await reportOn(text, recordingWith(sent));
  assert.deepEqual(
    cases.map(({ keys, model, verdict }) => [keys.join('+'), model, verdict]),
    [
      ['a+c', 'demo', 'served'],
      ['a+c', 'wild/*', 'served'],
      ['d', 'demo', 'unfit'],
    ],
  );
  const [first] = cases[0]!.outcomes;
  assert.deepEqual(first?.droppedHeaders, ['x-own', 'x-real-ip']);
  assert.deepEqual(first?.editedFields, ['user', 'temperature']);
});

test('what is translated for a client is told, with what is left out', async () => {
  const text = configText({
    backends: '{ b: { simulator: {}, flavor: vllm } }',
    models:
      '{ demo: { deployments: [{ backend: b, endpoints: { chat_completions: [], messages: { via: chat_completions } } }] } }',
  });
  const report = await reportOn(text, newestOf('claude-code'));
  const [{ verdict, outcomes } = { verdict: undefined, outcomes: [] }] = report.cases;
  assert.equal(verdict, 'served');
  const turn = outcomes.find(({ via }) => via !== undefined)!;
  assert.equal(turn.via, 'chat_completions');
  assert.ok(turn.droppedFields.includes('cache_control'));
  assert.match(clientText(report), /^ {6}translated to chat_completions; dropped: cache_control, /m);
});

test('the example of any client on any model serves Claude Code and Codex on each of its models', async () => {
  const env = { GATEWAY_KEY_APP: 'sk-app-0123456789abcdef' };
  const { config } = await loadConfig('examples/any-client.yaml', { env, requireSecrets: false });
  for (const client of ['claude-code', 'codex'] as const) {
    const { cases } = checkClient(config!, {
      recording: newestOf(client),
      keys: undefined,
      models: undefined,
      isDropped: () => false,
      wallNow: Date.now(),
    });
    assert.deepEqual(
      cases.map(({ model, verdict }) => [model, verdict]),
      ['qwen3-coder', 'claude-opus', 'gemini-pro', 'nova'].map((model) => [model, 'served']),
      client,
    );
  }
});

test('turns of Codex go where sockets are, and its requests where they are not', async () => {
  const text = (served: string, more: string) =>
    configText({
      backends: '{ b: { simulator: {} } }',
      models: `{ demo: { deployments: [{ backend: b, endpoints: { responses: ${served} } }] } }`,
      more,
    });
  const codex = newestOf('codex');
  const relayed = await reportOn(text('{ capabilities: [streaming], relay: websocket }', ''), codex);
  assert.match(
    clientText(relayed),
    /^ {4}POST \/v1\/responses -> demo\/b, uses .*\n.*\n {4}WebSocket \/v1\/responses -> demo\/b over a socket of its own, uses /m,
  );
  const closed = await reportOn(text('[streaming]', 'endpoints: { responses: { websocket: false } }'), codex);
  assert.ok(isServed(closed));
  assert.match(
    clientText(closed),
    /^ {4}WebSocket \/v1\/responses at its start: refused, which it can do without: 426 upgrade_refused: /m,
  );
  const chat = await reportOn(
    configText({
      backends: '{ b: { simulator: {} } }',
      models: '{ demo: { deployments: [{ backend: b, endpoints: { chat_completions: [] } }] } }',
    }),
    codex,
  );
  assert.deepEqual(
    chat.cases.map(({ verdict }) => verdict),
    ['unfit'],
  );
});

test('what Claude Code would not list, and what it is not told of an account, is said', async () => {
  const serving = (backend: string) =>
    `{ deployments: [{ backend: ${backend}, endpoints: { messages: [] } }] }`;
  const text = (forward: string) =>
    configText({
      backends: `{ b: { simulator: {} }, vendor: { url: "https://api.anthropic.com"${forward} } }`,
      models: `{ demo: ${serving('b')}, claude-a: ${serving('vendor')}, my-anthropic: ${serving('b')} }`,
    });
  const notesOf = async (forward: string) =>
    (await reportOn(text(forward), newestOf('claude-code'))).notes.map((note) => note.replace(/`.*?`/g, '_'));
  const unlisted =
    '/model lists ids with _ or _ in them alone, older versions those that begin so: not demo, which _ names';
  assert.deepEqual(await notesOf(''), [
    unlisted,
    'vendor: when a quota of the account is back does not reach it without _',
  ]);
  assert.deepEqual(await notesOf(', forward_answer_headers: ["anthropic-ratelimit-*"]'), [unlisted]);
  const { notes, ...rest } = await reportOn(text(''), newestOf('claude-code'));
  assert.match(clientText({ notes, ...rest }), /note {8}\/model lists/);
});

test('fields that a model does not take are told, natively as what goes on all the same', async () => {
  const accepts = 'accepts: { temperature: false, efforts: [low, medium] }';
  const text = configText({
    backends: '{ b: { simulator: {} } }',
    models: `{
      native: { deployments: [{ backend: b, ${accepts}, endpoints: { chat_completions: [] } }] },
      said: { deployments: [{ backend: b, ${accepts}, endpoints: { chat_completions: { via: responses } } }] },
    }`,
  });
  const body = {
    model: '$MODEL',
    messages: [{ role: 'user', content: 'Hello' }],
    temperature: 0.5,
    reasoning_effort: 'xhigh',
  };
  const report = await reportOn(text, recordingWith({ body }));
  const told = report.cases.map(({ outcomes: [outcome] }) => {
    const { droppedFields, changedFields, unacceptedFields } = outcome!;
    return [droppedFields, changedFields, unacceptedFields];
  });
  assert.deepEqual(told, [
    [[], [], ['reasoning_effort', 'temperature']],
    [['temperature'], ['reasoning_effort'], []],
  ]);
  assert.match(
    clientText(report),
    /its model does not take \(`accepts`\), sent as they are: reasoning_effort, temp/,
  );
});
